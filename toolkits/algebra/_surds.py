"""Square roots of rationals inside polynomials: the variable ``√p`` stands for the root of the prime p."""

from __future__ import annotations

from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.algebra._polynomial import Monomial, Polynomial
from toolkits.number_theory import factorize

_SIGN = "√"
_ROOT = re.compile(rf"{_SIGN}(\d+)")


def surd(value: Fraction) -> Polynomial:
    """The square root of a rational that is not negative, as a product of rationals and roots of primes.

    Raises:
        ToolLimit: a number too large to factor.
    """
    if value == 0:
        return Polynomial.constant(0)
    factors = factorize(value.numerator * value.denominator) if value != 1 else []
    result = Polynomial.constant(Fraction(1, value.denominator))
    for prime in dict.fromkeys(factors):
        count = factors.count(prime)
        result = result * Polynomial.constant(prime ** (count // 2))
        if count % 2:
            result = result * Polynomial.variable(f"{_SIGN}{prime}")
    return result


def is_root(name: str) -> bool:
    """Whether a variable's name stands for the root of a prime."""
    return name.startswith(_SIGN)


def reduce_surds(polynomial: Polynomial) -> Polynomial:
    """The same value with each ``√p`` at most once in a term (its square is p)."""
    if not any(map(is_root, polynomial.variables)):
        return polynomial
    return Polynomial.of(_reduced(monomial, c) for monomial, c in polynomial.terms.items())


def _reduced(monomial: Monomial, coefficient: Fraction) -> tuple[Monomial, Fraction]:
    kept: list[tuple[str, int]] = []
    for name, power in monomial:
        if is_root(name):
            coefficient *= int(name[1:]) ** (power // 2)
            power %= 2  # noqa: PLW2901  (what is left of it)
        if power:
            kept.append((name, power))
    return tuple(kept), coefficient


def is_constant(polynomial: Polynomial) -> bool:
    """Whether it has no variables but roots of primes."""
    return all(map(is_root, polynomial.variables))


def invert(constant: Polynomial) -> Polynomial:
    """One over a constant that is not zero, with no root below the fraction line."""
    top, bottom = Polynomial.constant(1), constant
    while bottom.variables:
        name = max(bottom.variables, key=lambda each: int(each[1:]))
        conjugate = bottom.substitute({name: -Polynomial.variable(name)})
        top, bottom = reduce_surds(top * conjugate), reduce_surds(bottom * conjugate)
    value = bottom.value
    assert value, "the norm of a constant that is not zero is not zero"
    return top / value


def surd_text(polynomial: Polynomial) -> str:
    """Expression text, with ``√2`` written ``sqrt(2)``."""
    return _ROOT.sub(r"sqrt(\1)", str(polynomial))
