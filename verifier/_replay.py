"""Runs recorded runs again: whether the tools still say the same, or to take up what was interrupted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from toolkits import Registry, default_registry
from toolkits.errors import ToolkitError
from verifier.engine import Limits, Planner, resume_inline
from verifier.engine._host import InlineHost
from verifier.engine._start import Parts
from verifier.engine._steps import OPINION, Bench, Setback, Workshop, call_tool, checked_digest, judged
from verifier.journal import History, Journal, PastAttempt, locate
from verifier.plan import CheckOutcome, Plan, Step
from verifier.records import Evidence, Report

if TYPE_CHECKING:
    from verifier._api import Options
    from verifier.generation import Generator

__all__ = ["Drift", "ReplayReport", "aresume", "replay", "resume"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drift:
    """A step that no longer comes out as it was recorded.

    Attributes:
        attempt: number of the attempt.
        what: ``outcome``, ``output`` (another digest), or both, joined by "+".
        version: the tool's version then and now, when they differ, else "".
    """

    attempt: int
    step_id: str
    what: str
    recorded: CheckOutcome
    now: CheckOutcome
    version: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayReport:
    """What a replay found: how many steps called their tool again, and which drifted."""

    run_id: str
    steps: int
    drifts: tuple[Drift, ...]


def replay(run_id: str, journal: Journal | str | Path, *, registry: Registry | None = None) -> ReplayReport:
    """Execute the tools of a recorded run again, with no model call, and report any drift.

    Steps that called no tool (a dependency that was not decided, an ungrounded input) have nothing to drift;
    opinions are no evidence that could.

    Raises:
        UnknownRun: there is no such run.
        JournalBroken: the journal was changed after it was written: what it says is no evidence.
        JournalError: the journal cannot be read, or a writer holds it.
    """
    history = _history(run_id, journal)
    tools = registry or default_registry()
    compared = [
        _drift(number, evidence, now)
        for number, attempt in enumerate(history.attempts, start=1)
        for evidence, now in _steps_again(history, attempt, tools)
    ]
    return ReplayReport(run_id=run_id, steps=len(compared), drifts=tuple(filter(None, compared)))


def resume(
    run_id: str,
    journal: Journal | str | Path,
    *,
    planner: Planner | None = None,
    registry: Registry | None = None,
    **parts: Unpack[Parts],
) -> Report:
    """Take up a run that was killed, cancelled or interrupted; a finished one is only read back.

    No finished step runs again. What a run was given as functions (planner, tools, corrector) is not in the
    journal and has to be given again.

    Raises:
        UnknownRun: there is no such run.
        JournalBroken: the journal was changed after it was written.
        JournalError: the journal cannot be read or written.
    """
    tools, plans = registry or default_registry(), planner or _offline_planner()
    if isinstance(journal, Journal):
        journal.verify_chain()
        return resume_inline(run_id, journal, planner=plans, registry=tools, **parts)
    with Journal.open(locate(journal, run_id), exact=True) as opened:
        opened.verify_chain()
        return resume_inline(run_id, opened, planner=plans, registry=tools, **parts)


async def aresume(
    run_id: str, path: str | Path, *, generator: Generator | str | None = None, **options: Unpack[Options]
) -> Report:
    """:func:`resume` inside an event loop, with the options of :func:`verifier.check`: a gateway, say.

    What the run's models had cost before counts against the budget. Without ``limits`` the run's own hold.

    Args:
        run_id: the run's id.
        path: the journal.
        generator: who answers, where the run was interrupted before there was an answer.
        options: as the run had them; ``journal`` is not looked at.

    Raises:
        UnknownRun, JournalBroken, JournalError: as :func:`resume`.
        UsageError: the run needs a corrector or a generator, and none is given.
    """
    from verifier._api import parts_of  # noqa: PLC0415  (a replay plans nothing)
    from verifier.engine import resume as take_up  # noqa: PLC0415  (likewise)

    with Journal.open(locate(path, run_id), exact=True) as opened:
        opened.verify_chain()
        history = opened.history(run_id)
        parts = parts_of(history.task, history.attempts[0].answer, generator, options)
        return await take_up(run_id, opened, **parts)


def _offline_planner() -> Planner:
    from verifier._api import offline_planner  # noqa: PLC0415  (a replay plans nothing)

    return offline_planner


def _history(run_id: str, journal: Journal | str | Path) -> History:
    if isinstance(journal, Journal):
        journal.verify_chain()
        return journal.history(run_id)
    with Journal.read(locate(journal, run_id)) as opened:
        opened.verify_chain()
        return opened.history(run_id)


@dataclass(frozen=True, slots=True)
class _Now:
    """How a step comes out now."""

    outcome: CheckOutcome
    version: str = ""
    digest: str = ""


def _steps_again(
    history: History, attempt: PastAttempt, registry: Registry
) -> Iterator[tuple[Evidence, _Now]]:
    """The attempt's steps that called a tool, each with how it comes out now.

    Inputs and the outputs that checks refer to are the recorded ones: a drift is named where it arises, and
    not again in each step that builds on it.
    """
    plan = attempt.plan or Plan()
    shop = Workshop(registry, Limits(**history.limits), InlineHost(), lambda: None)
    bench = Bench(shop, history.task, plan, {claim.id: claim for claim in plan.claims})
    steps = {step.step_id: step for step in plan.steps}
    for evidence in attempt.evidence:
        if evidence.tool_version and evidence.outcome.reason != OPINION:  # a model is not asked again
            yield evidence, _again(bench, steps[evidence.step_id], evidence)
        bench.add(evidence)


def _again(bench: Bench, step: Step, evidence: Evidence) -> _Now:
    try:
        tool = bench.shop.registry.get(evidence.tool)
    except ToolkitError as error:
        return _Now(CheckOutcome(result="undecided", reason=error.code, detail=str(error)))
    digest = ""
    try:
        output = call_tool(tool, evidence.tool_input)
        digest = checked_digest(output, bench.shop.limits.output_bytes)
        return _Now(judged(bench, step, output), tool.provenance_of(evidence.tool_input), digest)
    except Setback as setback:
        return _Now(setback.outcome, tool.provenance_of(evidence.tool_input), digest)


def _drift(attempt: int, evidence: Evidence, now: _Now) -> Drift | None:
    recorded = evidence.outcome
    outcome = (recorded.result, recorded.reason) != (now.outcome.result, now.outcome.reason)
    output = evidence.output_digest != now.digest
    if not outcome and not output:
        return None
    moved = evidence.tool_version != now.version
    return Drift(
        attempt=attempt,
        step_id=evidence.step_id,
        what="+".join(name for name, changed in (("outcome", outcome), ("output", output)) if changed),
        recorded=recorded,
        now=now.outcome,
        version=f"{evidence.tool_version} -> {now.version or 'none'}" if moved else "",
    )
