"""What a unit is: a rational factor to base units, a dimension, and which reading of a name it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

#: Exponents of base units, sorted by name: km/h is (("L", 1), ("T", -1)).
Dimension: TypeAlias = tuple[tuple[str, int], ...]

MAX_EXPONENT = 24
_SUPERSCRIPTS = {2: "²", 3: "³"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One reading of a unit.

    Attributes:
        symbol: canonical spelling.
        factor: base units in one of it.
        dimension: exponents of the base units.
        offset: what a temperature *point* adds, in kelvin; 0 for everything else.
        pi: power of π that multiplies the factor (degrees and turns against radians).
        tags: which reading of an ambiguous name this is: ``(family, member)`` pairs.
    """

    symbol: str
    factor: Fraction
    dimension: Dimension = ()
    offset: Fraction = Fraction(0)
    pi: int = 0
    tags: frozenset[tuple[str, str]] = frozenset()

    @property
    def label(self) -> str:
        """The symbol with its reading, for people: ``year (365-day year)``."""
        members = ", ".join(member for _, member in sorted(self.tags))
        return f"{self.symbol} ({members})" if members else self.symbol

    def times(self, other: Unit, *, symbol: str, sign: int = 1) -> Unit | None:
        """The product with ``other ** sign``; ``None`` when their readings exclude each other.

        In a product a temperature is a difference: offsets fall away.
        """
        if not consistent(self, other):
            return None
        return Unit(
            symbol=symbol,
            factor=self.factor * other.factor**sign,
            dimension=_combine(self.dimension, other.dimension, sign),
            pi=self.pi + sign * other.pi,
            tags=self.tags | other.tags,
        )

    def power(self, exponent: int) -> Unit:
        """The unit raised to an integer power."""
        if exponent == 1:
            return self
        return Unit(
            symbol=self.symbol + _SUPERSCRIPTS.get(exponent, f"^{exponent}"),
            factor=self.factor**exponent,
            dimension=tuple((base, count * exponent) for base, count in self.dimension if exponent),
            pi=self.pi * exponent,
            tags=self.tags,
        )

    def scaled(self, symbol: str, factor: Fraction) -> Unit:
        """The unit under a prefix."""
        return replace(self, symbol=symbol, factor=self.factor * factor)


def consistent(first: Unit, second: Unit) -> bool:
    """Whether two readings can stand together: one member of each family."""
    members: Mapping[str, str] = dict(first.tags)
    return all(members.get(family, member) == member for family, member in second.tags)


def _combine(first: Dimension, second: Dimension, sign: int) -> Dimension:
    exponents = dict(first)
    for base, exponent in second:
        exponents[base] = exponents.get(base, 0) + sign * exponent
    return tuple(sorted((base, exponent) for base, exponent in exponents.items() if exponent))
