"""From claims, steps and evidence to a verdict: law 1, as pure functions.

============================================================  ================================================
what the evidence shows                                       verdict
============================================================  ================================================
a final claim's own check failed                              refuted, scope final, final failed
the equation in which a final is stated is false              refuted, scope final, final failed
another check failed, every final has a decisive pass         refuted, scope step, final held
another check failed, else                                    refuted, scope step, final unchecked
every final has a decisive pass, no required step undecided   verified
passes of basis answer alone                                  inconclusive: consistent_only
a required step stopped by the audit                          inconclusive: weak_plan
our own derivation contradicts what a given plan holds        inconclusive: undecided (step: disputed)
anything else that is left open                               inconclusive: undecided
neither claims nor steps                                      not_checkable: nothing_to_check
a document (no question), where nothing failed                inconclusive, however much of it held
============================================================  ================================================

A *decisive* pass is one of basis ``question`` or ``independent`` whose check compares something: that a
program ran, or that an answer agrees with itself, can refute and never verify.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from verifier.plan import AllOf, AnyOf, Check, Claim, Consistent, Not, Plan, Step, Succeeds
from verifier.plan._schema import DERIVED
from verifier.records import Coverage, Evidence, FinalState, Scope, StopReason, Verdict

__all__ = [
    "AUDIT_REASONS",
    "DERIVED",
    "DISPUTED",
    "MODEL",
    "Judgement",
    "can_verify",
    "decisive",
    "first_failure",
    "held_finals",
    "judge",
    "unconfirmed",
]

#: Reasons with which the audit of the plan sets a step to undecided.
AUDIT_REASONS = frozenset({"weak_plan", "echo", "ungrounded_input", "misquoted", "missing_claim"})
#: How the author of a plan that a model wrote begins.
MODEL = "llm:"
#: Reason of such a step that contradicts a claim which the plan's own steps hold.
DISPUTED = "disputed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What an attempt's evidence amounts to; ``reason`` is "" for a refuted one."""

    verdict: Verdict
    scope: Scope | None
    final: FinalState
    coverage: Coverage
    reason: StopReason | None = None


def judge(plan: Plan, evidence: Sequence[Evidence], *, document: bool = False) -> Judgement:
    """The verdict on one attempt.

    Args:
        plan: its claims and steps.
        evidence: of the steps that were reached, after the audit.
        document: the text had no question; it can be refuted, never verified.
    """
    held = held_finals(plan, evidence)
    coverage = _coverage(plan, evidence, held)
    failed = [e for e in evidence if e.outcome.result == "fail"]
    if failed:
        return _refuted(plan, failed, held, coverage)
    final = _final_state(held, coverage)
    if not plan.claims and not plan.steps:
        return Judgement(
            verdict="not_checkable", scope=None, final=final, coverage=coverage, reason="nothing_to_check"
        )
    reason = _open_reason(plan, evidence, held)
    if reason is None and final == "held" and not document:
        return Judgement(verdict="verified", scope=None, final=final, coverage=coverage, reason="passed")
    if reason is None:
        reason = _unverified_reason(evidence, held, document=document)
    return Judgement(verdict="inconclusive", scope=None, final=final, coverage=coverage, reason=reason)


def can_verify(check: Check | None) -> bool:
    """Whether a pass of ``check`` can be decisive.

    ``succeeds`` and ``consistent`` can't; a conjunction can if one part can, an alternative if all can.
    """
    if check is None or isinstance(check, Succeeds | Consistent):
        return False
    if isinstance(check, AllOf):
        return any(map(can_verify, check.checks))
    if isinstance(check, AnyOf):
        return bool(check.checks) and all(map(can_verify, check.checks))
    return can_verify(check.check) if isinstance(check, Not) else True


def decisive(step: Step) -> bool:
    """Whether a pass of ``step`` says that its claim is right, not only that the answer is consistent."""
    return step.basis != "answer" and can_verify(step.expected_check)


def held_finals(plan: Plan, evidence: Iterable[Evidence]) -> frozenset[str]:
    """Ids of the final claims with a decisive pass; one that cannot be judged has none."""
    passed = {e.step_id for e in evidence if e.outcome.result == "pass"}
    judged = {s.claim for s in plan.steps if s.claim and s.step_id in passed and decisive(s)}
    return frozenset(c.id for c in finals(plan) if c.id in judged and not c.reason)


def unconfirmed(plan: Plan, evidence: Iterable[Evidence]) -> tuple[str, ...]:
    """Ids of the finals that only steps of a model's plan hold or contradict, whose author saw the answer.

    Neither our own derivation nor programs written from the question alone say the same of them.
    """
    if not plan.author.startswith(MODEL):
        return ()
    results = {e.step_id: e.outcome.result for e in evidence}
    speaks = [s for s in plan.steps if _speaks(s, results.get(s.step_id))]
    alone = {s.claim for s in speaks if not (s.step_id.startswith(DERIVED) or s.basis == "independent")}
    others = {s.claim for s in speaks if s.step_id.startswith(DERIVED) or s.basis == "independent"}
    return tuple(claim.id for claim in finals(plan) if claim.id in alone - others)


def _speaks(step: Step, result: str | None) -> bool:
    return result == "fail" or (result == "pass" and decisive(step))


def finals(plan: Plan) -> list[Claim]:
    """The plan's final claims, in order."""
    return [claim for claim in plan.claims if claim.role == "final"]


def ambiguous(claim: Claim) -> bool:
    """Whether the claim has several readings (which may agree), or a reason why it cannot be judged."""
    return bool(claim.reason or claim.alternatives)


def first_failure(evidence: Iterable[Evidence]) -> Evidence | None:
    """The first step that failed."""
    return next((e for e in evidence if e.outcome.result == "fail"), None)


# --- refuted --------------------------------------------------------------------------------------
def _refuted(plan: Plan, failed: Sequence[Evidence], held: frozenset[str], coverage: Coverage) -> Judgement:
    by_id = {claim.id: claim for claim in plan.claims}
    hit = any(_hits_final(by_id.get(e.claim or ""), plan, held) for e in failed)
    final = "failed" if hit else _final_state(held, coverage)
    return Judgement(verdict="refuted", scope="final" if hit else "step", final=final, coverage=coverage)


def _hits_final(claim: Claim | None, plan: Plan, held: frozenset[str]) -> bool:
    """Whether a refuted claim is a final one, or the equation in which a final that is not held is stated.

    "The answer is 3 * 4 = 13" states its final in the false sum. After "3 * 4 = 13. #### 13" the final's own
    statement was not checked: right answers are reached by wrong sums more often than one would think.
    """
    if claim is None:
        return False
    return claim.role == "final" or any(
        final.id not in held and _states(claim, final) for final in finals(plan)
    )


def _states(equation: Claim, final: Claim) -> bool:
    """Whether ``final`` is stated by the right side of ``equation``, at the same place of the answer."""
    return (
        equation.kind == "equation"
        and isinstance(final.value, Fraction)
        and equation.value == final.value
        and equation.span[0] < final.span[1]
        and final.span[0] < equation.span[1]
    )


# --- not refuted ----------------------------------------------------------------------------------
def _open_reason(plan: Plan, evidence: Sequence[Evidence], held: frozenset[str]) -> StopReason | None:
    """Why a required step or a final claim was left open; ``None`` when all were decided."""
    done: Mapping[str, Evidence] = {e.step_id: e for e in evidence}
    reasons = {
        done[step.step_id].outcome.reason if step.step_id in done else "not_reached"
        for step in plan.steps
        if step.required and (step.step_id not in done or done[step.step_id].outcome.result == "undecided")
    }
    reasons.update(e.outcome.reason for e in evidence if e.outcome.reason == DISPUTED)
    if "budget" in reasons:
        return "budget"
    if reasons & AUDIT_REASONS:
        return "weak_plan"
    if reasons or any(ambiguous(c) for c in plan.claims if c.role == "final" and c.id not in held):
        return "undecided"
    return None


def _unverified_reason(evidence: Sequence[Evidence], held: frozenset[str], *, document: bool) -> StopReason:
    passed = any(e.outcome.result == "pass" for e in evidence)
    return "consistent_only" if passed and (document or not held) else "undecided"


def _final_state(held: frozenset[str], coverage: Coverage) -> FinalState:
    return "held" if coverage.final_total and len(held) == coverage.final_total else "unchecked"


# --- coverage -------------------------------------------------------------------------------------
def _coverage(plan: Plan, evidence: Sequence[Evidence], held: frozenset[str]) -> Coverage:
    failed = {e.claim for e in evidence if e.outcome.result == "fail"}
    decided = failed | {e.claim for e in evidence if e.outcome.result == "pass"}
    final = finals(plan)
    steps = [claim.id for claim in plan.claims if claim.role == "step"]
    return Coverage(
        final_checked=sum(claim.id in held or claim.id in failed for claim in final),
        final_total=len(final) + _unanswered(plan.asked, final),
        steps_checked=sum(claim in decided for claim in steps),
        steps_total=len(steps),
    )


def _unanswered(asked: Sequence[str], final: Sequence[Claim]) -> int:
    """How many asked parts no final answers; a final without a known label may stand for any one part."""
    labels = set(asked)
    answered = {claim.subject for claim in final} & labels
    unlabelled = sum(claim.subject not in labels for claim in final)
    return max(0, len(labels) - len(answered) - unlabelled)
