"""A run as its journal tells it: where it is, what its attempts were, and what was decided in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from verifier.errors import JournalError, TransitionRefused
from verifier.generation import Generated
from verifier.journal._codec import generations, patches, plans, tasks, unpack_evidence
from verifier.journal._store import Entry
from verifier.machine import INITIAL, Event, State, destination
from verifier.plan import Plan
from verifier.records import Evidence, Patch, StopReason
from verifier.task import Task

_EVENTS = {event.value: event for event in Event}


@dataclass(slots=True)
class PastAttempt:
    """One answer of a run, with the plan that was last made for it and the steps that were finished.

    ``feedback`` says why a weak plan was sent back; empty when none was.
    """

    answer: str
    author: str = "given"
    patches: tuple[Patch, ...] = ()
    plan: Plan | None = None
    evidence: list[Evidence] = field(default_factory=list[Evidence])
    feedback: tuple[str, ...] = ()


@dataclass(slots=True)
class History:
    """What the entries of a run add up to.

    Attributes:
        corrector: it was started with one.
        state: where the run is, or was before it was interrupted.
        path: the states it has been in; an interruption that was resumed from is not part of it.
        ended: the run came to its end; an interrupted one did not.
        interrupted: it was interrupted (cancelled, out of time, a model's error) and not resumed yet.
        reason: why the machine gave up, did not correct, could not plan or was interrupted; else "".
        error: the message that goes with it.
        generator: its answer was to be made; ``generation`` tells how, once it is there.
        usage: what its models had cost when that was last written.
    """

    run: str
    task: Task
    limits: Mapping[str, Any]
    attempts: list[PastAttempt]
    corrector: bool = False
    state: State = INITIAL
    path: list[State] = field(default_factory=lambda: [INITIAL])
    ended: bool = False
    interrupted: bool = False
    unplannable: bool = False
    reason: StopReason | Literal[""] = ""
    error: str = ""
    suggestions: tuple[Patch, ...] = ()
    generator: bool = False
    generation: Generated | None = None
    usage: Mapping[str, Any] | None = None

    def reopen(self) -> None:
        """Forget an interruption: the run goes on from where it was."""
        if self.interrupted:
            self.ended = self.interrupted = False
            self.reason = self.error = ""


def read_history(entries: Iterable[Entry]) -> History:
    """Fold a run's entries.

    Raises:
        JournalError: an entry is of no known kind, lacks something, or tells of a move for which the machine
            has no edge.
    """
    history: History | None = None
    for entry in entries:
        try:
            history = _started(entry) if history is None else _told(history, entry)
        except (TransitionRefused, LookupError, TypeError, ValueError) as error:
            raise JournalError(f"entry {entry.seq} ({entry.kind}) makes no sense: {error}") from error
    if history is None:
        raise JournalError("a run has at least one entry")
    return history


def _told(history: History, entry: Entry) -> History:
    if entry.kind == "resumed":
        history.reopen()
    elif entry.kind == "ended":
        history.ended = not history.interrupted
    elif entry.kind == "spent":
        history.usage = entry.body
    elif entry.kind == "step":
        _add_step(history, entry)
    else:
        _move(history, _EVENTS[entry.kind], entry.body)
    return history


def _started(entry: Entry) -> History:
    if entry.kind != "started":
        raise ValueError("a run begins with its start")
    body = entry.body
    return History(
        run=entry.run,
        task=tasks.unpack(body["task"]),
        limits=body["limits"],
        attempts=[PastAttempt(body["answer"])],
        corrector=body["corrector"],
        generator=body.get("generator", False),
    )


def _add_step(history: History, entry: Entry) -> None:
    attempt = history.attempts[-1]
    if attempt.plan is None:
        raise ValueError("a step of no plan")
    attempt.evidence.append(unpack_evidence(entry.body, attempt.plan))


def _move(history: History, event: Event, body: Mapping[str, Any]) -> None:
    dest = destination(history.state, event)
    if event is Event.INTERRUPTED:
        history.interrupted = True  # the run can be taken up where it was
    else:
        history.state = dest
        history.path.append(dest)
    if event in _EFFECTS:
        _EFFECTS[event](history, body)


def _answered(history: History, body: Mapping[str, Any]) -> None:
    if "generation" in body:
        history.generation = made = generations.unpack(body["generation"])
        history.attempts[0].answer, history.attempts[0].author = made.answer, made.generator


def _weak(history: History, body: Mapping[str, Any]) -> None:
    history.attempts[-1].feedback = tuple(body["feedback"])


def _planned(history: History, body: Mapping[str, Any]) -> None:
    history.attempts[-1].plan = plans.unpack(body["plan"])


def _unplannable(history: History, body: Mapping[str, Any]) -> None:
    history.unplannable = True
    _planned(history, body)
    _reasoned(history, body)


def _corrected(history: History, body: Mapping[str, Any]) -> None:
    changed = tuple(map(patches.unpack, body["patches"]))
    history.attempts.append(PastAttempt(body["answer"], body["author"], changed))


def _interrupted(history: History, body: Mapping[str, Any]) -> None:
    _reasoned(history, body)
    if "generation" in body:
        history.generation = generations.unpack(body["generation"])


def _reasoned(history: History, body: Mapping[str, Any]) -> None:
    history.reason, history.error = body["reason"], body.get("error", "")
    history.suggestions = tuple(map(patches.unpack, body.get("suggestions", ())))


_EFFECTS: Mapping[Event, Callable[[History, Mapping[str, Any]], None]] = {
    Event.ANSWERED: _answered,
    Event.WEAK: _weak,
    Event.PLANNED: _planned,
    Event.UNPLANNABLE: _unplannable,
    Event.CORRECTED: _corrected,
    Event.GIVE_UP: _reasoned,
    Event.UNCORRECTED: _reasoned,
    Event.INTERRUPTED: _interrupted,
}
