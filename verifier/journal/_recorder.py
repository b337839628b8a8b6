"""Writes one run to a journal, as it happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from verifier.errors import JournalError
from verifier.generation import Generated
from verifier.journal._codec import dumps, generations, pack_evidence, patches, plans, tasks
from verifier.journal._store import Journal
from verifier.plan import Plan, Step
from verifier.records import Evidence, Patch, Report
from verifier.task import Task

if TYPE_CHECKING:
    from verifier.engine import Limits


class Recorder:
    """A run's entries: gathered until a step is finished, then committed at once."""

    def __init__(self, journal: Journal, run: str) -> None:
        self._journal = journal
        self._run = run
        self._waiting: list[tuple[str, str, str]] = []
        self._usage: Mapping[str, Any] | None = None

    def started(
        self, task: Task, answer: str, limits: Limits, *, corrector: bool, generator: bool = False
    ) -> None:
        """The run begins; with a generator the answer is yet to be made."""
        body = {"task": tasks.pack(task), "answer": answer, "limits": _limits(limits), "corrector": corrector}
        if generator:
            body["generator"] = True
        self._note("started", body)

    def resumed(self) -> None:
        """The run is taken up again where its entries leave it."""
        self._note("resumed", {})

    def event(self, name: str, details: Mapping[str, Any]) -> None:
        """The machine takes an edge; ``details`` may hold a plan and patches."""
        self._note(name, {key: _packed(value) for key, value in details.items()} if details else {})

    def spent(self, usage: Mapping[str, Any]) -> None:
        """What the run's models have cost by now; written at once, for it is spent whatever happens next."""
        if usage != self._usage:
            self._usage = usage
            self._note("spent", usage)
            self.commit()

    def step(self, evidence: Evidence, step: Step) -> None:
        """A step is finished: committed with the events before it."""
        self._note("step", pack_evidence(evidence, step))
        self.commit()

    def ended(self, report: Report) -> None:
        """The run rests."""
        self._note(
            "ended", {"verdict": report.verdict, "scope": report.scope, "stop_reason": report.stop_reason}
        )
        self.commit()

    def commit(self) -> None:
        """Write what waits.

        Raises:
            JournalError: it could not be written.
        """
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._journal.append(waiting)

    def _note(self, kind: str, body: Mapping[str, Any]) -> None:
        try:
            self._waiting.append((self._run, kind, dumps(body)))
        except (ValueError, RecursionError) as error:
            raise JournalError(f"the entry {kind!r} cannot be written as JSON: {error}") from None


@lru_cache(maxsize=16)
def _limits(limits: Limits) -> dict[str, Any]:
    return asdict(limits)


def _packed(value: Any) -> Any:
    if isinstance(value, Plan):
        return plans.pack(value)
    if isinstance(value, Generated):
        return generations.pack(value)
    if isinstance(value, tuple):
        return [patches.pack(item) if isinstance(item, Patch) else item for item in value]
    return value
