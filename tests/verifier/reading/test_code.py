"""Code and SQL in answers: fences as models write them, and no fences."""

from __future__ import annotations

import pytest

from verifier.reading import CodeBlock, read

WRITE = "Write a Python function that adds two numbers."
QUERY = "Write a SQL query."
F = "```"


def code(answer: str, question: str | None = WRITE) -> tuple[CodeBlock, ...]:
    """The code blocks of an answer."""
    return read(answer, question).code


@pytest.mark.parametrize(
    "answer",
    [
        f"{F}python\ndef f():\n    return 1\n{F}", f"{F} python\ndef f():\n    return 1\n{F}", f"{F}Python 3\ndef f():\n    return 1\n{F}",
        f"{F}PYTHON title=x\ndef f():\n    return 1\n{F}\nDone.", f"{F}\ndef f():\n    return 1\n{F}", "~~~ py\ndef f():\n    return 1\n~~~",
        f"{F}python\r\ndef f():\r\n    return 1\r\n{F}\r\n", f"{F}python\ndef f():\n    return 1\n", f"- like this:\n  {F}python\n  def f():\n      return 1\n  {F}",
        f"{F}{F}python\ndef f():\n    return 1\n{F}{F}", "def f():\n    return 1", "Use this:\ndef f():\n    return 1\n\nIt returns one.",
    ],
)  # fmt: skip
def test_finds_python_however_it_is_fenced(answer: str) -> None:
    """Info strings in any spelling, tildes, CRLF, indentation, no closing fence, no fence."""
    (block,) = code(answer)
    assert (block.language, block.code.strip()) == ("python", "def f():\n    return 1")
    start, end = block.span
    assert "def f():" in answer[start:end]


def test_a_fence_inside_a_string_does_not_end_the_block() -> None:
    """The code up to the first fence does not compile, up to the later one it does."""
    answer = f"{F}python\ndef f():\n    s = '''\n{F}\ninner\n{F}\n'''\n    return s\n{F}\nDone."
    (block,) = code(answer)
    assert block.code.endswith("return s\n")


def test_the_last_definition_is_the_final() -> None:
    """A corrected block wins over the rejected draft; a usage example after it does not."""
    answer = (
        f"{F}python\ndef add(a, b):\n    return a - b\n{F}\nThat is wrong. Corrected:\n"
        f"{F}python\ndef add(a, b):\n    return a + b\n{F}\nUse it so:\n{F}python\nprint(add(1, 2))\n{F}"
    )
    (final,) = read(answer, WRITE).claims
    assert (final.kind, final.value) == ("code", "def add(a, b):\n    return a + b\n")
    assert answer[slice(*final.span)] == final.quote


def test_an_unclosed_fence_counts_only_if_it_compiles() -> None:
    """Half a block is not code."""
    assert code(f"{F}python\ndef f(:\n    return") == ()


@pytest.mark.parametrize(
    ("answer", "query"),
    [
        (f"I will work with the orders table; here it is:\n{F}sql\nSELECT * FROM orders;\n{F}", "SELECT * FROM orders;"),
        ("SELECT a FROM t WHERE b = ';' AND c > 1;", "SELECT a FROM t WHERE b = ';' AND c > 1;"),
        ("WITH t AS (SELECT 1) SELECT * FROM t", "WITH t AS (SELECT 1) SELECT * FROM t"),
        ("(SELECT a FROM t) UNION (SELECT b FROM u);\nThis joins both.", "(SELECT a FROM t) UNION (SELECT b FROM u);"),
        (f"{F}sql\nSELECT 1;\n{F}\nBetter:\n{F}SQL\nSELECT 2;\n{F}", "SELECT 2;"),
    ],
)  # fmt: skip
def test_finds_the_query(answer: str, query: str) -> None:
    """Quotes hide semicolons, prose is no query, the last of two blocks is the final."""
    (final,) = (c for c in read(answer, QUERY).claims if c.role == "final")
    assert (final.kind, str(final.value).strip()) == ("sql", query)


@pytest.mark.parametrize(
    "answer",
    ["With great care we select the best table from the house.", "Select the best option from the list.", "x = 5\ny = 3", "Paris", "f(2) = 4 + 3", "The class is import from Rome"],
)  # fmt: skip
def test_prose_and_algebra_are_no_code(answer: str) -> None:
    """What parses by accident is not a program."""
    assert code(answer, "What is it?") == ()


@pytest.mark.parametrize(
    "answer",
    [
        "用 `df[(df['Age'] >= 0) & (df['Age'] <= 120)]` 即可。",
        "df = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
        "import pandas as pd\ndf = pd.read_csv('data.csv')\ndf = df[(df['Age'] >= 0) & (df['Age'] <= 120)]",
    ],
)
def test_finds_a_data_operation_in_line_and_bare(answer: str) -> None:
    """An indexing or a method call is code even in one line."""
    (block,) = code(answer, "读取data.csv，删除'Age'小于0或大于120的行")
    assert "(df['Age'] >= 0) & (df['Age'] <= 120)" in block.code


def test_a_program_may_answer_a_word_problem() -> None:
    """A bare program with no stated result is the final."""
    answer = "hens = 3\neggs = hens * 6\nans = eggs - 2"
    (final,) = read(answer, "How many eggs are left?").claims
    assert (final.kind, final.value) == ("code", answer)


def test_a_stated_result_wins_over_the_program_and_its_output() -> None:
    """Code and transcripts are not prose: their numbers and sums claim nothing."""
    answer = f"{F}python\nx = [1]\nprint(2 + 2 == 5)\n{F}\n{F}output\n3 + 4 = 8\n{F}\nSo the answer is \\boxed{{7}}."
    reading = read(answer, "How many?")
    assert [(c.kind, c.value) for c in reading.claims] == [("number", 7)]
    assert len(reading.code) == 1


def test_a_fenced_sum_is_prose() -> None:
    """A block that is no program still states its equations."""
    assert [c.quote for c in read(f"{F}\n16 - 3 = 13\n{F}").claims] == ["16 - 3 = 13"]


def test_another_language_keeps_its_name() -> None:
    """The info string's first word is the language."""
    (block,) = code(f"{F}c++\nint main() {{}}\n{F}")
    assert block.language == "c++"
