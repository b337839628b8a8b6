"""Reports of answers that no run has judged."""

from __future__ import annotations

from verifier.plan import Plan
from verifier.records import Attempt, Coverage, Report, StopReason, Verdict
from verifier.task import Task

__all__ = ["crashed", "not_judged"]


def crashed(task: Task, answer: str, error: Exception) -> Report:
    """The report of a run that a fault of ours ended; it has no attempt."""
    return _report(
        task, answer, "inconclusive", error=f"a fault of amtfv itself: {type(error).__name__}: {error}"
    )


def not_judged(task: Task, answer: str, verdict: Verdict, why: str) -> Report:
    """The report of an answer that can't be judged; the notes of its only attempt say why."""
    error = why if verdict == "inconclusive" else ""
    return _report(task, answer, verdict, note=why, error=error)


def _report(task: Task, answer: str, verdict: Verdict, *, note: str = "", error: str = "") -> Report:
    reason: StopReason = "nothing_to_check" if verdict == "not_checkable" else "undecided"
    attempt = Attempt(
        number=1, answer=answer, plan=Plan(notes=(note,)), evidence=(), verdict=verdict, scope=None,
        final="unchecked", coverage=Coverage(), reason=reason,
    )  # fmt: skip
    return Report(
        run_id="",
        task=task,
        verdict=verdict,
        scope=None,
        final="unchecked",
        stop_reason=reason,
        final_answer=answer,
        coverage=Coverage(),
        attempts=(attempt,) if note else (),
        best=0,
        failure=None,
        path=(),
        needs_human=True,
        reproducible=True,
        document=task.question is None,
        error=error,
    )
