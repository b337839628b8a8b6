"""When two results are the same: bags, sets, order, order of columns, numbers, NULL."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolLimit
from toolkits.sql import Rows, difference


def rows(*found, columns=None, cut=False):
    """A result."""
    width = len(found[0]) if found else 1
    return Rows(columns=tuple(columns or (f"c{at}" for at in range(width))), rows=tuple(found), cut=cut)


@pytest.mark.parametrize(
    ("one", "other", "order", "reason"),
    [
        (rows((1,), (2,)), rows((2,), (1,)), "bag", None),
        (rows((1,), (2,)), rows((2,), (1,)), "list", "order"),
        (rows((1,), (1,)), rows((1,)), "bag", "row_count"),
        (rows((1,), (1,)), rows((1,)), "set", None),
        (rows((1,), (1,), (2,)), rows((1,), (2,), (2,)), "bag", "rows"),
        (rows((1,), (1,), (2,)), rows((1,), (2,), (2,)), "set", None),
        (rows((1,)), rows((1.0,)), "bag", None),
        (rows((1,)), rows((True,)), "bag", "rows"),
        (rows((1,)), rows(("1",)), "bag", "rows"),
        (rows((None,)), rows((None,)), "bag", None),
        (rows((None,)), rows(("",)), "bag", "rows"),
        (rows((None,)), rows((0,)), "bag", "rows"),
        (rows((0.1 + 0.2,)), rows((0.3,)), "bag", None),
        (rows((0.1 + 0.2,), (5,)), rows((5,), (0.3,)), "bag", None),
        (rows((0.1 + 0.2,)), rows((0.3,)), "list", None),
        (rows((0.1 + 0.2,), (0.3,)), rows((0.3,)), "set", None),
        (rows((0.3001,)), rows((0.3,)), "bag", "rows"),
        (rows((10000000001,)), rows((10000000000,)), "bag", "rows"),
        (rows((2**53 + 1,)), rows((2**53,)), "bag", "rows"),
        (rows((1, 2)), rows((1,)), "bag", "columns"),
        (rows((1, 2)), rows((2, 1)), "bag", "column_order"),
        (rows(("a",)), rows(("A",)), "bag", "rows"),
        (rows(), rows(), "bag", None),
        (rows(), rows((1,)), "bag", "row_count"),
        (rows(("2.50",)), rows((2.5,)), "bag", "rows"),
    ],
)  # fmt: skip
def test_what_makes_a_difference(one, other, order, reason):
    """And what does not."""
    found = difference(one, other, order=order)
    assert (found.reason if found else None) == reason


def test_columns_by_name_and_in_any_order():
    """Where the caller says so."""
    one, other = rows((1, 2), (3, 4), columns=("a", "b")), rows((2, 1), (4, 3), columns=("B", "A"))
    assert difference(one, other, columns="name") is None
    assert difference(one, other, columns="any") is None
    assert difference(one, rows((2, 1), (4, 3), columns=("x", "y")), columns="name").reason == "column_order"
    assert difference(one, rows((2, 1), (3, 4), columns=("x", "y")), columns="any").reason == "rows"


def test_the_difference_shows_a_row_of_each_side():
    """For the evidence."""
    found = difference(rows((1,), (2,)), rows((1,), (3,)))
    assert (found.actual, found.expected) == ((2,), (3,))


def test_what_was_cut_is_not_compared():
    """Rows that nobody saw can't be the same."""
    with pytest.raises(ToolLimit):
        difference(rows((1,), cut=True), rows((1,)))


cells = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 3), st.sampled_from([0.5, 1.0, 1.5]), st.sampled_from(["", "a"])
)
tables = st.lists(st.tuples(cells, cells), max_size=6)


@given(found=tables, data=st.data())
def test_a_bag_is_what_it_is_in_any_order(found, data):
    """And a list is not, unless it is the same."""
    mixed = data.draw(st.permutations(found))
    one, other = Rows(columns=("a", "b"), rows=tuple(found)), Rows(columns=("a", "b"), rows=tuple(mixed))
    assert difference(one, other) is None
    assert difference(one, one, order="list") is None


@given(one=tables, other=tables)
def test_difference_is_symmetric(one, other):
    """What differs one way differs the other way."""
    first, second = Rows(columns=("a", "b"), rows=tuple(one)), Rows(columns=("a", "b"), rows=tuple(other))
    for order in ("bag", "set", "list"):
        assert (difference(first, second, order=order) is None) == (
            difference(second, first, order=order) is None
        )
        exact = difference(first, second, order=order, tolerance=Fraction(0))
        assert exact is not None or difference(first, second, order=order) is None
