"""Code under test against examples, row filters and shown output, in the sandbox."""

from __future__ import annotations

import pytest

from toolkits.code_oracle import code_oracle, mutate_code
from toolkits.errors import ToolkitError

pytestmark = pytest.mark.sandbox

_READ = "import pandas as pd\ndf = pd.read_csv('data.csv')\n"
_KEEP = {"keep": [["Age", ">=", "0"], ["Age", "<=", "120"]], "join": "and"}


def _filter(code: str, predicate=_KEEP, **more):
    return code_oracle(code=code, predicate=predicate, file="data.csv", **more)


def _value(code: str, **more) -> str:
    try:
        return _filter(code, **more)["value"]
    except ToolkitError as error:
        return error.code


_RIGHT = {
    "mask": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
    "between": _READ + "df = df[df['Age'].between(0, 120)]\ndf.to_csv('out.csv', index=False)",
    "query": _READ + "clean = df.query('Age >= 0 and Age <= 120')\nprint(clean.head())",
    "drop": _READ + "df.drop(df[(df['Age'] < 0) | (df['Age'] > 120)].index, inplace=True)\nprint(len(df))",
    "not": _READ + "kept = df.loc[~((df['Age'] < 0) | (df['Age'] > 120))]",
    "two steps": _READ + "df = df[df['Age'] >= 0]\ndf = df[df['Age'] <= 120].reset_index(drop=True)",
    "named rows": _READ + "invalid = df[(df['Age'] < 0) | (df['Age'] > 120)]\ncleaned = df.drop(invalid.index)",
    "print": _READ + "mask = (df['Age'] >= 0) & (df['Age'] <= 120)\nprint(df[mask])",
    "overwrites": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\ndf.to_csv('data.csv', index=False)",
    "function": "import pandas as pd\ndef clean(path):\n    df = pd.read_csv(path)\n    return df[(df.Age >= 0) & (df.Age <= 120)]",
    "in place": "def clean(df):\n    df.drop(df[(df.Age < 0) | (df.Age > 120)].index, inplace=True)",
    "main": "import pandas as pd\ndef main():\n    df = pd.read_csv('data.csv')\n    df = df[(df.Age >= 0) & (df.Age <= 120)]\n    print(df)\nif __name__ == '__main__':\n    main()",
    "given": "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\ndf",
    "other folder": "import pandas as pd\ndf = pd.read_csv('/home/me/data.csv')\ndf = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
    "missing dropped": _READ + "df = df.dropna()\ndf['Age'] = df['Age'].astype(int)\ndf = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
    "missing filled": _READ + "df['Age'] = df['Age'].fillna(df['Age'].median())\ndf = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
    "renamed": _READ + "df.columns = df.columns.str.lower()\ndf = df[(df['age'] >= 0) & (df['age'] <= 120)]",
    "other columns": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\nprint(df[['Name', 'Age']])",
    "csv module": "import csv\nwith open('data.csv') as f:\n    rows = [r for r in csv.DictReader(f) if r['Age'] and 0 <= float(r['Age']) <= 120]",
    "ends": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\nimport sys\nsys.exit(0)",
}  # fmt: skip
_WRONG = {
    "or": _READ + "df = df[(df['Age'] >= 0) | (df['Age'] <= 120)]",
    "strict": _READ + "df_clean = df[(df['Age'] > 0) & (df['Age'] < 120)]",
    "the others": _READ + "df = df[(df['Age'] < 0) | (df['Age'] > 120)]",
    "one side": _READ + "df = df[df['Age'] <= 120]",
    "off by one": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 121)]",
    "changes a cell": _READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\ndf['Age'] = df['Age'] * 2",
    "nothing": _READ + "print(df)",
    "empty": "pass",
    "empty function": "def clean(df):\n    pass",
    "in main": "import pandas as pd\ndef main():\n    df = pd.read_csv('data.csv')\n    df = df[(df.Age >= 0) | (df.Age <= 120)]\n    print(df)\nmain()",
}  # fmt: skip


@pytest.mark.parametrize("code", _RIGHT.values(), ids=_RIGHT)
def test_right_filters_hold(code):
    """However the rows are chosen and wherever the result is left."""
    assert _value(code) == "holds"


@pytest.mark.parametrize("code", _WRONG.values(), ids=_WRONG)
def test_wrong_filters_are_violated(code):
    """Rows kept or dropped against the question, cells changed, nothing done."""
    assert _value(code) == "violated"


@pytest.mark.parametrize(
    ("condition", "kind", "word"),
    [
        ("(df['Age'] >= 0) and (df['Age'] <= 120)", "ValueError", "&"),
        ("0 <= df['Age'] <= 120", "ValueError", "&"),
        ("df['Age'] >= 0 & df['Age'] <= 120", "TypeError", "parentheses"),
        ("(df['age'] >= 0) & (df['age'] <= 120)", "KeyError", "spelling"),
    ],
)
def test_an_exception_on_allowed_data_is_the_finding(condition, kind, word):
    """Class, message, line and the hint that mends it, in both languages."""
    found = _filter(_READ + f"df = df[{condition}]")
    assert found["value"] == "violated"
    assert (found["exception"]["type"], found["exception"]["line"]) == (kind, 3)
    assert word in found["hint"]["en"]
    assert found["hint"]["zh"]


def test_missing_values_are_shown_and_not_judged():
    """The question is silent on them: kept or dropped, the code holds."""
    dropped = {c["case"]: c for c in _filter(_RIGHT["mask"])["cases"]}["Age missing"]
    kept = {c["case"]: c for c in _filter(_RIGHT["drop"])["cases"]}["Age missing"]
    assert (dropped["judged"], dropped["actual"]) == (False, "dropped")
    assert (kept["judged"], kept["actual"]) == (False, "kept")


def test_every_literal_is_tried_with_both_neighbours():
    """Values at, beside, between and beyond the named ones."""
    cases = [c["case"] for c in _filter(_RIGHT["mask"])["cases"]]
    assert {f"Age = {n}" for n in (-1, 0, 1, 60, 119, 120, 121)} <= set(cases)


def test_decimal_bounds_have_decimal_neighbours():
    """The neighbour of 0.5 is 0.6, not 1.5."""
    predicate = {"keep": [["p", "<=", "0.5"]]}
    right = "df = df[df['p'] <= 0.5]"
    assert _filter(right, predicate)["value"] == "holds"
    assert _filter(right.replace("0.5", "0.55"), predicate)["value"] == "holds"
    assert _filter(right.replace("0.5", "0.6"), predicate)["value"] == "violated"


def test_two_columns_are_crossed():
    """Each condition is tried with the others met and unmet."""
    predicate = {"keep": [["a", ">=", "1"], ["b", "<", "5"]], "join": "or"}
    assert _filter("df = df[(df.a >= 1) | (df.b < 5)]", predicate)["value"] == "holds"
    assert _filter("df = df[(df.a >= 1) & (df.b < 5)]", predicate)["value"] == "violated"
    assert _filter("df = df[(df.a >= 1)]", predicate)["value"] == "violated"


def test_open_ends_are_not_judged():
    """Where the question leaves the end open, both readings hold."""
    predicate = {**_KEEP, "open_ends": [["Age", "0"], ["Age", "120"]]}
    assert _value(_RIGHT["mask"], predicate=predicate) == "holds"
    assert _value(_WRONG["strict"], predicate=predicate) == "holds"
    assert _value(_WRONG["off by one"], predicate=predicate) == "violated"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import pandas as pd\ndf = pd.read_csv('people.csv')\ndf = df[df.Age > 0]", "missing_file"),
        ("import polars as pl\ndf = pl.read_csv('data.csv')", "missing_library"),
        (_READ + "a = df[df.Age >= 0]\nb = df[(df.Age >= 0) & (df.Age <= 120)]\nc = df[df.Age > 5]", "unclear_result"),
        ("def clean(df, limit):\n    return df[df.Age <= limit]", "unclear_result"),
        ("import csv\nfor r in csv.reader(open('data.csv')):\n    print(r)", "unclear_result"),
        (_READ + "df['Day'] = df['Day'].dt.day\ndf = df[(df['Age'] >= 0) & (df['Age'] <= 120)]", "unclear_data"),
        (_READ + "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]\ndf = df.append(df)", "library_version"),
    ],
)  # fmt: skip
def test_what_cannot_be_judged_is_undecided(code, reason):
    """A table that is not the question's, a library that is not there, a result that is not clear."""
    assert _value(code) == reason


def test_the_questions_own_table_is_tried_too():
    """A result that happens to fit the made table must fit the given one as well."""
    table = {"columns": ["Age", "Name"], "rows": [[5, "x"], [300, "y"], [None, "z"], [5, "x"]]}
    found = _filter(_RIGHT["mask"], table=table)
    assert found["value"] == "holds"
    assert _filter(_RIGHT["mask"] + "\ndf = df.drop_duplicates()", table=table)["value"] == "violated"
    with pytest.raises(ToolkitError):
        _filter(_RIGHT["mask"], table={"columns": ["age"], "rows": [[1]]})


@pytest.mark.parametrize(
    "name", ["mask", "between", "query", "drop", "function", "two steps", "named rows", "given"]
)
def test_mutants_of_right_code_are_violated(name):
    """The oracle tells the code from each of its wrong versions: law 8's kill for row conditions."""
    made = mutate_code(_RIGHT[name])
    assert made
    for mutant, source in made:
        assert _value(source) == "violated", mutant


def test_a_pass_says_which_wrong_results_it_would_have_noticed():
    """One row dropped, one kept too many, one cell changed."""
    assert _filter(_RIGHT["mask"])["killed"] == ["cell_changed", "row_dropped", "row_kept"]


def test_mutants_leave_alone_what_only_looks():
    """Conditions that are counted or printed choose no rows; ends themselves are not moved."""
    made = mutate_code(
        "print((df['Age'] < 0).sum())\nassert (df['Age'] > 0).all()\nif len(df) > 0: pass\nx = 1 < 2"
    )
    assert made == []
    assert mutate_code("def f(:") == []


# --- examples -----------------------------------------------------------------------------------------
def _examples(code: str, *pairs: tuple[str, str], **more):
    return code_oracle(
        code=code, examples=[{"call": call, "expected": expected} for call, expected in pairs], **more
    )


@pytest.mark.parametrize(
    ("body", "expected", "value"),
    [
        ("2", "2", "holds"), ("2.0", "2", "holds"), ("True", "1", "holds"), ("3", "2", "violated"), ("None", "2", "violated"),
        ("0.3333", "0.33", "holds"), ("0.34", "0.33", "violated"), ("1e-12", "0.0", "holds"), ("6.0", "6.00", "holds"),
        ("[1, 2]", "[1, 2]", "holds"), ("[2, 1]", "[1, 2]", "violated"), ("{2, 1}", "{1, 2}", "holds"), ("{'a': [1]}", "{'a': [1]}", "holds"),
        ("{1: 2}", "{1: 2}", "holds"), ("{1: 3}", "{1: 2}", "violated"), ("'a'", "'a'", "holds"), ("b'a'", "b'a'", "holds"),
        ("(1, 2)", "[1, 2]", "no_case_judged"), ("'5'", "5", "no_case_judged"), ("iter([1])", "[1]", "no_case_judged"), ("[2]", "[1, 2]", "violated"),
        ("(1, 3)", "[1, 2]", "violated"), ("True", "true", "holds"), ("float('nan')", "1.0", "violated"), ("10**5000", "1", "violated"), ("float('inf')", "1e999", "holds"),
    ],
)  # fmt: skip
def test_values_are_compared_as_python_does(body, expected, value):
    """Equality, with the printed digits of a float; where only the container differs nothing is said."""
    try:
        found = _examples(f"def f(x):\n    return {body}", ("f(1)", expected))["value"]
    except ToolkitError as error:
        found = error.code
    assert found == value


def test_an_exception_in_an_example_is_the_finding():
    """The case says what was raised; the exception and a hint stand in the output."""
    found = _examples("def f(x):\n    return x[5]", ("f([1])", "2"))
    assert found["value"] == "violated"
    assert found["exception"] == {"type": "IndexError", "message": "list index out of range", "line": 2}
    assert found["hint"]
    assert not found["complete"]


@pytest.mark.parametrize(
    ("code", "kind"), [("def f(:", "SyntaxError"), ("def f(x: List) -> int:\n    return 1", "NameError")]
)
def test_code_that_does_not_load_is_violated(code, kind):
    """Unless the question gives what it needs."""
    found = _examples(code, ("f(1)", "1"))
    assert (found["value"], found["exception"]["type"]) == ("violated", kind)
    if kind == "NameError":
        assert _examples(code, ("f(1)", "1"), before=["from typing import List"])["value"] == "holds"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import not_there\ndef f(x):\n    return 2", "missing_library"),
        ("def f(x):\n    import not_there\n    return 2", "no_case_judged"),
        ("def f(x):\n    while True: pass", "timeout"),
        ("while True: pass", "timeout"),
        ("def f(x):\n    return int(input())", "no_case_judged"),
        ("def f(x):\n    return open('x').read()", "no_case_judged"),
        ("import os\ndef f(x):\n    os._exit(0)", "killed"),
        ("def f(x):\n    return 'a' * 4_000_000_000", "no_case_judged"),
    ],
)
def test_examples_that_could_not_run_say_nothing(code, reason):
    """Law 2: a missing library, file, stdin, time or memory is no finding."""
    with pytest.raises(ToolkitError) as caught:
        _examples(code, ("f(1)", "2"))
    assert caught.value.code in (reason, "memory")


def test_a_violated_case_counts_even_when_another_ran_out_of_time():
    """What was seen was seen."""
    code = "def f(x):\n    if x == 1:\n        return 3\n    while True: pass"
    assert _examples(code, ("f(1)", "2"), ("f(2)", "2"))["value"] == "violated"


def test_expected_exceptions():
    """An example may say that the code raises."""
    code = "def f(x):\n    raise KeyError(x)"
    assert code_oracle(code=code, examples=[{"call": "f(1)", "raises": "LookupError"}])["value"] == "holds"
    assert code_oracle(code=code, examples=[{"call": "f(1)", "raises": "ValueError"}])["value"] == "violated"
    assert (
        code_oracle(code="def f(x):\n    return x", examples=[{"call": "f(1)", "raises": "ValueError"}])[
            "value"
        ]
        == "violated"
    )


def test_names_of_the_code_do_not_disturb_the_harness():
    """Code may call its own things examples, code, result or INPUTS."""
    code = "examples = code = result = INPUTS = seconds = attempt = None\ndef f(x):\n    return x"
    assert _examples(code, ("f(1)", "1"))["value"] == "holds"


def test_what_a_program_does_when_started_is_not_run():
    """The main guard may read stdin; the functions are what is tested."""
    code = "def f(x):\n    return x\nif __name__ == '__main__':\n    f(input())"
    assert _examples(code, ("f(1)", "1"))["value"] == "holds"


def test_printed_in_place_of_returned_is_not_judged():
    """The example may show either."""
    with pytest.raises(ToolkitError) as caught:
        _examples("def f(x):\n    print(2)", ("f(1)", "2"))
    assert caught.value.code == "no_case_judged"


# --- shown output -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("cells", "value"),
    [
        ([{"code": "x = 2 + 2\nprint(x)", "shown": "4"}], "holds"),
        ([{"code": "x = 2 + 2", "shown": ""}, {"code": "x * 2", "shown": "8\n"}], "holds"),
        ([{"code": "print(2 + 2)", "shown": "5"}], "violated"),
        ([{"code": "1 / 3", "shown": "0.3333333"}], "holds"),
        ([{"code": "1 / 3", "shown": "0.34"}], "violated"),
        ([{"code": "import sympy\nsympy.sqrt(8)", "shown": "2*sqrt(2)"}], "holds"),
        ([{"code": "print('x is', 3)", "shown": "y is 3"}], "no_case_judged"),
        ([{"code": "1 / 0", "shown": "3"}], "no_case_judged"),
        ([{"code": "while True: pass", "shown": "3"}], "timeout"),
        ([{"code": "import not_there\n1", "shown": "1"}], "missing_library"),
    ],
)
def test_shown_output(cells, value):
    """Only numbers that differ contradict; words may differ with the release of a library."""
    try:
        found = code_oracle(cells=cells)["value"]
    except ToolkitError as error:
        found = error.code
    assert found == value


@pytest.mark.parametrize(
    "tool_input",
    [
        {}, {"code": "x"}, {"examples": [{"call": "f(1)", "expected": "1"}]}, {"code": "x", "examples": [{"call": "f(1)"}]},
        {"code": "x", "examples": [{"call": "f(1)", "expected": "g(1)"}]}, {"cells": [{"shown": "1"}]},
        {"code": "x", "predicate": {"keep": "no"}}, {"code": "x", "predicate": _KEEP, "table": {"rows": []}},
        {"code": "x", "predicate": _KEEP, "table": {"columns": ["Age"], "rows": [[1, 2]]}},
    ],
)  # fmt: skip
def test_bad_input_is_refused_with_words(tool_input):
    """Never a traceback."""
    with pytest.raises(ToolkitError) as caught:
        code_oracle(**tool_input)
    assert caught.value.code == "tool_input"
