"""Rational functions in atoms: roots, sines and exponentials, each with the relation that it obeys."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction

from toolkits.algebra import Polynomial

ZERO, ONE = Polynomial.constant(0), Polynomial.constant(1)
IMAGINARY = Polynomial.variable("i")
PI = Polynomial.variable("π")
#: Products of terms in one comparison.
MAX_WORK = 40_000
SECONDS = 0.4
MAX_POWER = 200
_ROUNDS = 60


class NoForm(Exception):  # noqa: N818  (control flow: this rung can't speak)
    """The expression has no normal form of this kind."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """``top / bottom``, both polynomials in the atoms."""

    top: Polynomial
    bottom: Polynomial = ONE

    def __add__(self, other: Ratio) -> Ratio:
        if self.bottom == other.bottom:
            return Ratio(self.top + other.top, self.bottom)
        return Ratio(self.top * other.bottom + other.top * self.bottom, self.bottom * other.bottom)

    def __neg__(self) -> Ratio:
        return Ratio(-self.top, self.bottom)

    def __mul__(self, other: Ratio) -> Ratio:
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    def inverse(self) -> Ratio:
        """One over it. Raises :class:`NoForm` for zero."""
        if not self.top.terms:
            raise NoForm
        return Ratio(self.bottom, self.top)

    @property
    def value(self) -> Fraction | None:
        """The rational number that it is as it stands, or None."""
        top, bottom = self.top.value, self.bottom.value
        return top / bottom if top is not None and bottom else None


class Atoms:
    """The atoms of some normal forms, the relations that they obey, and the work spent on them.

    Args:
        imaginary: ``i`` is the imaginary unit.
        positive: variables that are known to be positive.

    Attributes:
        relations: an atom's name -> a power of it, and what that power is.
        logs: an atom's name -> what it is the logarithm of.
        units: terms of angles and exponents -> what every one is a whole multiple of.
    """

    def __init__(self, *, imaginary: bool, positive: frozenset[str]) -> None:
        self.positives = positive
        self.relations: dict[str, tuple[int, Polynomial]] = {"i": (2, -ONE)} if imaginary else {}
        self.logs: dict[str, Ratio] = {}
        self.units: dict[str, int] = {}
        self._atoms: dict[str, str] = {}
        self._spent = 0
        self._until = time.thread_time() + SECONDS

    @property
    def is_complex(self) -> bool:
        """Whether ``i`` is the imaginary unit."""
        return "i" in self.relations

    def reduce(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with every relation used until none applies."""
        for _ in range(_ROUNDS):
            self._spent += len(polynomial.terms)
            self.check_work()
            name = next(
                (n for n, (power, _) in self.relations.items() if polynomial.degree(n) >= power), None
            )
            if name is None:
                return polynomial
            power, square = self.relations[name]
            rows = polynomial.coefficients(name)
            for at, row in enumerate(rows):
                if row.terms:
                    self._spent += len(row.terms) * len(square.terms) * (at // power + 1)
            self.check_work()
            parts = (
                row * square ** (at // power) * Polynomial.variable(name) ** (at % power)
                for at, row in enumerate(rows)
            )
            polynomial = sum(parts, ZERO)
        raise NoForm

    def product(self, one: Ratio, other: Ratio) -> Ratio:
        """The product. Raises :class:`NoForm` when the work of this comparison grows out of bounds."""
        for a, b in ((one.top, other.top), (one.bottom, other.bottom)):
            self._spent += len(a.terms) * len(b.terms)
        self.check_work()
        return self.kept(one * other)

    def check_work(self) -> None:
        """Bounded by counted work; processor time is the backstop."""
        if self._spent > MAX_WORK or time.thread_time() > self._until:
            raise NoForm

    def kept(self, ratio: Ratio) -> Ratio:
        """``ratio`` with its relations used. Raises :class:`NoForm` where its denominator is zero."""
        bottom = self.reduce(ratio.bottom)
        if not bottom.terms:
            raise NoForm
        return Ratio(self.reduce(ratio.top), bottom)

    def atom(self, text: str) -> str:
        """The name of the atom that ``text`` describes, the same for the same text."""
        return self._atoms.setdefault(text, f"@{len(self._atoms)}")

    def opaque(self, name: str, *arguments: Ratio) -> Polynomial:
        """An atom that is known only by its name and the normal forms of its arguments."""
        return Polynomial.variable(self.atom(f"{name}({', '.join(map(self.text, arguments))})"))

    def text(self, ratio: Ratio) -> str:
        """Text that is the same for the same form, up to a common number above and below the line."""
        lead = next(iter(sorted(ratio.bottom.terms.items())))[1]
        return f"{ratio.top / lead} over {ratio.bottom / lead}"

    def is_real(self, ratio: Ratio) -> bool:
        """Whether nothing but real variables and numbers stands in it."""
        return not any(
            "i" in p.variables or any(v.startswith("@") for v in p.variables)
            for p in (ratio.top, ratio.bottom)
        )
