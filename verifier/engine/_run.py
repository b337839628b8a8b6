"""The data of one run, and what it becomes: attempts and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from verifier.convergence import best_attempt
from verifier.engine._order import Schedule
from verifier.generation import Generated
from verifier.machine import INITIAL, Event, RunState, State
from verifier.plan import CheckOutcome, Plan
from verifier.records import Attempt, Evidence, Failure, Patch, Report, StopReason
from verifier.task import Task
from verifier.verdict import Judgement, first_failure, judge

if TYPE_CHECKING:
    from verifier.llm import Ledger

#: Reasons that depend on the machine's load or size: the same input may come out otherwise elsewhere.
_RESOURCES = frozenset({"limit", "timeout", "memory", "output_limit", "killed"})
#: How the message of a :class:`ReadingLimit` begins.
_LIMIT = "limit: "
_INTERRUPTIONS = frozenset({"deadline", "cancelled", "model_error"})


@dataclass(slots=True)
class Draft:
    """The answer at hand and what is known of it so far; becomes an :class:`Attempt`.

    Attributes:
        audits: what the static audit has against steps of the plan, by step id.
        feedback: why a weak plan for this answer was sent back.
    """

    number: int
    answer: str
    author: str = "given"
    patches: tuple[Patch, ...] = ()
    plan: Plan | None = None
    schedule: Schedule | None = None
    audits: Mapping[str, CheckOutcome] = field(default_factory=dict[str, CheckOutcome])
    evidence: list[Evidence] = field(default_factory=list[Evidence])
    feedback: tuple[str, ...] = ()


class Run(RunState):
    """One run.

    Attributes:
        draft: the answer that is being checked.
        attempts: the answers that were checked to their end (the last of them may be the draft's).
        path: the states it has been in.
        reason: why it ended, once that is known.
        error: the message that goes with ``reason``.
        suggestions: what the corrector would change and may not on its own.
        generation: how the first answer was made, when it was made here.
        ledger: counts what models cost, when the run has any.
        spent: what they had cost when a journal was read back.
    """

    def __init__(
        self, run_id: str, task: Task, draft: Draft, *, corrector: bool, initial: State = INITIAL
    ) -> None:
        super().__init__(corrector=corrector, initial=initial)
        self.run_id = run_id
        self.task = task
        self.draft = draft
        self.attempts: list[Attempt] = []
        self.path: list[State] = [initial]
        self.reason: StopReason | None = None
        self.error = ""
        self.suggestions: tuple[Patch, ...] = ()
        self.generation: Generated | None = None
        self.ledger: Ledger | None = None
        self.spent: Mapping[str, Any] | None = None

    @property
    def document(self) -> bool:
        """The text came without a question."""
        return self.task.question is None

    def steps_done(self) -> int:
        """How many steps were finished, in all attempts."""
        drafted = [] if self.concluded else self.draft.evidence
        return sum(len(attempt.evidence) for attempt in self.attempts) + len(drafted)

    def move(self, event: Event) -> None:
        """Take the edge of ``event`` and remember where it led."""
        self.fire(event)
        self.path.append(self.state)
        self.sent_back |= event is Event.WEAK

    def generated(self, made: Generated) -> None:
        """Put the answer that was made here under test."""
        self.generation = made
        self.draft.answer, self.draft.author = made.answer, made.generator

    def next_draft(self, answer: str, author: str, patches: tuple[Patch, ...]) -> None:
        """Put a corrected answer in the place of the last one."""
        self.draft = Draft(self.draft.number + 1, answer, author, patches)
        self.sent_back = False

    def conclude(self, reason: StopReason | None = None) -> Attempt:
        """Close the draft: judge its evidence and add it to the attempts.

        Args:
            reason: why the draft could not be checked to its end, where that is so. Then its evidence can
                refute it, but neither verify it nor show that it had nothing to check.
        """
        plan = self.draft.plan or Plan()
        judgement = judge(plan, self.draft.evidence, document=self.document)
        if reason is not None:
            judgement = _cut_short(judgement, reason)
        attempt = as_attempt(self.draft, plan, judgement)
        self.attempts.append(attempt)
        self.law_one = attempt.verdict == "verified"
        return attempt

    @property
    def concluded(self) -> bool:
        """The draft is among the attempts."""
        return bool(self.attempts) and self.attempts[-1].number == self.draft.number


def _cut_short(judgement: Judgement, reason: StopReason) -> Judgement:
    if judgement.verdict == "refuted" or reason == "nothing_to_check":
        return replace(judgement, reason=reason)
    return replace(judgement, verdict="inconclusive", scope=None, reason=reason)


def as_attempt(draft: Draft, plan: Plan, judgement: Judgement) -> Attempt:
    """The attempt that a draft became."""
    return Attempt(
        number=draft.number,
        answer=draft.answer,
        plan=plan,
        evidence=tuple(draft.evidence),
        verdict=judgement.verdict,
        scope=judgement.scope,
        final=judgement.final,
        coverage=judgement.coverage,
        reason=judgement.reason or "",
        author=draft.author,
        patches=draft.patches,
    )


# --- the report ---------------------------------------------------------------------------------------
def report_of(run: Run) -> Report:
    """The report of a run that rests; its verdict is the best attempt's."""
    best = best_attempt(run.attempts) if len(run.attempts) > 1 else 0
    attempt = run.attempts[best]
    return Report(
        run_id=run.run_id,
        task=run.task,
        verdict=attempt.verdict,
        scope=attempt.scope,
        final=attempt.final,
        stop_reason=_stop_reason(run),
        final_answer=attempt.answer,
        coverage=attempt.coverage,
        attempts=tuple(run.attempts),
        best=best,
        failure=failure_of(attempt),
        path=tuple(state.value for state in run.path),
        needs_human=run.state in {State.MAX_RETRY, State.INCONCLUSIVE},
        reproducible=_reproducible(run.attempts)
        and _remade(run.generation)
        and not run.error.startswith(_LIMIT),
        document=run.document,
        error=run.error,
        suggestions=run.suggestions,
        generation=run.generation,
        usage=run.spent if run.ledger is None else run.ledger.as_data(),
    )


def _stop_reason(run: Run) -> StopReason:
    if run.state is State.PASSED:
        return "passed"
    return run.reason or ("no_corrector" if run.state is State.FAILED else "undecided")


def failure_of(attempt: Attempt) -> Failure | None:
    """The finding that refuted an attempt."""
    evidence = first_failure(attempt.evidence)
    if evidence is None:
        return None
    claim = next((c for c in attempt.plan.claims if c.id == evidence.claim), None)
    return Failure(
        step_id=evidence.step_id,
        claim=claim,
        evidence=evidence,
        summary=str((evidence.diagnosis or {}).get("summary", "")) or evidence.outcome.detail,
        rule=f"{claim.kind if claim else evidence.tool}-{evidence.outcome.reason}",
    )


def _reproducible(attempts: Sequence[Attempt]) -> bool:
    return not any(
        attempt.reason in _INTERRUPTIONS or any(map(_depends_on_resources, attempt.evidence))
        for attempt in attempts
    )


def _remade(made: Generated | None) -> bool:
    """Whether the same replies would make the same answer again: no program of its trace reads the clock."""
    return made is None or not any(map(_depends_on_place, made.trace))


def _depends_on_place(step: Mapping[str, Any]) -> bool:
    error, output = step.get("error"), step.get("output")
    code = error.get("code") if isinstance(error, Mapping) else step.get("fault")
    clock = isinstance(output, Mapping) and bool(output.get("reads_clock"))
    return clock or bool(step.get("reads_clock")) or code in _RESOURCES


def _depends_on_resources(evidence: Evidence) -> bool:
    clock = evidence.output is not None and bool(evidence.output.get("reads_clock"))
    return clock or evidence.outcome.reason in _RESOURCES
