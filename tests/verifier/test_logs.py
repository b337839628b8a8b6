"""The log: silent by default, one event name per transition when enabled, to stderr."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.verifier.scripted import WRONG, ScriptedCorrector, claim, placed, planner, question, registry, step
from verifier import logs
from verifier.engine import run_inline
from verifier.plan import Plan
from verifier.task import Task


@pytest.fixture(autouse=True)
def _silence_afterwards():
    yield
    logs.disable()


def run() -> None:
    """A run with a fail and a corrector that has nothing to offer."""
    answer, claims = placed([claim("final")])
    plan = Plan(claims=claims, steps=(step("s0", "final"),))
    run_inline(
        Task(question=question()), answer, planner=planner(plan), registry=registry({"s0": WRONG}),
        corrector=ScriptedCorrector(None),
    )  # fmt: skip


def test_silent_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    """A run writes nothing anywhere."""
    run()
    assert capsys.readouterr() == ("", "")


def test_one_event_per_transition(capsys: pytest.CaptureFixture[str]) -> None:
    """As JSON lines on stderr: names, the run's id, the state reached, a step's result."""
    logs.enable("json")
    run()
    out, err = capsys.readouterr()
    events = [json.loads(line) for line in err.splitlines()]
    assert [e["event"] for e in events] == [
        "run.answered", "run.planned", "run.step", "run.refuted", "run.correct", "run.uncorrected",
    ]  # fmt: skip
    assert len({e["run"] for e in events}) == 1
    assert events[1]["state"] == "EXECUTING"
    assert (events[2]["step"], events[2]["result"], events[2]["reason"]) == ("s0", "fail", "mismatch")
    assert out == ""


def test_lines_for_people_and_off_again(capsys: pytest.CaptureFixture[str]) -> None:
    """The other style, and silence after `disable`."""
    logs.enable()
    run()
    assert "run.refuted" in capsys.readouterr().err
    logs.disable()
    assert not logs.enabled()
    run()
    assert capsys.readouterr().err == ""


def test_structlog_is_loaded_only_when_enabled() -> None:
    """Nobody who does not want the log pays for it; nor for an event loop, nor for sqlite3."""
    code = (
        "import sys, verifier.engine, verifier._replay\n"
        "print([m for m in ('structlog', 'anyio', 'asyncio', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
