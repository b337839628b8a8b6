"""Decides whether two scalar expressions are the same, cheap and certain rungs first.

1. exact rationals and rational functions; 2. certified enclosures at a few stratified points, which can
only refute; 3. the same tree, a normal form, a separation bound, sums of arc functions, which can only
prove; 4. enclosures at many points, at rising precision; 5. a computer algebra system in a process of its
own. What no rung decides is agreement at
points: evidence, never proof.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from toolkits._precision import precision
from toolkits.equivalence._enclose import IMAGINARY, Undefined, Unresolved, enclose, size
from toolkits.equivalence._evidence import Finding, agreed, different, equivalent, sampled, undecided
from toolkits.equivalence._points import points
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._readings import readings
from toolkits.errors import ToolkitError, ToolLimit
from toolkits.expressions import Binary, Expression, exact_value, walk
from toolkits.quantities import number_json

MAX_NODES = 1_500
_FIRST, _MIDDLE, _LAST = (64, 128), (128, 512), (2_048,)
_PROBES = 4
_MAX_SEPARATION = 20_000
_SHOWN = 30
#: Processor time for one look at many points: a backstop, the points and bits are counted.
_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Pair:
    """Two expressions to compare under a policy."""

    one: Expression
    other: Expression
    policy: Policy = field(default_factory=Policy)

    @property
    def names(self) -> tuple[str, ...]:
        """Every free variable, in order."""
        free = self.one.variables | self.other.variables
        return tuple(sorted(name for name in free if name in self.policy.variables or name != IMAGINARY))

    @property
    def is_complex(self) -> bool:
        """Whether ``i`` stands for the imaginary unit."""
        return IMAGINARY in (self.one.variables | self.other.variables) - self.policy.variables


def compare(pair: Pair) -> Finding:
    """The finding on two scalars; where conventions matter, what they agree on."""
    found: list[Finding] = []
    policy = pair.policy
    for one, other in readings(pair.one, pair.other, policy):
        found.append(_compared(Pair(one, other, policy)))
        if found[-1].outcome == "different":  # another reading can only agree or leave it open
            policy = replace(policy, symbolic=False)
    return found[0] if len(found) == 1 else agreed(found, "a convention decides")


def _compared(pair: Pair) -> Finding:
    same = str(pair.one) == str(pair.other)
    if size(pair.one) + size(pair.other) > MAX_NODES:
        return _huge(pair, same)
    try:
        return _functions(pair, same) if pair.names else _constants(pair, same)
    except ToolLimit as error:
        if same and _is_defined_somehow(pair.one):
            return equivalent("structural", "same form")
        return undecided("limit", limit=str(error))


def _huge(pair: Pair, same: bool) -> Finding:
    """Too many parts for the ladder; rational functions are still exact."""
    if same and _is_defined_somehow(pair.one):
        return equivalent("structural", "same form")
    found = _by_field(pair)
    return found or undecided("limit", limit="too many parts")


def _is_defined_somehow(node: Expression) -> bool:
    """Whether an expression too large to evaluate has at least nothing in it that may have no value."""
    text = str(node)
    return not any(sign in text for sign in ("/", "ln(", "log", "tan(", "cot(", "sec(", "csc(", "^(-", "mod"))


def _by_field(pair: Pair) -> Finding | None:
    """Rational functions: the same, or different somewhere; None where one is none."""
    if pair.is_complex or not pair.names:
        return None
    from toolkits.equivalence._rational import Field  # noqa: PLC0415  (numbers need none)

    same = Field(pair.names).same(pair.one, pair.other)
    if same is None:
        return None
    return equivalent("exact", "identity") if same else different("exact", "identity")


# --- numbers
# ----------------------------------------------------------------------------------------------------------


def _constants(pair: Pair, same: bool) -> Finding:
    values = [_rational(side) for side in (pair.one, pair.other)]
    for value in values:
        if isinstance(value, Finding):
            return value
    one, other = values
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        shown = {"a": number_json(one), "b": number_json(other)}
        if one == other:
            return equivalent("exact", "arithmetic", **shown)
        return different("exact", "arithmetic", **shown)
    found = _refuted_at(pair, {}, _FIRST)
    if found and found.outcome == "undecided":  # a value that shows only at more precision
        found = _refuted_at(pair, {}, (512, *_LAST))
    return found or _same_numbers(pair, same)


def _same_numbers(pair: Pair, same: bool) -> Finding:
    """Two numbers that agree to many bits: proofs, then a closer look, then the computer algebra system."""
    if same:
        return equivalent("structural", "same form")
    proof = _by_separation(pair) or _by_form(pair) or _by_arcs(pair)
    if proof:
        return proof
    _prepare(pair)
    return _refuted_at(pair, {}, (512, *_LAST)) or _by_algebra(pair, 1, digits=int(_LAST[-1] * 0.3))


def _rational(node: Expression) -> Fraction | Finding | None:
    """An exact value where there is one; a finding where the expression has no value at all; else None."""
    if node.variables:
        return None if _has_value(node) else _undefined(node)
    try:
        value = exact_value(node)
    except ToolkitError as error:
        if error.code == "division_by_zero":
            return _undefined(node)
        if error.code == "limit":
            raise ToolLimit(str(error)) from error
        value = None
    return value if value is not None or _has_value(node) else _undefined(node)


def _has_value(node: Expression) -> bool:
    """A number with no real value may have a principal complex one."""
    unresolved: Unresolved | None = None
    for bits in (*_FIRST, 512, *_LAST):
        try:
            with precision(bits):
                enclose(node, {})
        except Unresolved as error:
            unresolved = error
        except Undefined:
            continue
        else:
            return True
    if unresolved:
        raise ToolLimit("a whole part that needs more digits") from unresolved
    return False


def _undefined(node: Expression) -> Finding:
    return Finding("error", "undefined", None, {"reason": f"no value: {str(node)[:200]}"})


def _by_separation(pair: Pair) -> Finding | None:
    """Prove a number zero by enclosing it more narrowly than any that is not zero could be."""
    from toolkits.equivalence._separation import separation  # noqa: PLC0415

    difference = Binary("-", pair.one, pair.other)
    bound = separation(difference)
    if bound is None or bound.bits > _MAX_SEPARATION:
        return None
    try:
        with precision(bound.bits + 64):
            distance = abs(enclose(difference, {})).upper()
    except Undefined:
        return None
    return equivalent("exact", "separation", bits=bound.bits) if distance * 2**bound.bits < 1 else None


def _by_form(pair: Pair, **detail: Any) -> Finding | None:
    from toolkits.equivalence._normal import Forms  # noqa: PLC0415

    assumed = pair.policy.assume
    positive = frozenset(name for name, sign in assumed.items() if sign == "positive")
    forms = Forms(imaginary=pair.is_complex, positive=positive)
    return equivalent("exact", "identity", **detail) if forms.same(pair.one, pair.other) else None


def _by_arcs(pair: Pair) -> Finding | None:
    from toolkits.equivalence._arcs import is_zero  # noqa: PLC0415

    return equivalent("exact", "arcs") if is_zero(Binary("-", pair.one, pair.other)) else None


def _prepare(pair: Pair) -> None:
    """Have the computer algebra system start while the enclosures are narrowed: it may be asked next."""
    if pair.policy.symbolic:
        from toolkits.equivalence._symbolic import warm  # noqa: PLC0415

        warm()


def _by_algebra(pair: Pair, points_agreed: int, **detail: Any) -> Finding:
    """What the computer algebra system says of a difference that vanishes wherever it was looked at."""
    if pair.policy.symbolic:
        from toolkits.equivalence._symbolic import is_zero  # noqa: PLC0415  (starts a process)

        reply = is_zero(pair.one, pair.other, pair.policy)
        if reply.get("zero"):
            return equivalent("symbolic", "simplified", **detail)
        if "limit" in reply:
            detail["limit"] = reply["limit"]
    return sampled(points_agreed, **detail)


# --- functions
# --------------------------------------------------------------------------------------------------------


def _functions(pair: Pair, same: bool) -> Finding:
    at = list(points(pair.names, pair.policy))
    tally = _Tally()
    found = tally.look(pair, at[:_PROBES], _FIRST)
    if found:
        return found
    if not tally.agreed and not tally.apart:
        found = tally.look(pair, at[_PROBES:], _FIRST)
        if found:
            return found
    if not tally.agreed:
        return _never_both(pair, tally, same)
    if same:
        return equivalent("structural", "same form")
    found = _by_field(pair)
    if found and found.outcome == "different":
        return found
    if found and not any("/" in str(side) or "^-" in str(side) for side in (pair.one, pair.other)):
        return found
    refuted = tally.look(pair, at[_PROBES:], _FIRST)
    if found and not refuted:
        return replace(found, detail={"domains_differ_at": tally.apart} if tally.apart else {})
    return refuted or _same_functions(pair, at, tally)


def _same_functions(pair: Pair, at: list[dict[str, Fraction]], tally: _Tally) -> Finding:
    detail = {"domains_differ_at": tally.apart} if tally.apart else {}
    proof = _by_form(pair, **detail)
    if proof:
        return proof
    _prepare(pair)
    closer = _Tally().look(pair, at, _MIDDLE[1:]) or _Tally().look(pair, islice(at, 3), _LAST)
    return closer or _by_algebra(pair, tally.agreed, **detail)


def _never_both(pair: Pair, tally: _Tally, same: bool) -> Finding:
    """No point at which both have a value."""
    if tally.apart:
        return undecided("domain", reason="no point was found at which both have a value")
    for side in (pair.one, pair.other):
        for part in walk(side):
            if not part.variables and not _has_value(part):
                return _undefined(part)
    return undecided("undefined", reason="neither has a value at any point that was tried", same=same)


class _Tally:
    """At how many points two expressions agreed, and at how many only one had a value."""

    def __init__(self) -> None:
        self.agreed = self.apart = 0

    def look(self, pair: Pair, at: Iterable[Mapping[str, Fraction]], bits: tuple[int, ...]) -> Finding | None:
        """The first refutation at these points."""
        until = time.thread_time() + _SECONDS
        for point in at:
            if time.thread_time() > until:
                break
            finding = _refuted_at(pair, point, bits)
            if finding is None:
                self.agreed += 1
            elif finding.outcome == "different":
                return finding
            else:
                self.apart += finding.reason == "domain"
        return None


def _refuted_at(pair: Pair, point: Mapping[str, Fraction], precisions: tuple[int, ...]) -> Finding | None:
    """``different`` with the witness; a note where not both have a value there; None where they may agree."""
    found: Finding | None = None
    for bits in precisions:
        with precision(bits):
            one, other = _side(pair.one, point), _side(pair.other, point)
            if one is None or other is None:
                found = undecided("undefined" if one is other else "domain")
                continue
            found = None
            gap = one - other
            if not gap.contains(0):
                return different("certified", "witness", **_witness(point, one, other))
            if gap.is_zero() or one.rel_accuracy_bits() > bits // 2:
                break
    return found


def _side(node: Expression, point: Mapping[str, Fraction]) -> Any:
    try:
        return enclose(node, point)
    except Undefined:
        return None


def _witness(point: Mapping[str, Fraction], one: Any, other: Any) -> dict[str, Any]:
    return {
        "point": {name: str(number_json(value)) for name, value in point.items()},
        "a": one.str(_SHOWN),
        "b": other.str(_SHOWN),
    }
