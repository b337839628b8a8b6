"""The ``sort_words`` tool: words in alphabetical order."""

from __future__ import annotations

import re
import unicodedata
from typing import Any, Literal

from toolkits.errors import ToolInputError, ToolLimit, ToolRefused

_MAX_WORDS = 10_000
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
