"""The real solutions of rational functions of one variable, compared with zero."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpz_poly

from toolkits._precision import precision
from toolkits.algebra import Polynomial, real_roots
from toolkits.equivalence._enclose import Undefined, enclose
from toolkits.equivalence._rational import Field, NotRational
from toolkits.equivalence._regions import (
    EVERYTHING,
    HIGHEST,
    LOWEST,
    NOTHING,
    End,
    Region,
    Unsolved,
    interval,
    order,
    points,
)
from toolkits.expressions import Call, Expression, Number, Unary, number, parse

MAX_DEGREE = 24


def rational_function(difference: Expression, sign: str, name: str) -> Region | None:
    """Where ``difference sign 0`` holds; None where it is no rational function.

    Raises:
        Unsolved: a factor has roots that radicals don't give.
    """
    try:
        quotient = Field([name]).quotient(difference)
    except NotRational:
        return None
    if not quotient.bottom:
        return NOTHING
    poles = points(_roots(quotient.bottom, name))
    if not quotient.top:
        return EVERYTHING - poles if sign in ("=", "<=", ">=") else NOTHING
    zeros = points(_roots(quotient.top, name)) - poles
    if sign in ("=", "!="):
        return zeros if sign == "=" else EVERYTHING - poles - zeros
    ends = [piece.low for piece in (zeros | poles).pieces]
    result = NOTHING
    for low, high in zip([LOWEST, *ends], [*ends, HIGHEST], strict=True):
        if _positive_at(quotient, _between(low, high)) == (sign in (">", ">=")):
            result = result | interval(low, high, has_low=False, has_high=False)
    return result | zeros if sign in ("<=", ">=") else result


def _coefficients(polynomial: Any) -> list[Fraction]:
    rows: dict[int, Fraction] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        rows[int(exponents[0])] = Fraction(int(coefficient.p), int(coefficient.q))
    return [rows.get(power, Fraction(0)) for power in range(max(rows, default=0) + 1)]


def _roots(polynomial: Any, name: str) -> list[Expression]:
    """The real roots, as expressions. Raises :class:`Unsolved` where a factor has none in radicals."""
    if polynomial.is_constant():
        return []
    if polynomial.total_degree() > MAX_DEGREE:
        raise Unsolved("a degree that is too high")
    found: list[Expression] = []
    for factor, _ in polynomial.factor()[1]:
        found += _roots_of_factor(_coefficients(factor), name)
    return found


def _roots_of_factor(coefficients: list[Fraction], name: str) -> list[Expression]:
    degree = len(coefficients) - 1
    if degree <= 2:
        terms = {_monomial(name, power): c for power, c in enumerate(coefficients) if c}
        return [parse(text) for text in real_roots(Polynomial(terms), name)]
    if not any(coefficients[1:-1]):
        return _pure_roots(-coefficients[0] / coefficients[-1], degree)
    if _has_no_real_root(coefficients):
        return []
    raise Unsolved("roots of an irreducible factor of degree three or more")


def _monomial(name: str, power: int) -> tuple[tuple[str, int], ...]:
    return ((name, power),) if power else ()


def _pure_roots(value: Fraction, degree: int) -> list[Expression]:
    """The real solutions of ``x^degree = value``."""
    if degree % 2 == 0 and value < 0:
        return []
    root: Expression = Call("root", (number(abs(value)), Number(degree)))
    if degree % 2:
        return [Unary("-", root) if value < 0 else root]
    return [root, Unary("-", root)]


def _has_no_real_root(coefficients: list[Fraction]) -> bool:
    scale = lcm(*(c.denominator for c in coefficients))
    roots: Any = fmpz_poly([int(c * scale) for c in coefficients]).complex_roots()
    return all(not root.imag.contains(0) for root, _ in roots)


def _between(low: End, high: End) -> Fraction:
    """A rational strictly between two ends."""
    if low.infinite and high.infinite:
        return Fraction(0)
    if low.infinite or high.infinite:
        near = _approximate(high.value if low.infinite else low.value)
        return near - 1 if low.infinite else near + 1
    assert low.value is not None
    assert high.value is not None
    middle = (_approximate(low.value) + _approximate(high.value)) / 2
    if order(low.value, number(middle)) < 0 < order(high.value, number(middle)):
        return middle
    raise Unsolved("ends that are too close")


def _approximate(value: Expression | None) -> Fraction:
    assert value is not None
    try:
        with precision(256):
            middle = enclose(value, {}).real.mid()
    except Undefined:
        raise Unsolved("an end without a value") from None
    mantissa, exponent = (int(part) for part in middle.man_exp())
    if abs(exponent) > 4_000:
        raise Unsolved("an end that is too large")
    return Fraction(mantissa) * Fraction(2) ** exponent


def _positive_at(quotient: Any, at: Fraction) -> bool:
    top, bottom = (_valued(_coefficients(part), at) for part in (quotient.top, quotient.bottom))
    return top * bottom > 0


def _valued(coefficients: list[Fraction], at: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in reversed(coefficients):
        total = total * at + coefficient
    return total
