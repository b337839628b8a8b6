"""How close to zero a number made with square roots can come without being zero.

The bound of Burnikel, Funke, Mehlhorn and Schirra (*A strong and easily computable separation bound for
arithmetic expressions involving radicals*, Algorithmica 27, 2000): with ``u`` and ``l`` built up over the
expression and ``D`` the product of the degrees of its radicals, a value that is not zero is at least ``1 /
(u^(D²-1) l)`` in size.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from toolkits.expressions import Binary, Call, Expression, Number, Unary

MAX_DEGREE = 64
MAX_EXPONENT = 1_000


@dataclass(frozen=True, slots=True)
class Separation:
    """The bound, and what it rests on.

    Attributes:
        bits: the value is zero if it is smaller than ``2**-bits``.
        radicands: what stands below roots of degree three and more; each must be shown to be positive.
    """

    bits: int
    radicands: tuple[Expression, ...]


def separation(node: Expression) -> Separation | None:
    """The separation bound of a number made of rationals by + - * / and roots; None where there is none."""
    build = _Build()
    bound = build.bound(node)
    degree = math.prod(build.degrees.values())
    if bound is None or degree > MAX_DEGREE:
        return None
    bits = math.ceil(bound.upper * (degree * degree - 1) + bound.lower) + 2
    return Separation(bits, tuple(build.radicands))


@dataclass(frozen=True, slots=True)
class _Bound:
    """Binary logarithms of u and l, rounded up."""

    upper: float
    lower: float


class _Build:
    def __init__(self) -> None:
        self.degrees: dict[str, int] = {}
        self.radicands: list[Expression] = []

    def bound(self, node: Expression) -> _Bound | None:
        if isinstance(node, Number):
            value = Fraction(node.value)
            return _Bound(_log(abs(value.numerator)), _log(value.denominator))
        if isinstance(node, Unary):
            return self.bound(node.operand) if node.op == "-" else None
        if isinstance(node, Call):
            degree = {"sqrt": 2, "cbrt": 3}.get(node.name)
            return self._root(node.arguments[0], degree) if degree else None
        return self._joined(node) if isinstance(node, Binary) else None

    def _root(self, radicand: Expression, degree: int) -> _Bound | None:
        inner = self.bound(radicand)
        if inner is None:
            return None
        self.degrees[f"{degree}:{radicand}"] = degree
        if degree > 2:
            self.radicands.append(radicand)
        return _Bound(inner.upper / degree, inner.lower / degree)

    def _joined(self, node: Binary) -> _Bound | None:
        if node.op == "^":
            return self._power(node)
        left, right = self.bound(node.left), self.bound(node.right)
        if left is None or right is None:
            return None
        if node.op in "+-":
            return _Bound(
                max(left.upper + right.lower, left.lower + right.upper) + 1, left.lower + right.lower
            )
        if node.op == "*":
            return _Bound(left.upper + right.upper, left.lower + right.lower)
        return _Bound(left.upper + right.lower, left.lower + right.upper) if node.op == "/" else None

    def _power(self, node: Binary) -> _Bound | None:
        exponent = rational(node.right)
        if exponent is None or not 0 < abs(exponent.numerator) <= MAX_EXPONENT:
            return None
        base = (
            self.bound(node.left)
            if exponent.denominator == 1
            else self._root(node.left, exponent.denominator)
        )
        if base is None:
            return None
        count = abs(exponent.numerator)
        raised = _Bound(base.upper * count, base.lower * count)
        return raised if exponent > 0 else _Bound(raised.lower, raised.upper)


def _log(number: int) -> float:
    return float(max(number - 1, 0).bit_length())


def rational(node: Expression) -> Fraction | None:
    """The rational that a node is as written: a number, its negation, a quotient of two; else None."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Unary) and node.op == "-":
        inner = rational(node.operand)
        return None if inner is None else -inner
    if isinstance(node, Binary) and node.op == "/":
        top, bottom = rational(node.left), rational(node.right)
        return top / bottom if top is not None and bottom else None
    return None
