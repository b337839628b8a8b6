"""Values of expressions: exact rationals, else a certified enclosure.

The tree is first evaluated in ``int`` and ``Fraction`` alone. Where an irrational value turns up, the tree
is evaluated again in ball arithmetic (Arb, through python-flint; Johansson, *Arb: efficient
arbitrary-precision midpoint-radius interval arithmetic*, 2017), with the precision doubled until the
enclosure is narrow enough. Work is counted in bits, so that the same expression is refused on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from toolkits._interval import Interval
from toolkits.expressions._errors import EvaluationError
from toolkits.expressions._numerals import simplest
from toolkits.expressions._tree import Binary, Call, Expression, Number, Unary, Variable

Rational: TypeAlias = int | Fraction
MAX_BITS = 100_000
MAX_WORK = 8_000_000
_WORTH_COUNTING = 2_000
_TINY = Fraction(1, 2**500)


class Irrational(Exception):  # noqa: N818  (a signal, never an error that leaves this package)
    """The value is not known to be rational: ball arithmetic must go on."""


class Work:
    """How many bits of large numbers an evaluation has made."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0

    def count(self, bits: int) -> None:
        """Count a result of that size. Raises :class:`EvaluationError` at the limit."""
        self.spent += bits
        if bits > MAX_BITS or self.spent > MAX_WORK:
            raise EvaluationError(f"the value needs more than {MAX_BITS} bits", code="limit")


def evaluate(expression: Expression, env: Mapping[str, Fraction] | None = None) -> Fraction | Interval:
    """Value of ``expression`` with its variables taken from ``env``.

    Args:
        expression: a parsed expression.
        env: exact values by variable name.

    Returns:
        The exact value, or an enclosure of at least 40 significant digits where the value is irrational or
        can't be shown to be rational.

    Raises:
        EvaluationError: ``division_by_zero``; ``domain`` (a root or logarithm of a negative number, 0^0);
            ``unbound`` (a variable without a value); ``ambiguous`` (``log`` without a base, ``sin(30)``
            without a unit, where it makes a difference); ``limit``.
    """
    try:
        value = exact(expression, env or {}, Work())
    except Irrational:
        from toolkits.expressions._enclose import enclose  # noqa: PLC0415  (flint is costly and rarely needed)

        return enclose(expression, env or {})
    return value if type(value) is Fraction else Fraction(value)


def exact_value(expression: Expression, env: Mapping[str, Fraction] | None = None) -> Fraction | None:
    """The rational value of ``expression``, ``None`` where it is not known to have one.

    Raises:
        EvaluationError: as :func:`evaluate`.
    """
    try:
        return Fraction(exact(expression, env or {}, Work()))
    except Irrational:
        return None


def exact(node: Expression, env: Mapping[str, Any], work: Work) -> Rational:
    """Rational value of ``node``. Raises :class:`Irrational` where there may be none."""
    kind = type(node)
    if kind is Number:
        return node.value  # type: ignore[attr-defined, no-any-return]
    if kind is Binary:
        return _exact_binary(node, env, work)  # type: ignore[arg-type]
    if kind is Unary:
        return _exact_unary(node, env, work)  # type: ignore[arg-type]
    if kind is Variable:
        return bound(node, env)  # type: ignore[arg-type]
    if kind is Call:
        return _exact_call(node, env, work)  # type: ignore[arg-type]
    raise Irrational


def bound(node: Variable, env: Mapping[str, Any]) -> Rational:
    """The value of a variable, whole numbers as ``int``."""
    value = env.get(node.name)
    if value is None:
        raise EvaluationError(f"the variable {node.name} has no value", code="unbound")
    return simplest(value) if isinstance(value, Fraction) else int(value)


def _exact_binary(node: Binary, env: Mapping[str, Any], work: Work) -> Rational:
    left = node.left
    if type(left) is Binary:
        spine = [node]
        while type(left) is Binary:
            spine.append(left)
            left = left.left
        value = exact(left, env, work)
        for part in reversed(spine):
            value = BINARY[part.op](value, exact(part.right, env, work), work)
        return value
    return BINARY[node.op](exact(left, env, work), exact(node.right, env, work), work)


def _exact_unary(node: Unary, env: Mapping[str, Any], work: Work) -> Rational:
    value = exact(node.operand, env, work)
    if node.op == "-":
        return -value
    if node.op == "!":
        return factorial(value, work)
    if node.op == "°":
        if value == 0:
            return 0
        raise Irrational
    if node.op == "rad":
        return value
    return divide(value, 100 if node.op == "%" else 1000, work)


def _exact_call(node: Call, env: Mapping[str, Any], work: Work) -> Rational:
    arguments = [exact(argument, env, work) for argument in node.arguments]
    return (
        EXACT_CALLS[node.name](arguments, work)
        if node.name in EXACT_CALLS
        else _known_point(node.name, arguments)
    )


def _known_point(name: str, arguments: list[Rational]) -> Rational:
    """The few rational points of the transcendental functions: sin(0), ln(1), exp(0) and so on."""
    value = KNOWN_POINTS.get((name, arguments[0])) if len(arguments) == 1 else None
    if value is None:
        raise Irrational
    return value


# --- arithmetic ---------------------------------------------------------------------------------------------


def counted(value: Rational, work: Work) -> Rational:
    """``value``, its size counted when it is large."""
    bits = (
        value.bit_length()
        if type(value) is int
        else value.numerator.bit_length() + value.denominator.bit_length()
    )
    if bits > _WORTH_COUNTING:
        work.count(bits)
    return value


def add(left: Rational, right: Rational, work: Work) -> Rational:
    """``left + right``."""
    return counted(left + right, work)


def subtract(left: Rational, right: Rational, work: Work) -> Rational:
    """``left - right``."""
    return counted(left - right, work)


def multiply(left: Rational, right: Rational, work: Work) -> Rational:
    """``left * right``."""
    value = left * right
    return counted(simplest(value) if type(value) is Fraction else value, work)


def divide(left: Rational, right: Rational, work: Work) -> Rational:
    """``left / right``, an ``int`` where it is whole."""
    if not right:
        raise EvaluationError("division by zero", code="division_by_zero")
    if type(left) is int and type(right) is int:
        quotient, rest = divmod(left, right)
        return counted(Fraction(left, right), work) if rest else quotient
    return counted(simplest(Fraction(left) / right), work)


def floor_divide(left: Rational, right: Rational, _: Work) -> Rational:
    """``left // right``, rounded towards minus infinity."""
    if not right:
        raise EvaluationError("division by zero", code="division_by_zero")
    return left // right


def modulo(left: Rational, right: Rational, _: Work) -> Rational:
    """The remainder with the sign of ``right``."""
    if not right:
        raise EvaluationError("remainder of a division by zero", code="division_by_zero")
    return left % right


def power(base: Rational, exponent: Rational, work: Work) -> Rational:
    """``base ** exponent`` where it is rational; the size is checked before any work."""
    if isinstance(exponent, Fraction):
        return _rational_power(base, exponent, work)
    if not base:
        if exponent > 0:
            return 0
        code = "division_by_zero" if exponent else "domain"
        raise EvaluationError("0^0 has no value" if not exponent else "division by zero", code=code)
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and bits * abs(exponent) > 2 * MAX_BITS:
        raise EvaluationError(f"the power needs more than {MAX_BITS} bits", code="limit")
    if bits == 1 and abs(exponent) > 1:
        exponent = 2 + exponent % 2  # 1 and -1: only the parity counts
    if exponent > 0 and isinstance(base, int):
        return counted(int(base**exponent), work)
    return counted(simplest(Fraction(base) ** exponent), work)


def _rational_power(base: Rational, exponent: Fraction, work: Work) -> Rational:
    if base < 0:
        raise EvaluationError(
            "a fractional power of a negative number is not real, or has several readings", code="domain"
        )
    if not base:
        return power(0, 1 if exponent > 0 else -1, work)
    return power(root(base, exponent.denominator, work), exponent.numerator, work)


def root(value: Rational, degree: Rational, _: Work) -> Rational:
    """The real root where it is rational; odd roots of negative numbers are negative."""
    degree = root_degree(degree)
    if value < 0 and degree % 2 == 0:
        raise EvaluationError("an even root of a negative number is not real", code="domain")
    top, bottom = _integer_root(abs(value.numerator), degree), _integer_root(value.denominator, degree)
    if top is None or bottom is None:
        raise Irrational
    return simplest(Fraction(-top if value < 0 else top, bottom))


def root_degree(degree: object) -> int:
    """``degree``, checked: a positive whole number of reasonable size."""
    if not isinstance(degree, int) or degree < 1:
        raise EvaluationError("the degree of a root is a positive whole number", code="domain")
    if degree > MAX_BITS:
        raise EvaluationError(f"a root of a degree beyond {MAX_BITS}", code="limit")
    return degree


def _integer_root(value: int, degree: int) -> int | None:
    """The exact ``degree``-th root of ``value >= 0``, or ``None``."""
    if value < 2 or degree == 1:
        return value
    if degree >= value.bit_length():
        return None
    if degree == 2:
        found = math.isqrt(value)
    else:
        found = 1 << -(-value.bit_length() // degree)
        while (better := ((degree - 1) * found + value // found ** (degree - 1)) // degree) < found:
            found = better
    return found if found**degree == value else None


def factorial(value: Rational, work: Work) -> Rational:
    """``value!`` for whole numbers; the size is estimated before any work."""
    if type(value) is not int or value < 0:
        raise EvaluationError("a factorial needs a whole number that is not negative", code="domain")
    if value > MAX_BITS or (value > 3 and value * math.log2(value / math.e) > MAX_BITS):
        raise EvaluationError(f"{value}! needs more than {MAX_BITS} bits", code="limit")
    return counted(math.factorial(value), work)


BINARY: Mapping[str, Callable[[Any, Any, Work], Rational]] = {
    "+": add, "-": subtract, "*": multiply, "/": divide, "//": floor_divide, "mod": modulo, "^": power,
}  # fmt: skip


# --- functions ----------------------------------------------------------------------------------------------


def _whole(arguments: list[Rational], name: str) -> list[int]:
    if not all(type(argument) is int for argument in arguments):
        raise EvaluationError(f"{name} needs whole numbers", code="domain")
    return arguments  # type: ignore[return-value]


def _choose(arguments: list[Rational], work: Work, *, ordered: bool) -> Rational:
    items, chosen = _whole(arguments, "perm" if ordered else "comb")
    if items < 0 or chosen < 0:
        raise EvaluationError("a choice needs whole numbers that are not negative", code="domain")
    if chosen > items:
        return 0
    factors = chosen if ordered else min(chosen, items - chosen)
    if factors * items.bit_length() > 2 * MAX_BITS:
        raise EvaluationError(f"the number of choices needs more than {MAX_BITS} bits", code="limit")
    return counted(math.perm(items, chosen) if ordered else math.comb(items, chosen), work)


def _round_half(arguments: list[Rational], work: Work) -> Rational:
    """Rounds to the nearest; a tie has two readings (half up, half even) unless they agree."""
    places = arguments[1] if len(arguments) > 1 else 0
    if type(places) is not int or abs(places) > 1000:
        raise EvaluationError("round takes a small whole number of places", code="domain")
    scaled = multiply(arguments[0], power(10, places, work), work)
    even = round(scaled)
    if even != math.floor(scaled + Fraction(1, 2)):
        raise EvaluationError("a tie: half up and half even differ", code="ambiguous")
    return divide(even, power(10, places, work), work)


def logarithm(value: Rational, base: Rational) -> Rational:
    """``log_base(value)`` where it is rational."""
    if value <= 0 or base <= 0 or base == 1:
        raise EvaluationError(
            "a logarithm needs a positive number and a positive base other than 1", code="domain"
        )
    if value == 1:
        return 0
    exponent = _nearest_exponent(value, base)
    if exponent and abs(exponent) < 2000 and Fraction(base) ** exponent == value:
        return exponent
    raise Irrational


def _nearest_exponent(value: Rational, base: Rational) -> int:
    """The whole number nearest to the logarithm, by floats; 0 where floats can't tell."""
    if not all(_TINY < number < 1 / _TINY for number in (value, base)):
        return 0
    unit = math.log2(base)
    return round(math.log2(value) / unit) if unit else 0


def _any_log(arguments: list[Rational], _: Work) -> Rational:
    if len(arguments) == 2:
        return logarithm(*arguments)
    if arguments[0] == 1:
        return 0
    if arguments[0] <= 0:
        logarithm(arguments[0], 10)
    raise Irrational


def _ln(arguments: list[Rational], _: Work) -> Rational:
    if arguments[0] <= 0:
        raise EvaluationError("the logarithm of a number that is not positive", code="domain")
    if arguments[0] == 1:
        return 0
    raise Irrational


EXACT_CALLS: Mapping[str, Callable[[list[Any], Work], Rational]] = {
    "sqrt": lambda arguments, work: root(arguments[0], 2, work),
    "cbrt": lambda arguments, work: root(arguments[0], 3, work),
    "root": lambda arguments, work: root(arguments[0], arguments[1], work),
    "abs": lambda arguments, _: abs(arguments[0]),
    "floor": lambda arguments, _: math.floor(arguments[0]),
    "ceil": lambda arguments, _: math.ceil(arguments[0]),
    "round": _round_half,
    "max": lambda arguments, _: max(arguments),
    "min": lambda arguments, _: min(arguments),
    "sum": lambda arguments, work: counted(sum(arguments), work),
    "gcd": lambda arguments, _: math.gcd(*_whole(arguments, "gcd")),
    "lcm": lambda arguments, work: counted(math.lcm(*_whole(arguments, "lcm")), work),
    "comb": lambda arguments, work: _choose(arguments, work, ordered=False),
    "perm": lambda arguments, work: _choose(arguments, work, ordered=True),
    "factorial": lambda arguments, work: factorial(arguments[0], work),
    "log": _any_log,
    "ln": _ln,
    "log10": lambda arguments, _: logarithm(arguments[0], 10),
    "log2": lambda arguments, _: logarithm(arguments[0], 2),
}  # fmt: skip

KNOWN_POINTS: Mapping[tuple[str, Any], int] = {
    ("sin", 0): 0, ("cos", 0): 1, ("tan", 0): 0, ("asin", 0): 0, ("acos", 1): 0, ("atan", 0): 0,
    ("exp", 0): 1, ("sinh", 0): 0, ("cosh", 0): 1, ("tanh", 0): 0, ("sec", 0): 1,
}  # fmt: skip
