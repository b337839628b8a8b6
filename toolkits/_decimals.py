"""Exact decimal text of integers and fractions, of any length."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

_SAFE_BITS = 14_000  # below the interpreter's limit of 4300 digits on int <-> str


def integer_text(value: int) -> str:
    """``str(value)`` without the interpreter's limit on digits."""
    return str(value) if value.bit_length() < _SAFE_BITS else format(Decimal(value), "f")


def integer_value(digits: str) -> int:
    """``int(digits)`` without the interpreter's limit on digits; ASCII digits only."""
    return int(digits) if len(digits) < 4000 else int(Decimal(digits))


def terminating_places(denominator: int, most: int = 400) -> int | None:
    """How many decimals a reduced fraction over ``denominator`` needs; ``None``: more than ``most``."""
    twos = (denominator & -denominator).bit_length() - 1
    if twos > most:
        return None
    odd, fives = denominator >> twos, 0
    while odd % 5 == 0 and fives <= most:
        odd //= 5
        fives += 1
    places = max(twos, fives)
    return places if odd == 1 and places <= most else None


def scaled_text(scaled: int, places: int) -> str:
    """Decimal text of ``scaled / 10**places``, with exactly that many decimals."""
    if places <= 0:
        return integer_text(scaled * 10**-places)
    digits = integer_text(abs(scaled)).rjust(places + 1, "0")
    return f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def terminating_decimal(value: Fraction, most: int = 400) -> str | None:
    """The finite decimal equal to ``value``; ``None`` where there is none within ``most`` decimals."""
    places = terminating_places(value.denominator, most)
    if places is None:
        return None
    return scaled_text(value.numerator * 10**places // value.denominator, places)
