"""Starts runs, takes up interrupted ones, and reads finished ones back from the journal."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, Unpack

from toolkits.registry import Registry
from verifier.correction import Corrector
from verifier.engine._driver import Crew, Driver, Reader
from verifier.engine._host import AnyioHost, Host, InlineHost, drive_inline
from verifier.engine._limits import Limits
from verifier.engine._planner import Planner
from verifier.engine._run import Draft, Run, report_of
from verifier.errors import UsageError
from verifier.generation import Generator
from verifier.machine import State
from verifier.plan import Plan
from verifier.records import Report
from verifier.task import Task

if TYPE_CHECKING:
    from verifier.journal import History, Journal
    from verifier.llm import Ledger

_RESTING = frozenset({State.FAILED, State.CORRECTING, State.PASSED, State.MAX_RETRY, State.INCONCLUSIVE})


class Parts(TypedDict, total=False):
    """What else a run may be given.

    Attributes:
        corrector: writes a new answer from the evidence against the last; without one a refuted run rests in
            FAILED.
        limits: the run's bounds.
        reader: finds claims that the planner left out. ``None``: the planner's claims are the reader's own.
        fallback: plans when the planner sees nothing to check and the reader finds claims.
        second: adds our own derivation to a plan from elsewhere, to contradict what it holds.
        generator: makes the answer; the one given to the run is then not looked at.
        ledger: counts what the run's models cost.
    """

    corrector: Corrector | None
    limits: Limits
    reader: Reader | None
    fallback: Planner | None
    second: Callable[[Task, str, Plan], Plan] | None
    generator: Generator | None
    ledger: Ledger | None


async def run(
    task: Task,
    answer: str,
    *,
    planner: Planner,
    registry: Registry,
    journal: Journal | None = None,
    **parts: Unpack[Parts],
) -> Report:
    """Check an answer, inside a running event loop of anyio; ``journal`` records the run as it goes.

    Heavy tools work in threads; async planners and correctors are awaited. Cancellation propagates: by then
    the journal holds the run as interrupted, and :func:`resume` takes it up.

    Raises:
        JournalError: the journal could not be written.
    """
    crew = _crew(planner, registry, AnyioHost(), parts)
    return await _new(task, answer, crew, journal).drive()


def run_inline(
    task: Task,
    answer: str,
    *,
    planner: Planner,
    registry: Registry,
    journal: Journal | None = None,
    **parts: Unpack[Parts],
) -> Report:
    """:func:`run` in the calling thread, without an event loop; planner and corrector must be sync.

    Raises:
        JournalError: the journal could not be written.
        UsageError: the planner or corrector is async.
    """
    crew = _crew(planner, registry, InlineHost(), parts)
    return drive_inline(_new(task, answer, crew, journal).drive())


async def resume(
    run_id: str, journal: Journal, *, planner: Planner, registry: Registry, **parts: Unpack[Parts]
) -> Report:
    """Take up a run that was killed, cancelled or interrupted; a finished one is only read back.

    No finished step runs again. ``limits`` default to the run's own; its deadline counts anew.

    Raises:
        UnknownRun: the journal holds no such run.
        JournalError: the journal could not be read or written.
        UsageError: the run was being corrected, and no corrector is given.
    """
    taken = _taken_up(run_id, journal, _crew(planner, registry, AnyioHost(), parts), "limits" in parts)
    return taken if isinstance(taken, Report) else await taken.drive()


def resume_inline(
    run_id: str, journal: Journal, *, planner: Planner, registry: Registry, **parts: Unpack[Parts]
) -> Report:
    """:func:`resume` in the calling thread, without an event loop."""
    taken = _taken_up(run_id, journal, _crew(planner, registry, InlineHost(), parts), "limits" in parts)
    return taken if isinstance(taken, Report) else drive_inline(taken.drive())


def _crew(planner: Planner, registry: Registry, host: Host, parts: Parts) -> Crew:
    return Crew(
        planner=planner,
        registry=registry,
        corrector=parts.get("corrector"),
        limits=parts.get("limits") or Limits(),
        host=host,
        reader=parts.get("reader"),
        fallback=parts.get("fallback"),
        second=parts.get("second"),
        generator=parts.get("generator"),
        ledger=parts.get("ledger"),
    )


def _new(task: Task, answer: str, crew: Crew, journal: Journal | None) -> Driver:
    run_id = os.urandom(8).hex()
    corrector = crew.corrector is not None
    recorder = None if journal is None else journal.recorder(run_id)
    if crew.generator is not None:
        answer = ""
    if recorder is not None:
        made = crew.generator is not None
        recorder.started(task, answer, crew.limits, corrector=corrector, generator=made)
    return Driver(Run(run_id, task, Draft(1, answer), corrector=corrector), crew, recorder)


def _taken_up(run_id: str, journal: Journal, crew: Crew, own_limits: bool) -> Driver | Report:
    history = journal.history(run_id)
    history.reopen()
    if not own_limits:
        crew = replace(crew, limits=Limits(**history.limits))
    if history.state is State.CORRECTING and crew.corrector is None:
        raise UsageError(f"the run {run_id} was being corrected; give the corrector to resume it")
    if history.state is State.INITIAL_GENERATION and history.generator and crew.generator is None:
        raise UsageError(
            f"the answer of run {run_id} was being made; give the generator (--generator) to resume it"
        )
    if history.state is not State.INITIAL_GENERATION or not history.generator:
        crew = replace(crew, generator=None)
    if crew.ledger is not None and history.usage is not None:
        crew.ledger.restore(history.usage)
    restored = restore(history, corrector=crew.corrector is not None)
    if history.ended:
        restored.release()
        return report_of(restored)
    recorder = journal.recorder(run_id)
    recorder.resumed()
    return Driver(restored, crew, recorder)


def restore(history: History, *, corrector: bool) -> Run:
    """The run that a journal tells of, put on the machine where it was."""
    drafts = [
        Draft(number, past.answer, past.author, past.patches, past.plan, evidence=past.evidence)
        for number, past in enumerate(history.attempts, start=1)
    ]
    run = Run(history.run, history.task, drafts[0], corrector=corrector, initial=history.state)
    for draft in drafts[:-1]:
        run.draft = draft
        run.conclude()
    run.draft = drafts[-1]
    run.draft.feedback = history.attempts[-1].feedback
    run.sent_back = bool(run.draft.feedback)
    run.path = list(history.path)
    run.error, run.suggestions = history.error, history.suggestions
    run.generation, run.spent = history.generation, history.usage
    run.reason = history.reason or None
    if history.state in _RESTING:
        run.conclude(run.reason if history.unplannable else None)
    if history.state is State.INCONCLUSIVE and run.reason is None:
        run.reason = run.attempts[-1].reason or None
    return run
