"""Complex ball enclosures of expressions at rational points, by Arb (through python-flint)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from flint import acb, arb, fmpq, fmpz

from toolkits.errors import ToolLimit
from toolkits.expressions import (
    Binary,
    Call,
    Constant,
    Expression,
    Number,
    Unary,
    Variable,
    children,
    fold_left,
)

Ball: TypeAlias = Any

#: Work is refused before it is done: digits of a power or factorial, as bits.
MAX_BITS = 200_000
IMAGINARY = "i"


class Undefined(Exception):  # noqa: N818  (a value that does not exist here)
    """The expression has no value at the point (a division by zero), or none that is enclosed."""


class Unresolved(Undefined):
    """There may be a value, but this precision does not show it: a whole part of a number near to two."""


def ball(value: Fraction | int) -> Ball:
    """The exact ball of a rational."""
    exact = Fraction(value)
    return acb(arb(fmpq(exact.numerator, exact.denominator)))


def enclose(node: Expression, point: Mapping[str, Fraction]) -> Ball:
    """A ball that holds the principal value of ``node`` at ``point``.

    ``i`` is the imaginary unit unless bound there.

    Raises:
        Undefined: no value, or no finite enclosure at this precision.
        ToolLimit: a power or factorial of too many digits.
    """
    value = _value(node, point)
    if not value.is_finite():
        raise Undefined
    return value


def _value(node: Expression, point: Mapping[str, Fraction]) -> Ball:
    if isinstance(node, Number):
        return ball(node.value)
    if isinstance(node, Variable):
        return _variable(node.name, point)
    if isinstance(node, Constant):
        return _constant(node.name)
    if isinstance(node, Unary):
        return _unary(node, point)
    if isinstance(node, Binary):
        return _binary(node, point)
    assert isinstance(node, Call)
    return _call(node, [_value(argument, point) for argument in node.arguments])


def _constant(name: str) -> Ball:
    if name not in ("pi", "e"):
        raise Undefined
    return acb(arb.pi()) if name == "pi" else acb(arb.const_e())


def _variable(name: str, point: Mapping[str, Fraction]) -> Ball:
    if name in point:
        return ball(point[name])
    if name == IMAGINARY:
        return acb(0, 1)
    raise Undefined


def _unary(node: Unary, point: Mapping[str, Fraction]) -> Ball:
    value = _value(node.operand, point)
    if node.op == "-":
        return -value
    if node.op == "rad":
        return value
    if node.op == "!":
        return _factorial(value)
    if node.op == "°":
        return value * acb(arb.pi()) / 180
    return value / (100 if node.op == "%" else 1000)


def _factorial(value: Ball) -> Ball:
    whole = _whole(value)
    if whole < 0:
        raise Undefined
    if whole * max(whole.bit_length(), 1) > MAX_BITS * 8:
        raise ToolLimit("a factorial of too many digits")
    return acb(arb(fmpz(math.factorial(whole))))


def _whole(value: Ball) -> int:
    number = value.unique_fmpz()
    if number is None or not value.is_exact():
        raise Undefined
    return int(number)


def _binary(node: Binary, point: Mapping[str, Fraction]) -> Ball:
    return fold_left(node, lambda left: _value(left, point), lambda part, left: _join(part, left, point))


def _join(node: Binary, left: Ball, point: Mapping[str, Fraction]) -> Ball:
    right = _value(node.right, point)
    if node.op == "+":
        return left + right
    if node.op == "-":
        return left - right
    if node.op == "*":
        return left * right
    if node.op == "^":
        return _power(left, right)
    if right.contains(0):
        raise Undefined
    quotient = left / right
    if node.op == "/":
        return quotient
    floor = _floor(quotient)
    return floor if node.op == "//" else left - right * floor


def _floor(value: Ball) -> Ball:
    if not value.imag.is_zero():
        raise Undefined
    whole = value.real.floor()
    if whole.unique_fmpz() is None:
        raise Unresolved
    return acb(whole)


def _power(base: Ball, exponent: Ball) -> Ball:
    if base.is_zero():
        if exponent.imag.is_zero() and exponent.real > 0:
            return acb(0)
        raise Undefined
    _check_size(base, exponent)
    number = exponent.unique_fmpz() if exponent.is_exact() else None
    if number is not None:
        if int(number) < 0 and base.contains(0):
            raise Undefined
        return base ** acb(number)
    if base.contains(0):
        raise Undefined
    return base**exponent


def _check_size(base: Ball, exponent: Ball) -> None:
    """Refuse powers whose logarithm is out of bounds: their digits would never end."""
    size = abs(base).upper()
    if not size.is_finite() or size <= 0:
        raise Undefined
    if not (abs(size.log()) * abs(exponent).upper()).upper() < MAX_BITS:
        raise ToolLimit("a power of too many digits")


def _exponential(value: Ball) -> Ball:
    if not abs(value.real).upper() < MAX_BITS:
        raise ToolLimit("an exponential of too many digits")
    return value.exp()


def _real_root(value: Ball, degree: int) -> Ball:
    """The real root where the radicand is real and negative and the degree odd, else the principal one."""
    if value.imag.is_zero() and value.real < 0 and degree % 2:
        return -((-value) ** (acb(1) / degree))
    return acb(0) if value.is_zero() else value ** (acb(1) / degree)


def _logarithm(value: Ball) -> Ball:
    if value.contains(0):
        raise Undefined
    return value.log()


def _real(value: Ball) -> Ball:
    if not value.imag.is_zero():
        raise Undefined
    return value.real


def _each(name: str) -> Callable[[list[Ball]], Ball]:
    return lambda values: getattr(values[0], name)()


_CALLS: Mapping[str, Callable[[list[Ball]], Ball]] = {
    **{name: _each(name) for name in ("sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan")},
    **{name: _each(name) for name in ("sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc")},
    "gammafunction": _each("gamma"),
    "zetafunction": _each("zeta"),
    "sgn": lambda v: acb(_sign(v[0])),
    "comb": lambda v: _choices(v, ordered=False),
    "perm": lambda v: _choices(v, ordered=True),
    "gcd": lambda v: acb(math.gcd(*map(_whole, v))),
    "lcm": lambda v: acb(fmpz(math.lcm(*map(_whole, v)))),
    "sqrt": lambda v: acb(0) if v[0].is_zero() else v[0].sqrt(),
    "cbrt": lambda v: _real_root(v[0], 3),
    "root": lambda v: _real_root(v[0], _whole(v[1])),
    "exp": lambda v: _exponential(v[0]),
    "ln": lambda v: _logarithm(v[0]),
    "log": lambda v: _logarithm(v[0]) / (_logarithm(v[1]) if len(v) > 1 else 1),
    "log10": lambda v: _logarithm(v[0]) / acb(10).log(),
    "log2": lambda v: _logarithm(v[0]) / acb(2).log(),
    "abs": lambda v: acb(abs(v[0])),
    "floor": lambda v: _floor(v[0]),
    "ceil": lambda v: -_floor(-v[0]),
    "factorial": lambda v: _factorial(v[0]),
    "max": lambda v: acb(_extreme(v, largest=True)),
    "min": lambda v: acb(_extreme(v, largest=False)),
    "sum": lambda v: sum(v, acb(0)),
}  # fmt: skip


def _sign(value: Ball) -> int:
    real = _real(value)
    if real.is_zero():
        return 0
    if real.contains(0):
        raise Undefined
    return 1 if real > 0 else -1


def _choices(values: list[Ball], *, ordered: bool) -> Ball:
    items, chosen = map(_whole, values)
    if items < 0 or chosen < 0:
        raise Undefined
    if min(chosen, items) * max(items.bit_length(), 1) > MAX_BITS * 8:
        raise ToolLimit("a number of choices of too many digits")
    return acb(fmpz(math.perm(items, chosen) if ordered else math.comb(items, chosen)))


def _extreme(values: list[Ball], *, largest: bool) -> Ball:
    reals = [_real(value) for value in values]
    best = reals[0]
    for each in reals[1:]:
        best = (best.max(each)) if largest else (best.min(each))
    return best


def _call(node: Call, values: list[Ball]) -> Ball:
    function = _CALLS.get(node.name)
    if function is None:
        raise ToolLimit(f"{node.name} is not evaluated")
    return function(values)


def size(node: Expression) -> int:
    """How many nodes an expression has."""
    count, stack = 0, [node]
    while stack:
        count += 1
        stack.extend(children(stack.pop()))
    return count
