"""The audit of a plan, without a language model (law 8): a pass counts only when the plan could have failed.

*Grounding* runs before a step: where do its inputs come from? *Dependence* and *kill* run after a pass: does
the tool merely hand the claim back, and would the check have refused a wrong claim?

Passes of basis ``answer`` are not audited for dependence and kill: they can never verify (law 1), so a weak
one cannot do harm, and they are nearly all the passes of a run. ``full=True`` audits them too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from toolkits.registry import Registry
from verifier.plan._leaves import claims_in_check, leaves_of
from verifier.plan._outcome import CheckOutcome
from verifier.plan._refs import refs_in
from verifier.plan._schema import Basis, Check, Consistent, Plan, Step, Supports
from verifier.task import Task

if TYPE_CHECKING:
    from verifier.plan._grounding import Grounds

__all__ = ["audit_fail", "audit_pass", "audit_static", "basis_of", "concerns_answer"]

Json: TypeAlias = Any
Call: TypeAlias = Callable[[str, Mapping[str, Json]], Json]

_DERIVATIONS: Final = "independent_derivations"
_VERIFYING: Final = frozenset({"question", "independent"})


# --- before the run -----------------------------------------------------------------------------------


def audit_static(step: Step, plan: Plan, task: Task, answer: str, registry: Registry) -> CheckOutcome | None:
    """Grounding: ``None`` when the step may run, else the ``undecided`` outcome it has without running.

    A step of basis ``answer`` may also use what stands in the answer; one whose inputs stand in neither has
    no basis at all. (Our own planner takes them from the answer's characters, so that is not looked up
    again.)
    """
    if step.claim is not None:
        misquoted = _misquoted(step.claim, plan, answer)
        if misquoted is not None:
            return misquoted
    unbought = None if step.basis == "independent" else _unbought(step, registry)
    if unbought is not None:
        return unbought
    if step.basis == "independent" or (step.basis == "answer" and plan.author == "offline"):
        return None
    from verifier.plan._grounding import grounds_of, ungrounded  # noqa: PLC0415  (not on the way of most steps)

    grounds = grounds_of(task, step.formula, answer if step.basis == "answer" else "")
    fault = ungrounded(step, plan, grounds, registry)
    if not fault:
        return None
    where = "question or its data" if step.basis == "question" else "question or the answer"
    return CheckOutcome(
        result="undecided",
        reason="ungrounded_input",
        actual=fault,
        detail=f"an input of the step stands nowhere in the {where}: {fault}",
    )


def _unbought(step: Step, registry: Registry) -> CheckOutcome | None:
    """What a step of derivations comes to that nobody bought: asked for in vain, or brought along."""
    name = step.tool_required
    if name not in registry or registry.get(name).name != _DERIVATIONS:
        return None
    if step.tool_input.get("programs"):
        return CheckOutcome(
            result="undecided",
            reason="ungrounded_input",
            detail="programs that a plan brings along may be written in sight of the answer; ask for `k`",
        )
    return CheckOutcome(
        result="undecided",
        reason="no_derivations",
        detail="the step asks for programs, and nobody bought them: give a gateway and a policy",
    )


def _misquoted(claim_id: str, plan: Plan, answer: str) -> CheckOutcome | None:
    claim = next((c for c in plan.claims if c.id == claim_id), None)
    if claim is None:
        return CheckOutcome(
            result="undecided",
            reason="missing_claim",
            detail=f"the answer makes no claim {claim_id!r} to be judged",
        )
    if answer[claim.span[0] : claim.span[1]] == claim.quote:
        return None
    return CheckOutcome(
        result="undecided",
        reason="misquoted",
        expected=claim.quote[:200],
        detail=f"the claim {claim_id!r} quotes what does not stand in the answer",
    )


def basis_of(step: Step, plan: Plan, grounds: Grounds, registry: Registry) -> Basis:
    """``question`` when every literal of the step's input is grounded in the question, else ``answer``."""
    from verifier.plan._grounding import ungrounded  # noqa: PLC0415  (only plans from outside need it)

    as_question = replace(step, basis="question")
    return "answer" if ungrounded(as_question, plan, grounds, registry) else "question"


# --- fails ---------------------------------------------------------------------------------------------


def concerns_answer(step: Step, plan: Plan) -> bool:
    """Whether anything of the answer takes part in a step: a claim in its check, or one in its input."""
    check = step.expected_check
    claims = {claim.id: claim for claim in plan.claims}
    if check is not None and claims_in_check(check, claims):
        return True
    if any(ref.root == "claims" for ref in refs_in(step.tool_input)):
        return True
    if step.basis == "answer" and (plan.author == "offline" or _asks_about_input(check)):
        return True
    own = claims.get(step.claim or "")
    if own is None:
        return False
    from verifier.plan._pass_audit import holds  # noqa: PLC0415  (not on the way of most steps)

    return holds(step.tool_input, own.value)


def _asks_about_input(check: Check | None) -> bool:
    """Whether the tool judges statements that it is given; of basis answer they are the answer's."""
    return check is not None and any(isinstance(leaf, Supports | Consistent) for leaf in leaves_of(check))


def audit_fail(step: Step, plan: Plan, outcome: CheckOutcome) -> CheckOutcome | None:
    """``None`` when a ``fail`` speaks against the answer; else the outcome that it comes to.

    A step that compares the tool's output with the plan's own constants, or a program of the plan's own that
    crashes, has the answer nowhere in it: its failure shows that the plan erred, not the answer.
    """
    if outcome.result != "fail" or concerns_answer(step, plan):
        return None
    return CheckOutcome(
        result="undecided",
        reason="weak_plan",
        expected=outcome.expected,
        actual=outcome.actual,
        detail="nothing of the answer takes part in the step, so that its failure shows a fault of the plan",
    )


# --- after a pass -------------------------------------------------------------------------------------


def audit_pass(
    step: Step,
    plan: Plan,
    output: Json,
    outcome: CheckOutcome,
    call: Call,
    *,
    task: Task | None = None,
    steps: Mapping[str, Json] | None = None,
    full: bool = False,
) -> CheckOutcome | None:
    """Dependence and kill: ``None`` when the pass counts, else what it comes to (``echo``, ``weak_plan``).

    Args:
        step: the step that passed.
        plan: its plan.
        output: the tool's output.
        outcome: the pass.
        call: runs a tool on an input and returns its output; raises :class:`ToolkitError`.
        task: the question; tells which unit was asked and which inputs are the question's own.
        steps: outputs of earlier steps, by id.
        full: audit a pass of basis ``answer`` too.
    """
    if outcome.result != "pass" or (step.basis not in _VERIFYING and not full):
        return None
    check, claim = step.expected_check, next((c for c in plan.claims if c.id == step.claim), None)
    if check is None or claim is None:
        return None
    from verifier.plan._pass_audit import PassAudit  # noqa: PLC0415  (only passes that may verify need it)

    audit = PassAudit(
        step=step,
        check=check,
        claim=claim,
        claims={c.id: c for c in plan.claims},
        output=output,
        outcome=outcome,
        call=call,
        task=task,
        steps=steps or {},
    )
    return audit.verdict()
