"""Words in alphabetical order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolRefused
from toolkits.words import sort_words

_WORDS = st.lists(st.text("abcxyz'-", min_size=1, max_size=6).filter(lambda w: w[0].isalpha()), max_size=12)


@given(_WORDS)
def test_sorted_is_an_ordered_permutation(words: list[str]) -> None:
    """The value holds the same words, each not after the next."""
    value = sort_words(words)["value"]
    assert sorted(value) == sorted(words)
    assert all(a <= b for a, b in pairwise(value))


@given(_WORDS)
def test_descending_is_the_reverse(words: list[str]) -> None:
    """Descending order is ascending order read backwards."""
    up, down = sort_words(words)["value"], sort_words(words, order="descending")["value"]
    assert down == up[::-1]


def test_capitals_do_not_count() -> None:
    """Zebra stands behind apple, whatever its capital."""
    assert sort_words(["Zebra", "apple", "Mango"])["value"] == ["apple", "Mango", "Zebra"]


def test_an_apostrophe_sorts_before_letters() -> None:
    """Signs inside a word come before letters, as in the order of characters."""
    assert sort_words(["sheets", "she'll", "shell"])["value"] == ["she'll", "sheets", "shell"]


def test_words_that_differ_in_capitals_only_are_refused() -> None:
    """Whether Apple stands before apple is a matter of taste."""
    with pytest.raises(ToolRefused) as caught:
        sort_words(["apple", "Apple"])
    assert caught.value.code == "ambiguous_order"


@pytest.mark.parametrize("word", ["苹果", "two words", "", "é"])
def test_only_words_of_latin_letters(word: str) -> None:
    """Words whose order depends on a language's own rules are input errors."""
    with pytest.raises(ToolInputError):
        sort_words([word, "a"])
