"""The state machine of a run: states, events and the one table of edges.

The table is the source of the ``transitions`` machine, of the diagram in the docs (``amtfv graph``), of the
property tests and of the resume logic. The machine is sync and shared; a run awaits its work *between*
triggers. Measured on transitions 0.9.3: ``AsyncMachine`` swallows cancellation, and an exception in a
callback leaves the state already moved; so there are no callbacks here, and guards are pure reads of the run.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from verifier.errors import TransitionRefused

if TYPE_CHECKING:
    from transitions import Machine

__all__ = [
    "EDGES",
    "INITIAL",
    "TERMINAL",
    "Edge",
    "Event",
    "RunState",
    "State",
    "destination",
    "mermaid",
    "problems",
]


class State(StrEnum):
    """Where a run is."""

    INITIAL_GENERATION = "INITIAL_GENERATION"
    PLANNING = "PLANNING"
    EXECUTING = "EXECUTING"
    PASSED = "PASSED"
    FAILED = "FAILED"
    CORRECTING = "CORRECTING"
    MAX_RETRY = "MAX_RETRY"
    INCONCLUSIVE = "INCONCLUSIVE"


class Event(StrEnum):
    """What can happen to a run."""

    ANSWERED = "answered"
    WEAK = "weak"
    PLANNED = "planned"
    UNPLANNABLE = "unplannable"
    HELD = "held"
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    CORRECT = "correct"
    GIVE_UP = "give_up"
    CORRECTED = "corrected"
    UNCORRECTED = "uncorrected"
    INTERRUPTED = "interrupted"


INITIAL = State.INITIAL_GENERATION
TERMINAL = frozenset({State.PASSED, State.MAX_RETRY, State.INCONCLUSIVE})


@dataclass(frozen=True, slots=True)
class Edge:
    """One way from a state to the next.

    Attributes:
        guard: name of the :class:`RunState` method that must be true, or "".
        when: the guard in words, for the diagram.
    """

    source: State
    event: Event
    dest: State
    guard: str = ""
    when: str = ""


def _interruptions() -> Iterator[Edge]:
    for state in State:
        if state not in TERMINAL:
            yield Edge(state, Event.INTERRUPTED, State.INCONCLUSIVE, when="model error, deadline, cancel")


EDGES: tuple[Edge, ...] = (
    Edge(State.INITIAL_GENERATION, Event.ANSWERED, State.PLANNING),
    Edge(
        State.PLANNING, Event.WEAK, State.PLANNING, "not_yet_sent_back",
        "a weak plan was not yet sent back in this attempt",
    ),
    Edge(State.PLANNING, Event.PLANNED, State.EXECUTING),
    Edge(State.PLANNING, Event.UNPLANNABLE, State.INCONCLUSIVE),
    Edge(State.EXECUTING, Event.HELD, State.PASSED, "law_one_holds", "law 1"),
    Edge(State.EXECUTING, Event.REFUTED, State.FAILED),
    Edge(State.EXECUTING, Event.UNDECIDED, State.INCONCLUSIVE),
    Edge(
        State.FAILED, Event.CORRECT, State.CORRECTING, "worth_correcting",
        "corrector present, retries, budget and deadline left, no oscillation, divergence or regression",
    ),
    Edge(
        State.FAILED, Event.GIVE_UP, State.MAX_RETRY, "past_correcting",
        "corrector present and the guard above is false",
    ),
    Edge(State.CORRECTING, Event.CORRECTED, State.PLANNING),
    Edge(State.CORRECTING, Event.UNCORRECTED, State.MAX_RETRY),
    *_interruptions(),
)  # fmt: skip

#: The machine knows states by their names: an enum would cost it a lookup at each turn.
_STATES = {state.value: state for state in State}
_DESTINATIONS = {(edge.source, edge.event): edge.dest for edge in EDGES}


def destination(source: State, event: Event) -> State:
    """Where ``event`` leads from ``source``, guards aside.

    Raises:
        TransitionRefused: there is no such edge.
    """
    try:
        return _DESTINATIONS[source, event]
    except KeyError:
        raise TransitionRefused(f"the machine has no edge {event.value!r} from {source.value}") from None


class RunState:
    """What the machine moves: one run's state and what its guards read.

    A plain class on purpose: slotted, frozen and pydantic objects cannot be models of the machine, and two
    *equal* dataclasses would be taken for one.

    Attributes:
        where: name of the state, which the machine sets.
        sent_back: a weak plan was sent back in this attempt.
        law_one: the attempt's verdict is ``verified``.
        corrector: there is a corrector.
        halt: why no further correction is worth a try, or "".
    """

    where: str

    def __init__(self, *, corrector: bool, initial: State = INITIAL) -> None:
        self.sent_back = False
        self.law_one = False
        self.corrector = corrector
        self.halt = ""
        shared().add_model(self, initial=initial.value)

    @property
    def state(self) -> State:
        """Where the run is; moved by :meth:`fire` only."""
        return _STATES[self.where]

    def fire(self, event: Event) -> None:
        """Take the edge of ``event``.

        Raises:
            TransitionRefused: no such edge from here, or its guard is false; the state has not moved.
        """
        destination(self.state, event)
        if not _triggers()[event](self):
            raise TransitionRefused(f"the guard of {event.value!r} from {self.state.value} is false")

    def release(self) -> None:
        """Take the run off the shared machine, once; its state stays readable."""
        if self in shared().models:
            shared().remove_model(self)

    def not_yet_sent_back(self) -> bool:
        """Guard of ``weak``."""
        return not self.sent_back

    def law_one_holds(self) -> bool:
        """Guard of ``held``."""
        return self.law_one

    def worth_correcting(self) -> bool:
        """Guard of ``correct``."""
        return self.corrector and not self.halt

    def past_correcting(self) -> bool:
        """Guard of ``give_up``."""
        return self.corrector and bool(self.halt)


@cache
def shared() -> Machine:
    """The one machine of this process, built from :data:`EDGES` when first needed."""
    from transitions import Machine  # noqa: PLC0415  (not needed to draw or to validate the table)

    class Unbinding(Machine):
        """Binds no methods to a run: :meth:`RunState.fire` is the only way to move one.

        Binding some thirty partials to each run would cost more than all its transitions.
        """

        def _checked_assignment(self, model: object, name: str, func: object) -> None:
            """Bind nothing."""

        def _add_trigger_to_model(self, trigger: str, model: object) -> None:
            """Bind nothing."""

        def _add_model_to_state(self, state: object, model: object) -> None:
            """Bind nothing."""

    logging.getLogger("transitions").setLevel(logging.WARNING)  # at DEBUG each step is seven times as dear
    return Unbinding(
        model=None,
        states=list(_STATES),
        initial=INITIAL.value,
        model_attribute="where",
        transitions=[_as_transition(edge) for edge in EDGES],
        auto_transitions=False,
        queued=False,
    )


@cache
def _triggers() -> dict[Event, Callable[[RunState], bool]]:
    return {event: shared().events[event.value].trigger for event in Event}


def _as_transition(edge: Edge) -> dict[str, object]:
    return {
        "trigger": edge.event.value,
        "source": edge.source.value,
        "dest": edge.dest.value,
        "conditions": [edge.guard] if edge.guard else [],
    }


# --- validation -----------------------------------------------------------------------------------
def problems(edges: Sequence[Edge] = EDGES) -> list[str]:
    """What is wrong with a table of edges; empty for a sound one.

    ``transitions`` accepts duplicate edges, misspelt guards and exits of final states, and fails, if at all,
    when they are fired.
    """
    used = {edge.event for edge in edges}
    reachable = _reachable(edges)
    exits = [edge for edge in edges if edge.source in TERMINAL]
    return [
        *_duplicates(edges),
        *(f"{state.value} cannot be reached" for state in State if state not in reachable),
        *(f"{edge.source.value} is terminal and has the exit {edge.event.value!r}" for edge in exits),
        *(f"the event {event.value!r} is on no edge" for event in Event if event not in used),
        *(f"{state.value} cannot be interrupted" for state in State if _stuck(state, edges)),
        *_unresolved(edges),
    ]


def _duplicates(edges: Sequence[Edge]) -> Iterator[str]:
    seen: set[tuple[State, Event]] = set()
    for edge in edges:
        if (edge.source, edge.event) in seen:
            yield f"two edges {edge.event.value!r} from {edge.source.value}"
        seen.add((edge.source, edge.event))


def _reachable(edges: Sequence[Edge]) -> set[State]:
    found = {INITIAL}
    for _ in State:
        found |= {edge.dest for edge in edges if edge.source in found}
    return found


def _stuck(state: State, edges: Sequence[Edge]) -> bool:
    return state not in TERMINAL and not any(
        e.source is state and e.event is Event.INTERRUPTED and e.dest is State.INCONCLUSIVE for e in edges
    )


def _unresolved(edges: Sequence[Edge]) -> Iterator[str]:
    for edge in edges:
        if edge.guard and not callable(getattr(RunState, edge.guard, None)):
            yield f"the guard {edge.guard!r} of {edge.event.value!r} is no method of RunState"


# --- diagram --------------------------------------------------------------------------------------
def mermaid(edges: Sequence[Edge] = EDGES) -> str:
    """The table as a mermaid ``stateDiagram-v2``, one edge a line."""
    lines = ["stateDiagram-v2", f"    [*] --> {INITIAL.value}"]
    lines += [f"    {edge.source.value} --> {edge.dest.value}: {_label(edge)}" for edge in edges]
    lines.append(f"    {State.FAILED.value} --> [*]: rests here with no corrector")
    lines += [f"    {state.value} --> [*]" for state in State if state in TERMINAL]
    return "\n".join(lines) + "\n"


def _label(edge: Edge) -> str:
    return f"{edge.event.value} [{edge.when}]" if edge.when else edge.event.value
