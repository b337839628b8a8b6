"""Reads amounts written in several units: "1 h 30 min", "3 ft 6 in", "2小时30分"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from toolkits.errors import ToolInputError, ToolkitError
from toolkits.units._convert import between
from toolkits.units._names import clean
from toolkits.units._parse import parse
from toolkits.units._unit import Unit

_PART = re.compile(
    r"\s*(?:and\s+|零|又)?(?P<number>\d[\d,]*(?:\.\d+)?(?: \d+/\d+|/\d+)?)\s*"
    r"(?P<unit>[^\d\s]\D*?(?:\^-?\d|(?<=[A-Za-z])[23](?=\s|$))?)\s*(?=\d|$|and\s)"
)
_MAX_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of one unit, with every reading of that unit."""

    value: Fraction
    units: tuple[Unit, ...]
    name: str


def read_amount(text: str) -> Amount:
    """Read "5 km" or a compound such as "1 h 30 min"; the result counts in the first unit.

    The parts must have one dimension and fall in size, and only the last may have a fraction.

    Raises:
        ToolInputError: ``number``: it is no such amount, or ``unknown_unit``.
    """
    body = clean(text) if len(text) <= _MAX_LENGTH else ""
    negative = body.startswith("-")
    parts = _parts(body.removeprefix("-").strip())
    if not parts:
        raise ToolInputError(f"{text[:60]!r} is not a number with a unit", code="number")
    total = _sum(parts, text)
    return Amount(-total if negative else total, parts[0].units, parts[0].name)


def _parts(body: str) -> list[Amount]:
    parts: list[Amount] = []
    position = 0
    while position < len(body):
        found = _PART.match(body, position)
        if not found:
            return []
        name = found["unit"].strip().rstrip(",")
        parts.append(Amount(_number(found["number"]), _units(name, parts), name))
        position = found.end()
    return parts


def _number(text: str) -> Fraction:
    whole, _, fraction = text.replace(",", "").rpartition(" ")
    try:
        return Fraction(whole or 0) + Fraction(fraction)
    except (ValueError, ZeroDivisionError) as error:
        raise ToolInputError(f"{text!r} is not a number", code="number") from error


def _units(name: str, before: list[Amount]) -> tuple[Unit, ...]:
    """The unit's readings; "m" after hours is minutes."""
    after_time = before and all(unit.dimension == (("T", 1),) for unit in before[-1].units)
    return parse("min" if name == "m" and after_time else name)


def _sum(parts: list[Amount], text: str) -> Fraction:
    first = parts[0]
    total = first.value
    previous = Fraction(1)
    for earlier, part in pairwise(parts):
        try:
            scale = between(part.units, first.units, Fraction(1), names=(part.name, first.name)).scale
        except ToolkitError as error:
            raise ToolInputError(f"{text[:60]!r}: {error}", code=error.code) from error
        if earlier.value.denominator != 1 or scale >= previous or part.value * scale >= previous:
            raise ToolInputError(
                f"{text[:60]!r} is not one amount: its units must fall in size", code="number"
            )
        total += part.value * scale
        previous = scale
    return total
