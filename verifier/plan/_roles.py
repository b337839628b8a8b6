"""Structural constants (0, 1, 2, 10, 100) in an expression, and whether each has a role of its own.

Structure needs no ground in the question, so that a plan could move a value by it: ``17*24+10``. It may
therefore stand only where a formula has it: 1 beside a rate or a lone number (``1 + r/n``, ``n - 1``) or as
the whole that is divided; 2 as a factor, divisor or exponent (halves, doubles, squares); 10 as the base of a
power; 100 where the question speaks of percents. Anywhere else the question has to say the number.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from toolkits.expressions import Binary, Constant, Expression, Number, Unary, Variable, walk

_SUMS = frozenset("+-")
_PRODUCTS = frozenset({"*", "/", "//"})
_TEN, _HUNDRED = Fraction(10), Fraction(100)
_NUMBERS = frozenset(map(Fraction, (1, 2, 10, 100)))


def loose_constants(root: Expression) -> tuple[Fraction, ...]:
    """The structural constants of ``root`` that stand in no role of their own."""
    return tuple(value for node in walk(root) if isinstance(node, Binary) for value in _loose_in(node))


def _loose_in(node: Binary) -> Iterator[Fraction]:
    for side, other in ((node.left, node.right), (node.right, node.left)):
        value = _value(side)
        if value in _NUMBERS and not _has_role(value, node, side, other):
            yield value


def _value(node: Expression) -> Fraction:
    return Fraction(node.value) if isinstance(node, Number) else Fraction(0)


def _has_role(value: Fraction, node: Binary, side: Expression, other: Expression) -> bool:
    if node.op in _SUMS:
        return value == 1 and (_is_rate(other) or isinstance(other, Number | Variable))
    if node.op in _PRODUCTS:
        return value < _TEN
    return value != _HUNDRED and (value < _TEN or side is node.left)


def _is_rate(node: Expression) -> bool:
    """A share of one: a percentage, a quotient, a decimal under 1, alone or in a product."""
    if isinstance(node, Number):
        return Fraction(node.value).denominator > 1
    if isinstance(node, Unary):
        return node.op == "%" or _is_rate(node.operand)
    if not isinstance(node, Binary):
        return isinstance(node, Constant | Variable)
    return node.op == "/" or (node.op in {"*", "^"} and (_is_rate(node.left) or _is_rate(node.right)))
