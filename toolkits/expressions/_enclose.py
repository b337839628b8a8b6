"""Certified enclosures of irrational values, in ball arithmetic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from flint import arb, fmpq, fmpz

from toolkits._interval import Interval
from toolkits._precision import precision
from toolkits.expressions import _evaluate as rationals
from toolkits.expressions._angles import half_turns
from toolkits.expressions._errors import EvaluationError
from toolkits.expressions._evaluate import MAX_BITS, Irrational, Work
from toolkits.expressions._tree import (
    Binary,
    Call,
    Constant,
    Expression,
    Number,
    Unary,
    Variable,
    fold_left,
    walk,
)

_DIGITS = 45
_FIRST_BITS, _LAST_BITS = 192, 6144
_NOTHING = Fraction(1, 10**60)
Ball: TypeAlias = Any
Value: TypeAlias = Any  # an int, a Fraction or a ball


class _Straddles(Exception):  # noqa: N818  (a signal: more precision may decide)
    """The enclosure does not decide the case (a sign, a zero divisor, a whole part)."""


class _Conventions:
    """What ``log`` without a base and an angle without a unit mean, and whether that was asked."""

    __slots__ = ("asked_angle", "asked_base", "common_log", "degrees", "work")

    def __init__(self, *, common_log: bool = False, degrees: bool = False) -> None:
        self.common_log = common_log
        self.degrees = degrees
        self.asked_base = False
        self.asked_angle = False
        self.work = Work()


def enclose(expression: Expression, env: Mapping[str, Any]) -> Fraction | Interval:
    """Enclosure of ``expression``; see :func:`toolkits.expressions.evaluate`."""
    conventions = _Conventions()
    value = _narrow(expression, env, conventions)
    if conventions.asked_base:
        _must_agree(
            value, _narrow(expression, env, _Conventions(common_log=True)), "log without a base: ln or log10"
        )
    if conventions.asked_angle:
        _must_agree(
            value,
            _narrow(expression, env, _Conventions(degrees=True)),
            "an angle without a unit: radians or degrees",
        )
    return value


def _must_agree(one: Fraction | Interval, other: Fraction | Interval, what: str) -> None:
    if not _as_interval(one).overlaps(_as_interval(other)):
        raise EvaluationError(what, code="ambiguous")


def _as_interval(value: Fraction | Interval) -> Interval:
    return value if isinstance(value, Interval) else Interval(value, value)


def _narrow(expression: Expression, env: Mapping[str, Any], conventions: _Conventions) -> Fraction | Interval:
    bits = _FIRST_BITS
    while True:
        with precision(bits):
            try:
                value = _value(expression, env, conventions)
            except _Straddles:
                if bits >= _LAST_BITS:
                    raise EvaluationError("too close to a limit case to be decided", code="limit") from None
            else:
                if not isinstance(value, arb):
                    return Fraction(value)
                if bits >= _LAST_BITS or value.rel_accuracy_bits() > _DIGITS * 3.33:
                    return _interval(value)
        bits *= 2


def _interval(ball: Ball) -> Interval:
    """The ball as an interval with short decimal ends, rounded outwards."""
    low, high = _fraction(ball.lower()), _fraction(ball.upper())
    step = Fraction(10) ** (_magnitude(max(abs(low), abs(high))) - _DIGITS)
    if low <= 0 <= high:
        step = max(step, _NOTHING)
    return Interval(math.floor(low / step) * step, math.ceil(high / step) * step)


def _magnitude(value: Fraction) -> int:
    """About the power of ten of ``value``, never above it."""
    bits = value.numerator.bit_length() - value.denominator.bit_length()
    return bits * 3 // 10 if value else 0


def _fraction(exact_ball: Ball) -> Fraction:
    mantissa, exponent = (int(part) for part in exact_ball.man_exp())
    if abs(exponent) > MAX_BITS:
        raise EvaluationError(f"the value needs more than {MAX_BITS} bits", code="limit")
    return Fraction(mantissa * 2**exponent) if exponent >= 0 else Fraction(mantissa, 2**-exponent)


def ball_of(value: Value) -> Ball:
    """A rational as a ball; a ball as itself."""
    if isinstance(value, int):
        return arb(fmpz(value))
    return arb(fmpq(value.numerator, value.denominator)) if isinstance(value, Fraction) else value


def _checked(value: Value) -> Value:
    """``value``; refused when it is not finite at this precision or its exponent is out of bounds."""
    if not isinstance(value, arb):
        return value
    if not value.is_finite():
        raise _Straddles
    _, exponent = value.mid().man_exp()
    if abs(int(exponent)) > 4 * MAX_BITS:
        raise EvaluationError(f"the value needs more than {MAX_BITS} bits", code="limit")
    return value


def _value(node: Expression, env: Mapping[str, Any], conventions: _Conventions) -> Value:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Binary):
        return _binary(node, env, conventions)
    if isinstance(node, Unary):
        return _unary(node, env, conventions)
    if isinstance(node, Call):
        return _call(node, env, conventions)
    if isinstance(node, Constant):
        return arb.pi() if node.name == "pi" else arb.const_e()
    assert isinstance(node, Variable)
    return rationals.bound(node, env)


def _binary(node: Binary, env: Mapping[str, Any], conventions: _Conventions) -> Value:
    def join(part: Binary, left: Value) -> Value:
        return _combine(part.op, left, _value(part.right, env, conventions), conventions)

    return fold_left(node, lambda left: _value(left, env, conventions), join)


def _combine(op: str, left: Value, right: Value, conventions: _Conventions) -> Value:
    if not isinstance(left, arb) and not isinstance(right, arb):
        try:
            return rationals.BINARY[op](left, right, conventions.work)
        except Irrational:
            pass
    return _checked(_BINARY[op](left, right))


def _unary(node: Unary, env: Mapping[str, Any], conventions: _Conventions) -> Value:
    value = _value(node.operand, env, conventions)
    if node.op == "-":
        return -value
    if node.op == "!":
        return rationals.factorial(_whole(value), conventions.work)
    if node.op == "°":
        return ball_of(value) * arb.pi() / 180
    if node.op == "rad":
        return value
    return _combine("/", value, 100 if node.op == "%" else 1000, conventions)


def _whole(value: Value) -> Value:
    if isinstance(value, arb):
        raise EvaluationError("a factorial needs a whole number", code="domain")
    return value


def _divide(left: Value, right: Value) -> Ball:
    divisor = ball_of(right)
    if divisor.contains(0):
        raise _Straddles
    return ball_of(left) / divisor


def _power(left: Value, right: Value) -> Ball:
    base = ball_of(left)
    if isinstance(right, int):
        if right < 0 and base.contains(0):
            raise _Straddles
        return base ** fmpz(right)
    _must_be_positive(base, "a fractional power of a number that is not positive")
    return base ** ball_of(right)


def _floor_divide(left: Value, right: Value) -> int:
    return _floor(_divide(left, right))


def _modulo(left: Value, right: Value) -> Value:
    return ball_of(left) - ball_of(right) * arb(fmpz(_floor_divide(left, right)))


def _floor(value: Value) -> int:
    whole = ball_of(value).floor().unique_fmpz()
    if whole is None:
        raise _Straddles
    return int(whole)


def _must_be_positive(ball: Ball, what: str) -> None:
    if ball > 0:
        return
    if ball < 0:
        raise EvaluationError(what, code="domain")
    raise _Straddles


_BINARY: Mapping[str, Callable[[Value, Value], Value]] = {
    "+": lambda left, right: ball_of(left) + ball_of(right),
    "-": lambda left, right: ball_of(left) - ball_of(right),
    "*": lambda left, right: ball_of(left) * ball_of(right),
    "/": _divide,
    "//": _floor_divide,
    "mod": _modulo,
    "^": _power,
}


# --- functions ----------------------------------------------------------------------------------------------


def _call(node: Call, env: Mapping[str, Any], conventions: _Conventions) -> Value:
    if node.name in _TRIGONOMETRIC:
        return _checked(_trigonometric(node, env, conventions))
    arguments = [_value(argument, env, conventions) for argument in node.arguments]
    if not any(isinstance(argument, arb) for argument in arguments):
        try:
            return _rational_call(node.name, arguments, conventions)
        except Irrational:
            pass
    if node.name in _INVERSE:
        return _checked(_inverse(node.name, arguments[0], conventions))
    if node.name == "log":
        return _checked(_log(arguments, conventions))
    if node.name not in _FUNCTIONS:
        raise EvaluationError(f"{node.name} needs whole numbers", code="domain")
    return _checked(_FUNCTIONS[node.name](arguments))


def _rational_call(name: str, arguments: list[Any], conventions: _Conventions) -> Value:
    if name not in rationals.EXACT_CALLS:
        value = rationals.KNOWN_POINTS.get((name, arguments[0]))
        if value is None:
            raise Irrational
        return value
    return rationals.EXACT_CALLS[name](arguments, conventions.work)


def _log(arguments: list[Value], conventions: _Conventions) -> Ball:
    logarithm = _ln(arguments)
    if len(arguments) == 2:
        return _divide(logarithm, _ln(arguments[1:]))
    conventions.asked_base = True
    return logarithm / arb(10).log() if conventions.common_log else logarithm


def _ln(arguments: list[Value]) -> Ball:
    ball = ball_of(arguments[0])
    _must_be_positive(ball, "the logarithm of a number that is not positive")
    return ball.log()


def _sqrt(arguments: list[Value]) -> Ball:
    ball = ball_of(arguments[0])
    _must_be_positive(ball, "an even root of a negative number is not real")
    return ball.sqrt()


def _root(value: Value, degree: Value) -> Ball:
    ball = ball_of(value)
    degree = rationals.root_degree(degree)
    if ball < 0 and degree % 2:
        return -((-ball).root(degree))
    _must_be_positive(ball, "an even root of a negative number is not real")
    return ball.root(degree)


def _best(arguments: list[Value], *, largest: bool) -> Value:
    balls = [ball_of(argument) for argument in arguments]
    best = balls[0]
    for ball in balls[1:]:
        best = best.max(ball) if largest else best.min(ball)
    return best


def _sum(arguments: list[Value]) -> Value:
    total = arb(0)
    for argument in arguments:
        total += ball_of(argument)
    return total


def _round(arguments: list[Value]) -> Value:
    places = arguments[1] if len(arguments) > 1 else 0
    if not isinstance(places, int) or abs(places) > 1000:
        raise EvaluationError("round takes a small whole number of places", code="domain")
    scale = Fraction(10) ** places
    return Fraction(_floor(ball_of(arguments[0]) * ball_of(scale) + ball_of(Fraction(1, 2)))) / scale


_FUNCTIONS: Mapping[str, Callable[[list[Any]], Value]] = {
    "sqrt": _sqrt,
    "cbrt": lambda arguments: _root(arguments[0], 3),
    "root": lambda arguments: _root(arguments[0], arguments[1]),
    "ln": _ln,
    "log10": lambda arguments: _ln(arguments) / arb(10).log(),
    "log2": lambda arguments: _ln(arguments) / arb(2).log(),
    "exp": lambda arguments: ball_of(arguments[0]).exp(),
    "abs": lambda arguments: abs(ball_of(arguments[0])),
    "floor": lambda arguments: _floor(arguments[0]),
    "ceil": lambda arguments: -_floor(-ball_of(arguments[0])),
    "round": _round,
    "max": lambda arguments: _best(arguments, largest=True),
    "min": lambda arguments: _best(arguments, largest=False),
    "sum": _sum,
    "sinh": lambda arguments: ball_of(arguments[0]).sinh(),
    "cosh": lambda arguments: ball_of(arguments[0]).cosh(),
    "tanh": lambda arguments: ball_of(arguments[0]).tanh(),
    "asinh": lambda arguments: ball_of(arguments[0]).asinh(),
    "acosh": lambda arguments: ball_of(arguments[0]).acosh(),
    "atanh": lambda arguments: ball_of(arguments[0]).atanh(),
    "erf": lambda arguments: ball_of(arguments[0]).erf(),
    "erfc": lambda arguments: ball_of(arguments[0]).erfc(),
    "gammafunction": lambda arguments: ball_of(arguments[0]).gamma(),
    "zetafunction": lambda arguments: ball_of(arguments[0]).zeta(),
}


# --- angles -------------------------------------------------------------------------------------------------

_TRIGONOMETRIC = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
_INVERSE = frozenset(("asin", "acos", "atan"))
_HALF = Fraction(1, 2)
#: sine of k·π/6 where it is rational, by k.
_SINES: Mapping[int, Fraction] = {
    0: Fraction(0), 1: _HALF, 3: Fraction(1), 5: _HALF, 6: Fraction(0), 7: -_HALF, 9: Fraction(-1),
    11: -_HALF,
}  # fmt: skip


def _trigonometric(node: Call, env: Mapping[str, Any], conventions: _Conventions) -> Value:
    argument = node.arguments[0]
    turns = half_turns(argument)
    if turns is None:
        value = _value(argument, env, conventions)
        turns = _bare_angle(value, argument, conventions)
        if turns is None:
            return _ratio(node.name, *ball_of(value).sin_cos())
    if node.name in ("tan", "cot") and (turns * 4).denominator == 1 and turns * 4 % 2:
        return 1 if turns * 4 % 4 == 1 else -1
    sine, cosine = _rational_sine(turns), _rational_sine(turns + _HALF)
    angle = ball_of(turns) * arb.pi()
    return _ratio(node.name, angle.sin() if sine is None else sine, angle.cos() if cosine is None else cosine)


def _bare_angle(value: Value, argument: Expression, conventions: _Conventions) -> Fraction | None:
    """Half turns of an angle without a unit, where degrees are meant; notes that the unit mattered."""
    if isinstance(value, arb) or value == 0 or _in_radians(argument):
        return None
    conventions.asked_angle = True
    return Fraction(value) / 180 if conventions.degrees else None


def _in_radians(argument: Expression) -> bool:
    return any(isinstance(node, Unary) and node.op == "rad" for node in walk(argument))


def _rational_sine(turns: Fraction) -> Fraction | None:
    sixths = turns * 6 % 12
    return _SINES.get(int(sixths)) if sixths.denominator == 1 else None


def _ratio(name: str, sine: Value, cosine: Value) -> Value:
    top, bottom = {
        "sin": (sine, 1), "cos": (cosine, 1), "tan": (sine, cosine), "cot": (cosine, sine),
        "sec": (1, cosine), "csc": (1, sine),
    }[name]  # fmt: skip
    if isinstance(top, arb) or isinstance(bottom, arb):
        return _divide(top, bottom)
    if not bottom:
        raise EvaluationError(f"{name} has a pole here", code="domain")
    return Fraction(top) / bottom


def _inverse(name: str, value: Value, conventions: _Conventions) -> Ball:
    ball = ball_of(value)
    if name != "atan" and not (ball >= -1 and ball <= 1):
        if ball > 1 or ball < -1:
            raise EvaluationError(f"{name} takes numbers from -1 to 1", code="domain")
        raise _Straddles
    conventions.asked_angle = True
    angle = {"asin": ball.asin, "acos": ball.acos, "atan": ball.atan}[name]()
    return angle * 180 / arb.pi() if conventions.degrees else angle
