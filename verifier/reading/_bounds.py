"""How much of an answer is read: counted signs, never seconds (law 9).

An answer that is longer, or has more relation signs, fences or final markers than anybody writes, is not
read at all: reading a part of it would judge what it may take back later on.
"""

from __future__ import annotations

from typing import Final

from verifier.errors import ReadingLimit

_MOST_CHARACTERS: Final = 1_000_000
#: What costs time to read, by what it is called, with how many are read.
_MOST: Final[tuple[tuple[str, tuple[str, ...], int], ...]] = (
    ("relation signs", ("=", "≈", "＝", "\\approx"), 5_000),
    ("code fences", ("```", "~~~"), 2_000),
    ("final answers", ("####", "\\boxed", "\\fbox", "nswer", "答案"), 2_000),
)


def check_bounds(text: str) -> None:
    """Nothing, when ``text`` is read.

    Raises:
        ReadingLimit: it is too long, or has too many signs of one sort.
    """
    if len(text) > _MOST_CHARACTERS:
        raise ReadingLimit(f"the answer has {len(text)} characters; at most {_MOST_CHARACTERS} are read")
    if len(text) <= min(most for _, _, most in _MOST):
        return
    for what, signs, most in _MOST:
        count = sum(map(text.count, signs))
        if count > most:
            raise ReadingLimit(f"the answer has {count} {what}; at most {most} are read")
