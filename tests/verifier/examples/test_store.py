"""Examples: kept, found again by likeness, and never the question's own unless that is wanted."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.errors import UsageError
from verifier.examples import Example, Examples, ExamplesError, shown_for
from verifier.examples._terms import normal, numbers, terms

PENS = Example.pair("How many pens are in 3 boxes of 12?", "result = 3 * 12")
CUPS = Example.pair("How many cups are in 4 boxes of 6 cups each?", "result = 4 * 6")
INTEREST = Example.pair("What interest does $500 earn at 4% in 3 years?", "result = 500 * 0.04 * 3")
APPLES = Example.pair("3箱苹果，每箱12个，一共有多少个苹果？", "result = 3 * 12")
SPEED = Example.pair("小明骑车2小时走了30千米，速度是多少？", "result = 30 / 2")
TOTAL = Example.pair("What is the total of all orders?", "SELECT SUM(total) FROM orders", "sql")
NOTE = Example(
    kind="document", question="Interest", content="Simple interest is principal times rate times years."
)
ALL = (PENS, CUPS, INTEREST, APPLES, SPEED, TOTAL, NOTE)


@pytest.fixture
def examples(tmp_path):
    """A file with all of them."""
    found = Examples.open(tmp_path / "e.sqlite")
    assert found.add(*ALL) == len(ALL)
    return found


def similar(examples, question, **settings):
    """The questions found, and how many were left out as the question's own."""
    found, own = examples.similar(question, **settings)
    return [one.example.question for one in found], len(own)


@pytest.mark.parametrize(
    ("question", "kinds", "first"),
    [
        ("How many pencils are in 5 boxes of 10?", ("python",), PENS), ("What interest do $80 earn in 2 years?", ("python",), INTEREST),
        ("5箱梨，每箱8个，一共有多少个梨？", ("python",), APPLES), ("小红走路3小时走了12千米，速度是多少？", ("python",), SPEED),
        ("What is the total of the orders of May?", ("sql",), TOTAL), ("What is simple interest?", ("document",), NOTE),
    ],
)  # fmt: skip
def test_what_is_like_a_question_is_found(examples, question, kinds, first):
    """By shared words, pairs of characters in Chinese; numbers don't count."""
    found, own = similar(examples, question, kinds=kinds)
    assert found[0] == first.question
    assert own == 0


@pytest.mark.parametrize(
    "question", ["Who wrote Faust?", "谁写了红楼梦？", "42", "", "'\" OR * NEAR(", "a AND b"]
)
def test_below_the_floor_nothing_is_found(examples, question):
    """Also for what the index's own language would read as an order."""
    assert similar(examples, question) == ([], 0)


@pytest.mark.parametrize(
    "question",
    [
        PENS.question, "how many pens are in 3 boxes of 12", "How many  PENS are in 3 boxes of １２ ?",
        "How many pens are in the 3 boxes of 12?", "3 箱苹果,每箱 12 个，一共有多少个苹果",
    ],
)  # fmt: skip
def test_the_question_itself_is_left_out(examples, question):
    """In another spelling, and with a word more; which one it was is told."""
    found, own = similar(examples, question)
    assert own == 1
    assert not {PENS.question, APPLES.question} <= {*found}
    kept = Examples.open(examples.path, own=True)
    assert len(similar(kept, question)[0]) > len(found)


def test_other_numbers_make_another_question(examples):
    """What a worked example is for."""
    found, own = similar(examples, "How many pens are in 7 boxes of 12?")
    assert (found[0], own) == (PENS.question, 0)


def test_the_same_question_again_replaces(examples):
    """One question has one example of a kind; another kind is another example."""
    assert examples.add(Example.pair("how many pens are in 3 boxes of 12", "result = 36")) == 0
    assert examples.add(Example.pair(PENS.question, "SELECT 36", "sql")) == 1
    found = {e.content for e in examples.all() if e.id == PENS.id}
    assert found == {"result = 36"}
    assert len(examples) == len(ALL) + 1


def test_removed_examples_are_not_found(examples):
    """Neither in the list nor by likeness; unknown ids remove nothing."""
    assert examples.remove([PENS.id, "none"]) == 1
    assert similar(examples, "How many pens are in 5 boxes of 10?", kinds=("python",))[0][0] == CUPS.question
    assert PENS not in examples.all()


@settings(max_examples=30, deadline=None)
@given(st.text(min_size=1, max_size=40), st.text(max_size=40))
def test_any_text_can_be_kept_and_asked(tmp_path_factory, text, question):
    """What has no word is refused; nothing breaks the index or its language."""
    found = Examples.open(tmp_path_factory.mktemp("e") / "e.sqlite", floor=0.0, own=True)
    if not normal(text):
        with pytest.raises(ExamplesError, match="no word"):
            found.add(Example.pair(text, "x"))
        return
    found.add(Example.pair(text, "x"))
    assert len(found.similar(question)[0]) <= 1
    if terms(text):
        assert found.similar(text)[0][0].similarity == pytest.approx(1.0)


def test_terms():
    """Plural s, case and width aside; Chinese by pairs; numbers apart."""
    assert terms("Three boxes, ＢＯＸ 12.5 glass 三箱苹果") == (
        "three",
        "boxe",
        "box",
        "glass",
        "三箱",
        "箱苹",
        "苹果",
    )
    assert numbers("1,200 of 3 and 12.5") == ("12.5", "1200", "3")


class Letters:
    """An embedder of 26 letters."""

    name = "letters"

    def __call__(self, texts, /):
        """How often each letter stands in a text."""
        return [[text.lower().count(chr(97 + at)) for at in range(26)] for text in texts]


def test_an_embedder_decides_likeness(tmp_path):
    """Its vectors are kept under its name; those of another are not compared."""
    found = Examples.open(tmp_path / "e.sqlite", embedder=Letters(), floor=0.9)
    found.add(PENS, INTEREST)
    assert similar(found, "Many pens in how many boxes?")[0] == [PENS.question]
    other = Letters()
    other.name = "others"
    assert similar(Examples.open(tmp_path / "e.sqlite", embedder=other), PENS.question) == ([], 0)


def test_files_that_are_none(tmp_path):
    """A missing file, another database and a text are told apart from examples."""
    with pytest.raises(ExamplesError, match="there are no examples; `amtfv train add`"):
        Examples.open(tmp_path / "no.sqlite", create=False)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(ExamplesError, match="is another database"):
        Examples.open(other)
    (tmp_path / "text").write_text("no database" * 99)
    with pytest.raises(ExamplesError, match="holds no examples"):
        Examples.open(tmp_path / "text")
    with pytest.raises(UsageError, match="floor=2"):
        Examples.open(tmp_path / "e", floor=2)


def test_what_a_prompt_shows(examples):
    """Pairs of one kind and documents, each cut; ids and similarities for the trace."""
    examples.add(Example.pair("What interest does $9 earn in 30 years?", "x" * 9_000))
    shown = shown_for(examples, "What interest does $70 earn at 2% in 5 years?", "python")
    assert "Q: What interest does $500" in shown.text
    assert "Simple interest is principal" in shown.text
    assert len(shown.text) < 5_000
    assert {one["kind"] for one in shown.used} == {"python", "document"}
    assert all(0.25 <= one["similarity"] <= 1 for one in shown.used)
    assert shown_for(None, "Q?", "python").step() is None
    own = shown_for(examples, PENS.question, "python")
    assert own.step()["withheld"] == [PENS.id]


@pytest.mark.parametrize("example", ALL)
def test_rows_are_read_back(example):
    """What is exported can be imported."""
    assert Example.of_row(example.row()) == example


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"question": "Q?"}, "code: a text is needed"), ({"question": "Q?", "code": "x", "language": "R"}, "language 'R'"),
        ({"question": "Q?", "code": "x", "answer": 3}, "unknown field 'answer'"), ([], "must be a JSON object"),
        ({"title": "", "text": "x"}, "title: a text is needed"), ({"question": 3, "code": "x"}, "question: a text"),
    ],
)  # fmt: skip
def test_rows_that_are_no_examples(row, message):
    """Each fault is named."""
    with pytest.raises(ValueError, match=message):
        Example.of_row(row)
