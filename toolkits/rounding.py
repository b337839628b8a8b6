"""The ``rounded`` and ``shares`` tools: a value at the place asked for, a whole taken apart."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits.errors import ToolInputError, ToolLimit
from toolkits.number_theory import round_to, step_of
from toolkits.quantities import Interval, QuantityError, number_from_json, number_json

_MOST_PARTS = 20


def rounded(value: Any, to: str) -> dict[str, Any]:
    """``value`` rounded, halves away from zero.

    Args:
        value: a number in JSON form, or the enclosure of one that is irrational.
        to: a step (``0.01``), a name (``integer``, ``hundredth``, ``百分位``) or a number of decimals (``2
            places``, ``两位小数``).

    Returns:
        ``{"value": the rounded number as text}``.

    Raises:
        ToolInputError: no number, or no place.
        ToolLimit: the ends of the enclosure round apart.
    """
    step = step_of(to)
    number = _number(value)
    ends = (number.lo, number.hi) if isinstance(number, Interval) else (number, number)
    low, high = (round_to(end, step) for end in ends)
    if low != high:
        raise ToolLimit("the value is not known closely enough to be rounded there")
    return {"value": number_json(low)}


def _number(value: Any) -> Fraction | Interval:
    try:
        return number_from_json(value)
    except (QuantityError, ValueError, TypeError) as error:
        raise ToolInputError(f"{value!r} is not a number") from error


def shares(total: str, ratio: list[str]) -> dict[str, Any]:
    """The parts of ``total`` that stand in ``ratio`` to each other.

    Args:
        total: the whole, a number as text.
        ratio: two to twenty positive numbers as text.

    Returns:
        ``{"value": the parts in order, as text}``.

    Raises:
        ToolInputError: no numbers, too many, or one that is not positive.
    """
    whole, parts = _number(total), [_number(part) for part in ratio]
    exact = [part for part in parts if isinstance(part, Fraction) and part > 0]
    if not isinstance(whole, Fraction) or len(exact) != len(parts) or not 2 <= len(parts) <= _MOST_PARTS:
        raise ToolInputError("a number, and a ratio of two to twenty positive numbers, are needed")
    return {"value": [number_json(whole * part / sum(exact)) for part in exact]}
