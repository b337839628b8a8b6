"""What a program showed, as a value that can be voted with: an exact number, a truth value, or a short text.

Integers, fractions and decimals are exact. A ``float`` is the work of binary arithmetic, which misses by a
little at each step: where it lies next to a short decimal (at most nine figures, missed by less than one part
in a million million) it is that decimal, so that 17.999999999999996 is 18; else it is an enclosure of one
part in a thousand million about it. 17.999999 is six figures short of 18 and stays what it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from toolkits.quantities import (
    Interval,
    Quantity,
    QuantityError,
    number_from_json,
    number_json,
    read,
    read_all,
    round_to_figures,
)

#: Significant figures within which a float is taken for a decimal, and those that must confirm it.
_SHORT, _LONG = 9, 12
_NOISE: Final = Fraction(1, 10**9)
_LONGEST: Final = 200
#: Words by which programs print that they have no value.
_NOTHING: Final = frozenset({"nan", "inf", "-inf", "none", "null", "[]", "()", "{}"})


@dataclass(frozen=True, slots=True)
class Value:
    """One vote's value; ``unit`` where a program printed one (``%``: the number counts percents)."""

    value: Fraction | Interval | bool | str
    unit: str | None = None

    def json(self) -> dict[str, Any]:
        """As JSON: numbers in their exact form."""
        value = self.value
        return {
            "value": value if isinstance(value, bool | str) else number_json(value),
            "unit": self.unit,
        }

    @classmethod
    def of_json(cls, told: Mapping[str, Any]) -> Value | None:
        """A value from :meth:`json`; ``None`` for what is none."""
        value, unit = told.get("value"), told.get("unit")
        if isinstance(value, float) or value is None:
            return None
        try:
            number = value if isinstance(value, bool) else number_from_json(value)
        except QuantityError:
            return cls(value) if isinstance(value, str) else None
        return cls(number, unit if isinstance(unit, str) and unit else None)


def value_in(returned: Any, stdout: str) -> Value | None:
    """The value of a program: what it returned, else the last line printed; ``None`` when no single one.

    Args:
        returned: JSON of the returned value, ``None`` when there is none.
        stdout: what was printed.
    """
    while isinstance(returned, list) and len(returned) == 1:
        returned = returned[0]
    if returned is not None:
        return _of_json(returned)
    lines = [line.strip() for line in stdout.splitlines() if line.strip()]
    return _of_text(lines[-1]) if lines else None


def _of_json(value: Any) -> Value | None:
    if isinstance(value, bool):
        return Value(value)
    if isinstance(value, float):
        return Value(of_float(value))
    if isinstance(value, int):
        return Value(Fraction(value))
    return _of_text(value) if isinstance(value, str) else None


def _of_text(text: str) -> Value | None:
    """A printed line: a number alone, a quantity, a sentence with one number, else a word or two."""
    number = number_in(text)
    if number is not None:
        return Value(number)
    if text.strip().casefold() in _NOTHING:
        return None
    try:
        return _of_quantity(read(text))
    except QuantityError:
        found = read_all(text[:_LONGEST])
    if len(found) == 1:
        return _of_quantity(found[0])
    return Value(text) if text and not found and len(text) <= _LONGEST else None


def number_in(text: str) -> Fraction | Interval | None:
    """The number that a text spells in JSON's or Python's way; a printed float with its noise."""
    try:
        number = number_from_json(text)
    except QuantityError:
        return None
    looks_float = "." in text or "e" in text.casefold()
    return of_fraction(number) if looks_float and isinstance(number, Fraction) else number


def _of_quantity(quantity: Quantity) -> Value | None:
    if quantity.alternatives:
        return None
    return Value(quantity.value * 100 if quantity.unit == "%" else quantity.value, quantity.unit)


def of_float(value: float) -> Fraction | Interval:
    """The exact decimal that a float stands for, or an enclosure of what it may have missed."""
    return of_fraction(Fraction(repr(value)))


def of_fraction(value: Fraction) -> Fraction | Interval:
    """The same for the decimal in which a float is printed."""
    short = round_to_figures(value, _SHORT)
    if short == round_to_figures(value, _LONG):
        return short
    noise = abs(value) * _NOISE
    return Interval(value - noise, value + noise)
