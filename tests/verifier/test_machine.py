"""The machine: its table, its guards, and that nothing but an edge moves a run."""

from __future__ import annotations

import contextlib
import gc
import logging
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import TransitionRefused
from verifier.machine import (
    EDGES,
    INITIAL,
    TERMINAL,
    Edge,
    Event,
    RunState,
    State,
    destination,
    mermaid,
    problems,
    shared,
)

DESIGN = """
INITIAL_GENERATION | answered    |                   | PLANNING
PLANNING           | weak        | not_yet_sent_back | PLANNING
PLANNING           | planned     |                   | EXECUTING
PLANNING           | unplannable |                   | INCONCLUSIVE
EXECUTING          | held        | law_one_holds     | PASSED
EXECUTING          | refuted     |                   | FAILED
EXECUTING          | undecided   |                   | INCONCLUSIVE
FAILED             | correct     | worth_correcting  | CORRECTING
FAILED             | give_up     | past_correcting   | MAX_RETRY
CORRECTING         | corrected   |                   | PLANNING
CORRECTING         | uncorrected |                   | MAX_RETRY
INITIAL_GENERATION | interrupted |                   | INCONCLUSIVE
PLANNING           | interrupted |                   | INCONCLUSIVE
EXECUTING          | interrupted |                   | INCONCLUSIVE
FAILED             | interrupted |                   | INCONCLUSIVE
CORRECTING         | interrupted |                   | INCONCLUSIVE
"""


def _rows() -> list[tuple[str, str, str, str]]:
    return [tuple(cell.strip() for cell in line.split("|")) for line in DESIGN.strip().splitlines()]


def _at(state: State, **fields: object) -> RunState:
    run = RunState(corrector=True, initial=state)
    for name, value in fields.items():
        setattr(run, name, value)
    return run


def test_the_table_is_the_designs() -> None:
    """The edges are those of the design, each with its guard, and no others."""
    assert sorted((e.source.value, e.event.value, e.guard, e.dest.value) for e in EDGES) == sorted(_rows())


def test_the_table_is_sound() -> None:
    """The validator has nothing to say about the table that is used."""
    assert problems() == []


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ((*EDGES, EDGES[0]), "two edges 'answered' from INITIAL_GENERATION"),
        (tuple(e for e in EDGES if e.event is not Event.CORRECT), "CORRECTING cannot be reached"),
        (tuple(e for e in EDGES if e.event is not Event.WEAK), "'weak' is on no edge"),
        ((*EDGES, Edge(State.PASSED, Event.REFUTED, State.FAILED)), "PASSED is terminal and has the exit"),
        (
            tuple(e for e in EDGES if (e.source, e.event) != (State.FAILED, Event.INTERRUPTED)),
            "FAILED cannot be interrupted",
        ),
        (
            tuple(replace(e, dest=State.FAILED) if e.event is Event.INTERRUPTED else e for e in EDGES),
            "EXECUTING cannot be interrupted",
        ),
        (tuple(replace(e, guard="law_on_holds") if e.guard else e for e in EDGES), "no method of RunState"),
        (tuple(replace(e, guard="state") if e.guard else e for e in EDGES), "no method of RunState"),
    ],
)
def test_the_validator_names_each_fault(edges: tuple[Edge, ...], said: str) -> None:
    """Duplicate, unreachable, unused, leaving a final state, uninterruptible, misspelt: each is named."""
    assert any(said in problem for problem in problems(edges))


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("event", Event)
def test_fire_takes_an_edge_or_leaves_the_state(state: State, event: Event) -> None:
    """From every state each event does what the table says; without an edge or with a false guard nothing moves."""
    row = next((row for row in _rows() if row[:2] == (state.value, event.value)), None)
    for sent_back, law_one, corrector, halt in product(
        (True, False), (True, False), (True, False), ("", "budget")
    ):
        allowed = {
            "": True,
            "not_yet_sent_back": not sent_back,
            "law_one_holds": law_one,
            "worth_correcting": corrector and not halt,
            "past_correcting": corrector and bool(halt),
        }
        run = _at(state, sent_back=sent_back, law_one=law_one, corrector=corrector, halt=halt)
        if row and allowed[row[2]]:
            run.fire(event)
            assert run.state is State(row[3])
        else:
            with pytest.raises(TransitionRefused):
                run.fire(event)
            assert run.state is state
        run.release()


def test_a_new_run_has_shown_nothing() -> None:
    """Its first weak plan may go back, and it has not passed."""
    run = RunState(corrector=True)
    assert (run.sent_back, run.law_one, run.halt, run.state) == (False, False, "", INITIAL)
    run.release()


def test_the_validator_names_just_what_is_unreachable() -> None:
    """All but the first state and where an interruption leads, when nothing leaves the first one otherwise."""
    cut = tuple(e for e in EDGES if e.event is not Event.ANSWERED)
    unreachable = [problem for problem in problems(cut) if problem.endswith("cannot be reached")]
    left = [s.value for s in State if s not in (INITIAL, State.INCONCLUSIVE)]
    assert unreachable == [f"{name} cannot be reached" for name in left]


@given(st.lists(st.sampled_from(Event), max_size=30))
def test_a_final_state_is_never_left(events: list[Event]) -> None:
    """Whatever is fired at it, a run that reached a final state stays there."""
    run = _at(INITIAL, law_one=True)
    reached: State | None = None
    for event in events:
        with contextlib.suppress(TransitionRefused):
            run.fire(event)
        assert reached is None or run.state is reached
        reached = run.state if run.state in TERMINAL else None
    run.release()


def test_correct_and_give_up_exclude_each_other() -> None:
    """In FAILED a run with a corrector has exactly one way on; one without a corrector has none but interruption."""
    for corrector in (True, False):
        for halt in ("", "budget"):
            ways = []
            for event in (Event.CORRECT, Event.GIVE_UP):
                run = RunState(corrector=corrector, initial=State.FAILED)
                run.halt = halt
                try:
                    run.fire(event)
                except TransitionRefused:
                    continue
                finally:
                    run.release()
                ways.append(event)
            assert ways == ([] if not corrector else [Event.GIVE_UP if halt else Event.CORRECT])


def test_a_run_cannot_be_moved_by_a_bound_method() -> None:
    """No `to_PASSED()`, `held()` or `trigger()` is bound to a run: `fire` is the only way."""
    run = _at(State.EXECUTING)
    for name in ("to_PASSED", "held", "trigger", "is_PASSED", "may_held"):
        assert not hasattr(run, name)
    run.release()


def test_runs_share_one_machine_and_leave_it() -> None:
    """A thousand runs leave no model behind, and release may be called twice."""
    before = len(shared().models)
    for _ in range(1000):
        run = RunState(corrector=False)
        run.fire(Event.ANSWERED)
        run.release()
        run.release()
    gc.collect()
    assert len(shared().models) == before


def test_two_runs_do_not_touch_each_other() -> None:
    """Runs on the shared machine move alone."""
    one, two = RunState(corrector=False), RunState(corrector=False)
    one.fire(Event.ANSWERED)
    assert (one.state, two.state) == (State.PLANNING, State.INITIAL_GENERATION)
    one.release()
    two.release()


def test_a_run_can_start_anywhere() -> None:
    """Resume puts a run where its journal left it, and it goes on from there."""
    for state in State:
        run = RunState(corrector=True, initial=state)
        assert run.state is state
        run.release()


def test_the_machine_is_built_as_measured() -> None:
    """No automatic edges, no queue, no callbacks, and a quiet logger."""
    machine = shared()
    assert machine.auto_transitions is False
    assert machine.has_queue is False
    assert not (machine.on_exception)
    assert not (machine.finalize_event)
    assert not (machine.before_state_change)
    assert logging.getLogger("transitions").level == logging.WARNING


def test_destination_needs_an_edge() -> None:
    """`destination` follows the table and refuses what is not on it."""
    assert destination(State.FAILED, Event.CORRECT) is State.CORRECTING
    with pytest.raises(TransitionRefused, match="no edge 'held' from PLANNING"):
        destination(State.PLANNING, Event.HELD)


def test_the_docs_show_the_table() -> None:
    """The diagram of docs/machine.md is the one that `amtfv graph` prints."""
    page = (Path(__file__).parents[2] / "docs" / "machine.md").read_text(encoding="utf-8")
    assert f"```mermaid\n{mermaid()}```" in page
    for edge in EDGES:
        assert f"{edge.source.value} --> {edge.dest.value}: {edge.event.value}" in mermaid()


def test_the_library_reads_the_same_machine() -> None:
    """What transitions built has the table's edges and no more."""
    built = {
        (source, event, transition.dest)
        for event, entry in shared().events.items()
        for source, transitions in entry.transitions.items()
        for transition in transitions
    }
    assert built == {(e.source.value, e.event.value, e.dest.value) for e in EDGES}
