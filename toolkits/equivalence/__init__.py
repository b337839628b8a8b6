"""The ``equivalence`` tool: whether two answers are mathematically the same, with the evidence for it."""

from __future__ import annotations

from typing import Any

from toolkits.equivalence._evidence import Finding, Verdict
from toolkits.equivalence._kinds import Comparison, measures
from toolkits.equivalence._values import Scalar, Value, read_measure, read_value
from toolkits.errors import ToolkitError

__all__ = ["equivalence"]

_OPEN_CODES = frozenset({"limit", "ambiguous"})


def equivalence(a: str, b: str, variables: list[str] | None = None) -> dict[str, Any]:
    """Whether two expressions, equations, sets, intervals, tuples or quantities are the same.

    Args:
        a: an expression or value, as text or LaTeX.
        b: the other one; the verdict does not depend on which is which.
        variables: names that stand for real numbers although they look like constants (``i``).

    Returns:
        ``{"value": "equivalent" | "different" | "undecidable" | "error", "evidence": {"by": …}}``.
        ``equivalent`` and ``different`` are proved: by the same form, exact arithmetic, a witness (a point
        where certified enclosures are apart), a normal form, a separation bound. Agreement at sampled points
        alone is ``undecidable``. ``error``: one side can't be read or has no value.
    """
    try:
        return _compared(a, b, frozenset(variables or ())).json()
    except ToolkitError as error:
        return _unread([error]).json()
    except RecursionError:
        return Finding("undecidable", "limit", {"reason": "nested too deeply"}).json()


def _compared(a: str, b: str, variables: frozenset[str]) -> Finding:
    quantities = read_measure(a), read_measure(b)
    if quantities[0] and quantities[1]:
        return measures(quantities[0], quantities[1])
    sides = [_read(text) for text in (a, b)]
    errors = [side for side in sides if isinstance(side, ToolkitError)]
    if errors:
        return _unread(errors)
    one, other = (side for side in sides if not isinstance(side, ToolkitError))
    if any(quantities) and any(
        isinstance(side, Scalar) and side.expression.variables for side in (one, other)
    ):
        return Finding("undecidable", "unit", {"reason": "letters that may be a unit or variables"})
    return Comparison(variables).values(one, other)


def _read(text: str) -> Value | ToolkitError:
    try:
        return read_value(text)
    except ToolkitError as error:
        return error


def _unread(errors: list[ToolkitError]) -> Finding:
    """The finding on sides that can't be read, whichever of them was read first."""
    worst = min(errors, key=lambda error: (error.code in _OPEN_CODES, error.code, str(error)))
    verdict: Verdict = "undecidable" if worst.code in _OPEN_CODES else "error"
    return Finding(verdict, worst.code, {"reason": str(worst)[:300]})
