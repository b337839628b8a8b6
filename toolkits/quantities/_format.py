"""Writes a value the way another number is written: its precision, separators, scale and script."""

from __future__ import annotations

from fractions import Fraction

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits._decimals import integer_text, scaled_text, terminating_places
from toolkits.quantities import _chinese as chinese
from toolkits.quantities import _english as english
from toolkits.quantities._numerals import printed
from toolkits.quantities._quantity import Quantity
from toolkits.quantities._whole import read

_DIGITS = re.compile(r"\d[\d.,'_ ]*\d|\d")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}$")
_WIDE = str.maketrans("0123456789.%", "０１２３４５６７８９．％")
_LONGEST = 60


def format_like(value: Fraction, like: str) -> str:
    """``value`` rounded half up at the printed step of ``like``, in the style of ``like``.

    ``like`` is the text of one number (``answer[number_start:number_end]``): its grouping, decimals, scale
    word, percent sign and script are kept; currency and unit stay outside. A fraction stays a fraction,
    unless the value is whole.

    Raises:
        QuantityError: ``like`` is not one number.
    """
    quantity = read(like)
    prefix, number, suffix = _parts(like, quantity)
    if quantity.quantum is None:
        return prefix + _exact(value, number) + suffix
    steps = _half_up(value / quantity.quantum)
    body = _words(steps * quantity.quantum, number, quantity)
    return prefix + (_in_digits(steps, number, quantity) if body is None else body) + suffix


def _parts(like: str, quantity: Quantity) -> tuple[str, str, str]:
    """What stands before, in and after the number itself."""
    first, last = quantity.number_start, quantity.number_end
    return like[:first], like[first:last], like[last:]


def _half_up(value: Fraction) -> int:
    """The nearest whole number; a tie goes away from zero."""
    magnitude = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return -magnitude if value < 0 else magnitude


def _exact(value: Fraction, text: str) -> str:
    if value.denominator == 1:
        return integer_text(value.numerator)
    if "\\" in text:
        sign = "-" if value < 0 else ""
        return rf"{sign}\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
    whole, rest = divmod(abs(value.numerator), value.denominator)
    if whole and (" " in text.strip() or "/" not in text):
        return f"{'-' if value < 0 else ''}{whole} {rest}/{value.denominator}"
    return f"{value.numerator}/{value.denominator}"


def _words(value: Fraction, text: str, quantity: Quantity) -> str | None:
    """The value in number words, where ``text`` has no digits and the value has words."""
    if any(char.isdecimal() for char in fold_prose(text)):
        return None
    if text[0].isascii():
        return english.to_words(value.numerator) if value.denominator == 1 else None
    if text.startswith("百分之"):
        percent = chinese.to_decimal_numeral(value * 100)
        return f"百分之{percent}" if percent else None
    return None if quantity.unit == "%" else chinese.to_decimal_numeral(value)


def _in_digits(steps: int, text: str, quantity: Quantity) -> str:
    """``steps`` of the quantum in digits: ``text`` with its digits replaced."""
    match = _DIGITS.search(fold_prose(text))
    shown = printed(match[0]) if match else None
    if match is None or shown is None or quantity.quantum is None:
        return _plain(steps * (quantity.quantum or Fraction(1)))
    factor = abs(quantity.value / shown.value) if shown.value else quantity.quantum / shown.quantum
    last_digits = steps * quantity.quantum / factor / shown.quantum
    places = len(str(shown.quantum.denominator)) - 1
    digits = _grouped(scaled_text(int(abs(last_digits)), places), match[0], places)
    if not text[match.start()].isascii():
        digits = digits.translate(_WIDE)
    return _signed(text[: match.start()], negative=steps < 0) + digits + text[match.end() :]


def _signed(head: str, *, negative: bool) -> str:
    """``head``, what stands before the digits, with its minus sign put in or taken out."""
    has_sign = fold_prose(head).startswith("-")
    if negative:
        return head if has_sign else f"-{head}"
    return head[1:].lstrip(" ") if has_sign else head


def _plain(value: Fraction) -> str:
    places = terminating_places(value.denominator, _LONGEST)
    return (
        f"{value.numerator}/{value.denominator}"
        if places is None
        else scaled_text(int(value * 10**places), places)
    )


def _grouped(text: str, like: str, places: int) -> str:
    """``text`` (a plain decimal) with the decimal mark and the separators of ``like``."""
    whole, _, decimals = text.partition(".")
    like_whole, mark = (like[: -places - 1], like[-places - 1]) if places else (like, "")
    separator = next((char for char in like_whole if not char.isdecimal()), "")
    if separator:
        whole = _in_pairs(whole) if _INDIAN.search(like_whole) else _in_threes(whole, separator)
    return f"{whole}{mark}{decimals}"


def _in_threes(whole: str, separator: str) -> str:
    first = len(whole) % 3
    groups = [whole[:first]] if first else []
    return separator.join(groups + [whole[index : index + 3] for index in range(first, len(whole), 3)])


def _in_pairs(whole: str) -> str:
    head, tail = whole[:-3], whole[-3:]
    first = len(head) % 2
    groups = ([head[:first]] if first else []) + [
        head[index : index + 2] for index in range(first, len(head), 2)
    ]
    return ",".join((*groups, tail))
