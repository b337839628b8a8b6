"""Normal forms of exponentials: a product of powers of one atom for each prime and each term."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from toolkits.algebra import Polynomial
from toolkits.equivalence._atoms import MAX_POWER, ONE, Atoms, NoForm, Ratio
from toolkits.equivalence._circle_forms import euler
from toolkits.equivalence._root_forms import numeric_power

Monomial: TypeAlias = tuple[tuple[str, int], ...]


def power_of_e(atoms: Atoms, exponent: Ratio) -> Ratio:
    """``e ** exponent``."""
    return product_of_powers(atoms, "e", Fraction(1), exponent)


def product_of_powers(atoms: Atoms, key: str, count: Fraction, exponent: Ratio) -> Ratio:
    """``key ** (count * exponent)`` for a positive key."""
    divisor = exponent.bottom.value
    if not divisor:
        return Ratio(atoms.opaque("power of " + key, exponent * Ratio(Polynomial.constant(count))))
    result = Ratio(ONE)
    for monomial, plain in atoms.reduce(exponent.top / divisor).terms.items():
        coefficient = plain * count
        power = _undone(atoms, key, monomial, coefficient)
        if power is not None:
            result = atoms.kept(result * power)
        elif key == "e" and any(name == "i" for name, _ in monomial):
            result = result * euler(atoms, Polynomial({monomial: coefficient}))
        elif key != "e" and not monomial:
            result = result * numeric_power(atoms, Fraction(key), coefficient)
        else:
            result = result * _power_of_atom(atoms, key, monomial, coefficient)
    return result


def _undone(atoms: Atoms, key: str, monomial: Monomial, coefficient: Fraction) -> Ratio | None:
    """``e`` to a multiple of a logarithm."""
    if key != "e" or len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in atoms.logs:
        return None
    inner = atoms.logs[monomial[0][0]]
    value = inner.value
    if value is not None:
        return numeric_power(atoms, value, coefficient)
    if coefficient.denominator != 1 or abs(coefficient) > MAX_POWER:
        return None
    power = Ratio(ONE)
    for _ in range(abs(int(coefficient))):
        power = atoms.product(power, inner)
    return power if coefficient > 0 else power.inverse()


def _power_of_atom(atoms: Atoms, key: str, monomial: Monomial, coefficient: Fraction) -> Ratio:
    unit = atoms.units.get(f"{'e' if key == 'e' else 'power'}^{monomial}", coefficient.denominator)
    times = coefficient * unit
    if times.denominator != 1 or abs(times) > MAX_POWER:
        raise NoForm
    atom = Polynomial.variable(atoms.atom(f"{key} ^ {Polynomial({monomial: Fraction(1, unit)})}"))
    power = Ratio(atom ** abs(times.numerator))
    return power if times > 0 else power.inverse()


def hyperbolic(atoms: Atoms, name: str, argument: Ratio) -> Ratio:
    """``sinh``, ``cosh`` or ``tanh``."""
    up, down = power_of_e(atoms, argument), power_of_e(atoms, -argument)
    half = Ratio(Polynomial.constant(Fraction(1, 2)))
    sine, cosine = (up + -down) * half, (up + down) * half
    return sine if name == "sinh" else cosine if name == "cosh" else sine * cosine.inverse()
