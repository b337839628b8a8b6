"""What a pattern cannot match without."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.planning.solvers._asks import _ROWS
from verifier.planning.solvers._fixed import fixed_words


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (r"(?:what is )?the square of (?P<a>[^?]+)", ("the square of",)),
        (r"Is (?:a|b(?:c|d))?prime\??", ("is", "prime")),
        (r"colou?r [ab(] x{2}y*", ("colo", "r")),
        (r"one|two", ()),
        (r"求\s*(?P<e>.+?)的平方", ("求", "的平方")),
    ],
)
def test_the_words_of_a_pattern(pattern: str, words: tuple[str, ...]) -> None:
    """Groups, classes, escapes and what may be left out are not among them."""
    assert fixed_words(pattern) == words


@pytest.mark.parametrize("pattern", [pattern for pattern, _ in _ROWS])
def test_no_text_matches_without_them(pattern: str) -> None:
    """Whatever a row matches, in whatever case, holds the row's words."""
    words = fixed_words(pattern)

    @settings(max_examples=5, deadline=None)
    @given(text=st.from_regex(re.compile(pattern, re.IGNORECASE | re.ASCII), fullmatch=True))
    def holds(text: str) -> None:
        assert all(word in text.casefold() for word in words)

    holds()
