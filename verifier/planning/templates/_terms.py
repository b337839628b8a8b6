"""Parameters as they enter an expression: in one unit where they meet, and the unit of what they give."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from toolkits import lazy_re as re
from toolkits.units import canonical, factors
from verifier.planning.templates._kinds import PERCENT, Given
from verifier.planning.templates._numbers import number_text, times
from verifier.planning.templates._schema import Compute, Template

_TERM = re.compile(r"([a-z_0-9]+)(?:\.(length|time))?(\^[1-9])?")
#: Tokens from one number to the next in "5, 4, and 3 cm".
_NEAR = 3
_STEPS = frozenset({3, 7, 12, 24, 36, 60, 72, 3600})
_SPEEDS = {"mph": ("mi", "h"), "knot": ("nmi", "h")}
#: Kinds whose values must come in one unit when they meet in one expression.
_ONE_UNIT = {
    "length": "length",
    "distance": "length",
    "quantity": "any",
    "value": "any",
    "values": "any",
    "money": "money",
}


class Abstain(Exception):  # noqa: N818  (a decision, not an error)
    """The template does not answer this question after all."""


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter's text in the expression, and its unit there."""

    text: str
    unit: str | None


def terms(template: Template, compute: Compute, given: Mapping[str, Given]) -> dict[str, Term]:
    """Each parameter as it stands in the expression, its unit made one with the others'."""
    made: dict[str, Term] = {}
    targets = _targets(template, compute, given)
    for name in compute.parameters:
        spec = template.parameters[name]
        value = given.get(name)
        if value is None:
            made[name] = Term(number_text(spec.default or Fraction(0)), None)
            continue
        made[name] = _term(value, targets.get(name, value.unit))
    return made


def _term(given: Given, target: str | None) -> Term:
    if target is None or given.unit is None or target == given.unit:
        return Term(given.total or number_text(given.value), target)
    factor = factors(given.unit, target)
    if factor is None:
        raise Abstain(f"{given.unit} is not converted to {target}")
    text = given.total or number_text(given.value)
    if factor != 1 and not _plain_factor(factor):
        raise Abstain(f"{given.unit} and {target} would need a conversion in between")
    return Term(text if factor == 1 else f"({text}{times(factor)})", target)


def _plain_factor(factor: Fraction) -> bool:
    """A power of ten or a common step (60, 12, 24, …): what a person would write into the expression."""
    small, large = sorted((factor.numerator, factor.denominator))
    return small == 1 and (large in _STEPS or str(large).rstrip("0") == "1")


def _targets(template: Template, compute: Compute, given: Mapping[str, Given]) -> dict[str, str | None]:
    """The unit in which each parameter enters the expression."""
    present = {name: given[name] for name in compute.parameters if name in given}
    targets: dict[str, str | None] = {
        name: template.parameters[name].unit for name in present if template.parameters[name].unit
    }
    length, time = _speed_units(template, present)
    groups: dict[str, list[str]] = {}
    for name in present:
        kind = template.parameters[name].kind
        if kind in _ONE_UNIT and name not in targets:
            groups.setdefault(_ONE_UNIT[kind], []).append(name)
        elif kind == "time" and time and name not in targets:
            targets[name] = time
    for group, members in groups.items():
        common = length if group == "length" and length else _common([present[name] for name in members])
        targets.update(dict.fromkeys(members, common))
    return targets


def _common(members: list[Given]) -> str | None:
    """The unit of the first that has one; numbers without unit must stand right before it (5 by 3 cm)."""
    ordered = sorted(members, key=lambda given: given.at)
    units = [given.unit for given in ordered]
    if None not in units or not any(units):
        return units[0]
    first = next(n for n, unit in enumerate(units) if unit)
    bare_after = None in units[first:]
    gaps = [after.at - before.at for before, after in pairwise(ordered[: first + 1])]
    if bare_after or any(gap > _NEAR for gap in gaps) or len(set(units[first:])) != 1:
        raise Abstain("some lengths have a unit and some have none")
    return units[first]


def _speed_units(template: Template, present: Mapping[str, Given]) -> tuple[str | None, str | None]:
    """Length and time unit of the speed that takes part, if one does."""
    for name, given in present.items():
        if template.parameters[name].kind == "speed" and given.unit:
            return _split_speed(given.unit)
    return None, None


def _split_speed(unit: str) -> tuple[str, str]:
    known = canonical(unit) or unit
    length, slash, time = known.partition("/")
    if known in _SPEEDS:
        return _SPEEDS[known]
    if not slash:
        raise Abstain(f"{unit} does not name its length and time")
    return length, time


def unit_of(spec: str, given: Mapping[str, Term]) -> str | None:
    """Unit of the value: the spec with each parameter's unit in its place."""
    if spec in {"", PERCENT} or spec.startswith("="):
        return spec.removeprefix("=") or None
    pieces: list[str] = []
    for part in re.split(r"([*/])", spec):
        term = _TERM.fullmatch(part)
        if term is None:
            pieces.append(part)
            continue
        unit = given[term[1]].unit
        if unit is None:
            return None
        if term[2]:
            unit = _split_speed(unit)[0 if term[2] == "length" else 1]
        pieces.append(unit + (term[3] or ""))
    text = "".join(pieces)
    return canonical(text) or text
