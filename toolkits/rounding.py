"""The ``rounded`` tool: a value at the place that a question asks for."""

from __future__ import annotations

from typing import Any

from toolkits.errors import ToolInputError, ToolLimit
from toolkits.number_theory import round_to, step_of
from toolkits.quantities import Interval, QuantityError, number_from_json, number_json


def rounded(value: Any, to: str) -> dict[str, Any]:
    """``value`` rounded, halves away from zero.

    Args:
        value: a number in JSON form, or the enclosure of one that is irrational.
        to: a step (``0.01``), a name (``integer``, ``hundredth``, ``百分位``) or a number of decimals (``2 places``,
            ``两位小数``).

    Returns:
        ``{"value": the rounded number as text}``.

    Raises:
        ToolInputError: no number, or no place.
        ToolLimit: the ends of the enclosure round apart.
    """
    step = step_of(to)
    try:
        number = number_from_json(value)
    except (QuantityError, ValueError, TypeError) as error:
        raise ToolInputError(f"{value!r} is not a number") from error
    ends = (number.lo, number.hi) if isinstance(number, Interval) else (number, number)
    low, high = (round_to(end, step) for end in ends)
    if low != high:
        raise ToolLimit("the value is not known closely enough to be rounded there")
    return {"value": number_json(low)}
