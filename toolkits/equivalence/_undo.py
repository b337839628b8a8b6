"""One occurrence of the variable inside functions: they are undone from outside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from toolkits.equivalence._quadratic import FLIPPED, ray
from toolkits.equivalence._rational import Field
from toolkits.equivalence._regions import EVERYTHING, NOTHING, Region, Unsolved, order, sign_of
from toolkits.equivalence._separation import rational
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable

#: Solves a relation: left, sign, right, the variable, how deep.
Solver: TypeAlias = Callable[[Expression, str, Expression, str, int], Region]

_ZERO, _ONE = Number(0), Number(1)


@dataclass(frozen=True, slots=True)
class _Peel:
    """``inner sign value`` with the variable in ``inner`` alone."""

    inner: Expression
    sign: str
    value: Expression
    name: str
    depth: int
    solve: Solver

    def on(self, inner: Expression, value: Expression, *, flip: bool = False) -> Region:
        sign = FLIPPED[self.sign] if flip else self.sign
        return self.solve(inner, sign, value, self.name, self.depth + 1)

    def where(self, inner: Expression, sign: str, value: Expression) -> Region:
        return self.solve(inner, sign, value, self.name, self.depth + 1)


def undone(relation: tuple[Expression, str, Expression], name: str, depth: int, solve: Solver) -> Region:
    """Where the relation holds; ``solve`` is asked for what is left when a function is undone.

    Raises:
        Unsolved: the variable stands on both sides, or in what has no inverse.
    """
    left, sign, right = relation
    if name in right.variables and name in left.variables:
        raise Unsolved("the variable stands on both sides")
    if name not in left.variables:
        left, sign, right = right, FLIPPED[sign], left
    if sign == "!=":
        raise Unsolved("an inequation beyond the rules")
    peel = _Peel(left, sign, right, name, depth, solve)
    if isinstance(left, Variable):
        return ray(right, sign)
    if isinstance(left, Unary) and left.op == "-":
        return peel.on(left.operand, Unary("-", right), flip=True)
    if isinstance(left, Binary):
        return _peeled_binary(peel, left)
    if isinstance(left, Call) and len(left.arguments) == 1:
        return _peeled_call(peel, left.name, left.arguments[0])
    if isinstance(left, Call) and left.name == "log" and not left.arguments[1].variables:
        return _logarithm(peel, left.arguments[1], left.arguments[0])
    raise Unsolved("a function that can't be undone")


def _peeled_binary(peel: _Peel, node: Binary) -> Region:
    inside_left = peel.name in node.left.variables
    if inside_left and peel.name in node.right.variables:
        raise Unsolved("the variable stands twice")
    inner, known = (node.left, node.right) if inside_left else (node.right, node.left)
    if node.op == "+":
        return peel.on(inner, Binary("-", peel.value, known))
    if node.op == "-":
        if inside_left:
            return peel.on(inner, Binary("+", peel.value, known))
        return peel.on(inner, Binary("-", known, peel.value), flip=True)
    if node.op == "*" or (node.op == "/" and inside_left):
        sign = sign_of(known)
        if not sign:
            raise Unsolved("a factor of zero")
        back = "/" if node.op == "*" else "*"
        return peel.on(inner, Binary(back, peel.value, known), flip=sign < 0)
    if node.op == "^":
        return _peeled_power(peel, node) if inside_left else _exponential(peel, node.left, inner)
    raise Unsolved("an operation that can't be undone")


def _peeled_power(peel: _Peel, node: Binary) -> Region:
    exponent = rational(node.right)
    if exponent == Fraction(1, 2):
        return _root(peel, node.left)
    if exponent is None or exponent.denominator != 1 or exponent < 1 or peel.sign != "=":
        raise Unsolved("a power that can't be undone")
    degree = Number(int(exponent))
    size = sign_of(peel.value)
    if exponent % 2:
        value: Expression = Call("root", (peel.value if size >= 0 else Unary("-", peel.value), degree))
        return peel.on(node.left, Unary("-", value) if size < 0 else value)
    if size < 0:
        return NOTHING
    root = Call("root", (peel.value, degree))
    return peel.on(node.left, root) | peel.on(node.left, Unary("-", root))


def _exponential(peel: _Peel, base: Expression, exponent: Expression) -> Region:
    """``base ^ exponent sign value``."""
    if sign_of(base) <= 0 or order(base, _ONE) == 0:
        raise Unsolved("a base that is not positive")
    if sign_of(peel.value) <= 0:
        if peel.sign in ("=", "<", "<="):
            return NOTHING
        return _domain(exponent, peel)
    value = Binary("/", Call("ln", (peel.value,)), Call("ln", (base,)))
    return peel.on(exponent, value, flip=order(base, _ONE) < 0)


def _domain(node: Expression, peel: _Peel) -> Region:
    """Where ``node`` has a real value, for polynomials: everywhere."""
    if Field([peel.name]).same(node, node) and "/" not in str(node):
        return EVERYTHING
    raise Unsolved("a domain that is not known")


def _root(peel: _Peel, inner: Expression) -> Region:
    """``sqrt(inner) sign value``."""
    size, sign = sign_of(peel.value), peel.sign
    square = Binary("*", peel.value, peel.value)
    defined = peel.where(inner, ">=", _ZERO)
    if size < 0:
        return NOTHING if sign in ("=", "<", "<=") else defined
    return defined & peel.where(inner, sign, square)


def _logarithm(peel: _Peel, base: Expression, inner: Expression) -> Region:
    if sign_of(base) <= 0 or order(base, _ONE) == 0:
        raise Unsolved("a base that is not positive")
    value = Binary("^", base, peel.value)
    sign = FLIPPED[peel.sign] if order(base, _ONE) < 0 else peel.sign
    return peel.where(inner, ">", _ZERO) & peel.where(inner, sign, value)


def _peeled_call(peel: _Peel, name: str, inner: Expression) -> Region:
    bases = {"ln": Constant("e"), "log10": Number(10), "log2": Number(2)}
    if name == "sqrt":
        return _root(peel, inner)
    if name == "cbrt":
        return peel.on(inner, Binary("^", peel.value, Number(3)))
    if name == "exp":
        return _exponential(peel, Constant("e"), inner)
    if name in bases:
        return _logarithm(peel, bases[name], inner)
    raise Unsolved("a function that can't be undone")
