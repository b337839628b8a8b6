"""The first digits of an exact number, for people."""

from __future__ import annotations

import math
from fractions import Fraction

from toolkits._decimals import integer_text, scaled_text, terminating_decimal
from toolkits._interval import Interval

_DIGITS = 12
_WRITTEN_OUT = range(-20, 60)  # powers of ten of the first digit; beyond, scientific notation


def decimal_text(value: Fraction | Interval, digits: int = _DIGITS) -> str:
    """``value`` cut off after ``digits`` significant digits, "…" behind it where there are more.

    Whole numbers of up to 60 digits are written out. An enclosure shows the digits that both its ends share.
    """
    if not isinstance(value, Interval):
        return _shown(value, digits)
    low, high = _shown(value.lo, digits), _shown(value.hi, digits)
    while low != high and digits > 1:
        digits -= 1
        low, high = _cut(value.lo, digits), _cut(value.hi, digits)
    return low if low == high else "0…"


def _shown(value: Fraction, digits: int) -> str:
    exact = terminating_decimal(value, 40)
    if exact is None or len(exact) > _WRITTEN_OUT.stop:
        return _cut(value, digits)
    significant = exact.lstrip("-0.").replace(".", "")
    return exact if len(significant) <= digits or value.denominator == 1 else _cut(value, digits)


def _cut(value: Fraction, digits: int) -> str:
    """``value`` cut off towards zero, with "…"."""
    if not value:
        return "0"
    power = magnitude(abs(value))
    places = digits - 1 - power
    scaled = math.trunc(value * Fraction(10) ** places)
    if power in _WRITTEN_OUT and places >= 0:
        return f"{scaled_text(scaled, places)}…"
    figures = integer_text(abs(scaled))
    return f"{'-' if value < 0 else ''}{figures[0]}.{figures[1:]}…e{power}"


def magnitude(value: Fraction) -> int:
    """The power of ten of the first digit of ``value > 0``."""
    power = (value.numerator.bit_length() - value.denominator.bit_length()) * 30103 // 100_000
    while Fraction(10) ** power > value:
        power -= 1
    while Fraction(10) ** (power + 1) <= value:
        power += 1
    return power
