"""What a question asks for."""

from __future__ import annotations

import pytest

from verifier.reading import asked_parts


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many eggs are left?", "number"), ("还剩几个鸡蛋？", "number"), ("What is 6 * 7?", "number"), ("6*7 =", "number"),
        ("What percent of 50 is 10?", "number"), ("John has 3 hens and 4 ducks. What will his 7 birds eat?", "number"),
        ("Is 91 prime?", "boolean"), ("91 is prime?", "boolean"), ("91是质数吗？", "boolean"), ("not ( True ) and False is", "boolean"),
        ("Do you return?\nOptions:\n- Yes\n- No", "boolean"), ("Which?\n(A) red\n(B) blue", "choice"), ("Which?\nA: red\nB: blue", "choice"),
        ("下列哪个正确？\nA. 红\nB. 蓝", "choice"), ("Sort the following words alphabetically: List: b a", "list"), ("[ < ( )", "list"),
        ("把下列单词按字母排序：b a", "list"), ("What is the date tomorrow?", "date"), ("明天是几月几日？", "date"),
        ("What is the derivative of x^2?", "expression"), ("化简 2x + 3x", "expression"), ("Write a Python function that adds.", "code"),
        ('def add(a, b):\n    """Add."""', "code"), ("读取data.csv，删除'Age'小于0的行", "code"), ("Write a SQL query that counts users.", "sql"),
        ("Who wrote Faust?", "text"), ("Write a poem.", "text"), ("Tell me about Rome.", "text"),
    ],
)  # fmt: skip
def test_the_form_of_a_question_tells_the_kind(question: str, kind: str) -> None:
    """One part, of the kind that an answer must have."""
    assert [part.kind for part in asked_parts(question)] == [kind]


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Find the mean and median of 3, 4, 8.", ["mean", "median"]),
        ("求3,4,8的平均数、中位数和众数。", ["mean", "median", "mode"]),
        ("What is the area and perimeter of a 3 by 4 rectangle?", ["area", "perimeter"]),
        ("Solve x + y = 7 and x - y = 1 for x and y.", ["x", "y"]),
        ("求出x和y。", ["x", "y"]),
        ("How many adults came? How many children came?", ["adults", "children"]),
        ("What is the smaller number? What is the larger number?", ["smaller number", "larger number"]),
        ("What is the mean of 3, 4, 8?", ["mean"]),
        ("How many eggs are left?", [""]),
        ("What is 1/2 + 1/3? Express your answer as a common fraction.", [""]),
    ],
)
def test_several_parts_have_labels(question: str, labels: list[str]) -> None:
    """Known names keep their canonical label in both languages; other parts are named by their noun."""
    assert [part.label for part in asked_parts(question)] == labels


def test_spans_point_at_the_asking_words() -> None:
    """Each part says where the question asks for it."""
    question = "Take 3, 4 and 8. Find the mean and median."
    assert [question[slice(*p.span)] for p in asked_parts(question)] == ["mean", "median"]


@pytest.mark.parametrize("question", ["", "   ", "?", "？？", "((((", "a" * 5000])
def test_every_question_asks_for_something(question: str) -> None:
    """Even an empty text has one part, so that an answer is never without a role."""
    assert len(asked_parts(question)) >= 1


def test_options_inside_the_context_are_no_options() -> None:
    """Letters "(a) … (b) …" before the question is asked offer no choice."""
    assert asked_parts("Notes: (a) audited, (b) unaudited.\nHow many rows are there?")[0].kind == "number"
