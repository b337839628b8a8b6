"""Which steps the code of an answer gets, and what they can do."""

from __future__ import annotations

import pytest

import verifier
from verifier.plan import Consistent, Equals, Succeeds
from verifier.planning._code import code_steps
from verifier.reading import read
from verifier.task import DataTable, Task

FILTER = "Read data.csv and drop the rows whose 'Age' is under 0 or over 120."
FILTER_ZH = "读取data.csv，删除'Age'列中小于0或大于120的行。"
ANSWER = "```python\nimport pandas as pd\ndf = pd.read_csv('data.csv')\ndf = df[(df['Age'] >= 0) {} (df['Age'] <= 120)]\nprint(df)\n```"
STUB = 'from typing import List\n\ndef add(a: int, b: int) -> int:\n    """Add two numbers.\n    >>> add(1, 2)\n    3\n    """\n'
POT = "Janet has 3 boxes of 4 eggs. How many eggs?"


def _steps(question, answer, **more):
    return code_steps(Task(question=question, **more), read(answer, question), answer)


@pytest.mark.parametrize("question", [FILTER, FILTER_ZH])
def test_a_row_filter_in_the_question_can_verify(question):
    """Basis question, compared by reference with the claimed code; the predicate is data."""
    (step,) = _steps(question, ANSWER.format("&"))
    assert (step.tool_required, step.basis, step.claim) == ("code_oracle", "question", "final")
    assert step.expected_check == Equals(expected="holds")
    assert step.tool_input == {
        "code": {"$ref": "claims.final.value"},
        "predicate": {"keep": [["Age", ">=", "0"], ["Age", "<=", "120"]], "join": "and"},
        "file": "data.csv",
    }


def test_the_table_that_comes_with_the_question_is_used():
    """By the name that the question gives, or because it is the only one with the columns."""
    fitting = DataTable(name="data", columns=("Age", "N"), rows=((1, "x"), (None, "y")))
    other = DataTable(name="other", columns=("Age",), rows=((300,),))
    (step,) = _steps(FILTER, ANSWER.format("&"), data=(other, fitting))
    assert step.tool_input["table"] == {"columns": ["Age", "N"], "rows": [[1, "x"], [None, "y"]]}
    (step,) = _steps(FILTER, ANSWER.format("&"), data=(DataTable(name="x", columns=("B",), rows=()),))
    assert "table" not in step.tool_input


def test_examples_can_only_refute():
    """Passing a few examples is weak: the check is one that never verifies."""
    (step,) = _steps(STUB, "def add(a, b):\n    return a + b")
    assert (step.basis, step.expected_check) == ("question", Consistent())
    assert step.tool_input["examples"] == [{"call": "add(1, 2)", "expected": "3"}]
    assert step.tool_input["before"] == ["from typing import List"]


def test_code_without_an_oracle_is_only_loaded():
    """That it runs can refute, never verify."""
    (step,) = _steps(
        "Write a function that doubles a number.", "```python\ndef double(x):\n    return 2 * x\n```"
    )
    assert (step.tool_required, step.basis, step.expected_check) == ("python", "answer", Succeeds())


@pytest.mark.parametrize(
    "answer",
    [
        "```python\nmodel.fit(X, y)\n```",
        "```python\n!pip install x\nimport x\n```",
        "```python\nprint 'hello'\n```",
        "```javascript\nfunction f(x) { return x; }\n```",
    ],
)
def test_fragments_and_other_languages_are_not_run(answer):
    """What cannot run as it stands says nothing about the answer."""
    assert _steps("Write a Python function f.", answer) == []


def test_shown_output_is_a_step_of_the_answers_own():
    """The program and the output that the answer shows, cell by cell; not required, never verifying."""
    answer = "```python\nx = 3 * 4\nx\n```\n```output\n12\n```\nThen:\n```python\nprint(x)\n```\n\n```output\n12\n```\nThe answer is 12."
    (step,) = _steps(POT, answer)
    assert (step.basis, step.required, step.claim, step.expected_check) == (
        "answer",
        False,
        None,
        Consistent(),
    )
    assert step.tool_input["cells"] == [
        {"code": "x = 3 * 4\nx\n", "shown": "12\n"},
        {"code": "print(x)\n", "shown": "12\n"},
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "```python\nx = 1\n```\nThe answer is 1.",
        "```python\n1/0\n```\n```output\nZeroDivisionError: division by zero\n```\nThe answer is 1.",
        "The answer is 12.",
    ],
)
def test_no_output_no_step(answer):
    """A program without output, or with the output of a failed run, shows nothing to compare."""
    assert _steps(POT, answer) == []


@pytest.mark.sandbox
@pytest.mark.parametrize("question", [FILTER, FILTER_ZH])
@pytest.mark.parametrize(("operator", "verdict"), [("&", "verified"), ("|", "refuted"), ("and", "refuted")])
def test_the_filter_cases_come_out(question, operator, verdict):
    """`&` is verified, audit included; `|` is refuted by the predicate, `and` by its exception."""
    report = verifier.check(ANSWER.format(operator), question)
    assert report.verdict == verdict
    assert report.scope == (None if verdict == "verified" else "final")


@pytest.mark.sandbox
def test_code_that_passes_the_examples_is_not_verified():
    """Right or wrong beyond them, it is consistent only."""
    good = verifier.check("def add(a: int, b: int) -> int:\n    return a + b", STUB)
    lucky = verifier.check("def add(a: int, b: int) -> int:\n    return 3", STUB)
    wrong = verifier.check("def add(a: int, b: int) -> int:\n    return a - b", STUB)
    assert (
        (good.verdict, good.stop_reason)
        == (lucky.verdict, lucky.stop_reason)
        == ("inconclusive", "consistent_only")
    )
    assert (wrong.verdict, wrong.scope) == ("refuted", "final")


@pytest.mark.sandbox
def test_a_false_output_is_a_step_finding():
    """The program does not print what the answer says it prints."""
    answer = "```python\nprint(3 * 4)\n```\n```output\n14\n```\nThe answer is 14."
    report = verifier.check(answer, POT)
    assert (report.verdict, report.scope) == ("refuted", "step")


@pytest.mark.sandbox
def test_a_missing_library_is_no_finding():
    """The report says what could not be checked."""
    report = verifier.check(
        "```python\nimport not_a_library\ndef f(x):\n    return x\n```", "Write a Python function f."
    )
    assert report.verdict == "inconclusive"
    assert {e.outcome.reason for e in report.attempts[0].evidence} == {"missing_library"}
