"""Drives one run: one coroutine a state, each of which ends by naming the event that leaves it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from itertools import chain, count
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from toolkits.errors import told
from toolkits.registry import Registry
from verifier import logs
from verifier.convergence import halt, is_refusal
from verifier.correction import Correction, Corrector, correction_request
from verifier.engine._host import Host
from verifier.engine._limits import Limits
from verifier.engine._order import schedule
from verifier.engine._planner import Planner, asked
from verifier.engine._run import Run, report_of
from verifier.engine._steps import Bench, Workshop, run_step
from verifier.errors import (
    BudgetSpent,
    CorrectionError,
    DeadlineReached,
    GenerationError,
    JournalError,
    ModelError,
    PlanError,
    PlanningError,
    VerifierError,
)
from verifier.generation import Generated, Generator
from verifier.machine import Event, State
from verifier.plan import CheckOutcome, Claim, Plan, Step, audit_static
from verifier.records import Evidence, Report, StopReason, Verdict
from verifier.task import Task
from verifier.verdict import DERIVED, finals

if TYPE_CHECKING:
    from verifier.journal._recorder import Recorder
    from verifier.llm import Ledger

_T = TypeVar("_T")
_MESSAGE = 500


Reader: TypeAlias = Callable[[str, str | None], tuple[tuple[Claim, ...], tuple[str, ...]]]
"""(answer, question) -> the claims of the answer, and the labels of the asked parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crew:
    """Who does the work of a run.

    Attributes:
        second: adds our own derivation to a plan from elsewhere (``planning._second_look``).
        reader: finds claims that the planner left out; ``None`` when the planner's claims are the reader's.
        fallback: plans when the planner sees nothing to check and the reader finds claims.
        generator: makes the answer; ``None`` when it is given.
        ledger: counts what the run's models cost, and says when that is all it may.
    """

    planner: Planner
    registry: Registry
    corrector: Corrector | None
    limits: Limits
    host: Host
    reader: Reader | None = None
    fallback: Planner | None = None
    second: Callable[[Task, str, Plan], Plan] | None = None
    generator: Generator | None = None
    ledger: Ledger | None = None
    clock: Callable[[], float] = monotonic


@dataclass(frozen=True, slots=True)
class _Move:
    """An event, what the journal should know of it, and what follows once the machine has moved."""

    event: Event
    details: Mapping[str, Any] = field(default_factory=dict[str, Any])
    then: Callable[[], None] | None = None


class Driver:
    """Drives one run from wherever it is to where it rests."""

    def __init__(self, run: Run, crew: Crew, recorder: Recorder | None) -> None:
        self._run = run
        self._crew = crew
        self._recorder = recorder
        self._started = crew.clock()
        run.ledger = crew.ledger
        self._shop = Workshop(crew.registry, crew.limits, crew.host, self._remaining, calls=run.steps_done())

    async def drive(self) -> Report:
        """Run to the end.

        Raises:
            JournalError: the journal could not be written.
            UsageError: an async planner or corrector on a host that cannot wait.
            BaseException: whatever cancelled the run; by then it is in the journal as interrupted.
        """
        try:
            return await self._walk()
        finally:
            self._run.release()

    async def _walk(self) -> Report:
        try:
            while (act := _ACTS.get(self._run.state)) is not None:
                move = await act(self)
                if move is None:
                    break
                self._take(move)
        except (DeadlineReached, ModelError, GenerationError, PlanningError, CorrectionError) as error:
            self._interrupt(_INTERRUPTS.get(type(error), "model_error"), str(error))
        except JournalError:
            raise
        except BaseException as error:
            self._interrupt("cancelled", type(error).__name__)
            self._finish()
            raise
        return self._finish()

    def _take(self, move: _Move) -> None:
        """Tell the journal, then take the edge: a move that the journal does not know has not happened."""
        if self._recorder is not None:
            self._recorder.event(move.event.value, move.details)
        self._run.move(move.event)
        if move.then is not None:
            move.then()
        if logs.enabled():
            logs.event(f"run.{move.event.value}", self._run.run_id, state=self._run.state.value)

    def _interrupt(self, reason: StopReason, error: str) -> None:
        self._run.reason, self._run.error = reason, error
        if not self._run.concluded:
            self._run.conclude(reason)
        if self._run.state in _ACTS:
            made = self._run.generation if self._run.state is State.INITIAL_GENERATION else None
            told = {"reason": reason, "error": error, **({"generation": made} if made else {})}
            self._take(_Move(Event.INTERRUPTED, told))

    def _finish(self) -> Report:
        report = report_of(self._run)
        if self._recorder is not None:
            self._recorder.ended(report)
        return report

    def _remaining(self) -> float | None:
        """Seconds left, or ``None`` where there is no deadline; raises when there are none left."""
        if self._crew.limits.deadline_s is None:
            return None
        left = self._started + self._crew.limits.deadline_s - self._crew.clock()
        if left <= 0:
            raise DeadlineReached(f"the run's {self._crew.limits.deadline_s} s have passed")
        return left

    def _count(self) -> None:
        """Tell the journal what models have cost by now: a run that is taken up again goes on from there."""
        if self._recorder is not None and self._crew.ledger is not None:
            self._recorder.spent(self._crew.ledger.as_data())

    def _commit(self) -> None:
        """Write the journal before something that may take long."""
        if self._recorder is not None:
            self._recorder.commit()

    async def _ask(self, wrong: type[VerifierError], ask: Callable[[], _T | Awaitable[_T]]) -> _T:
        """What a planner or corrector says; its crash becomes an error of class ``wrong``."""
        remaining = self._remaining()
        try:
            said = await self._crew.host.settle(ask(), remaining)
        except VerifierError:
            raise
        except Exception as error:
            raise wrong(told(error)[:_MESSAGE]) from error
        finally:
            self._count()
        self._remaining()  # a sync planner can't be cut off; what it says too late is not used
        return said

    # --- INITIAL_GENERATION ---------------------------------------------------------------------------
    async def answer(self) -> _Move:
        """A given answer passes at once; else have one made."""
        run, generator = self._run, self._crew.generator
        if generator is None:
            return _Move(Event.ANSWERED)
        self._commit()
        try:
            made: Generated = await self._ask(GenerationError, lambda: generator(run.task))
        except BaseException:
            run.generation = _unfinished(generator)
            raise
        if not isinstance(made, Generated):
            raise GenerationError(f"the generator gave back {type(made).__name__}, not Generated")
        if not isinstance(made.answer, str):
            raise GenerationError(f"the generated answer is {type(made.answer).__name__}, not text")
        return _Move(Event.ANSWERED, {"generation": made}, lambda: run.generated(made))

    # --- PLANNING -------------------------------------------------------------------------------------
    async def plan(self) -> _Move:
        """Have a plan written, add the claims that it leaves out, and audit it."""
        draft = self._run.draft
        try:
            plan = await self._complete(await self._written(self._crew.planner))
            draft.plan, draft.schedule = plan, schedule(plan)
        except PlanError as error:
            return self._unplannable("undecided", str(error))
        if not plan.steps:
            return self._unplannable("undecided" if plan.claims else "nothing_to_check")
        if len(plan.steps) > self._crew.limits.plan_steps:
            return self._unplannable("budget", f"the plan has {len(plan.steps)} steps")
        draft.audits = self._audited(plan)
        if draft.audits and not self._run.sent_back:
            draft.feedback = tuple(f"step {name}: {o.reason}: {o.detail}" for name, o in draft.audits.items())
            return _Move(Event.WEAK, {"feedback": draft.feedback})
        return _Move(Event.PLANNED, {"plan": plan})

    async def _written(self, planner: Planner) -> Plan:
        draft, task = self._run.draft, self._run.task
        if self._crew.reader is not None:  # not our own planner, which takes no time
            self._commit()
        plan = await self._ask(
            PlanningError, lambda: asked(planner, task, draft.answer, draft.number, draft.feedback)
        )
        if not isinstance(plan, Plan):
            raise PlanningError(f"the planner gave back {type(plan).__name__}, not a Plan")
        return plan

    async def _complete(self, plan: Plan) -> Plan:
        """The plan with the finals and asked parts that only the reader found (laws 1 and 8).

        A planner that sees nothing to verify is overruled when the reader finds a claim.
        """
        if self._crew.reader is None:
            return plan
        claims, asked = self._crew.reader(self._run.draft.answer, self._run.task.question)
        fallback = self._crew.fallback if claims and not plan.steps else None
        if fallback is not None:
            plan = await self._written(fallback)
            plan = replace(
                plan, notes=(*plan.notes, "the planner saw nothing to verify; the reader found claims")
            )
        plan = replace(plan, claims=_with_missing_finals(plan, claims), asked=plan.asked or asked)
        second = self._crew.second if fallback is None else None
        if second is None:
            return plan
        return await self._ask(PlanningError, lambda: second(self._run.task, self._run.draft.answer, plan))

    def _audited(self, plan: Plan) -> dict[str, CheckOutcome]:
        draft, task, registry = self._run.draft, self._run.task, self._crew.registry
        ours = replace(plan, author="offline")
        found = {
            s.step_id: audit_static(
                s, ours if s.step_id.startswith(DERIVED) else plan, task, draft.answer, registry
            )
            for s in plan.steps
        }
        return {name: outcome for name, outcome in found.items() if outcome is not None}

    def _unplannable(self, reason: StopReason, error: str = "") -> _Move:
        self._run.reason, self._run.error = reason, error
        attempt = self._run.conclude(reason)
        return _Move(Event.UNPLANNABLE, {"plan": attempt.plan, "reason": reason, "error": error})

    # --- EXECUTING ------------------------------------------------------------------------------------
    async def execute(self) -> _Move:
        """Run the steps until the first fail (law 3), then judge."""
        draft = self._run.draft
        assert draft.plan is not None
        if draft.schedule is None:  # a resumed run
            draft.schedule, draft.audits = schedule(draft.plan), self._audited(draft.plan)
        bench = Bench(
            self._shop, self._run.task, draft.plan, {claim.id: claim for claim in draft.plan.claims}
        )
        for evidence in draft.evidence:
            bench.add(evidence)
        for step in draft.schedule.order:
            if not (step.step_id in bench.done or self._stopped(step, bench.failed)):
                await self._crew.host.breathe()
                self._remaining()
                waits_for = draft.schedule.waits_for[step.step_id]
                evidence = await run_step(bench, step, waits_for, draft.audits.get(step.step_id))
                self._finished(bench, evidence, step)
        attempt = self._run.conclude()
        if attempt.verdict in _DECIDED:
            return _Move(_DECIDED[attempt.verdict])
        self._run.reason = attempt.reason or None
        return _Move(Event.UNDECIDED)

    def _stopped(self, step: Step, failed: AbstractSet[str | None]) -> bool:
        """Whether a fail keeps ``step`` from starting: any fail; in a document, one on the same claim."""
        return step.claim in failed if self._run.document else bool(failed)

    def _finished(self, bench: Bench, evidence: Evidence, step: Step) -> None:
        if self._recorder is not None:
            self._recorder.step(evidence, step)
            self._count()  # a tool may have asked a model: a critic
        self._run.draft.evidence.append(evidence)
        bench.add(evidence)
        if logs.enabled():
            outcome = evidence.outcome
            logs.event(
                "run.step",
                self._run.run_id,
                step=evidence.step_id,
                result=outcome.result,
                reason=outcome.reason,
            )

    # --- FAILED ---------------------------------------------------------------------------------------
    async def fail(self) -> _Move | None:
        """Correct, or give up, or rest here where there is no corrector."""
        if self._crew.corrector is None:
            return None
        reason = self._no_use()
        if reason is None:
            return _Move(Event.CORRECT)
        self._run.reason = reason
        self._run.halt = reason
        return _Move(Event.GIVE_UP, {"reason": reason})

    def _no_use(self) -> StopReason | None:
        """Why no correction is worth a try: the guard of ``correct``."""
        attempts, limits = self._run.attempts, self._crew.limits
        found = halt(attempts)
        if found is not None:
            return found
        if len(attempts) > limits.corrections:
            return "max_retries"
        if self._shop.calls >= limits.tool_calls or self._spent():
            return "budget"
        try:
            self._remaining()
        except DeadlineReached:
            return "deadline"
        return None

    def _spent(self) -> bool:
        """Whether no further call of a model may be made."""
        return self._crew.ledger is not None and bool(self._crew.ledger.exhausted())

    # --- CORRECTING -----------------------------------------------------------------------------------
    async def correct(self) -> _Move:
        """Turn the evidence into a request, and the reply into a new answer."""
        run, corrector = self._run, self._crew.corrector
        assert corrector is not None
        request = correction_request(run.task, run.attempts)
        self._commit()
        correction = await self._ask(CorrectionError, lambda: corrector(request))
        if correction is None:
            return self._uncorrected("no_corrector")
        if not isinstance(correction, Correction):
            raise CorrectionError(f"the corrector gave back {type(correction).__name__}, not a Correction")
        if not isinstance(correction.answer, str | None):
            raise CorrectionError(f"the correction's answer is {type(correction.answer).__name__}, not text")
        run.suggestions = correction.suggestions
        answer = correction.answer
        if answer is None:
            return self._uncorrected("no_corrector")
        if self._refuses(answer):
            return self._uncorrected("divergence")
        details = {"answer": answer, "author": correction.author, "patches": correction.patches}
        return _Move(
            Event.CORRECTED, details, lambda: run.next_draft(answer, correction.author, correction.patches)
        )

    def _refuses(self, answer: str) -> bool:
        """Whether a correction declines to answer: it says so, and states no final claim."""
        if not is_refusal(answer):
            return False
        claims = self._crew.reader(answer, self._run.task.question)[0] if self._crew.reader else ()
        return not any(claim.role == "final" for claim in claims)

    def _uncorrected(self, reason: StopReason) -> _Move:
        self._run.reason = reason
        return _Move(Event.UNCORRECTED, {"reason": reason, "suggestions": self._run.suggestions})


_ACTS: Mapping[State, Callable[[Driver], Awaitable[_Move | None]]] = {
    State.INITIAL_GENERATION: Driver.answer,
    State.PLANNING: Driver.plan,
    State.EXECUTING: Driver.execute,
    State.FAILED: Driver.fail,
    State.CORRECTING: Driver.correct,
}
_INTERRUPTS: Mapping[type[VerifierError], StopReason] = {DeadlineReached: "deadline", BudgetSpent: "budget"}
_DECIDED: Mapping[Verdict, Event] = {"verified": Event.HELD, "refuted": Event.REFUTED}


def _unfinished(generator: Generator) -> Generated | None:
    """What a generator had done when it was interrupted; it is told, and nothing is read from it."""
    trace = tuple(getattr(generator, "trace", ()))
    name = str(getattr(generator, "name", type(generator).__name__))
    return Generated(answer="", generator=name, trace=trace, note="interrupted") if trace else None


def _with_missing_finals(plan: Plan, read: Sequence[Claim]) -> tuple[Claim, ...]:
    """The plan's claims and those finals of the reader that none of the plan's finals covers."""
    covered = [claim.span for claim in finals(plan)]
    taken = {claim.id for claim in plan.claims}
    claims = list(plan.claims)
    for claim in read:
        if claim.role == "final" and not any(_overlap(claim.span, span) for span in covered):
            name = next(n for n in chain([claim.id], map("final.{}".format, count(2))) if n not in taken)
            taken.add(name)
            claims.append(replace(claim, id=name))
    return tuple(claims)


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
