"""A text that is one quantity as a whole."""

from __future__ import annotations

import re
from fractions import Fraction

from toolkits._characters import fold_prose
from toolkits.quantities import _english_prose as english
from toolkits.quantities._digits import repeating
from toolkits.quantities._quantity import Quantity, QuantityError
from toolkits.quantities._scan import read_all

_MAX_LENGTH = 5000
_WRAPPERS = (
    ("**", "**"), ("__", "__"), ("`", "`"), ("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"),
    ("(", ")"), ("\\boxed{", "}"), ("\\text{", "}"), ('"', '"'),
)  # fmt: skip
_MARKS = ".。!！,，;；:： \t\r\n"
_PERIOD = re.compile(r"(-?)(\d*)\.(\d*)(?:\((\d{1,100})\)|((?:\d\u0305){1,100}))(?:\.{3}|…)?")


def read(text: str) -> Quantity:
    """Read ``text`` as one quantity; offsets are offsets of ``text``.

    Brackets around it, Markdown and LaTeX marks, a plus sign and a mark at the end of the sentence ("42!")
    don't count. Digits in brackets behind a decimal point repeat: ``0.1(6)`` is 1/6.

    Raises:
        QuantityError: there is no number, more than one, or something else beside it.
    """
    if len(text) > _MAX_LENGTH:
        raise QuantityError(f"a number of more than {_MAX_LENGTH} characters", code="limit")
    folded = fold_prose(text)
    start, end = _inner(folded)
    period = _PERIOD.fullmatch(folded, start, end)
    if period:
        return _repeating(period, start, end)
    found = read_all(text, start, end)
    if len(found) == 1 and found[0].start == start and found[0].end == end:
        return found[0]
    words = english.whole_value(folded[start:end]) if not found else None
    if words:
        return _plain(words[0], words[1], start, end)
    raise QuantityError(_complaint(text, len(found)))


def _complaint(text: str, count: int) -> str:
    shown = repr(text[:60])
    return f"{shown} holds no number" if not count else f"{shown} is not just one number"


def _inner(text: str) -> tuple[int, int]:
    """The span of ``text`` inside its wrappers."""
    start, end = 0, len(text)
    while True:
        before = (start, end)
        while start < end and text[start] in " \t\r\n+":
            start += 1
        while end > start and text[end - 1] in _MARKS and not text.endswith("...", start, end):
            end -= 1
        for opening, closing in _WRAPPERS:
            wrapped = end - start > len(opening + closing)
            if wrapped and text.startswith(opening, start) and text.endswith(closing, start, end):
                start, end = start + len(opening), end - len(closing)
                break
        if (start, end) == before:
            return before


def _repeating(period: re.Match[str], start: int, end: int) -> Quantity:
    sign, whole, fixed, bracketed, lined = period.groups()
    digits = bracketed or re.sub(r"\D", "", lined)
    step = Fraction(1, 10 ** len(fixed))
    value = repeating(Fraction(int(f"{whole}{fixed}" or "0")) * step, step, digits)
    return _plain(-value if sign else value, None, start, end)


def _plain(value: Fraction, quantum: Fraction | None, start: int, end: int) -> Quantity:
    return Quantity(
        value=value,
        quantum=quantum,
        unit=None,
        approx=False,
        truncated=False,
        start=start,
        end=end,
        number_start=start,
        number_end=end,
    )
