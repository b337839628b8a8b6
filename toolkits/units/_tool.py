"""The ``units`` tool."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits.errors import ToolRefused
from toolkits.quantities import Interval, QuantityError, number_from_json, number_json
from toolkits.units._apply import apply
from toolkits.units._compound import read_amount
from toolkits.units._convert import between
from toolkits.units._parse import parse


def units(value: str | float | dict[str, str], to_unit: str, from_unit: str = "") -> dict[str, Any]:
    """Convert an amount to another unit, exactly.

    Args:
        value: a number in JSON form (decimal text, "p/q", an enclosure), or an amount with its units
            ("1 h 30 min", "3 ft 6 in").
        to_unit: the unit wanted: a name, a symbol or an expression ("km/h", "平方米").
        from_unit: the value's unit, when the value does not carry it.

    Returns:
        ``{"value": number, "unit": canonical symbol}``; the value is an enclosure when π takes part.

    Raises:
        ToolInputError: ``unknown_unit``, ``number``.
        ToolRefused: ``incompatible_units``; ``ambiguous_unit``, listing the readings.
    """
    number, sources, name = _source(value, from_unit)
    probe = number.lo if isinstance(number, Interval) else number
    found = between(sources, parse(to_unit), probe, names=(name, to_unit))
    return {"value": number_json(apply(found, number)), "unit": found.target.symbol}


def _source(value: Any, from_unit: str) -> tuple[Fraction | Interval, tuple[Any, ...], str]:
    try:
        return number_from_json(value), parse(from_unit), from_unit
    except QuantityError:
        if not isinstance(value, str):
            raise
    amount = read_amount(value)
    if (
        from_unit
        and between(amount.units, parse(from_unit), Fraction(1), names=(amount.name, from_unit)).scale != 1
    ):
        raise ToolRefused(
            f"the value {value!r} carries another unit than {from_unit!r}", code="ambiguous_unit"
        )
    return amount.value, amount.units, amount.name
