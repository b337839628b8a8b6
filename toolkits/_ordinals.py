"""Ordinal words of English and Chinese as numbers, so that tools may be asked in a question's own words."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError

_ENGLISH = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
]
_SIGNS = "一二三四五六七八九十"
ORDINALS: dict[str, int] = {
    **{name: n for n, name in enumerate(_ENGLISH, start=1)},
    "twelth": 12,
    **{f"第{sign}": n for n, sign in enumerate(_SIGNS, start=1)},
    "square": 2, "cube": 3, "平方": 2, "立方": 3,
}  # fmt: skip
_DIGITS = re.compile(r"第?(\d{1,3})(?:st|nd|rd|th)?")


def ordinal(text: str) -> int:
    """1 for ``first``, ``1st``, ``1``, ``第一`` or ``第1``; also 2 for ``square`` and 3 for ``cube``.

    Raises:
        ToolInputError: not an ordinal.
    """
    plain = text.strip().lower()
    digits = _DIGITS.fullmatch(plain)
    number = int(digits[1]) if digits else ORDINALS.get(plain)
    if number is None:
        raise ToolInputError(f"{text!r} is not an ordinal number")
    return number
