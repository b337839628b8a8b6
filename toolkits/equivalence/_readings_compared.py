"""Compares all the readings of two texts: the first ones that are of one kind decide."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from toolkits.equivalence._evidence import Finding, different, equivalent, undecided
from toolkits.equivalence._kinds import Comparison
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._values import Choice, Clock, Counted, Equation, Measure, Named, Scalar, Value
from toolkits.expressions import Constant, Unary, Variable, walk


def compare_readings(one: Sequence[Value], other: Sequence[Value], policy: Policy) -> Finding:
    """The finding on two texts by the first readings of them that are of one kind."""
    comparison = Comparison(policy)
    if isinstance(one[0], Choice) or isinstance(other[0], Choice):
        return _choices(one, other, policy)
    letters = {_bare_letter(one[0]), _bare_letter(other[0])}
    if len(letters) == 2 and len({letter.upper() for letter in letters}) == 1:
        return undecided("ambiguous", reason="a letter of a choice, or two variables")
    if isinstance(one[0], Clock) and isinstance(other[0], Clock) and len(one) == len(other) == 2:
        return _clock_or_ratio(comparison, one, other)
    if any(_may_be_measured(a) and _is_plain_equation(b) for a, b in ((one, other), (other, one))):
        return undecided("unit", reason="one may have a unit, the other has none")
    if any(_has_unit(a[0]) and _is_number(b) for a, b in ((one, other), (other, one))):
        return comparison.values(one[0], other[0])
    pairs = sorted(product(range(len(one)), range(len(other))), key=lambda pair: (sum(pair), pair))
    for first, second in pairs:
        if _kind(one[first]) is _kind(other[second]):
            return comparison.values(one[first], other[second])
    return comparison.values(one[0], other[0])


def _choices(one: Sequence[Value], other: Sequence[Value], policy: Policy) -> Finding:
    """``(B) 42`` is B, and is 42; where both name a letter that decides."""
    (left, inside), (right, across) = _lettered(one), _lettered(other)
    found = compare_readings(inside, across, policy) if inside and across else None
    if left and right:
        if left != right:
            return different("structural", "choice")
        if found and found.outcome != "equivalent":
            return undecided("choice", reason="one letter, and other words beside it")
        return equivalent("structural", "choice")
    if found:
        return found
    return undecided("kind", reason="a letter of a choice, and something else")


def _lettered(side: Sequence[Value]) -> tuple[str, Sequence[Value]]:
    """The letter of a choice, and what stands beside it or instead of it."""
    first = side[0]
    if isinstance(first, Choice):
        return first.letter, first.content
    bare = _bare_letter(first)
    return (bare.upper(), ()) if bare else ("", side)


def _bare_letter(value: Value) -> str:
    """A letter that may name a choice; "" where the value is none."""
    if isinstance(value, Scalar) and isinstance(value.expression, Variable):
        return value.expression.name if value.expression.name in "ABCDEFGHabcdefgh" else ""
    return ""


def _clock_or_ratio(comparison: Comparison, one: Sequence[Value], other: Sequence[Value]) -> Finding:
    """``10:20`` against ``20:40``: other times, the same ratio."""
    times, ratios = (comparison.values(a, b) for a, b in zip(one, other, strict=True))
    return (
        undecided("ambiguous", reason="a time or a ratio")
        if ratios.outcome == "equivalent" != times.outcome
        else times
    )


def _kind(value: Value) -> type:
    """The kind of a value, without its name: ``P(1, 2)`` is a point."""
    return type(value.value if isinstance(value, Named) else value)


def _has_unit(value: Value) -> bool:
    return isinstance(value, Measure | Counted)


def _may_be_measured(side: Sequence[Value]) -> bool:
    return any(isinstance(value, Named) and isinstance(value.value, Measure) for value in side)


def _is_plain_equation(side: Sequence[Value]) -> bool:
    """``t = 5``."""
    first = side[0]
    return (
        len(side) == 1
        and isinstance(first, Equation)
        and isinstance(first.left, Variable)
        and not first.right.variables
    )


def _is_number(side: Sequence[Value]) -> bool:
    """Whether a text is a number, and nothing else: ``5 m`` beside it is no product."""
    first = side[0]
    return len(side) == 1 and isinstance(first, Scalar) and not first.expression.variables and _plain(first)


def _plain(value: Scalar) -> bool:
    """Degrees and π may be meant by an angle."""
    return not any(
        isinstance(node, Constant) or (isinstance(node, Unary) and node.op in ("°", "rad"))
        for node in walk(value.expression)
    )
