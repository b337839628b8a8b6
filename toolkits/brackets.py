"""The ``brackets`` tool: whether brackets balance, and what closes them."""

from __future__ import annotations

import unicodedata
from typing import Any

from toolkits.errors import ToolInputError, ToolLimit

_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSERS = frozenset(_PAIRS.values())
_WIDE = str.maketrans("〈〉《》【】「」", "<><>[][]")
_MAX_LENGTH = 100_000


def brackets(sequence: str) -> dict[str, Any]:
    """The shortest sequence that closes every open bracket of ``sequence``.

    Args:
        sequence: brackets ``( ) [ ] { } < >``, white space between them or not.

    Returns:
        ``{"value": [closers in order], "balanced": whether nothing was left open}``; a null value where a
        bracket closes what is not open, so that nothing appended can balance it.

    Raises:
        ToolInputError: another character.
        ToolLimit: more than 100,000 characters.
    """
    if len(sequence) > _MAX_LENGTH:
        raise ToolLimit(f"{len(sequence)} characters; at most {_MAX_LENGTH}")
    owed: list[str] = []
    broken = False
    for position, sign in enumerate(unicodedata.normalize("NFKC", sequence).translate(_WIDE)):
        if sign in _PAIRS:
            owed.append(_PAIRS[sign])
        elif sign in _CLOSERS:
            broken = broken or not owed or owed.pop() != sign
        elif not sign.isspace():
            raise ToolInputError(f"{sign!r} at {position} is not a bracket")
    return {"value": None if broken else owed[::-1], "balanced": not owed and not broken}
