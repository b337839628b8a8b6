"""Solves an equation or inequality in one variable over the real numbers, where exact rules do."""

from __future__ import annotations

from fractions import Fraction

from toolkits._precision import precision
from toolkits.equivalence._enclose import Undefined, enclose
from toolkits.equivalence._quadratic import holds, quadratic
from toolkits.equivalence._rational_solutions import rational_function
from toolkits.equivalence._regions import NOTHING, Region, Unsolved
from toolkits.equivalence._undo import undone
from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Call, Expression, Number, Unary, walk

MAX_DEPTH = 8
_ZERO = Number(0)


def solution(left: Expression, sign: str, right: Expression, name: str, depth: int = 0) -> Region:
    """The real numbers ``name`` for which ``left sign right`` (one of ``= != < <= > >=``) holds.

    Raises:
        Unsolved: beyond the rules: rational functions whose factors have roots in radicals, absolute
            values, linear and
            quadratic equations with real coefficients, one occurrence of the variable inside invertible
            functions.
    """
    if depth > MAX_DEPTH:
        raise Unsolved("nested too deeply")
    if (left.variables | right.variables) - {name}:
        raise Unsolved("more than one variable")
    size = _absolute_value(left, name) or _absolute_value(right, name)
    if size is not None:
        return _by_cases((left, sign, right), name, size, depth)
    difference = Binary("-", left, right)
    for rule in (rational_function, quadratic):
        found = rule(difference, sign, name)
        if found is not None:
            return found
    squared = _squared(left, sign, right, name, depth) or _squared(right, sign, left, name, depth)
    if squared:
        return squared
    return undone((left, sign, right), name, depth, solution)


def _squared(root: Expression, sign: str, other: Expression, name: str, depth: int) -> Region | None:
    """``sqrt(f) = g`` with the variable in both: ``f = g^2`` where ``g >= 0``."""
    is_root = isinstance(root, Call) and root.name == "sqrt"
    if sign != "=" or not is_root or name not in root.variables & other.variables:
        return None
    assert isinstance(root, Call)
    square = Binary("*", other, other)
    return solution(root.arguments[0], "=", square, name, depth + 1) & solution(
        other, ">=", _ZERO, name, depth + 1
    )


# --- absolute values ----------------------------------------------------------------------------------------


def _absolute_value(node: Expression, name: str) -> Call | None:
    """An absolute value (or the root of a square) of something with the variable in it."""
    for part in walk(node):
        if isinstance(part, Call) and part.name == "abs" and name in part.variables:
            return part
    return None


def _by_cases(sides: tuple[Expression, str, Expression], name: str, size: Call, depth: int) -> Region:
    left, sign, right = sides
    inner = size.arguments[0]
    result = NOTHING
    for relation, value in ((">=", inner), ("<", Unary("-", inner))):
        where = solution(inner, relation, _ZERO, name, depth + 1)
        one, other = (_replaced(side, str(size), value) for side in (left, right))
        result = result | (where & solution(one, sign, other, name, depth + 1))
    return result


def _replaced(node: Expression, old: str, new: Expression) -> Expression:
    if isinstance(node, Call) and str(node) == old:
        return new
    if isinstance(node, Binary):
        return Binary(node.op, _replaced(node.left, old, new), _replaced(node.right, old, new))
    if isinstance(node, Unary):
        return Unary(node.op, _replaced(node.operand, old, new))
    if isinstance(node, Call):
        return Call(node.name, tuple(_replaced(argument, old, new) for argument in node.arguments))
    return node


def holds_at(left: Expression, sign: str, right: Expression, point: dict[str, Fraction]) -> bool | None:
    """Whether the relation holds at a point, proved; None where a side is not real or it can't be told."""
    difference = Binary("-", left, right)
    for bits in (96, 384):
        try:
            with precision(bits):
                value = enclose(difference, point)
        except (Undefined, ToolkitError):
            return None
        if not value.imag.contains(0):
            return None
        if value.is_zero():
            return holds(0, sign)
        if not value.real.contains(0) and value.imag.is_zero():
            return holds(1 if value.real > 0 else -1, sign)
    return None
