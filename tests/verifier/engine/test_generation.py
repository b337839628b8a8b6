"""Answers that are made here: the state INITIAL_GENERATION, with its journal, its resume and its replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anyio
import pytest

import verifier
from tests.verifier.scripted import RIGHT, WRONG, claim, placed, question, registry, step
from verifier import Generated, Limits, UsageError, aask, ask, replay
from verifier.engine import resume_inline, run_inline
from verifier.errors import ModelUnavailable
from verifier.journal import Journal
from verifier.llm import Budget, Ledger
from verifier.plan import Plan
from verifier.report import full_report, plain, report_row
from verifier.task import Task

ANSWER, CLAIMS = placed([claim("final")])
PLAN = Plan(claims=CLAIMS, steps=(step("s0", "final"),))
TRACE = ({"kind": "program", "code": "print(1207)"}, {"kind": "output", "text": "1207\n"})
MADE = Generated(answer=ANSWER, generator="pot", trace=TRACE, note="the second program worked")


class Scripted:
    """A generator that gives back or raises what it was told to, and counts how often it was asked."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.asked: list[Task] = []

    async def __call__(self, task: Task, /) -> Any:
        """Give the next reply."""
        self.asked.append(task)
        await anyio.lowlevel.checkpoint()
        reply = self.replies.pop(0)
        if isinstance(reply, BaseException):
            raise reply
        return reply


def planner(task: Task, answer: str, attempt: int) -> Plan:
    """The plan for the generated answer."""
    return PLAN


def asked(generator: Any, *, right: bool = True, **options: Any) -> verifier.Report:
    """One question, answered by that generator."""
    tools = registry({"s0": RIGHT if right else WRONG})
    return ask(question(), generator=generator, planner=planner, registry=tools, **options)


def test_a_generated_answer_is_checked_like_any_other() -> None:
    """It is planned, executed and judged; the report holds the way to it."""
    report = asked(Scripted(MADE))
    assert (report.verdict, report.final_answer, report.generation) == ("verified", ANSWER, MADE)
    assert report.attempts[0].author == "pot"
    assert report.path == ("INITIAL_GENERATION", "PLANNING", "EXECUTING", "PASSED")
    assert asked(Scripted(MADE), right=False).verdict == "refuted"


def test_the_report_shows_who_answered() -> None:
    """As JSON and as text."""
    report = asked(Scripted(MADE))
    row = report_row(report)["generation"]
    assert row is not None
    assert (row["generator"], row["trace"]) == ("pot", list(TRACE))
    assert "answer by pot; the second program worked" in plain(full_report(report))


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (ModelUnavailable("no connection"), "no connection"),
        (ValueError("boom"), "boom"),
        ("just text", "str, not Generated"),
        (Generated(answer=None, generator="pot"), "NoneType, not text"),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_cannot_be_made_is_no_verdict(reply: Any, error: str) -> None:
    """A model's error, a crash, or something that is no answer: interrupted, and the report says by what."""
    report = asked(Scripted(reply))
    assert (report.verdict, report.stop_reason, report.path[-1]) == (
        "inconclusive",
        "model_error",
        "INCONCLUSIVE",
    )
    assert error in report.error


def test_the_deadline_holds_while_an_answer_is_made() -> None:
    """A generator that hangs is cut off."""

    async def hang(task: Task, /) -> Generated:
        await anyio.sleep(60)
        return MADE

    report = asked(hang, limits=Limits(deadline_s=0.05))
    assert (report.verdict, report.stop_reason) == ("inconclusive", "deadline")


def test_the_journal_tells_how_the_answer_was_made(tmp_path: Path) -> None:
    """A finished run is read back whole, and replayed without a generator."""
    path = tmp_path / "journal.sqlite"
    report = asked(Scripted(MADE), journal=path)
    found = replay(report.run_id, path, registry=registry({"s0": RIGHT}))
    assert (found.steps, found.drifts) == (1, ())
    with Journal.open(path) as journal:
        back = resume_inline(report.run_id, journal, planner=planner, registry=registry({}))
    assert report_row(back)["generation"] == report_row(report)["generation"]
    assert back.final_answer == ANSWER


def test_an_interrupted_generation_is_taken_up(tmp_path: Path) -> None:
    """The generator has to be given again, and is then asked again; an answer that is there is not made anew."""
    path = tmp_path / "journal.sqlite"
    broken = asked(Scripted(ModelUnavailable("down")), journal=path)
    sync: Any = lambda task: MADE  # noqa: E731  (the inline host waits for nothing)
    with Journal.open(path) as journal:
        with pytest.raises(UsageError, match="generator"):
            resume_inline(broken.run_id, journal, planner=planner, registry=registry({}))
        again = resume_inline(broken.run_id, journal, planner=planner, registry=registry({}), generator=sync)
        assert (again.verdict, again.final_answer) == ("verified", ANSWER)

        def never(task: Task) -> Any:
            raise AssertionError("made anew")

        done = resume_inline(broken.run_id, journal, planner=planner, registry=registry({}), generator=never)
    assert done.verdict == "verified"


def test_a_resumed_run_counts_what_was_spent(tmp_path: Path) -> None:
    """Calls made before the interruption count against the budget after it."""
    ledger = Ledger(Budget(calls=3))

    def generator(task: Task) -> Any:
        ledger.open_call()
        ledger.open_call()
        raise ModelUnavailable("down")

    parts: Any = {"planner": planner, "registry": registry({})}
    with Journal.open(tmp_path / "journal.sqlite") as journal:
        run = run_inline(
            Task(question=question()), "", generator=generator, ledger=ledger, journal=journal, **parts
        )
        assert run.usage is not None
        assert run.usage["calls"] == 2
        fresh = Ledger(Budget(calls=3))

        def more(task: Task) -> Any:
            fresh.open_call()
            fresh.open_call()
            raise AssertionError("the fourth call may not be made")

        again = resume_inline(run.run_id, journal, generator=more, ledger=fresh, **parts)
    assert (again.stop_reason, again.usage["calls"]) == ("budget", 3)


def test_ask_says_what_it_needs() -> None:
    """A generator by its name needs a gateway; what can't be called is no generator; documents have no question."""
    with pytest.raises(UsageError, match="give a gateway"):
        ask("What is 6 times 7?", generator="direct")
    with pytest.raises(UsageError, match="can't be called"):
        ask("What is 6 times 7?", generator=3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no question"):
        verifier.ask_task(Task(), generator=Scripted(MADE))


def test_aask_awaits() -> None:
    """The same inside an event loop."""

    async def main() -> verifier.Report:
        return await aask(question(), generator=Scripted(MADE), planner=planner, registry=registry({}))

    assert anyio.run(main).verdict == "verified"
