"""Exact conversion between readings of units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from toolkits.errors import ToolInputError, ToolRefused
from toolkits.units._parse import parse
from toolkits.units._unit import Unit, consistent


@dataclass(frozen=True, slots=True)
class Conversion:
    """``target = value * scale * π**pi + shift``, between one reading of each unit."""

    source: Unit
    target: Unit
    scale: Fraction
    shift: Fraction
    pi: int

    def apply(self, value: Fraction) -> Fraction:
        """The converted value, π left out."""
        return value * self.scale + self.shift


def convert(value: Fraction, from_unit: str, to_unit: str) -> Fraction:
    """Convert exactly.

    Args:
        value: amount in ``from_unit``.
        from_unit: a unit expression ("km/h", "平方米", "oz").
        to_unit: another of the same dimension.

    Raises:
        ToolInputError: ``unknown_unit``.
        ToolRefused: ``incompatible_units``, ``ambiguous_unit`` (with the readings), or ``irrational`` for
            degrees against radians.
    """
    found = conversion(from_unit, to_unit, value)
    if found.pi:
        raise ToolRefused(
            f"{from_unit} to {to_unit} needs a power of π: no exact rational", code="irrational"
        )
    return found.apply(value)


def conversion(from_unit: str, to_unit: str, value: Fraction = Fraction(1)) -> Conversion:
    """The one conversion on which all compatible readings of both units agree, for ``value``.

    Raises:
        ToolInputError: ``unknown_unit``.
        ToolRefused: ``incompatible_units`` or ``ambiguous_unit``.
    """
    return between(parse(from_unit), parse(to_unit), value, names=(from_unit, to_unit))


def between(
    sources: Iterable[Unit], targets: Iterable[Unit], value: Fraction, *, names: tuple[str, str]
) -> Conversion:
    """As :func:`conversion`, on readings."""
    targets = tuple(targets)
    pairs = [(s, t) for s in sources for t in targets if compatible(s, t)]
    if not pairs:
        raise ToolRefused(_incompatible(*names), code="incompatible_units")
    found = [conversion_of(source, target) for source, target in pairs]
    if len({(c.apply(value), c.pi) for c in found}) > 1:
        raise ToolRefused(_ambiguous(found, names), code="ambiguous_unit")
    return found[0]


def compatible(source: Unit, target: Unit) -> bool:
    """One dimension, readings that can stand together, and no temperature point against a difference."""
    mixed = bool(source.offset) != bool(target.offset) and "Δ" in source.symbol + target.symbol
    return source.dimension == target.dimension and consistent(source, target) and not mixed


def conversion_of(source: Unit, target: Unit) -> Conversion:
    """The conversion between two compatible readings."""
    # A temperature point against a plain kelvin or difference unit: the point's offset counts; between two
    # differences there is none.
    scale = source.factor / target.factor
    shift = (source.offset - target.offset) / target.factor
    return Conversion(source, target, scale, shift, source.pi - target.pi)


def _incompatible(from_unit: str, to_unit: str) -> str:
    if all(map(is_money, (*parse(from_unit), *parse(to_unit)))):
        return f"{from_unit} and {to_unit} are different currencies; exchange rates are not known here"
    return f"{from_unit or '1'} and {to_unit or '1'} measure different things"


def is_money(unit: Unit) -> bool:
    """Whether the unit counts a currency, alone or per something."""
    return any(len(base) == 3 and base.isupper() for base, _ in unit.dimension)


def _ambiguous(found: list[Conversion], names: tuple[str, str]) -> str:
    texts = dict.fromkeys(f"{c.source.label} -> {c.target.label}" for c in found)
    return f"{names[0]} to {names[1]} has {len(texts)} readings: {'; '.join(texts)}"


def factors(from_unit: str, to_unit: str) -> Fraction | None:
    """The rational factor between two units; ``None`` when there is no single one (offset, π, ambiguity)."""
    try:
        found = conversion(from_unit, to_unit)
    except (ToolInputError, ToolRefused):
        return None
    return None if found.shift or found.pi else found.scale


def by_working_time(one: Unit, other: Unit) -> bool:
    """Whether both are pay, one by the hour, one by the day or longer: the hours worked are not said."""
    if not (("T", -1) in one.dimension and is_money(one) and is_money(other)):
        return False
    return len({unit.symbol.rpartition("/")[2] in _CLOCKED for unit in (one, other)}) == 2


_CLOCKED = frozenset({"s", "min", "h"})
