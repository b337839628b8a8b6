"""The ``calculus`` tool: derivatives, and integrals of simple functions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

from toolkits._ordinals import ordinal
from toolkits.algebra import to_polynomial
from toolkits.calculus._build import constant, minus
from toolkits.calculus._derive import derive
from toolkits.calculus._integrate import integrate
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused
from toolkits.expressions import (
    Binary,
    Call,
    Expression,
    Interval,
    Variable,
    evaluate,
    parse,
    transform,
    walk,
)
from toolkits.quantities import number_json

__all__ = ["calculus", "definite", "derive", "integrate"]

_MAX_ORDER = 10


def calculus(
    op: Literal["differentiate", "integrate"],
    expression: str,
    variable: str = "x",
    *,
    order: str = "first",
    at: str = "",
    lower: str = "",
    upper: str = "",
) -> dict[str, Any]:
    """The derivative of an expression, or an integral of a simple one.

    Args:
        op: what to do.
        expression: an expression of one or more variables; angles are radians, ``log`` is the natural
            logarithm.
        variable: the variable of differentiation or integration.
        order: of the derivative: ``first``, ``second``, ``2``, …
        at: a value of the variable at which the derivative is wanted.
        lower: lower limit of a definite integral, with ``upper``.
        upper: its upper limit.

    Returns:
        ``{"value": …}``: an expression; a number (or enclosure) where ``at`` or limits are given, with the
        ``exact`` expression. An indefinite integral adds ``"with_constant"``, the same plus C.

    Raises:
        ToolInputError: unreadable, or half of the limits.
        ToolRefused: a function without a rule, or an integrand that has no value somewhere between the limits
            (``unsupported``).
        ToolLimit: an order above 10, or a result that grows too large.
    """
    node = parse(expression)
    if op == "differentiate":
        return _derivative(node, variable, order, at)
    if bool(lower) != bool(upper):
        raise ToolInputError("a definite integral needs both limits")
    return _definite(node, variable, parse(lower), parse(upper)) if lower else _indefinite(node, variable)


def _derivative(node: Expression, variable: str, order: str, at: str) -> dict[str, Any]:
    times = ordinal(order)
    if not 1 <= times <= _MAX_ORDER:
        raise ToolLimit(f"an order from 1 to {_MAX_ORDER} is possible")
    for _ in range(times):
        node = derive(node, variable)
    if not at:
        return {"value": _tidy(node)}
    return _number(_put(node, variable, parse(at)))


def _indefinite(node: Expression, variable: str) -> dict[str, Any]:
    text = _tidy(integrate(node, variable))
    return {"value": text, "with_constant": f"{text} + C"}


def _definite(node: Expression, variable: str, lower: Expression, upper: Expression) -> dict[str, Any]:
    return _number(definite(node, variable, lower, upper))


def definite(node: Expression, variable: str, lower: Expression, upper: Expression) -> Expression:
    """The integral by the fundamental theorem, for integrands that are smooth between the limits.

    Raises:
        ToolRefused: no rule integrates it, or it may have no value somewhere between (``unsupported``).
        ToolkitError: a limit that has no number as its value.
    """
    if not all(_keeps_sign(part, variable, lower, upper) for part in walk(node)):
        raise ToolRefused("the integrand may have no value between the limits", code="unsupported")
    antiderivative = integrate(node, variable)
    return minus(_put(antiderivative, variable, upper), _put(antiderivative, variable, lower))


def _keeps_sign(part: Expression, variable: str, lower: Expression, upper: Expression) -> bool:
    """Whether what may not vanish or be negative keeps its sign between the limits; it must be linear."""
    below = _below(part)
    if below is None or variable not in below.variables:
        return True
    if to_polynomial(below, {}).degree(variable) != 1:
        return False
    ends = [evaluate(_put(below, variable, end)) for end in (lower, upper)]
    low = min(end.lo if isinstance(end, Interval) else end for end in ends)
    high = max(end.hi if isinstance(end, Interval) else end for end in ends)
    if isinstance(part, Binary) and part.op == "/":
        return low > 0 or high < 0
    return low > 0 or (low == 0 and not _is_logarithm(part))


def _is_logarithm(part: Expression) -> bool:
    return isinstance(part, Call) and part.name != "sqrt"


def _below(part: Expression) -> Expression | None:
    """What must not vanish for ``part`` to have a value: a divisor, a radicand, a base of a root."""
    if isinstance(part, Binary) and part.op == "/":
        power = part.right
        return (
            power.left if isinstance(power, Binary) and power.op == "^" and constant(power.right) else power
        )
    if isinstance(part, Binary) and part.op == "^":
        exponent = constant(part.right)
        whole = exponent is not None and exponent.denominator == 1 and exponent >= 0
        return None if whole else part.left
    return (
        part.arguments[0]
        if isinstance(part, Call) and part.name in ("sqrt", "ln", "log", "log10", "log2")
        else None
    )


def _put(node: Expression, variable: str, value: Expression) -> Expression:
    return transform(
        node, lambda leaf: value if isinstance(leaf, Variable) and leaf.name == variable else leaf
    )


def _number(node: Expression) -> dict[str, Any]:
    value = evaluate(node)
    if isinstance(value, Interval) and value.lo == value.hi:
        value = value.lo
    return {
        "value": number_json(value),
        "exact": number_json(value) if isinstance(value, Fraction) else str(node),
    }


def _tidy(node: Expression) -> str:
    """Canonical text: expanded where it is a polynomial."""
    try:
        return str(to_polynomial(node, {})) if not _has_roots(node) else str(node)
    except ToolkitError:
        return str(node)


def _has_roots(node: Expression) -> bool:
    return "sqrt" in str(node)
