"""Resume: after kill -9 at any point, no finished step is lost or run again, and the run comes to the same end."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from tests.verifier.journal import killed
from tests.verifier.scripted import (
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
from verifier._replay import resume
from verifier.correction import Correction
from verifier.engine import Limits, _driver, resume_inline, run, run_inline
from verifier.engine import resume as resume_async
from verifier.errors import JournalError, UnknownRun, UsageError
from verifier.journal import Journal
from verifier.machine import TERMINAL, State, shared
from verifier.plan import Plan
from verifier.records import Report
from verifier.report import canonical, report_row
from verifier.task import DataTable, Task

ROOT = Path(__file__).parents[3]
TASK = Task(question=question())
ANSWER, CLAIMS = placed([claim("c1"), claim("final")])
PLAN = Plan(claims=CLAIMS, steps=(step("s0", "final"), step("s1", "c1", basis="answer")))


def plain(report: Report) -> str:
    """What two reports of one run share."""
    return json.dumps(canonical(report_row(report)), sort_keys=True)


def kill_at(folder: Path, *lines: int) -> int:
    """Run killed.py; the number of lines of the run that nobody killed."""
    command = [sys.executable, "-m", "tests.verifier.journal.killed", str(folder), *map(str, lines)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=250, check=True)
    return int(done.stdout.split()[0]) if done.stdout else 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills forked children")
def test_killed_anywhere_and_resumed(tmp_path: Path) -> None:
    """SIGKILL at forty lines spread over a run with a weak plan, a fail and a correction; then resumed."""
    total = kill_at(tmp_path, 0)
    with Journal.read(tmp_path / "0.sqlite") as journal:
        whole = resume_inline(journal.runs()[0], journal, **killed.parts())
    assert whole.path[-1] == "PASSED"
    assert whole.path.count("PLANNING") == 3
    lines = sorted(random.Random(7).sample(range(1, total + 1), min(40, total)))
    kill_at(tmp_path, *lines)
    started = 0
    for line in lines:
        with Journal.open(tmp_path / f"{line}.sqlite", exact=True) as journal:
            for run_id in journal.runs():
                started += 1
                assert comes_to_the_same(journal, run_id) == plain(whole)
    assert started > len(lines) / 4


def comes_to_the_same(journal: Journal, run_id: str) -> str:
    """Resume; the finished steps stay as they were, and their tools are not called again."""
    before = journal.history(run_id)
    calls: list[str] = []
    report = resume_inline(run_id, journal, **killed.parts(calls))
    finished = [e for past in before.attempts for e in past.evidence]
    now = [e for attempt in report.attempts for e in attempt.evidence]
    assert now[: len(finished)] == finished
    assert len(calls) == len(now) - len(finished)
    journal.verify_chain()
    return plain(report)


def test_a_cancelled_run_is_in_the_journal_and_can_be_taken_up(tmp_path: Path) -> None:
    """Cancelling in the middle of a planner leaves a run that resumes where it was."""
    stuck = True

    async def slow(task: Task, answer: str, attempt: int) -> Plan:
        if stuck:
            await anyio.sleep_forever()
        return PLAN

    async def main() -> None:
        with anyio.move_on_after(0.05):
            await run(TASK, ANSWER, planner=slow, registry=registry({}), journal=journal)

    with Journal.open(tmp_path / "j.sqlite") as journal:
        anyio.run(main)
        (run_id,) = journal.runs()
        history = journal.history(run_id)
        assert (history.state, history.interrupted, history.reason) == (State.PLANNING, True, "cancelled")
        stuck = False
        report = resume_inline(run_id, journal, planner=planner(PLAN), registry=registry({}))
    assert (report.verdict, report.error) == ("verified", "")
    assert report.path == ("INITIAL_GENERATION", "PLANNING", "EXECUTING", "PASSED")


def test_an_interrupted_correction_is_asked_for_again(tmp_path: Path) -> None:
    """A run that stopped in CORRECTING goes on there, with its attempts as they were."""
    wrong, wrong_claims = placed([claim("final", WRONG)])
    right, right_claims = placed([claim("final", RIGHT)])
    plans = planner(*(Plan(claims=c, steps=(step("s0", "final"),)) for c in (wrong_claims, right_claims)))
    tools = registry({})
    with Journal.open(tmp_path / "j.sqlite") as journal:
        with pytest.raises(KeyboardInterrupt):
            run_inline(
                TASK,
                wrong,
                planner=plans,
                registry=tools,
                corrector=ScriptedCorrector(KeyboardInterrupt()),
                journal=journal,
            )
        (run_id,) = journal.runs()
        assert journal.history(run_id).state is State.CORRECTING
        with pytest.raises(UsageError, match="corrector"):
            resume_inline(run_id, journal, planner=plans, registry=tools)
        report = resume_inline(
            run_id, journal, planner=plans, registry=tools, corrector=ScriptedCorrector(right)
        )
    assert (report.verdict, [a.verdict for a in report.attempts]) == ("verified", ["refuted", "verified"])


@pytest.mark.parametrize("end", ["model_error", "deadline"])
def test_runs_that_ended_for_lack_of_something_can_be_taken_up(tmp_path: Path, end: str) -> None:
    """A model's error and a deadline are interruptions: with the model back, or more time, the run goes on."""
    plans = planner(KeyError("down")) if end == "model_error" else planner(PLAN)
    limits = Limits(deadline_s=1e-9) if end == "deadline" else Limits()
    with Journal.open(tmp_path / "j.sqlite") as journal:
        report = run_inline(
            TASK, ANSWER, planner=plans, registry=registry({}), journal=journal, limits=limits
        )
        assert (report.stop_reason, report.verdict) == (end, "inconclusive")
        again = resume_inline(
            report.run_id, journal, planner=planner(PLAN), registry=registry({}), limits=Limits()
        )
        assert (again.verdict, again.run_id) == ("verified", report.run_id)


@pytest.mark.parametrize(
    ("plan", "answers", "corrector"),
    [
        (PLAN, {}, None),
        (PLAN, {"s0": WRONG}, None),
        (PLAN, {"s0": WRONG}, ScriptedCorrector()),
        (PLAN, {"s1": WRONG}, ScriptedCorrector("I can't help with that.")),
        (Plan(), {}, None),
        (Plan(claims=CLAIMS), {}, None),
        (Plan(claims=CLAIMS, steps=PLAN.steps * 2), {}, None),
        (Plan(claims=CLAIMS, steps=PLAN.steps[1:]), {}, None),
        (Plan(claims=CLAIMS, steps=PLAN.steps[1:]), {"s1": WRONG}, ScriptedCorrector(ANSWER + " ")),
    ],
)
def test_a_finished_run_is_read_back_as_it_was(
    tmp_path: Path, plan: Plan, answers: dict, corrector: object
) -> None:
    """Resuming it calls nobody and writes nothing; the report is the same, whatever the end was."""
    with Journal.open(tmp_path / "j.sqlite") as journal:
        report = run_inline(
            TASK, ANSWER, planner=planner(plan), registry=registry(answers), corrector=corrector, journal=journal,
            limits=Limits(plan_steps=3),
        )  # fmt: skip
        count = journal.verify_chain()
        calls: list[str] = []
        again = resume_inline(
            report.run_id,
            journal,
            planner=planner(KeyError()),
            registry=registry({}, called=calls),
            corrector=corrector,
        )
        assert plain(again) == plain(report)
        assert (calls, journal.verify_chain()) == ([], count)


def test_the_journal_is_written_before_anyone_is_waited_for(tmp_path: Path) -> None:
    """A planner that may take long, and a corrector, find the run in the journal up to where it is."""
    seen: list[list[str]] = []
    wrong, claims = placed([claim("final", WRONG)])

    def look() -> None:
        seen.append([entry.kind for run_id in journal.runs() for entry in journal.entries(run_id)])

    def slow_planner(task: Task, answer: str, attempt: int) -> Plan:
        look()
        return Plan(claims=claims, steps=(step("s0", "final"),))

    def slow_corrector(request: object) -> None:
        look()

    with Journal.open(tmp_path / "j.sqlite") as journal:
        run_inline(
            TASK, wrong, planner=slow_planner, registry=registry({}), corrector=slow_corrector, journal=journal,
            reader=lambda *_: ((), ()),
        )  # fmt: skip
    assert seen[0] == ["started", "answered"]
    assert seen[1][-2:] == ["refuted", "correct"]


def test_everything_of_the_task_comes_back(tmp_path: Path) -> None:
    """Question, tables and values are in the journal, so that a resumed run checks against the same data."""
    task = Task(
        id="row 7",
        question="如果 s0？",
        data=(DataTable(name="d", columns=("a",), rows=((None,), (1.5,), ("中",))),),
        values={"k": [1, {"x": None}]},
    )
    with Journal.open(tmp_path / "j.sqlite") as journal:
        report = run_inline(task, ANSWER, planner=planner(PLAN), registry=registry({}), journal=journal)
        assert journal.history(report.run_id).task == task
        assert journal.history(report.run_id).limits == {
            "corrections": 3,
            "deadline_s": None,
            "plan_steps": 2000,
            "tool_calls": 10000,
            "output_bytes": 1000000,
        }


def test_resume_finds_the_file_of_a_run(tmp_path: Path) -> None:
    """By path, also when a worker wrote it to a sibling; unknown runs are named."""
    path = tmp_path / "journal.sqlite"
    with Journal.open(path), Journal.open(path) as second:
        report = run_inline(TASK, ANSWER, planner=planner(PLAN), registry=registry({}), journal=second)
    again = resume(report.run_id, path, planner=planner(PLAN), registry=registry({}))
    assert plain(again) == plain(report)
    with pytest.raises(UnknownRun):
        resume("nobody", path, planner=planner(PLAN), registry=registry({}))


def test_a_journal_that_makes_no_sense_is_refused(tmp_path: Path) -> None:
    """Entries of unknown kinds, steps of no plan and moves without an edge are not guessed at."""
    begin = ("r", "started", json.dumps({"task": {}, "answer": "x", "limits": {}, "corrector": False}))
    for number, more in enumerate([("r", "magic", "{}"), ("r", "step", "{}")]):
        with Journal.open(tmp_path / f"{number}.sqlite") as journal:
            journal.append([begin, more])
            with pytest.raises(JournalError, match="entry 2"):
                journal.history("r")
    with Journal.open(tmp_path / "moves.sqlite") as journal:
        journal.append([begin, ("r", "held", "{}")])
        with pytest.raises(JournalError, match="no edge"):
            journal.history("r")


def test_what_no_json_can_hold_is_an_error_of_the_journal(tmp_path: Path) -> None:
    """A planner's number of ten thousand digits, a circle: named, not a traceback of the encoder."""
    circle: list[object] = []
    circle.append(circle)
    with Journal.open(tmp_path / "j.sqlite") as journal:
        for value in (10**10_000, circle):
            plan = Plan(claims=CLAIMS, steps=(step("s0", "final"),), notes=(value,))
            with pytest.raises(JournalError, match="planned"):
                run_inline(TASK, ANSWER, planner=planner(plan), registry=registry({}), journal=journal)


def test_a_full_disk_is_an_error_of_the_journal(tmp_path: Path) -> None:
    """A run whose journal cannot be written stops with that error; nothing is recorded as done that is not."""

    class Full(Journal):
        def append(self, entries: object) -> None:
            raise JournalError("disk full")

    with Full.open(tmp_path / "j.sqlite") as journal, pytest.raises(JournalError, match="disk full"):
        run_inline(TASK, ANSWER, planner=planner(PLAN), registry=registry({}), journal=journal)


@pytest.mark.parametrize("state", [s for s in State if s not in TERMINAL])
def test_interrupted_in_every_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    """Whatever a run is at, a cancellation ends it in INCONCLUSIVE, is written down, and the run can go on."""
    wrong, wrong_claims = placed([claim("final", WRONG)])
    right, right_claims = placed([claim("final", RIGHT)])
    plans = planner(*(Plan(claims=c, steps=(step("s0", "final"),)) for c in (wrong_claims, right_claims)))

    async def cancelled(_: object) -> None:
        raise KeyboardInterrupt

    with Journal.open(tmp_path / "j.sqlite") as journal:
        with monkeypatch.context() as patched:
            patched.setitem(_driver._ACTS, state, cancelled)
            corrector = ScriptedCorrector(right)
            with pytest.raises(KeyboardInterrupt):
                run_inline(
                    TASK, wrong, planner=plans, registry=registry({}), corrector=corrector, journal=journal
                )
        (run_id,) = journal.runs()
        kinds = [entry.kind for entry in journal.entries(run_id)]
        assert kinds[-2:] == ["interrupted", "ended"]
        history = journal.history(run_id)
        assert (history.state, history.interrupted) == (state, True)
        assert not shared().models
        report = resume_inline(
            run_id, journal, planner=plans, registry=registry({}), corrector=ScriptedCorrector(right)
        )
        assert (report.verdict, report.path.count("EXECUTING"), report.path[-1]) == ("verified", 2, "PASSED")


@pytest.mark.parametrize("at", range(6))
def test_a_run_of_three_answers_is_taken_up_in_any_of_them(tmp_path: Path, at: int) -> None:
    """Earlier answers, who wrote them and what was found in them are as they were; twice interrupted, too."""
    values = (40000, 10000, RIGHT)
    answers = [placed([claim("final", v), claim("c1")]) for v in values]
    steps = (step("s1", "c1", basis="answer"), step("s0", "final", depends_on=("s1",)))
    plans = planner(*(Plan(claims=claims, steps=steps) for _, claims in answers))

    def parts(stop: int | None) -> dict:
        calls: list[str] = []

        def oracle() -> object:
            return KeyboardInterrupt() if stop is not None and len(calls) > stop else RIGHT

        tools = registry({"s0": oracle, "s1": oracle}, called=calls)
        return {"planner": plans, "registry": tools, "corrector": by_number}

    def by_number(request: object) -> Correction:
        return Correction(answer=answers[request.attempt.number][0], author=f"round {request.attempt.number}")

    with Journal.open(tmp_path / "j.sqlite") as journal:
        whole = run_inline(TASK, answers[0][0], journal=journal, **parts(None))
        assert [a.author for a in whole.attempts] == ["given", "round 1", "round 2"]
        with pytest.raises(KeyboardInterrupt):
            run_inline(TASK, answers[0][0], journal=journal, **parts(at))
        run_id = journal.runs()[-1]
        with pytest.raises(KeyboardInterrupt):
            resume_inline(run_id, journal, **parts(0))
        assert plain(resume_inline(run_id, journal, **parts(None))) == plain(whole)
        assert plain(resume_inline(run_id, journal, **parts(0))) == plain(whole)
        kinds = [entry.kind for entry in journal.entries(run_id)]
        assert (kinds.count("resumed"), kinds.count("interrupted"), kinds.count("step")) == (2, 2, 6)


def test_a_resumed_run_has_its_own_limits_unless_given_others(tmp_path: Path) -> None:
    """What the run was started with holds; what is given to resume replaces it."""
    for given, reason in ((None, "budget"), (Limits(), "match")):
        calls = iter([KeyboardInterrupt(), RIGHT, RIGHT])
        tools = registry(dict.fromkeys(("s0", "s1"), calls.__next__))
        with Journal.open(tmp_path / f"{reason}.sqlite") as journal:
            with pytest.raises(KeyboardInterrupt):
                run_inline(
                    TASK,
                    ANSWER,
                    planner=planner(PLAN),
                    registry=tools,
                    journal=journal,
                    limits=Limits(tool_calls=1),
                )
            parts = {} if given is None else {"limits": given}
            report = resume_inline(journal.runs()[0], journal, planner=planner(PLAN), registry=tools, **parts)
        assert report.attempts[0].evidence[1].outcome.reason == reason


def test_the_async_resume_reads_back_and_goes_on(tmp_path: Path) -> None:
    """As the inline one does."""
    turns = iter([KeyboardInterrupt(), RIGHT, RIGHT])
    tools = registry({"s0": lambda: next(turns)})

    async def main(run_id: str) -> Report:
        limits = Limits(tool_calls=2)
        return await resume_async(run_id, journal, planner=planner(PLAN), registry=tools, limits=limits)

    with Journal.open(tmp_path / "j.sqlite") as journal:
        with pytest.raises(KeyboardInterrupt):
            run_inline(
                TASK,
                ANSWER,
                planner=planner(PLAN),
                registry=tools,
                journal=journal,
                limits=Limits(tool_calls=1),
            )
        first = anyio.run(main, journal.runs()[0])
        assert first.verdict == "verified"
        assert plain(anyio.run(main, journal.runs()[0])) == plain(first)


def test_a_resumed_run_keeps_to_its_budget(tmp_path: Path) -> None:
    """Tool calls of before the interruption count."""
    calls = iter([RIGHT, KeyboardInterrupt(), RIGHT])
    tools = registry({name: (lambda: next(calls)) for name in ("s0", "s1")})
    with Journal.open(tmp_path / "j.sqlite") as journal:
        with pytest.raises(KeyboardInterrupt):
            run_inline(
                TASK,
                ANSWER,
                planner=planner(PLAN),
                registry=tools,
                journal=journal,
                limits=Limits(tool_calls=1 + 1),
            )
        report = resume_inline(
            journal.runs()[0], journal, planner=planner(PLAN), registry=tools, limits=Limits(tool_calls=1)
        )
    assert [e.outcome.reason for e in report.attempts[0].evidence] == ["match", "budget"]
