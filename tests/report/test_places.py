"""Places and excerpts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from verifier.report._places import Place, cells, excerpt, place, printable


def test_place_counts_from_one():
    """Line and column start at 1, in characters."""
    assert place("ab\n三c", 0) == Place(1, 1)
    assert place("ab\n三c", 4) == Place(2, 2)


def test_wide_characters_take_two_cells():
    """A caret under Chinese text stands where the text stands."""
    assert cells("三c") == 3
    assert cells("e\u0301") == 1


def test_a_long_line_is_cut_on_both_sides():
    """The marked part stays in full, with an ellipsis where text was left out."""
    cut = excerpt("a" * 300 + "12" + "b" * 300, (300, 302), width=60)
    assert cut.marked == "12"
    assert cut.before.startswith("…")
    assert cut.after.endswith("…")
    assert cells(cut.before + cut.marked + cut.after) <= 60


@given(st.text(max_size=200), st.data(), st.integers(20, 120))
def test_an_excerpt_is_one_printable_line_within_its_width(text, data, width):
    """Whatever the text and span, the excerpt is one line that fits."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    cut = excerpt(text, (start, end), width=width)
    shown = cut.before + cut.marked + cut.after
    assert "\n" not in shown
    assert cells(shown) <= width
    assert printable(shown) == shown
