"""Compares amounts with units, and money: every reading of an ambiguous unit must agree."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolkits.equivalence._amounts import number
from toolkits.equivalence._evidence import Finding, agreed, both, different, equivalent, undecided
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._values import Measure, Money
from toolkits.expressions import Binary, Constant, Expression, Number

if TYPE_CHECKING:
    from toolkits.units import Unit


_WITH_CENTS = frozenset({"¢", "USD", "EUR", "CAD", "AUD", "NZD", "SGD", "HKD"})


def measures(one: Measure, other: Measure, policy: Policy) -> Finding:
    """Whether two amounts are one, whatever their units."""
    if (one.tolerance is None) != (other.tolerance is None):
        return different("structural", "tolerance", reason="one states a tolerance, the other none")
    pairs = [(a, b) for a in one.units for b in other.units if a.dimension == b.dimension and _together(a, b)]
    if not pairs:
        return different(
            "exact", "dimension", reason=f"{_names(one)} and {_names(other)} measure different things"
        )
    found = [_compared(one, other, a, b, policy) for a, b in pairs]
    return agreed(found, "a unit with several readings")


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


def monies(one: Money, other: Money) -> Finding:
    """Amounts of one currency; none is ever converted."""
    if one.alternatives or other.alternatives:
        return undecided("ambiguous", reason="an amount with two readings")
    currencies = {one.currency, other.currency}
    if "¢" in currencies and not currencies <= _WITH_CENTS:
        return undecided("currency", reason="cents of which currency?")
    if currencies == {"¥", "JPY"} and one.value == other.value:
        return undecided("currency", reason="¥ is the sign of the yuan and of the yen")
    if len(currencies) > 1 and "¢" not in currencies and currencies != {"¥", "CNY"}:
        return different("structural", "currency", reason=f"{one.currency} and {other.currency}")
    shown = {"a": str(one.value), "b": str(other.value)}
    if one.value == other.value:
        return equivalent("exact", "arithmetic", **shown)
    return different("exact", "arithmetic", **shown)
