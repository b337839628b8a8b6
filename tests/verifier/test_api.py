"""The public calls: check and acheck, with plans, planners, correctors, data and journals."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import anyio
import pytest

import verifier
from tests.verifier.scripted import RIGHT, ScriptedCorrector, claim, placed, question, registry, step
from verifier import (
    Correction,
    DataTable,
    Limits,
    PlanError,
    UsageError,
    acheck,
    check,
)
from verifier.journal import Journal
from verifier.plan import Plan
from verifier.task import Task

QUESTION = "What is 12 times 12?"
ANSWER, CLAIMS = placed([claim("final")])
PLAN = Plan(claims=CLAIMS, steps=(step("s0", "final"),))


def scripted(task: Task, answer: str, attempt: int) -> Plan:
    """A planner of the user's own."""
    return PLAN


async def scripted_async(task: Task, answer: str, attempt: int) -> Plan:
    """A planner that waits for something."""
    await anyio.lowlevel.checkpoint()
    return PLAN


def test_a_wrong_sum_is_refuted_offline() -> None:
    """The example of the package's docstring."""
    report = check("12 * 12 = 146, so the answer is 146.", QUESTION)
    assert report.verdict == "refuted"
    assert report.failure is not None
    assert "146" in report.failure.summary


def test_fix_patches_what_is_certain() -> None:
    """The local corrector, by one flag."""
    report = check("So 12 * 12 = 146.", fix=True)
    assert (report.final_answer, report.document) == ("So 12 * 12 = 144.", True)


def test_a_planner_and_tools_of_ones_own() -> None:
    """Both are taken as they are; a plain plan object too."""
    for options in ({"planner": scripted}, {"plan": PLAN}):
        report = check(ANSWER, question(), registry=registry({}), **options)
        assert (report.verdict, report.task.id) == ("verified", "1")


def test_async_parts_are_driven_from_sync_code() -> None:
    """`check` starts an event loop when a planner or corrector needs one."""

    class Corrector:
        async def __call__(self, request: object) -> None:
            await anyio.lowlevel.checkpoint()

    assert check(ANSWER, question(), planner=scripted_async, registry=registry({})).verdict == "verified"
    wrong = registry({"s0": RIGHT + 1})
    report = check(ANSWER, question(), planner=scripted, registry=wrong, corrector=Corrector())
    assert (report.path[-1], report.stop_reason) == ("MAX_RETRY", "no_corrector")


def test_acheck_awaits() -> None:
    """The same inside an event loop, where `check` with async parts says what to do instead."""

    async def main() -> None:
        report = await acheck(ANSWER, question(), planner=scripted_async, registry=registry({}))
        assert report.verdict == "verified"
        assert check(ANSWER, question(), planner=scripted, registry=registry({})).verdict == "verified"
        with pytest.raises(UsageError, match="acheck"):
            check(ANSWER, question(), planner=scripted_async, registry=registry({}))

    anyio.run(main)


def test_many_checks_side_by_side() -> None:
    """Hundreds of runs share the machine and one journal, and none touches another."""
    verdicts: list[str] = []

    async def one(number: int) -> None:
        tools = registry({"s0": RIGHT + number % 2})
        verdicts.append((await acheck(ANSWER, question(), planner=scripted_async, registry=tools)).verdict)

    async def main() -> None:
        async with anyio.create_task_group() as group:
            for number in range(300):
                group.start_soon(one, number)

    anyio.run(main)
    assert sorted(verdicts) == ["refuted"] * 150 + ["verified"] * 150


@pytest.mark.parametrize(
    "options",
    [{"plan": PLAN, "planner": scripted}, {"fix": True, "corrector": ScriptedCorrector()}],
)
def test_options_that_exclude_each_other(options: dict) -> None:
    """Are refused before anything runs."""
    with pytest.raises(UsageError, match="not both"):
        check(ANSWER, question(), **options)


@pytest.mark.parametrize(
    ("answer", "asked", "options", "message"),
    [
        (ANSWER, "q", {"fixx": True}, "no option 'fixx'"),
        (None, "q", {}, "the answer is NoneType"),
        (b"408", "q", {}, "the answer is bytes"),
        (ANSWER, 17, {}, "the question is int"),
        (ANSWER, "q", {"planner": 5}, "the planner can't be called"),
        (ANSWER, "q", {"corrector": "x"}, "the corrector can't be called"),
    ],
)
def test_what_can_not_be_used_is_the_callers_error(
    answer: Any, asked: Any, options: dict, message: str
) -> None:
    """A misspelt option is no check left out, and what is no text is not the answer's fault."""
    with pytest.raises(UsageError, match=message):
        check(answer, asked, **options)


class MuteError(Exception):
    """Fails at saying what it is."""

    def __str__(self) -> str:
        """Crash."""
        raise ValueError


def test_a_crash_that_can_not_be_told_is_a_crash() -> None:
    """An error whose own message crashes ends the run as any other does."""

    def crashes(*_: object) -> Any:
        raise MuteError

    assert check(ANSWER, question(), planner=crashes).error.startswith("MuteError: ")
    assert check("1 + 1 = 3", "What is 1 + 1?", corrector=crashes).stop_reason == "model_error"


def test_a_correction_that_is_no_text_is_the_correctors_error() -> None:
    """The run ends there, with the answer that it had."""
    report = check(
        "1 + 1 = 3", "What is 1 + 1?", corrector=lambda _: Correction(answer=cast("Any", 5), author="test")
    )
    assert (report.stop_reason, report.final_answer) == ("model_error", "1 + 1 = 3")
    assert "int, not text" in report.error


@pytest.mark.parametrize("plan", ["", "not json", '{"verification_steps": 7}', {"steps": [1]}])
def test_a_plan_that_cannot_be_used_is_the_callers_error(plan: object) -> None:
    """It is raised, with its place, instead of being reported as the answer's fault."""
    with pytest.raises(PlanError):
        check(ANSWER, question(), plan=plan)


def test_data_is_tables_and_values() -> None:
    """Tables in a sequence; tables and JSON by name."""
    table = DataTable(name="t.csv", columns=("a",), rows=((1,),))
    seen: list[Task] = []

    def looking(task: Task, answer: str, attempt: int) -> Plan:
        seen.append(task)
        return Plan()

    check("x", "q", data=[table], planner=looking, name="row 9")
    check("x", "q", data={"t": table, "k": [1, 2]}, planner=looking)
    assert (seen[0].id, seen[0].data, seen[0].values) == ("row 9", (table,), {})
    assert (seen[1].data, seen[1].values) == ((table,), {"k": [1, 2]})


def test_a_journal_by_path_or_open(tmp_path: Path) -> None:
    """Either way the run is in it."""
    path = tmp_path / "j.sqlite"
    first = check(ANSWER, question(), planner=scripted, registry=registry({}), journal=path)
    with Journal.open(path) as journal:
        second = check(ANSWER, question(), planner=scripted, registry=registry({}), journal=journal)
        assert journal.runs() == [first.run_id, second.run_id]


def test_limits_reach_the_run() -> None:
    """And the defaults hold without them."""
    report = check(ANSWER, question(), planner=scripted, registry=registry({}), limits=Limits(tool_calls=0))
    assert report.stop_reason == "budget"


def test_the_public_names() -> None:
    """Every exported name is there; nothing else is promised."""
    for name in verifier.__all__:
        assert getattr(verifier, name) is not None
    assert set(verifier.__all__) <= set(dir(verifier))
    with pytest.raises(AttributeError, match="nothing"):
        verifier.nothing  # noqa: B018


def test_importing_the_package_costs_nothing() -> None:
    """No tool, no engine, no library is loaded before it is used."""
    code = "import sys; before = set(sys.modules); import verifier; print(sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['verifier']"
