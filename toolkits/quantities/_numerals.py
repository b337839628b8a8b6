"""Digits to values: grouping styles, decimal signs, printed precision."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits._decimals import integer_value

MAX_DIGITS = 4000
_WESTERN = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_INDIAN = re.compile(r"\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?")
_CONTINENTAL = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?|\d{1,3}(?:\.\d{3})+,\d+")
_MARKED = re.compile(r"\d{1,3}(?:(?:'\d{3})+|(?:_\d{3})+|(?: \d{3})+)(?:[.,]\d+)?")
_LATEX_GROUP = re.compile(r"\{,\}|,?\\[,!]\s?")
_COMMA = re.compile(r"(\d+),(\d+)")


class Printed(NamedTuple):
    """What a run of digits says.

    ``alternatives`` holds the other readings; ``point`` tells whether there is a decimal part.
    """

    value: Fraction
    quantum: Fraction
    alternatives: tuple[Fraction, ...] = ()
    point: bool = False


def step(places: int) -> Fraction:
    """``10 ** -places``."""
    return _STEPS[places] if 0 <= places < len(_STEPS) else Fraction(10) ** -places


_STEPS = tuple(Fraction(1, 10**places) for places in range(20))


@lru_cache(maxsize=8192)
def printed(blob: str) -> Printed | None:
    """Reading of a run of digits with separators inside; ``None``: a version, a list, or too long."""
    if len(blob) > MAX_DIGITS:
        return None
    if "\\" in blob or "{" in blob:
        blob = _LATEX_GROUP.sub(",", blob)
    if blob.isdecimal():
        return Printed(Fraction(integer_value(blob)), _STEPS[0])
    whole, point, decimals = blob.partition(".")
    if point and decimals.isdecimal() and (whole.isdecimal() or not whole):
        return _decimal(whole, decimals)
    return _grouped(blob)


def _decimal(whole: str, decimals: str) -> Printed:
    places = len(decimals)
    return Printed(Fraction(integer_value(whole + decimals), 10**places), step(places), (), True)


def _grouped(blob: str) -> Printed | None:
    if _WESTERN.fullmatch(blob) or _INDIAN.fullmatch(blob):
        return printed(blob.replace(",", ""))
    if _CONTINENTAL.fullmatch(blob):
        return printed(blob.replace(".", "").replace(",", "."))
    if _MARKED.fullmatch(blob):
        return printed(re.sub(r"['_ ]", "", blob).replace(",", "."))
    comma = _COMMA.fullmatch(blob)
    if comma is None:
        return None
    reading = _decimal(comma[1], comma[2])
    return reading._replace(alternatives=(Fraction(int(comma[1])), Fraction(int(comma[2]))))


def significant_quantum(value: Fraction, quantum: Fraction) -> Fraction:
    """The step of a rounded whole number: zeros at its end are no printed digits ("about 11,600": 100)."""
    if not value or quantum.denominator != 1:
        return quantum
    while value % (quantum * 10) == 0:
        quantum *= 10
    return quantum
