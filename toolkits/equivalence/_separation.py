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

from toolkits.expressions import Binary, Call, Expression, Number, Unary, Variable, half_turns

MAX_DEGREE = 96
MAX_TURNS = 200
MAX_EXPONENT = 1_000


@dataclass(frozen=True, slots=True)
class Separation:
    """The bound: the value is zero if it is smaller than ``2**-bits``."""

    bits: int


def separation(node: Expression) -> Separation | None:
    """The separation bound of a number made of rationals by + - * / and roots; None where there is none."""
    build = _Build()
    bound = build.bound(node)
    degree = math.prod(build.degrees.values()) * _totient(build.turns)
    if bound is None or degree > MAX_DEGREE:
        return None
    bits = math.ceil(bound.upper * (degree * degree - 1) + bound.lower) + 2
    return Separation(bits)


@dataclass(frozen=True, slots=True)
class _Bound:
    """Binary logarithms of u and l, rounded up."""

    upper: float
    lower: float


class _Build:
    def __init__(self) -> None:
        self.degrees: dict[str, int] = {}
        self.turns = 1  # all roots of unity in the expression are powers of one of this order

    def bound(self, node: Expression) -> _Bound | None:
        if isinstance(node, Number):
            value = Fraction(node.value)
            return _Bound(_log(abs(value.numerator)), _log(value.denominator))
        if isinstance(node, Unary):
            return self.bound(node.operand) if node.op == "-" else None
        if isinstance(node, Call):
            return self._call(node)
        if isinstance(node, Variable) and node.name == "i":
            self.turns = math.lcm(self.turns, 4)
            return _Bound(0, 0)
        return self._joined(node) if isinstance(node, Binary) else None

    def _call(self, node: Call) -> _Bound | None:
        if node.name == "sqrt":
            return self._root(node.arguments[0], 2)
        if node.name == "cbrt":
            return self._root(node.arguments[0], 3, "real")
        if node.name == "root":
            degree = rational(node.arguments[1])
            if degree is None or degree.denominator != 1 or not 1 <= degree <= MAX_DEGREE:
                return None
            return self._root(node.arguments[0], int(degree), "real")
        return self._circular(node)

    def _circular(self, node: Call) -> _Bound | None:
        """Twice the sine or cosine of a fraction of π is a sum of two roots of unity."""
        turns = half_turns(node.arguments[0]) if node.name in ("sin", "cos", "tan") else None
        if turns is None or turns.denominator > MAX_TURNS:
            return None
        self.turns = math.lcm(self.turns, 2 * turns.denominator, 4 if node.name != "cos" else 1)
        return _Bound(1, 1) if node.name != "tan" else _Bound(2, 2)

    def _root(self, radicand: Expression, degree: int, kind: str = "principal") -> _Bound | None:
        """A root is an algebraic number of that degree over its radicand, whichever of the roots it is."""
        inner = self.bound(radicand)
        if inner is None:
            return None
        self.degrees[f"{kind} {degree}: {radicand}"] = degree
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


def _totient(number: int) -> int:
    return sum(math.gcd(number, other) == 1 for other in range(1, number + 1)) if number <= 4_000 else number


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
