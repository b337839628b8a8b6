"""Rational functions of the variables, exactly, by FLINT's multivariate polynomials.

An expression made of numbers, variables, ``+ - * /`` and whole powers is a quotient of polynomials. Two are
the same function where both are defined exactly when the cross product vanishes; else they differ
somewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from flint import Ordering, fmpq, fmpq_mpoly_ctx

from toolkits.expressions import Binary, Expression, Number, Unary, Variable, fold_left

MAX_TERMS = 4_000
MAX_DEGREE = 300
MAX_BITS = 20_000
_PRODUCT_TERMS = 60_000
_PRODUCT_BITS = 40_000

Poly: TypeAlias = Any


class NotRational(Exception):  # noqa: N818  (control flow: this rung can't speak)
    """The expression is no rational function, or too large a one."""


@dataclass(frozen=True, slots=True)
class Quotient:
    """``top / bottom``; a bottom that is zero raises :class:`NotRational` where it is made."""

    top: Poly
    bottom: Poly


class Field:
    """Rational functions in the given variables."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.context: Any = fmpq_mpoly_ctx.get(self.names or ("x",), Ordering.lex)
        self._variables = dict(zip(self.names, self.context.gens(), strict=False))
        self._one = self.context.constant(1)

    def same(self, one: Expression, other: Expression) -> bool | None:
        """Whether the two agree wherever both are defined; None where one is no rational function."""
        try:
            left, right = self.quotient(one), self.quotient(other)
            return bool(self._times(left.top, right.bottom) == self._times(right.top, left.bottom))
        except NotRational:
            return None

    def quotient(self, node: Expression) -> Quotient:
        """``node`` as a quotient. Raises :class:`NotRational`."""
        if isinstance(node, Number):
            value = Fraction(node.value)
            return Quotient(self._one * fmpq(value.numerator, value.denominator), self._one)
        if isinstance(node, Variable) and node.name in self._variables:
            return Quotient(self._variables[node.name], self._one)
        if isinstance(node, Unary):
            return self._unary(node)
        if isinstance(node, Binary):
            return fold_left(node, self.quotient, self._join)
        raise NotRational

    def _unary(self, node: Unary) -> Quotient:
        inner = self.quotient(node.operand)
        if node.op == "-":
            return Quotient(-inner.top, inner.bottom)
        if node.op in "%‰":
            return Quotient(inner.top / (100 if node.op == "%" else 1000), inner.bottom)
        raise NotRational

    def _join(self, node: Binary, left: Quotient) -> Quotient:
        if node.op == "^":
            return self._power(left, node.right)
        right = self.quotient(node.right)
        if node.op in "+-":
            return self._sum(left, right, negative=node.op == "-")
        if node.op == "/":
            right = self._inverse(right)
        elif node.op != "*":
            raise NotRational
        return Quotient(self._times(left.top, right.top), self._times(left.bottom, right.bottom))

    def _sum(self, left: Quotient, right: Quotient, *, negative: bool) -> Quotient:
        if _bits(left.top) + _bits(right.top) > _PRODUCT_BITS:
            raise NotRational
        if left.bottom == right.bottom:
            return Quotient(left.top - right.top if negative else left.top + right.top, left.bottom)
        one, other = self._times(left.top, right.bottom), self._times(right.top, left.bottom)
        return Quotient(one - other if negative else one + other, self._times(left.bottom, right.bottom))

    def _inverse(self, value: Quotient) -> Quotient:
        if not value.top:
            raise NotRational
        if value.top.is_constant():  # a number below the line is divided by: sums of fractions stay small
            return Quotient(value.bottom / value.top.leading_coefficient(), self._one)
        return Quotient(value.bottom, value.top)

    def _power(self, base: Quotient, exponent: Expression) -> Quotient:
        raised = self.quotient(exponent)
        if not raised.top.is_constant() or not raised.bottom.is_constant():
            raise NotRational
        number = Fraction(str(raised.top)) / Fraction(str(raised.bottom))
        count = abs(number.numerator)
        if number.denominator != 1 or (number == 0 and not base.top):
            raise NotRational
        if number < 0:
            base = self._inverse(base)
        return Quotient(self._raised(base.top, count), self._raised(base.bottom, count))

    def _raised(self, base: Poly, count: int) -> Poly:
        terms = len(base)
        if terms > 1:
            grown = 1
            for step in range(1, count + 1):
                grown = grown * (terms - 1 + step) // step
                if grown > MAX_TERMS:
                    raise NotRational
        bits = _bits(base)
        if (base.total_degree() or 0) * count > MAX_DEGREE or (bits + terms.bit_length()) * count > MAX_BITS:
            raise NotRational
        return base**count

    def _times(self, one: Poly, other: Poly) -> Poly:
        if len(one) * len(other) > _PRODUCT_TERMS:
            raise NotRational
        if max(one.total_degree(), 0) + max(other.total_degree(), 0) > MAX_DEGREE:
            raise NotRational
        if _bits(one) + _bits(other) > _PRODUCT_BITS:
            raise NotRational
        return one * other


def _bits(polynomial: Poly) -> int:
    """The size of its largest coefficient."""
    return max((int(c.p).bit_length() + int(c.q).bit_length() for c in polynomial.coeffs()), default=1)
