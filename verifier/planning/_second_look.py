"""A second look at a plan from elsewhere: our own derivation of what the question asks, where there is one.

A plan is suspect (law 8). One for "What is 17 * 24?" that computes ``17*24*2`` passes every test of form,
and so would a plan that misreads its question. What our own planner derives from the question alone is
therefore computed too, behind the plan's own steps, and can take a pass away; it never makes a claim pass
that the plan left open, and costs nothing where the plan fails or our planner derives nothing.

Where the plan's step holds a claim and ours contradicts it, one of the two derivations misreads the question.
Both are of basis question, one speaks for the answer and one against it: a tie, and any tie is undecided
(design: quorum). So the step comes to ``undecided: disputed``, with both values in the evidence, and the run
cannot be ``verified``. Where the plan's own step came to no decision, nothing speaks for the answer, and
ours refutes it as it would have without a plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from verifier.plan import Claim, Plan, Step
from verifier.planning._bind import bind
from verifier.planning._derivation import QuestionText
from verifier.planning._hedges import not_stood_for
from verifier.planning._offline import derive
from verifier.task import Task
from verifier.verdict import DERIVED, decisive, finals


def second_look(task: Task, answer: str, plan: Plan) -> Plan:
    """``plan`` with our own steps on those of its finals that its steps may verify, as its last.

    A final of the plan's own that the answer does not stand for ("not 408, it is 409") can't be judged.
    """
    plan = replace(plan, claims=tuple(_stood_for(claim, task, answer) for claim in plan.claims))
    judged = {step.claim for step in plan.steps if decisive(step)}
    asked = finals(plan)
    if task.question is None or not any(claim.id in judged for claim in asked):
        return plan
    question = QuestionText(text=task.question, data=task.data, values=task.values, databases=task.databases)
    derivations = derive(question)
    if not derivations:
        return plan
    steps, _ = bind(derivations, asked, question.options, question.text, answer)
    own = _renamed(_needed(steps, judged), plan)
    return replace(plan, steps=(*plan.steps, *own)) if own else plan


def _stood_for(claim: Claim, task: Task, answer: str) -> Claim:
    if claim.role != "final" or claim.reason or not not_stood_for(claim, task.question or "", answer):
        return claim
    return replace(claim, reason="ambiguous_final")


def _needed(steps: Sequence[Step], judged: set[str | None]) -> list[Step]:
    """The steps on claims that are judged, with what they depend on."""
    wanted = {s.step_id for s in steps if s.claim in judged}
    for step in reversed(steps):  # a step stands behind what it depends on
        if step.step_id in wanted:
            wanted.update(step.depends_on)
    return [s for s in steps if s.step_id in wanted]


def _renamed(steps: Sequence[Step], plan: Plan) -> tuple[Step, ...]:
    """The steps under ids that the plan has not, marked as ours; what they leave open blocks nothing."""
    taken = {step.step_id for step in plan.steps}
    names = (f"{DERIVED}{'' if n == 1 else f'{n}.'}" for n in count(1))
    prefix = next(p for p in names if not any(name.startswith(p) for name in taken))
    ids = {step.step_id: prefix + step.step_id for step in steps}
    return tuple(
        replace(
            step,
            step_id=ids[step.step_id],
            tool_input=_moved(step.tool_input, ids),
            depends_on=tuple(ids[name] for name in step.depends_on),
            required=False,
        )
        for step in steps
    )


def _moved(value: Any, ids: Mapping[str, str]) -> Any:
    """A JSON value with its references to steps under their new ids."""
    if isinstance(value, dict):
        ref = value.get("$ref")
        if isinstance(ref, str) and ref.startswith("steps."):
            name, output, path = ref.removeprefix("steps.").partition(".output")
            return {"$ref": f"steps.{ids.get(name, name)}{output}{path}"}
        return {key: _moved(member, ids) for key, member in value.items()}
    return [_moved(member, ids) for member in value] if isinstance(value, list | tuple) else value
