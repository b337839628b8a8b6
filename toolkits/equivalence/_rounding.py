"""Rounding, a relation of its own: is the printed number the other one rounded where it was printed?"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits._interval import Interval
from toolkits.equivalence._evidence import Finding, different, equivalent, undecided
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._read import read_values
from toolkits.equivalence._text import bare
from toolkits.equivalence._values import Scalar
from toolkits.errors import ToolkitError
from toolkits.expressions import evaluate
from toolkits.quantities import Quantity, number_json, read, rounding_as_printed


def rounding(a: str, b: str, policy: Policy) -> Finding | None:
    """The finding on two texts; None where neither is a number printed to some digit.

    The claim is the side that is printed in digits; of two such, the one with the coarser step.
    """
    printed = [_printed(text) for text in (a, b)]
    candidates = [
        (quantity, other)
        for quantity, other in ((printed[0], 1), (printed[1], 0))
        if quantity is not None and quantity.quantum is not None
    ]
    if not candidates:
        return None
    steps = [quantity.quantum for quantity, _ in candidates]
    if len(candidates) == 2 and steps[0] == steps[1]:
        return None
    claim, other = max(candidates, key=lambda pair: pair[0].quantum or Fraction(0))
    return _rounded(claim, (a, b)[other], printed[other], policy)


def _printed(text: str) -> Quantity | None:
    try:
        found = read(bare(text))
    except ToolkitError:
        return None
    return found if found.unit in (None, "%") and not found.alternatives else None


def _rounded(claim: Quantity, text: str, printed: Quantity | None, policy: Policy) -> Finding:
    exact: Fraction | Interval
    if printed is not None:
        exact = printed.value
    else:
        found = read_values(text, policy)[0]
        if not isinstance(found, Scalar) or found.expression.variables:
            return undecided("kind", reason="only numbers are rounded")
        exact = evaluate(found.expression)
    relation = rounding_as_printed(exact, claim)
    detail = _detail(exact, claim)
    if relation.holds is None:
        return undecided(relation.reason or "enclosure", **detail)
    if relation.holds:
        return equivalent("exact", "rounds to", **detail)
    cut = relation.relation == "truncated"
    return different("exact", "cut off, not rounded" if cut else "does not round to", **detail)


def _detail(exact: Fraction | Interval, claim: Quantity) -> dict[str, Any]:
    near = exact if isinstance(exact, Fraction) else (exact.lo + exact.hi) / 2
    assert claim.quantum is not None
    off = abs(near - claim.value) / claim.quantum
    return {
        "exact": str(number_json(exact))[:80],
        "step": str(number_json(claim.quantum)),
        "steps_off": str(number_json(Fraction(round(off * 100), 100))),
    }
