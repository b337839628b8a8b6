"""From a name ("km", "公里", "oz") to its readings: the table, prefixes, and pint for the rare rest."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, cast

from toolkits import lazy_re as re
from toolkits.units._prefixes import PREFIXES
from toolkits.units._unit import Dimension, Unit

_DIMENSION = re.compile(r"([A-Za-zΘ]+?)(-?\d+)?(?= |$)")
_PINT_WORD = re.compile(r"[a-z_]{4,40}")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
_SPACES = re.compile(r"\s+")
_LARGEST_DENOMINATOR = 10**32
_PINT_BASES = {
    "[length]": "L", "[mass]": "M", "[time]": "T", "[temperature]": "Θ", "[current]": "I", "[substance]": "N",
    "[luminosity]": "J",
}  # fmt: skip


def clean(text: str) -> str:
    """One spelling for what prints alike: NFKC, one sort of minus, single spaces."""
    folded = unicodedata.normalize("NFKC", text).replace("−", "-").replace("’", "'").replace("”", '"')
    return _SPACES.sub(" ", _HYPHEN.sub(" ", folded)).strip().rstrip(".")


@lru_cache(maxsize=4096)
def readings(name: str, *, rare: bool = True) -> tuple[Unit, ...]:
    """Every unit that ``name`` (cleaned) may mean; empty when unknown.

    Case counts where it tells units apart. ``rare``: ask pint about words that the table does not have.
    """
    index = _index()
    found = index.get(name) or index.get(_singular(name))
    if not found and len(name) > 1:
        found = _folded().get(name.casefold())
    if found:
        return _certain(found)
    return _from_pint(name) if rare else ()


def _certain(found: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """A name with one reading ("US gallon") says what it means: it goes with every other unit."""
    return (replace(found[0], tags=frozenset()),) if len(found) == 1 else found


def names() -> frozenset[str]:
    """Every spelling of the table and of the words that make expressions of them, as written."""
    plurals = {f"{name}s" for name in _index() if name.isascii() and len(name) > 2}
    return (
        frozenset(_index())
        | plurals
        | {"square", "sq", "cubic", "cu", "squared", "cubed", "per", "平方", "立方", "每", "/", "^", "2", "3"}
    )


def _singular(name: str) -> str:
    return name[:-1] if len(name) > 3 and name.endswith("s") and name.isascii() else name


@cache
def _index() -> dict[str, tuple[Unit, ...]]:
    plain: dict[str, tuple[Unit, ...]] = {}
    prefixed: dict[str, tuple[Unit, ...]] = {}
    for unit, names, flags in _rows():
        for name in dict.fromkeys((unit.symbol, *names)):
            plain[name] = (*plain.get(name, ()), unit)
        for name, made in _prefixed(unit, names, flags):
            prefixed[name] = (*prefixed.get(name, ()), made)
    return prefixed | plain


@cache
def _folded() -> dict[str, tuple[Unit, ...]]:
    """Readings by case-folded name: for "KM" and "Celsius"; where case tells units apart, all of them."""
    folded: dict[str, tuple[Unit, ...]] = {}
    for name, units in _index().items():
        key = name.casefold()
        folded[key] = tuple(dict.fromkeys((*folded.get(key, ()), *units)))
    return folded


def _rows() -> Iterator[tuple[Unit, list[str], set[str]]]:
    text = files("toolkits.units").joinpath("table.txt").read_text(encoding="utf-8")
    lines = (line for line in unicodedata.normalize("NFKC", text).splitlines() if line and line[0] != "#")
    for line in lines:
        symbol, factor, dimension, names, flags = (part.strip() for part in line.split("|"))
        marks = {flag.strip() for flag in flags.split(",") if flag.strip()}
        offset = next((mark.removeprefix("offset=") for mark in marks if mark.startswith("offset=")), "0")
        unit = Unit(
            symbol=symbol,
            factor=Fraction(factor),
            dimension=_dimension(dimension),
            offset=Fraction(offset),
            pi=("pi" in marks) - ("1/pi" in marks),
            tags=frozenset(
                (family, member) for family, _, member in (m.partition(":") for m in marks) if member
            ),
        )
        yield unit, [name.strip() for name in names.split(",") if name.strip()], marks


def _dimension(text: str) -> Dimension:
    return tuple(sorted((base, int(exponent or 1)) for base, exponent in _DIMENSION.findall(text)))


def _prefixed(unit: Unit, names: list[str], flags: set[str]) -> Iterator[tuple[str, Unit]]:
    least = -99 if "prefix" in flags else 3
    if not flags & {"prefix", "multiples"}:
        return
    for symbol, english, chinese, power in PREFIXES:
        if power < least:
            continue
        made = unit.scaled(symbol + unit.symbol, Fraction(10) ** power)
        yield symbol + unit.symbol, made
        if symbol == "μ":
            yield "u" + unit.symbol, made
        for name in names:
            if name.isascii() and len(name) > 2:
                yield english + name, made
            elif name.isascii() and len(name) == 1:
                yield symbol + name, made
            elif chinese and not name.isascii():
                yield chinese + name, made


@cache
def _pint_registry() -> Any:
    from pint import UnitRegistry  # noqa: PLC0415  (0.6 s, for rare units only)

    return UnitRegistry(non_int_type=cast("Any", Fraction))


def _from_pint(name: str) -> tuple[Unit, ...]:
    """A unit that only pint knows. It sees a bare lower-case word, never an expression."""
    if not _PINT_WORD.fullmatch(name):
        return ()
    from pint.errors import UndefinedUnitError  # noqa: PLC0415  (with the registry, below)

    registry = _pint_registry()
    try:
        unit = registry.Unit(name)
        base = registry.Quantity(Fraction(1), unit).to_base_units()
    except (UndefinedUnitError, ValueError, TypeError, ArithmeticError, AttributeError):
        return ()
    dimension = _pint_dimension(base.dimensionality)
    factor = base.magnitude
    if (
        not dimension
        or not isinstance(factor, Fraction)
        or registry.Quantity(Fraction(0), unit).to_base_units().magnitude
    ):
        return ()
    # Units defined by way of π come as a 50-digit approximation: those are not exact, so not ours to convert.
    return (
        ()
        if factor.denominator > _LARGEST_DENOMINATOR
        else (Unit(symbol=name, factor=factor, dimension=dimension),)
    )


def _pint_dimension(dimensionality: Mapping[str, Any]) -> Dimension:
    if not dimensionality.keys() <= _PINT_BASES.keys():
        return ()
    return tuple(sorted((_PINT_BASES[base], int(exponent)) for base, exponent in dimensionality.items()))
