"""A text that is one quantity as a whole."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits.quantities import _english_prose as english
from toolkits.quantities._digits import repeating
from toolkits.quantities._forms import MINUS_WORDS, whole_form
from toolkits.quantities._quantity import Quantity, QuantityError
from toolkits.quantities._scan import read_all

_MAX_LENGTH = 5000
_WRAPPERS = (
    ("**", "**"), ("__", "__"), ("`", "`"), ("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]"),
    ("(", ")"), ("\\boxed{", "}"), ("\\text{", "}"), ('"', '"'),
)  # fmt: skip
_SPEAKING = ("<super>", "<sub>", "<fraction>")
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
    start, end = inner(folded)
    period = _PERIOD.fullmatch(folded, start, end)
    if period:
        return _repeating(period, start, end)
    found = read_all(text, start, end)
    if len(found) == 1 and found[0].start == start and found[0].end == end:
        return found[0]
    other = _in_another_form(text, folded, start, end) or _in_plain_characters(text, start, end)
    if other is None:
        raise QuantityError(_complaint(text, len(found)))
    return other


def _in_another_form(text: str, folded: str, start: int, end: int) -> Quantity | None:
    """Words that are all that is said, a minus in words, and the forms of :mod:`._forms`."""
    body = folded[start:end]
    words = english.whole_value(body)
    if words:
        return _plain(words[0], words[1], start, end)
    form = whole_form(body)
    if form:
        return replace(_plain(form.value, form.quantum, start, end), unit=form.unit)
    minus = next((word for word in MINUS_WORDS if body[: len(word)].lower() == word), None)
    rest = body[len(minus or "") :].lstrip(" ")
    if minus is None or not rest or rest[0] in "+-" or rest.lower().startswith(MINUS_WORDS):
        return None
    positive = read(text[end - len(rest) : end])
    return replace(_plain(-positive.value, positive.quantum, start, end), unit=positive.unit)


def _in_plain_characters(text: str, start: int, end: int) -> Quantity | None:
    plain = plain_characters(text[start:end])
    if plain is None:
        return None
    return replace(read(plain), start=start, end=end, number_start=start, number_end=end)


def plain_characters(text: str) -> str | None:
    """Compatibility characters in their plain form (NFKC): ① and １，２３４, but not 2³, which says more.

    ``None`` where that is the text as it is.
    """
    if text.isascii() or any(unicodedata.decomposition(char).startswith(_SPEAKING) for char in text):
        return None
    plain = unicodedata.normalize("NFKC", text)
    return None if plain == text else plain


def _complaint(text: str, count: int) -> str:
    shown = repr(text[:60])
    return f"{shown} holds no number" if not count else f"{shown} is not just one number"


def inner(text: str) -> tuple[int, int]:
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
