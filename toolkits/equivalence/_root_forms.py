"""Normal forms of roots, of absolute values, and of rational powers of numbers."""

from __future__ import annotations

import math
from fractions import Fraction

from toolkits.algebra import Polynomial
from toolkits.equivalence._atoms import MAX_POWER, ONE, ZERO, Atoms, NoForm, Ratio

MAX_BITS = 20_000
_PRIMES = tuple(n for n in range(2, 1000) if all(n % d for d in range(2, math.isqrt(n) + 1)))


def root(atoms: Atoms, radicand: Ratio, degree: int) -> Polynomial:
    """The principal root; its power ``degree`` is the radicand, whatever the branch."""
    value = radicand.value
    if degree == 2 and value is not None and value >= 0:
        return numeric_root(atoms, value)
    square = _root_of_square(atoms, radicand) if degree == 2 else None
    if square is not None:
        return square
    name = atoms.atom(f"root {degree} of {atoms.text(radicand)}")
    bottom = radicand.bottom.value
    if bottom:
        atoms.relations[name] = (degree, radicand.top / bottom)
    return Polynomial.variable(name)


def _root_of_square(atoms: Atoms, radicand: Ratio) -> Polynomial | None:
    """``sqrt(4 x^2) = 2 |x|``: the root of one term whose exponents are even."""
    bottom = radicand.bottom.value
    if not bottom or len(radicand.top.terms) != 1 or not atoms.is_real(radicand):
        return None
    monomial, coefficient = next(iter(radicand.top.terms.items()))
    if coefficient / bottom < 0 or any(power % 2 for _, power in monomial):
        return None
    result = numeric_root(atoms, coefficient / bottom)
    for name, power in monomial:
        plain = Polynomial.variable(name)
        half = power // 2
        result = result * (plain**half if half % 2 == 0 else absolute(atoms, Ratio(plain)) ** half)
    return atoms.reduce(result)


def numeric_root(atoms: Atoms, value: Fraction) -> Polynomial:
    """The square root of a rational, as a rational times roots of primes."""
    from toolkits.algebra._surds import surd  # noqa: PLC0415  (it factors; rarely needed)

    root = surd(value)
    for name in root.variables:
        atoms.relations[name] = (2, Polynomial.constant(int(name[1:])))
    return root


def real_cube_root(atoms: Atoms, radicand: Ratio) -> Polynomial:
    """The real cube root; its cube is the radicand."""
    cube = _root_of_cube(atoms, radicand)
    if cube is not None:
        return cube
    name = atoms.atom(f"real cube root of {atoms.text(radicand)}")
    bottom = radicand.bottom.value
    if bottom:
        atoms.relations[name] = (3, radicand.top / bottom)
    return Polynomial.variable(name)


def _root_of_cube(atoms: Atoms, radicand: Ratio) -> Polynomial | None:
    """``cbrt(8 x^3) = 2 x``: the real root of one term whose exponents are multiples of three."""
    bottom = radicand.bottom.value
    if not bottom or len(radicand.top.terms) != 1 or not atoms.is_real(radicand):
        return None
    monomial, coefficient = next(iter(radicand.top.terms.items()))
    if not monomial or any(power % 3 for _, power in monomial):
        return None
    value = coefficient / bottom
    root = numeric_power(atoms, abs(value), Fraction(1, 3)).top
    result = root if value > 0 else -root
    for name, power in monomial:
        result = result * Polynomial.variable(name) ** (power // 3)
    return result


def absolute(atoms: Atoms, inner: Ratio) -> Polynomial:
    """The absolute value; of a real its square is the square."""
    value = inner.value
    if value is not None:
        return Polynomial.constant(abs(value))
    size = _modulus(atoms, inner)
    if size is not None:
        return size
    if inner.bottom == ONE and inner.top.variables <= atoms.positives and len(inner.top.terms) == 1:
        return inner.top if next(iter(inner.top.terms.values())) > 0 else -inner.top
    opposite = -inner
    name = atoms.atom(f"abs {min(atoms.text(inner), atoms.text(opposite))}")
    bottom = inner.bottom.value
    if bottom and atoms.is_real(inner):
        atoms.relations[name] = (2, atoms.reduce((inner.top / bottom) ** 2))
    return Polynomial.variable(name)


def _modulus(atoms: Atoms, inner: Ratio) -> Polynomial | None:
    """Of a complex number with rational parts."""
    bottom = inner.bottom.value
    if not bottom or inner.top.variables != {"i"} or "i" not in atoms.relations:
        return None
    real, imaginary = [*inner.top.coefficients("i"), ZERO][:2]
    if real.value is None or imaginary.value is None:
        return None
    return numeric_root(atoms, (real.value**2 + imaginary.value**2) / bottom**2)


def numeric_power(atoms: Atoms, base: Fraction, exponent: Fraction) -> Ratio:
    """A positive rational to a rational power, as a rational times roots of primes."""
    if abs(exponent.numerator) > MAX_POWER:
        raise NoForm
    result = Ratio(ONE)
    for prime, count in factors(base).items():
        total = count * exponent
        whole = math.floor(total)
        if abs(whole) * prime.bit_length() > MAX_BITS:
            raise NoForm
        result = result * Ratio(Polynomial.constant(Fraction(prime) ** whole))
        rest = total - whole
        if rest:
            result = result * Ratio(_prime_root(atoms, prime, rest.denominator) ** rest.numerator)
    return atoms.kept(result)


def _prime_root(atoms: Atoms, prime: int, degree: int) -> Polynomial:
    if degree == 2:
        return numeric_root(atoms, Fraction(prime))
    name = atoms.atom(f"root {degree} of {prime}")
    atoms.relations[name] = (degree, Polynomial.constant(prime))
    return Polynomial.variable(name)


def factors(value: Fraction) -> dict[int, int]:
    """Exponents of the primes of a positive rational; what small primes leave over counts as a prime."""
    found: dict[int, int] = {}
    for number, sign in ((value.numerator, 1), (value.denominator, -1)):
        rest = number
        for prime in _PRIMES:
            while rest % prime == 0:
                rest //= prime
                found[prime] = found.get(prime, 0) + sign
        if rest > 1:
            found[rest] = found.get(rest, 0) + sign
    return found
