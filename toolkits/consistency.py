"""The ``consistency`` tool: does a text give one name two values?

It judges the answer against itself, so it can refute and never verify. Whether two mentions speak of the same
thing (one scope, no reassignment, no alternatives) is decided by whoever collects the assignments.
"""

from __future__ import annotations

from typing import Any

from toolkits.errors import ToolInputError
from toolkits.quantities import Interval, QuantityError, number_from_json

_MOST = 1_000


def consistency(assignments: list[list[str]]) -> dict[str, Any]:
    """Whether every name keeps one value.

    Args:
        assignments: ``[name, number in JSON form]`` pairs in the order of the text.

    Returns:
        ``{"consistent": bool, "value": bool, "contradictions": [{"name", "values"}]}``.

    Raises:
        ToolInputError: a pair that is not a name and a number, or more than 1,000 pairs.
    """
    if len(assignments) > _MOST:
        raise ToolInputError(f"{len(assignments)} assignments are more than {_MOST}", code="limit")
    seen: dict[str, dict[Any, str]] = {}
    for position, pair in enumerate(assignments):
        name, text = _pair(pair, position)
        seen.setdefault(name, {}).setdefault(_value(text, position), text)
    contradictions = [{"name": n, "values": list(v.values())} for n, v in seen.items() if len(v) > 1]
    consistent = not contradictions
    return {"consistent": consistent, "value": consistent, "contradictions": contradictions}


def _pair(pair: list[str], position: int) -> tuple[str, str]:
    if len(pair) != 2:
        raise ToolInputError(f"assignments[{position}]: expected [name, number], got {pair!r}")
    return pair[0], pair[1]


def _value(text: str, position: int) -> Any:
    try:
        value = number_from_json(text)
    except QuantityError as error:
        raise ToolInputError(f"assignments[{position}][1]: {text!r} is not a number") from error
    return (value.lo, value.hi) if isinstance(value, Interval) else value
