"""Plans with independent derivations: programs are bought for the finals that nothing else derives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from toolkits.errors import ToolkitError
from toolkits.registry import Registry, default_registry
from verifier.engine import Planner, planned
from verifier.errors import BudgetSpent
from verifier.llm import Session
from verifier.plan import CheckContext, Claim, Plan, Quorum, Step
from verifier.plan._operands import Ambiguous, Undecided
from verifier.plan._quorum_check import cast_votes, policy_of
from verifier.planning._bind import asks_for_rounding
from verifier.planning._derivation import QuestionText
from verifier.planning._hedges import not_stood_for
from verifier.planning._offline import derive
from verifier.quorum._buying import (
    Author,
    authors_of,
    bought,
    derivation_prompt,
    examples_of,
    inputs_of,
    told,
)
from verifier.quorum._decision import settled
from verifier.quorum._policy import Policy
from verifier.quorum._together import Together
from verifier.task import Task
from verifier.verdict import DERIVED, MODEL, decisive, finals

if TYPE_CHECKING:
    from verifier.examples import Shown

__all__ = ["Author", "QuorumPlanner"]

TOOL: Final = "independent_derivations"
_KINDS: Final = frozenset({"number", "quantity", "equation", "boolean", "choice"})
_PERCENT: Final = "%"


@dataclass(slots=True)
class _Shelf:
    """Programs bought for one asked part, and what they derived; they serve a corrected answer too.

    ``fault``: why they can't be run here, or "".
    """

    programs: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    derived: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    fault: str = ""


class QuorumPlanner:
    """Adds to another planner's plan steps that let independently written programs vote on its finals.

    Cheapest first: one program; a further one only while the policy could still be brought to a decision by
    it (:func:`verifier.quorum.settled`). What the offline planner derives from the question costs nothing
    and is left to it. A step of the plan that itself asks for programs (tool ``independent_derivations``,
    input ``{"k": 3}``) gets them, with the check that it has. The programs stand in the step's input: a run
    is replayed without any model.

    Args:
        session: the run's account at the gateway.
        inner: the planner whose plan is added to.
        policy: a policy, or its name.
        registry: the tools.
        authors: whom to ask, in order; :func:`authors_of` the session's models without it.
        together: which authors fail together; then the least related is asked next.
    """

    def __init__(
        self,
        session: Session,
        inner: Planner,
        policy: Policy | str = "balanced",
        registry: Registry | None = None,
        *,
        authors: Sequence[Author] = (),
        together: Together | None = None,
    ) -> None:
        self._session = session
        self._inner = inner
        self._policy = Policy.named(policy)
        self._registry = registry or default_registry()
        self._authors = tuple(authors)
        self._together = together
        self._shelves: dict[tuple[str, str], _Shelf] = {}

    async def __call__(
        self, task: Task, answer: str, attempt: int, /, *, feedback: tuple[str, ...] = ()
    ) -> Plan:
        """The inner planner's plan, and the votes on its finals.

        Raises:
            PlanError: the inner planner's.
            ModelError: a model could not be asked. A spent budget is none: the votes so far stand.
        """
        plan = await planned(self._inner, task, answer, attempt, feedback)
        if task.question is None:
            return plan
        asked = [await self._filled(step, plan, task) for step in plan.steps]
        plan = replace(plan, steps=tuple(asked))
        opened = self._open(plan, task, answer)
        added = [await self._step(claim, plan, task) for claim in opened]
        voted = {claim.id for claim in opened}
        added += [_unbought(claim, plan) for claim in self._alone(plan) if claim.id not in voted]
        return replace(plan, steps=(*(step for step in added if step is not None), *plan.steps))

    def _alone(self, plan: Plan) -> list[Claim]:
        """Finals that a model's plan would verify on its own, where the policy wants votes and has none."""
        if self._policy.unvoted:
            return []
        voted = {step.claim for step in plan.steps if _votes(step)}
        return [claim for claim in finals(plan) if claim.id not in voted and _claims_to_hold(claim, plan)]

    def _open(self, plan: Plan, task: Task, answer: str) -> list[Claim]:
        """The finals that programs may vote on: judgeable, stood for, not derived from the question."""
        question = task.question or ""
        if derive(QuestionText(text=question, data=task.data, values=task.values, databases=task.databases)):
            return []
        done = {step.claim for step in plan.steps if _votes(step) or _is_own(step, plan)}
        several = len(finals(plan)) > 1
        return [
            claim
            for claim in finals(plan)
            if claim.id not in done
            and claim.kind in _KINDS
            and not (claim.reason or claim.alternatives)
            and not (several and claim.subject not in plan.asked)
            and not not_stood_for(claim, question, answer)
        ]

    async def _step(self, claim: Claim, plan: Plan, task: Task) -> Step | None:
        check = Quorum(
            expected={"$ref": f"claims.{claim.id}.value"},
            refute_at=self._policy.refute_at,
            verify_at=self._policy.verify_at,
            dissent_veto=self._policy.dissent_veto,
            scattered_at=self._policy.scattered_at,
            unit=_PERCENT if claim.unit == _PERCENT else None,
            exact=not asks_for_rounding(task.question or ""),
        )
        part = claim.subject if len(plan.asked) > 1 and claim.subject in plan.asked else ""
        examples = self._examples(task)
        programs = await self._programs(task, part, check, plan, self._policy, examples=examples)
        if not programs:
            return _unbought(claim, plan) if _claims_to_hold(claim, plan) else None
        used = () if examples is None else examples.used
        return Step(
            step_id=_new_id(plan, claim.id),
            description=f"{len(programs)} program(s) written from the question alone: {told(programs, used)}",
            tool_required=TOOL,
            tool_input=_input(programs, task),
            expected_check=check,
            claim=claim.id,
            basis="independent",
        )

    async def _filled(self, step: Step, plan: Plan, task: Task) -> Step:
        """A step that asks for ``k`` programs, with them in place of it."""
        known = step.tool_required in self._registry
        if not known or self._registry.get(step.tool_required).name != TOOL or "programs" in step.tool_input:
            return step
        wanted = step.tool_input.get("k")
        most = wanted if isinstance(wanted, int) and 1 <= wanted <= 16 else self._policy.most
        if plan.author.startswith(MODEL):
            step = _at_least(step, self._policy)
        policy = _policy_of(step, most)
        if policy is None:
            return step
        programs = await self._programs(
            task, "", step.expected_check, plan, policy, examples=self._examples(task)
        )
        if not programs:
            return step
        return replace(step, tool_input=_input(programs, task), basis="independent")

    def _examples(self, task: Task) -> Shown | None:
        """The worked examples that authors see, where the run has any."""
        return None if self._session.examples is None else examples_of(self._session, task)

    async def _programs(
        self, task: Task, part: str, check: Any, plan: Plan, policy: Policy, *, examples: Shown | None
    ) -> list[dict[str, Any]]:
        """The programs that a policy wants, bought one by one until their votes settle the matter."""
        shown = "" if examples is None else examples.text
        prompt = derivation_prompt(task, part, private=self._session.withheld is not None, examples=shown)
        shelf = self._shelves.setdefault((task.question or "", part), _Shelf())
        authors = self._authors or authors_of(self._session, policy.most, self._together)
        used: list[dict[str, Any]] = []
        for number, author in enumerate(authors[: policy.most]):
            if shelf.fault or _is_settled(shelf.derived[:number], check, plan, policy):
                break
            if number == len(shelf.programs):
                try:
                    program = await bought(self._session, author, prompt)
                except BudgetSpent:
                    break
                await self._shelve(shelf, program, task)
            used.append(shelf.programs[number])
        return used

    async def _shelve(self, shelf: _Shelf, program: dict[str, Any], task: Task) -> None:
        """Keep a program and run it: the engine runs all of a step's programs again, as its evidence."""
        import anyio.to_thread  # noqa: PLC0415  (only runs with models wait for threads)

        repeated = any(_same_text(program, other) for other in shelf.programs)
        shelf.programs.append(program)
        try:
            run = partial(self._registry.get(TOOL), _input([program], task))
            derived: dict[str, Any] = (await anyio.to_thread.run_sync(run))["derivations"][0]
        except ToolkitError as error:
            shelf.fault = error.code
            return
        shelf.derived.append({**derived, "abstains": "repeated"} if repeated else derived)


def _same_text(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return bool(one["author"] == other["author"] and one["source"].strip() == other["source"].strip())


def _is_settled(derived: Sequence[Any], check: Any, plan: Plan, policy: Policy) -> bool:
    context = CheckContext(
        output={"derivations": list(derived)}, claims={claim.id: claim for claim in plan.claims}
    )
    try:
        return settled(cast_votes(check, context).votes, policy)
    except (Undecided, Ambiguous):
        return True  # no further program would change that the claim can't be judged


def _policy_of(step: Step, most: int) -> Policy | None:
    check = step.expected_check
    if not isinstance(check, Quorum) or most < min(check.refute_at, check.verify_at):
        return None
    return policy_of(check, most)


def _at_least(step: Step, policy: Policy) -> Step:
    """A step that a model wrote, with no fewer votes wanted than the run's policy wants."""
    check = step.expected_check
    if not isinstance(check, Quorum):
        return step
    wanted = replace(
        check,
        refute_at=max(check.refute_at, policy.refute_at),
        verify_at=max(check.verify_at, policy.verify_at),
        dissent_veto=check.dissent_veto or policy.dissent_veto,
        scattered_at=policy.scattered_at,
    )
    return replace(step, expected_check=wanted)


def _votes(step: Step) -> bool:
    """Whether programs vote in this step."""
    return (
        step.basis == "independent" and step.tool_required == TOOL and isinstance(step.expected_check, Quorum)
    )


def _claims_to_hold(claim: Claim, plan: Plan) -> bool:
    """Whether a model's plan has a step that would verify the claim: its author saw the answer."""
    return plan.author.startswith(MODEL) and any(
        step.claim == claim.id and decisive(step) and not step.step_id.startswith(DERIVED)
        for step in plan.steps
    )


def _unbought(claim: Claim, plan: Plan) -> Step:
    """A step that says that the votes which the policy wants are not there."""
    return Step(
        step_id=_new_id(plan, claim.id),
        description="no program confirms what one model's plan derives in sight of the answer",
        tool_required=TOOL,
        tool_input={"k": 1},
        expected_check=Quorum(expected={"$ref": f"claims.{claim.id}.value"}),
        claim=claim.id,
        basis="independent",
    )


def _is_own(step: Step, plan: Plan) -> bool:
    """Whether our own planner derived the step's claim; a model's plan was written in sight of the answer."""
    return plan.author == "offline" and decisive(step)


def _input(programs: Sequence[dict[str, Any]], task: Task) -> dict[str, Any]:
    inputs = inputs_of(task)
    return {"programs": list(programs), **({"inputs": inputs} if inputs else {})}


def _new_id(plan: Plan, claim: str) -> str:
    taken = {step.step_id for step in plan.steps}
    name = f"quorum.{claim}"
    while name in taken:
        name += "+"
    return name
