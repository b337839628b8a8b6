"""The check ``quorum``: what programs derived, each held against the claim, and what their votes come to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from toolkits.derivations import Value, agreement
from toolkits.quantities import Interval, is_money
from verifier.plan._amounts import (
    PERCENT,
    Amount,
    Number,
    Stated,
    UnitMismatch,
    number_text,
    of_claim,
    of_literal,
    readings,
)
from verifier.plan._number_checks import numeric, rounding, says_too_little
from verifier.plan._operands import TEXT_LIMIT, Side, Undecided, expected_text, side_of
from verifier.plan._outcome import CheckOutcome, Result
from verifier.plan._refs import CheckContext
from verifier.plan._schema import Quorum
from verifier.plan._values import KIND, MATCH, Finding, same
from verifier.quorum._decision import Decision, Votes, decide
from verifier.quorum._policy import Policy

_OPEN: Final = Finding("undecided", "ambiguous_unit")
_ROUNDED: Final = Finding("undecided", "rounded")
#: An enclosure as narrow as a float's noise: what lies within it is what the program derived.
_NARROW: Final = Fraction(1, 10**7)
#: Units that a program may have counted in without saying so.
_USUAL: Final = (
    "s", "min", "h", "d", "mm", "cm", "m", "km", "in", "ft", "yd", "mi", "mg", "g", "kg", "oz", "lb",
    "mL", "L",
)  # fmt: skip


def check_quorum(check: Quorum, context: CheckContext) -> CheckOutcome:
    """What the programs' votes on a claim come to."""
    ballot = cast_votes(check, context)
    votes = ballot.votes
    return _outcome(decide(votes, policy_of(check)), votes, ballot.against, expected_text(ballot.expected))


class Cast(NamedTuple):
    """Votes that were cast: their count, each program's own, and the values of those that contradict."""

    votes: Votes
    each: tuple[Result, ...]
    against: tuple[Value | None, ...]
    expected: Side


def cast_votes(check: Quorum, context: CheckContext) -> Cast:
    """Hold each program's value against the claim.

    Raises:
        Undecided: there are no derivations, or the claim can't be judged.
        Ambiguous: the claim has several readings.
    """
    expected = side_of(check.expected, context)
    values = _values(context.output)
    each: tuple[Result, ...] = tuple(_vote(value, expected, check).result for value in values)
    against = tuple(v if vote == "fail" else None for v, vote in zip(values, each, strict=True))
    votes = Votes(
        agreeing=each.count("pass"),
        contrary=tuple(len(members) for members in agreement(against)),
        abstaining=each.count("undecided"),
    )
    return Cast(votes, each, against, expected)


def policy_of(check: Quorum, most: int = 16) -> Policy:
    """The policy that a check states, with so many programs at the most.

    Raises:
        UsageError: with so few it could never decide.
    """
    return Policy(
        refute_at=check.refute_at,
        verify_at=check.verify_at,
        dissent_veto=check.dissent_veto,
        scattered_at=check.scattered_at,
        most=most,
    )


def _values(output: Any) -> list[Value | None]:
    derivations = output.get("derivations") if isinstance(output, Mapping) else None
    if not isinstance(derivations, list) or not all(isinstance(one, Mapping) for one in derivations):
        raise Undecided("no_output", "the tool shows no derivations that could vote")
    return [_value(one) for one in derivations]


def _value(derivation: Mapping[str, Any]) -> Value | None:
    return None if derivation.get("abstains") else Value.of_json(derivation)


# --- one vote -----------------------------------------------------------------------------------------
def _vote(value: Value | None, expected: Side, check: Quorum) -> Finding:
    if value is None:
        return KIND
    stated = of_claim(expected.claim) if expected.claim is not None else of_literal(expected.value)
    if stated is None:
        return _other_vote(value, expected)
    if isinstance(value.value, bool | str):
        return KIND
    amount = Amount(value.value, value.unit or check.unit)
    try:
        finding = numeric(amount, stated, _judged)
    except (UnitMismatch, Undecided):
        return _OPEN
    if finding.result == "pass" and check.exact and says_too_little(amount, stated):
        return _ROUNDED
    unsaid = finding.result == "fail" and value.unit is None
    return _OPEN if unsaid and _fits_otherwise(amount, stated) else finding


def _other_vote(value: Value, expected: Side) -> Finding:
    if not isinstance(value.value, bool | str):
        return KIND
    derived = value.value.strip().strip("().") if isinstance(value.value, str) else value.value
    return same(derived, expected.value, stated=True)


def _judged(exact: Number, stated: Stated) -> Finding:
    """Rounding, and what is printed as exact (1/3) within a float's noise."""
    finding = rounding(exact, stated)
    if finding.result != "undecided" or not isinstance(exact, Interval) or stated.quantum is not None:
        return finding
    narrow = exact.hi - exact.lo <= _NARROW * abs(stated.value)
    return MATCH if narrow and exact.lo <= stated.value <= exact.hi else finding


def _fits_otherwise(amount: Amount, stated: Stated) -> bool:
    """Whether the number would agree, had the program counted in another unit."""
    if stated.unit == PERCENT:
        return any(_agrees(Amount(amount.number, unit), stated) for unit in ("1", None))
    if stated.unit is None or is_money(stated.unit):
        return False
    return any(_agrees(Amount(amount.number, unit), stated) for unit in _USUAL)


def _agrees(amount: Amount, stated: Stated) -> bool:
    try:
        return any(_judged(number, stated).result == "pass" for number in readings(amount, stated.unit))
    except UnitMismatch:
        return False


# --- in words -----------------------------------------------------------------------------------------
def _outcome(
    decision: Decision, votes: Votes, against: Sequence[Value | None], expected: str
) -> CheckOutcome:
    return CheckOutcome(
        result=decision.result,
        reason=decision.reason,
        expected=expected,
        actual=_shown(votes, against, expected)[:TEXT_LIMIT],
        detail="" if decision.result == "pass" else _told(votes, expected)[:TEXT_LIMIT],
    )


def _shown(votes: Votes, against: Sequence[Value | None], expected: str) -> str:
    """The value that most programs derived, and how many did."""
    total = votes.agreeing + votes.against + votes.abstaining
    if votes.against and max(votes.contrary) > votes.agreeing:
        first = against[agreement(against)[0][0]]
        return f"{_text(first)} (by {max(votes.contrary)} of {total} programs)"
    if votes.agreeing:
        return f"{expected} (by {votes.agreeing} of {total} programs)"
    return f"no value ({total} programs)"


def _text(value: Value | None) -> str:
    if value is None:
        return ""
    shown = value.value
    text = str(shown) if isinstance(shown, bool | str) else number_text(shown)
    return f"{text} {value.unit}" if value.unit else text


def _told(votes: Votes, expected: str) -> str:
    total = votes.agreeing + votes.against + votes.abstaining
    return (
        f"of {total} programs written from the question alone {votes.agreeing} derive {expected}, "
        f"{votes.against} contradict it, {votes.abstaining} abstain"
    )
