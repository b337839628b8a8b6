"""Real roots of polynomials in one variable, exactly."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from toolkits.algebra._polynomial import Polynomial, content
from toolkits.errors import ToolLimit, ToolRefused
from toolkits.quantities import number_json

MAX_DEGREE = 60


def real_roots(polynomial: Polynomial, name: str) -> list[str]:
    """The distinct real roots: rational ones in rising order, then surds such as ``1/2 + sqrt(5)/2``.

    Raises:
        ToolRefused: the polynomial is zero everywhere (``undetermined``), or an irreducible factor of degree
            three or more has roots that are no square-root expressions (``unsupported``).
        ToolLimit: a degree above 60.
    """
    if not polynomial.terms:
        raise ToolRefused("every number solves it", code="undetermined")
    if polynomial.degree(name) > MAX_DEGREE:
        raise ToolLimit(f"a degree above {MAX_DEGREE}")
    rational: list[Fraction] = []
    surds: list[str] = []
    for factor in _factors(_integers(polynomial, name)):
        if len(factor) == 2:
            rational.append(Fraction(-factor[0], factor[1]))
        elif len(factor) == 3:
            surds += _surds(factor)
        elif len(factor) > 3:
            raise ToolRefused("roots of an irreducible cubic or higher factor", code="unsupported")
    return [str(number_json(root)) for root in sorted(set(rational))] + surds


def _integers(polynomial: Polynomial, name: str) -> list[int]:
    """Coefficients by rising power, scaled to integers without a common factor."""
    values = [c.value or Fraction(0) for c in polynomial.coefficients(name)]
    scale = content(values)
    return [int(value / scale) for value in values]


def _factors(coefficients: Sequence[int]) -> list[list[int]]:
    """Irreducible factors over the rationals, by rising power."""
    if len(coefficients) <= 2:
        return [list(coefficients)]
    if len(coefficients) == 3:
        return _quadratic(coefficients)
    from flint import fmpz_poly  # noqa: PLC0415  (only higher degrees need it)

    return [[int(c) for c in factor] for factor, _ in fmpz_poly(list(coefficients)).factor()[1]]


def _quadratic(coefficients: Sequence[int]) -> list[list[int]]:
    c, b, a = coefficients
    discriminant = b * b - 4 * a * c
    root = math.isqrt(max(discriminant, 0))
    if discriminant < 0 or root * root != discriminant:
        return [list(coefficients)]
    roots = {Fraction(-b - root, 2 * a), Fraction(-b + root, 2 * a)}
    return [[-r.numerator, r.denominator] for r in roots]


def _surds(factor: Sequence[int]) -> list[str]:
    """Roots of an irreducible quadratic; none where they are not real."""
    c, b, a = factor
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    outer, inner = square_part(discriminant)
    middle, half_width = Fraction(-b, 2 * a), Fraction(outer, 2 * abs(a))
    return [_surd(middle, sign * half_width, inner) for sign in (-1, 1)]


def square_part(number: int) -> tuple[int, int]:
    """``(s, t)`` with ``number == s*s*t`` and t free of the squares of primes below 1000."""
    outer, inner = 1, number
    for prime in (2, *range(3, 1000, 2)):
        while inner % (prime * prime) == 0:
            inner //= prime * prime
            outer *= prime
    return outer, inner


def _surd(middle: Fraction, width: Fraction, inner: int) -> str:
    """Text of ``middle + width*sqrt(inner)``."""
    size = abs(width)
    top = f"sqrt({inner})" if size.numerator == 1 else f"{size.numerator}*sqrt({inner})"
    body = top if size.denominator == 1 else f"{top}/{size.denominator}"
    if not middle:
        return f"-{body}" if width < 0 else body
    return f"{number_json(middle)} {'-' if width < 0 else '+'} {body}"
