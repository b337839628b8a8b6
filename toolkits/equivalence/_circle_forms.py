"""Normal forms of circular functions: angles by the addition theorems, known fractions of π by roots."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from toolkits.algebra import Polynomial
from toolkits.equivalence._atoms import IMAGINARY, ONE, ZERO, Atoms, NoForm, Ratio
from toolkits.equivalence._root_forms import numeric_root

MAX_MULTIPLE = 40
#: twelfths of π -> the square of the cosine, with the cosine's sign.
_QUADRANT: Mapping[int, Fraction] = {
    0: Fraction(1),
    2: Fraction(3, 4),
    3: Fraction(1, 2),
    4: Fraction(1, 4),
    6: Fraction(0),
}
_TWELFTHS: Mapping[int, Fraction] = {
    place: sign * square
    for at, square in _QUADRANT.items()
    for place, sign in ((at, 1), ((12 - at) % 24, -1), ((12 + at) % 24, -1), ((24 - at) % 24, 1))
}


def trigonometric(atoms: Atoms, name: str, argument: Ratio) -> Ratio:
    """``sin``, ``cos``, ``tan``, ``cot``, ``sec`` or ``csc``."""
    divisor = argument.bottom.value
    if not divisor:
        return Ratio(atoms.opaque(name, argument))
    angle = argument.top / divisor
    cosine, sine = map(Ratio, circular(atoms, angle))
    forms = {
        "sin": (sine, None),
        "cos": (cosine, None),
        "tan": (sine, cosine),
        "cot": (cosine, sine),
        "sec": (Ratio(ONE), cosine),
        "csc": (Ratio(ONE), sine),
    }
    top, bottom = forms[name]
    return atoms.kept(top if bottom is None else top * bottom.inverse())


def euler(atoms: Atoms, exponent: Polynomial) -> Ratio:
    """``e ** (i a)`` for a real a."""
    angle = atoms.reduce(exponent * -IMAGINARY)
    if "i" in angle.variables:
        raise NoForm
    cosine, sine = circular(atoms, angle)
    return Ratio(cosine + IMAGINARY * sine)


def circular(atoms: Atoms, angle: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Cosine and sine of a sum of terms, by the addition theorems."""
    cosine, sine = ONE, ZERO
    for monomial, coefficient in sorted(angle.terms.items()):
        c, s = _of_term(atoms, monomial, coefficient)
        cosine, sine = atoms.reduce(cosine * c - sine * s), atoms.reduce(sine * c + cosine * s)
    return cosine, sine


def _of_term(
    atoms: Atoms, monomial: tuple[tuple[str, int], ...], coefficient: Fraction
) -> tuple[Polynomial, Polynomial]:
    if monomial == (("π", 1),):
        known = _of_pi(atoms, coefficient)
        if known:
            return known
    unit = atoms.units.get(f"angle^{monomial}", coefficient.denominator)
    times = coefficient * unit
    if times.denominator != 1 or abs(times) > MAX_MULTIPLE:
        raise NoForm
    text = str(Polynomial({monomial: Fraction(1, unit)}))
    cosine, sine = (Polynomial.variable(atoms.atom(f"{name} {text}")) for name in ("cos", "sin"))
    atoms.relations[atoms.atom(f"sin {text}")] = (2, ONE - cosine * cosine)
    c, s = ONE, ZERO
    for _ in range(abs(times.numerator)):
        c, s = atoms.reduce(c * cosine - s * sine), atoms.reduce(s * cosine + c * sine)
    return c, s if times > 0 else -s


def _of_pi(atoms: Atoms, turns: Fraction) -> tuple[Polynomial, Polynomial] | None:
    """Cosine and sine of a multiple of π/4 or π/6, with roots; None for other fractions of π."""
    twelfths = turns * 12
    if twelfths.denominator != 1 or int(twelfths) % 24 not in _TWELFTHS:
        return None
    cosine, sine = _TWELFTHS[int(twelfths) % 24], _TWELFTHS[(int(twelfths) - 6) % 24]
    return _scaled_root(atoms, cosine), _scaled_root(atoms, sine)


def _scaled_root(atoms: Atoms, signed_square: Fraction) -> Polynomial:
    root = numeric_root(atoms, abs(signed_square))
    return -root if signed_square < 0 else root
