"""The chemical elements as a closed source: number, symbol, names, weight, melting and boiling point.

Weights are IUPAC's abridged standard ones; elements without a stable isotope have none. Melting and boiling
points (°C, at 1 atm) stand only where handbooks agree; a claim off by little is left open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files

from toolkits.facts._records import Fact
from toolkits.facts._table import Table

_OTHER_NAMES = {
    "Aluminium": ("Aluminum",),
    "Caesium": ("Cesium",),
    "Sulfur": ("Sulphur",),
    "Mercury": ("水银",),
}
_GUARD = Fraction(25)
#: Two handbooks' weights of an element differ by as much, in parts of it.
_WEIGHT_GUARD = Fraction(1, 400)


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    text = files("toolkits.facts").joinpath("data/elements.tsv").read_text(encoding="utf-8")
    return tuple(tuple(line.split("\t")) for line in text.splitlines() if not line.startswith("#"))


def _load() -> Iterator[Fact]:
    for number, symbol, english, chinese, weight, melting, boiling in _rows():
        locator = f"elements.tsv#{number}"
        other = _OTHER_NAMES.get(english, ())

        def fact(
            attribute: str, value: str, unit: str = "", guard: Fraction = Fraction(0), *aliases: str,
            _entity: str = english, _locator: str = locator,
        ) -> Fact:  # fmt: skip
            return Fact(
                entity=_entity, attribute=attribute, value=value, unit=unit, guard=guard, aliases=aliases,
                single=True, locator=f"{_locator}/{attribute}",
            )  # fmt: skip

        yield fact("atomic number", number)
        yield fact("symbol", symbol)
        yield fact("name", english.lower(), "", Fraction(0), chinese, *other)
        if weight:
            yield fact("atomic weight", weight, "", Fraction(weight) * _WEIGHT_GUARD)
        if melting:
            yield fact("melting point", melting, "°C", _GUARD)
        if boiling:
            yield fact("boiling point", boiling, "°C", _GUARD)


def _names() -> Mapping[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    for _, _, english, chinese, *_ in _rows():
        for name in (english, chinese, f"{chinese}元素", *_OTHER_NAMES.get(english, ())):
            names[name] = (english,)
        names[f"element {english}"] = names[f"{english} element"] = (english,)
    return names


ELEMENTS = Table(
    id="elements", load=_load, names=_names, closed=True, origin="IUPAC, abridged", retrieved="2021"
)
