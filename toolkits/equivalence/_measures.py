"""Compares amounts with units, money among them: every reading of an ambiguous unit must agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolkits.equivalence._evidence import Finding, agreed, both, different, undecided
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._values import Measure
from toolkits.expressions import Binary, Constant, Expression, Number, number

if TYPE_CHECKING:
    from toolkits.units import Unit


def measures(one: Measure, other: Measure, policy: Policy) -> Finding:
    """Whether two amounts are one, whatever their units; no currency is ever converted."""
    if (one.tolerance is None) != (other.tolerance is None):
        return different("structural", "tolerance", reason="one states a tolerance, the other none")
    from toolkits.units import by_working_time  # noqa: PLC0415  (reads the table of units)

    pairs = [(a, b) for a in one.units for b in other.units if a.dimension == b.dimension and _together(a, b)]
    if not pairs:
        return different(
            "exact", "dimension", reason=f"{_names(one)} and {_names(other)} measure different things"
        )
    if all(by_working_time(a, b) for a, b in pairs):
        return undecided("unit", reason="how many hours of the day are paid is not said")
    found = agreed([_compared(one, other, a, b, policy) for a, b in pairs], "a unit with several readings")
    sure = found.outcome == "equivalent" and one.likely and other.likely
    if sure or not (one.others or other.others):
        return found
    again = [
        measures(replace(one, value=a, others=()), replace(other, value=b, others=()), policy)
        for a in (one.value, *one.others)
        for b in (other.value, *other.others)
    ]
    return agreed(again, "a comma or a point that groups digits, or marks decimals")


def angle(measure: Measure) -> Expression | None:
    """An angle in radians; None where it is no angle."""
    unit = measure.units[0]
    is_angle = len(measure.units) == 1 and unit.dimension == (("angle", 1),)
    return _in_base(measure.value, unit, difference=True) if is_angle else None


def _together(one: Unit, other: Unit) -> bool:
    from toolkits.units._unit import consistent  # noqa: PLC0415

    return consistent(one, other)


def _names(measure: Measure) -> str:
    return measure.units[0].symbol


def _compared(one: Measure, other: Measure, a: Unit, b: Unit, policy: Policy) -> Finding:
    differences = one.difference or other.difference
    if differences and one.difference != other.difference and (a.offset or b.offset):
        return undecided("difference", reason="one is a change, the other a point of the scale")
    left, right = (
        _in_base(one.value, a, difference=differences),
        _in_base(other.value, b, difference=differences),
    )
    found = [compare(Pair(left, right, policy))]
    if one.tolerance is not None and other.tolerance is not None:
        left, right = (
            _in_base(one.tolerance, a, difference=True),
            _in_base(other.tolerance, b, difference=True),
        )
        found.append(compare(Pair(left, right, policy)))
    result = both(found, "unit")
    return replace(result, reason="unit") if result.outcome in ("equivalent", "different") else result


def _in_base(value: Expression, unit: Unit, *, difference: bool) -> Expression:
    node: Expression = Binary("*", value, number(unit.factor))
    if unit.pi:
        turn = Binary("^", Constant("pi"), Number(abs(unit.pi)))
        node = Binary("*" if unit.pi > 0 else "/", node, turn)
    return node if difference or not unit.offset else Binary("+", node, number(unit.offset))
