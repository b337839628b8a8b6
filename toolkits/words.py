"""The ``sort_words`` and ``letter_arrangements`` tools: words in alphabetical order, letters in any."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from typing import Any, Literal

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused

_MAX_WORDS = 10_000
_MAX_LETTERS = 60
_WORD = re.compile(r"[a-z0-9][a-z0-9'’&.-]*", re.IGNORECASE)


def sort_words(words: list[str], order: Literal["ascending", "descending"] = "ascending") -> dict[str, Any]:
    """Words in alphabetical order, capitals aside.

    An apostrophe, hyphen or other sign sorts before any letter.

    Args:
        words: words of Latin letters; repeated ones stay.
        order: ``ascending`` (a to z) or ``descending``.

    Returns:
        ``{"value": [...]}``: the same words, in order.

    Raises:
        ToolInputError: an item is not one word of Latin letters.
        ToolRefused: two items differ only in capitals, so that their order is a matter of taste
            (``ambiguous_order``).
        ToolLimit: more than 10,000 words.
    """
    if len(words) > _MAX_WORDS:
        raise ToolLimit(f"{len(words)} words; at most {_MAX_WORDS}")
    keys = {word: _key(word) for word in words}
    if len(set(keys.values())) < len(keys):
        raise ToolRefused(
            "two words differ only in capitals; their order is not defined", code="ambiguous_order"
        )
    return {"value": sorted(words, key=keys.__getitem__, reverse=order == "descending")}


def _key(word: str) -> str:
    plain = unicodedata.normalize("NFKC", word)
    if not _WORD.fullmatch(plain):
        raise ToolInputError(f"{word!r} is not a word of Latin letters")
    return plain.casefold().replace("’", "'")


def letter_arrangements(word: str) -> dict[str, Any]:
    """In how many different orders the letters of a word can stand: n! over the factorials of the repeats.

    Args:
        word: Latin letters, at most 60; capitals aside.

    Returns:
        ``{"value": the number as text}``.

    Raises:
        ToolInputError: not one word of Latin letters, or too long.
    """
    if not (word.isascii() and word.isalpha() and len(word) <= _MAX_LETTERS):
        raise ToolInputError(f"{word[:80]!r} is not one word of at most {_MAX_LETTERS} Latin letters")
    repeats = Counter(word.casefold()).values()
    return {"value": str(math.factorial(len(word)) // math.prod(map(math.factorial, repeats)))}
