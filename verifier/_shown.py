"""What a tool showed, as the check that looked at it sees it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from toolkits.errors import ToolkitError
from toolkits.quantities import Interval, number_from_json
from verifier.plan import Claim

_VALUE = "output.value"


def shown_value(actual: Any, output: Mapping[str, Any] | None) -> Any:
    """The part of a tool's output that a check's ``actual`` operand refers to, else its ``value``."""
    for path in _paths(actual):
        found = _walk(output, path)
        if found is not None:
            return found
    return None


def _paths(actual: Any) -> Iterable[str]:
    if not isinstance(actual, Mapping):
        return (_VALUE,)
    ref, first = actual.get("$ref"), actual.get("$first")
    if isinstance(first, list):
        return [path for part in first for path in _paths(part)]
    return (ref,) if isinstance(ref, str) and ref.startswith("output.") else (_VALUE,)


def _walk(output: Mapping[str, Any] | None, path: str) -> Any:
    value: Any = output
    for key in path.split(".")[1:]:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


def as_number(value: Any) -> Fraction | None:
    """A tool's JSON value as a number (the middle of an enclosure), or ``None``."""
    if isinstance(value, bool) or not isinstance(value, str | int | float | Mapping):
        return None
    try:
        number = number_from_json(value)
    except ToolkitError:
        return None
    return number.midpoint if isinstance(number, Interval) else number


def shown_number(claim: Claim, actual: Any, output: Mapping[str, Any] | None) -> Fraction | None:
    """The tool's number in the units of the claim's value (25 % counts as 1/4), or ``None``.

    Where the tool does not say whether it counts percent or a ratio, the reading nearer to the claim counts.
    """
    number = as_number(shown_value(actual, output))
    if number is None or output is None or not isinstance(claim.value, Fraction):
        return None
    unit = output.get("unit")
    if claim.unit == "%" and unit != "1":
        claimed = claim.value
        readings = (number / 100,) if unit == "%" else (number / 100, number)
        return min(readings, key=lambda reading: abs(reading - claimed))
    return number if unit in {None, "", "1", claim.unit} or claim.unit is None else None
