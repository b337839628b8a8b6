"""Replay: the tools of a recorded run again, with no planner, and every drift named by its step."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.verifier.scripted import (
    ERRORS,
    RIGHT,
    WRONG,
    ScriptedCorrector,
    claim,
    placed,
    planner,
    question,
    registry,
    step,
)
from toolkits.registry import Registry, Tool
from verifier._replay import ReplayReport, replay
from verifier.engine import Limits, run_inline
from verifier.errors import UnknownRun
from verifier.journal import Journal
from verifier.plan import Plan
from verifier.task import Task

TASK = Task(question=question())
ANSWER, CLAIMS = placed([claim("c1"), claim("final")])
STEPS = (step("s0", "final"), step("s1", "c1", basis="answer"))


@pytest.fixture
def journal(tmp_path: Path):
    """An open journal."""
    with Journal.open(tmp_path / "journal.sqlite") as opened:
        yield opened


def recorded(journal: Journal, answers: dict, *, steps: tuple = STEPS, **parts: object) -> str:
    """Id of a recorded run."""
    plan = Plan(claims=CLAIMS, steps=steps)
    return run_inline(
        TASK, ANSWER, planner=planner(plan), registry=registry(answers), journal=journal, **parts
    ).run_id


def replayed(journal: Journal, run_id: str, answers: dict) -> ReplayReport:
    """The replay of a run with other tools."""
    return replay(run_id, journal, registry=registry(answers))


@pytest.mark.parametrize(
    "answers", [{}, {"s0": WRONG}, {"s0": ERRORS["timeout"]}, {"s1": ERRORS["sandbox_unavailable"]}]
)
def test_the_same_tools_do_not_drift(journal: Journal, answers: dict) -> None:
    """Passes, fails and errors alike come out as they were recorded."""
    report = replayed(journal, recorded(journal, answers), answers)
    assert report.drifts == ()
    assert report.steps == (1 if answers.get("s0") is WRONG else 2)


def test_another_outcome_is_drift(journal: Journal) -> None:
    """The step is named, with what was recorded and what comes out now."""
    (drift,) = replayed(journal, recorded(journal, {}), {"s1": WRONG}).drifts
    assert (drift.attempt, drift.step_id, drift.what) == (1, "s1", "outcome+output")
    assert (drift.recorded.result, drift.now.result) == ("pass", "fail")


def test_another_output_with_the_same_outcome_is_drift(journal: Journal) -> None:
    """The digest of the output counts, not only what the check makes of it."""
    (drift,) = replayed(journal, recorded(journal, {}), {"s0": {"value": str(RIGHT), "more": 1}}).drifts
    assert (drift.step_id, drift.what) == ("s0", "output")


def test_a_tool_that_cannot_run_any_more_is_drift(journal: Journal) -> None:
    """And one that can run at last, too."""
    (drift,) = replayed(journal, recorded(journal, {}), {"s0": ERRORS["unavailable"]}).drifts
    assert (drift.now.reason, drift.what) == ("unavailable", "outcome+output")
    (drift,) = replayed(journal, recorded(journal, {"s0": ERRORS["unavailable"]}), {}).drifts
    assert (drift.recorded.reason, drift.now.result) == ("unavailable", "pass")


def test_a_tool_that_is_gone_is_drift(journal: Journal) -> None:
    """The missing tool is undecided now, and its version is shown as none."""
    found = replay(recorded(journal, {}), journal, registry=Registry())
    assert [d.step_id for d in found.drifts] == ["s0", "s1"]
    assert found.drifts[0].version == "1 -> none"


def test_a_new_version_alone_is_no_drift(journal: Journal) -> None:
    """Only what comes out counts; where it differs, the versions are shown."""
    tools = Registry()
    tools.add(
        Tool(name="oracle", version="2", function=lambda ask: {"value": str(RIGHT if ask == "s0" else WRONG)})
    )
    (drift,) = replay(recorded(journal, {}), journal, registry=tools).drifts
    assert (drift.step_id, drift.version) == ("s1", "1 -> 2")


def test_a_drift_is_named_where_it_arises_and_not_downstream(journal: Journal) -> None:
    """A later step that uses an earlier output is replayed with the recorded one."""
    user = step("s1", "c1", basis="answer")
    user = type(user)(
        **{
            **{n: getattr(user, n) for n in user.__dataclass_fields__},
            "tool_input": {"ask": {"$ref": "steps.s0.output.more"}},
        }
    )
    run_id = recorded(journal, {"s0": {"value": str(RIGHT), "more": "s7"}}, steps=(STEPS[0], user))
    found = replayed(journal, run_id, {"s0": {"value": str(RIGHT), "more": "s8"}, "s8": WRONG})
    assert [d.step_id for d in found.drifts] == ["s0"]


def test_steps_that_called_no_tool_cannot_drift(journal: Journal) -> None:
    """A dependency that was not decided, a spent budget: nothing to run again."""
    needs = step("s2", "c1", basis="answer", depends_on=("s0",))
    run_id = recorded(journal, {"s0": ERRORS["refused"]}, steps=(*STEPS, needs), limits=Limits(tool_calls=1))
    found = replayed(journal, run_id, {"s0": ERRORS["refused"]})
    assert (found.steps, found.drifts) == (1, ())


def test_every_attempt_is_replayed(journal: Journal) -> None:
    """Drift in a corrected answer carries the attempt's number."""
    right, claims = placed([claim("c1"), claim("final", WRONG)])
    plans = planner(Plan(claims=claims, steps=STEPS), Plan(claims=CLAIMS, steps=STEPS))
    report = run_inline(
        TASK,
        right,
        planner=plans,
        registry=registry({}),
        corrector=ScriptedCorrector(ANSWER),
        journal=journal,
    )
    assert [a.verdict for a in report.attempts] == ["refuted", "verified"]
    found = replayed(journal, report.run_id, {"s1": WRONG})
    assert [(d.attempt, d.step_id) for d in found.drifts] == [(2, "s1")]


def test_an_output_too_long_is_replayed_as_such(journal: Journal) -> None:
    """The run's own limits hold in the replay."""
    long = {"s0": {"value": str(RIGHT), "noise": "x" * 500}}
    run_id = recorded(journal, long, limits=Limits(output_bytes=200))
    assert replayed(journal, run_id, long).drifts == ()


def test_by_path_and_unknown(tmp_path: Path) -> None:
    """A journal may be given by its path; an unknown run is named."""
    path = tmp_path / "j.sqlite"
    with Journal.open(path) as journal:
        run_id = recorded(journal, {})
    assert replay(run_id, path, registry=registry({})).drifts == ()
    with pytest.raises(UnknownRun):
        replay("nobody", path)


def test_the_name_is_a_function_whatever_was_loaded() -> None:
    """A module of the same name would take its place in the package as soon as anything loads it."""
    code = "import verifier.cli._replay, verifier.cli._resume; from verifier import replay, resume; replay.__call__; resume.__call__"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
