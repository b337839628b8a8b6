"""Angles that are rational multiples of π, as written."""

from __future__ import annotations

from fractions import Fraction

from toolkits.expressions._errors import EvaluationError
from toolkits.expressions._evaluate import Irrational, Work, exact
from toolkits.expressions._tree import Binary, Constant, Expression, Unary


def half_turns(node: Expression) -> Fraction | None:
    """The rational ``r`` for which ``node`` is ``r·π`` as written (``3π/4``, ``30°``), else ``None``."""
    if isinstance(node, Constant):
        return Fraction(1) if node.name == "pi" else None
    if isinstance(node, Unary) and node.op in "-°":
        return _half_turns_unary(node)
    if isinstance(node, Binary) and node.op in "*/+-":
        return _half_turns_binary(node)
    return None


def _half_turns_unary(node: Unary) -> Fraction | None:
    if node.op == "°":
        degrees = _plain(node.operand)
        return None if degrees is None else degrees / 180
    turns = half_turns(node.operand)
    return None if turns is None else -turns


def _half_turns_binary(node: Binary) -> Fraction | None:
    left, right = half_turns(node.left), half_turns(node.right)
    if node.op in "+-":
        if left is None or right is None:
            return None
        return left + right if node.op == "+" else left - right
    if left is not None:
        factor = _plain(node.right)
        return None if not factor else left * factor if node.op == "*" else left / factor
    factor = _plain(node.left)
    return factor * right if node.op == "*" and factor is not None and right is not None else None


def _plain(node: Expression) -> Fraction | None:
    """Rational value of a subtree without variables, or ``None``."""
    try:
        return Fraction(exact(node, {}, Work()))
    except (Irrational, EvaluationError):
        return None
