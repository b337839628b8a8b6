"""Sums of arc functions: ``4 atan(1/5) - atan(1/239) = π/4`` and the like, exactly.

Such a sum is the argument of a product of complex numbers. The product is positive if and only if the sum
is a whole number of turns, and an enclosure of the sum, narrower than a turn, says which number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from toolkits._precision import precision
from toolkits.equivalence._enclose import Undefined, enclose
from toolkits.equivalence._separation import rational, separation
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable

MAX_COUNT = 60
_ONE, _I = Number(1), Variable("i")
_ARCS = frozenset({"atan", "asin", "acos"})


@dataclass(frozen=True, slots=True)
class _Term:
    factor: Fraction
    arc: Expression


def is_zero(difference: Expression) -> bool:
    """Whether a rational combination of arcs of algebraic numbers and of π is proved to be zero."""
    try:
        terms = list(_terms(difference, Fraction(1)))
    except ValueError:
        return False
    scale = math.lcm(*(term.factor.denominator for term in terms))
    counts = [(int(term.factor * scale), term.arc) for term in terms if term.factor]
    if not counts or sum(abs(count) for count, _ in counts) > MAX_COUNT:
        return False
    product: Expression = _ONE
    mirrored: Expression = _ONE
    for count, arc in counts:
        product = _times(product, _power(_unit(arc, 1 if count > 0 else -1), abs(count)))
        mirrored = _times(mirrored, _power(_unit(arc, -1 if count > 0 else 1), abs(count)))
    return _is_small(difference, scale) and _vanishes(Binary("-", product, mirrored))


def _terms(node: Expression, factor: Fraction) -> Iterator[_Term]:
    """The summands; raises ValueError where one is neither an arc nor a multiple of π."""
    if isinstance(node, Binary) and node.op in "+-":
        yield from _terms(node.left, factor)
        yield from _terms(node.right, factor if node.op == "+" else -factor)
    elif isinstance(node, Unary) and node.op == "-":
        yield from _terms(node.operand, -factor)
    elif isinstance(node, Binary) and node.op in "*/":
        right, left = rational(node.right), rational(node.left)
        if right:
            yield from _terms(node.left, factor * right if node.op == "*" else factor / right)
        elif left is not None and node.op == "*":
            yield from _terms(node.right, factor * left)
        else:
            raise ValueError
    elif (isinstance(node, Constant) and node.name == "pi") or _is_arc(node):
        yield _Term(factor, node)
    elif rational(node) != 0:
        raise ValueError


def _is_arc(node: Expression) -> bool:
    return isinstance(node, Call) and node.name in _ARCS


def _unit(arc: Expression, sign: int) -> Expression:
    """A number whose argument is the arc, taken with that sign."""
    if isinstance(arc, Constant):
        return Unary("-", _ONE)
    assert isinstance(arc, Call)
    value = arc.arguments[0]
    other = Call("sqrt", (Binary("-", _ONE, Binary("*", value, value)),))
    real, imaginary = {"atan": (_ONE, value), "asin": (other, value), "acos": (value, other)}[arc.name]
    return Binary("+" if sign > 0 else "-", real, Binary("*", _I, imaginary))


def _times(one: Expression, other: Expression) -> Expression:
    return other if one is _ONE else Binary("*", one, other)


def _power(base: Expression, count: int) -> Expression:
    return base if count == 1 else Binary("^", base, Number(count))


def _is_small(difference: Expression, scale: int) -> bool:
    """Whether the sum is real and less than half a turn, so that a real product means zero."""
    try:
        with precision(128):
            value = enclose(difference, {}) * scale
    except Undefined:
        return False
    return bool(value.imag.is_zero() and abs(value.real) < 3)


def _vanishes(node: Expression) -> bool:
    bound = separation(node)
    if bound is None or bound.bits > 40_000:
        return False
    try:
        with precision(bound.bits + 64):
            return bool(abs(enclose(node, {})).upper() * 2**bound.bits < 1)
    except Undefined:
        return False
