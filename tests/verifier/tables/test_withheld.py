"""The last wall: values that are taken out of texts, in any spelling."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.tables import MARK, Withheld
from verifier.task import DataTable, Task

CELLS = [
    "Ada Lovelace",
    "a@b.example",
    1500,
    -2.5,
    "张三",
    "2024-01-02T00:00:00",
    'say "hi"\nnow',
    "0042",
    "<b>",
    True,
    None,
    "",
]


@pytest.mark.parametrize(
    "text",
    [
        "Ada Lovelace", "ADA LOVELACE!", "(ada lovelace)", "1500", "1,500", "1500.0", "1.5e3", "-2.5", "2.50", "x=-2.5;",
        "用户张三来了", "on 2024-01-02.", 'say \\"hi\\"\\nnow', "0042", "42", "a@b.example", "\\u003cb\\u003e", "\\u5f20\\u4e09",
    ],
)  # fmt: skip
def test_values_are_found_in_any_spelling(text):
    """Case, grouping, trailing zeros, escapes of JSON: the value does not stand there."""
    masked = Withheld(CELLS).masked(f"It is {text}")
    assert MARK in masked


@pytest.mark.parametrize(
    "text", ["15001", "a1500", "1500_x", "Adalovelace", "Ada", "2.51", "true", "张", "<data 1a2b3c4d>", "150"]
)
def test_other_words_stay(text):
    """A value within a longer word or number is no value; booleans say nothing."""
    assert Withheld(CELLS).masked(text) == text


@given(
    st.lists(st.one_of(st.text(min_size=1), st.integers(), st.floats(allow_nan=False)), max_size=5), st.text()
)
def test_masking_never_fails_and_ends(cells, text):
    """Whatever the data and the text: no value stands alone in what comes out, and to mask twice changes nothing."""
    withheld = Withheld(cells)
    masked = withheld.masked(f"{text} {json.dumps(cells)}")
    marks = masked.replace(MARK, "\0")
    assert withheld.masked(marks).replace(MARK, "\0") == marks or MARK in withheld.masked(marks)


@given(
    st.lists(
        st.text(alphabet="abcxyz张三0189 ._", min_size=3, max_size=12).map(str.strip).filter(bool),
        min_size=1,
        max_size=5,
    )
)
def test_no_cell_stands_alone_in_what_comes_out(cells):
    """Each cell, put between spaces, is gone."""
    withheld = Withheld(cells)
    for cell in cells:
        assert f" {cell} " not in f" {withheld.masked(f'see: {cell} !')} "


def test_what_was_said_is_no_secret():
    """Words of the question, names of columns and what a model wrote itself stay."""
    table = DataTable(name="t", columns=("north", "n"), rows=(("south", 3), ("east side", 4)))
    withheld = Withheld.of(Task(question="How many in the east side?", data=(table,)))
    assert withheld.masked("north east side south 3 4") == f"north east side {MARK} {MARK} {MARK}"
    withheld.heard("x == 'south' and n == 3")
    assert withheld.masked("south 3 4") == f"south 3 {MARK}"


def test_values_that_came_later_are_withheld_too():
    """Rows of a query; the question's own words still are no secret."""
    withheld = Withheld([], ["Where does Bo live?"])
    withheld.add([("Bo", "Rome")])
    assert withheld.masked("Bo lives in Rome") == f"Bo lives in {MARK}"
