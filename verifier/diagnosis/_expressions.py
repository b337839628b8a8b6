"""Which single slip in an expression gives the claimed number: found only where there is just one."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice

from toolkits.errors import ToolkitError
from toolkits.expressions import Expression, Interval, evaluate, parse, walk
from verifier.diagnosis._changes import Change, exact_value, operation_changes
from verifier.diagnosis._numbers import Pair, Slip, number_slips
from verifier.diagnosis._parameters import early_roundings, number_changes
from verifier.diagnosis._tree import Tree

#: Changes tried by their floats, and those of them worked out exactly, for one diagnosis.
BUDGET = 1500
EXACT_BUDGET = 40

_NODES = 60
_MARGIN = 1e-9
_SAME = Fraction(1, 10**30)
#: Relations for which the one change that amounts to them is said instead.
_WEAK = frozenset(("unit", "reciprocal"))
#: What is true of the printed digits whatever the slip was: said where no single slip explains the number.
_DESCRIPTIVE = frozenset(("off_by_one", "rounding"))


def explain(pair: Pair, expression: str | None = None, question: Sequence[Fraction] = ()) -> Slip | None:
    """The one common slip that turns the exact number into the claimed one, at its printed digits.

    Args:
        pair: both numbers.
        expression: what the exact number is the value of, where that is known.
        question: the numbers of the question, which may have been taken for each other.

    Returns:
        ``None`` when the claimed number is right, when no slip gives it, or when several do.
    """
    if pair.rounds(pair.exact):
        return None
    facts = list(number_slips(pair))
    hits = list(expression_slips(expression, pair, question)) if expression else []
    found = _distinct(*_merged(facts, hits))
    described = next((fact for fact in facts if fact.kind in _DESCRIPTIVE), None)
    if len(found) != 1:
        return described
    return found[0] if described is None or _explains_last_digit(found[0], pair) else described


def _merged(facts: list[Slip], hits: list[Slip]) -> tuple[list[Slip], list[Slip]]:
    """Both without what says the same twice.

    A relation between the numbers (off by a factor of ten, another sign) covers the changes that amount to
    it; a change that has a reason covers the relations that are weak by themselves.
    """
    kept: list[Slip] = []
    for fact in facts:
        same = [hit for hit in hits if fact.gives is not None and hit.gives == fact.gives]
        if fact.kind in _DESCRIPTIVE:
            continue
        if fact.kind in _WEAK and len({hit.en for hit in same if hit.kind != "unit"}) == 1:
            continue
        hits = [hit for hit in hits if hit not in same]
        kept.append(fact)
    dropped = {hit.gives for hit in hits if hit.kind == "operand"}
    return kept, [hit for hit in hits if hit.kind != "unit" or hit.gives not in dropped]


def _distinct(facts: list[Slip], hits: list[Slip]) -> list[Slip]:
    """One slip of each sort; an early rounding is one, wherever it is."""
    found: dict[str, Slip] = {}
    for slip in (*facts, *hits):
        found.setdefault("early_rounding" if slip.kind == "early_rounding" else slip.en, slip)
    return list(found.values())


def _explains_last_digit(slip: Slip, pair: Pair) -> bool:
    """Whether a slip is why a last digit is wrong: it gives just this number, or rounds or cuts off."""
    return slip.kind in ("early_rounding", "truncated") or slip.gives == pair.claimed


def expression_slips(text: str, pair: Pair, question: Sequence[Fraction] = ()) -> Iterator[Slip]:
    """Every change of the expression ``text`` that gives the claimed number, or its three figures or more.

    None at all where the tool showed something else than the value of ``text``, where the expression is too
    large, or where there are more changes than the budget: then nobody knows whether one is the only one.
    """
    expression = _parsed(text)
    per = _share(expression, pair) if expression else None
    if expression is None or per is None:
        return
    tree = Tree(expression)
    tried = list(islice(_changes(tree, question), BUDGET + 1))
    low, high = _bounds(pair, per)
    near = [
        change for change in tried if low <= change[0] <= high or change[0] != change[0]
    ]  # NaN: who knows
    if len(tried) > BUDGET or len(near) > EXACT_BUDGET:
        return
    for change in near:
        value = exact_value(tree, change)
        if value is None or value * per == pair.exact or not pair.fits(value * per):
            continue
        slip = change.slip()
        if pair.claimed or slip.kind != "early_rounding":  # anything may be rounded to nothing
            yield replace(slip, gives=value * per)


def _changes(tree: Tree, question: Sequence[Fraction]) -> Iterator[Change]:
    return chain(operation_changes(tree), number_changes(tree, question), early_roundings(tree))


def _parsed(text: str) -> Expression | None:
    try:
        expression = parse(text)
    except ToolkitError:
        return None
    return None if expression.variables or sum(1 for _ in walk(expression)) > _NODES else expression


def _share(expression: Expression, pair: Pair) -> Fraction | None:
    """How many of the claim's units are one of the expression's: 1, or 1/100 where one counts percent."""
    try:
        value = evaluate(expression)
    except ToolkitError:
        return None
    middle = value.midpoint if isinstance(value, Interval) else value
    for per in (Fraction(1), Fraction(1, 100)):
        if abs(middle * per - pair.exact) <= abs(pair.exact) * _SAME:
            return per
    return None


def _bounds(pair: Pair, per: Fraction) -> tuple[float, float]:
    """Between which floats a value of the expression must be to round to the claimed number."""
    try:
        claimed, step = float(pair.claimed / per), float((pair.quantum or 0) / per)
    except OverflowError:
        return math.inf, -math.inf
    margin = step * (0.5 + _MARGIN) + abs(claimed) * _MARGIN
    return claimed - margin, claimed + margin
