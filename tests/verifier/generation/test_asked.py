"""Generated answers in the whole machine: what checks them, and that their own programs don't."""

from __future__ import annotations

import json

import pytest

from tests.verifier.generation.models import asked, by_model, gateway
from tests.verifier.llm.server import serving
from toolkits.sql import SQLite
from verifier import DataTable, Recipe, UsageError, aask
from verifier._replay import aresume
from verifier.journal import Journal
from verifier.llm import Budget
from verifier.report import canonical, report_row

pytestmark = [pytest.mark.anyio, pytest.mark.sandbox]
SALES = DataTable(
    name="sales.csv", columns=("region", "units"), rows=(("north", 3), ("south", 4), ("north", 5))
)
UNITS = "How many units did the north sell?"
RIGHT, WRONG = "sales[sales.region == 'north'].units.sum()", "sales.units.sum()"


def program(code):
    """A reply that holds that program."""
    return f"```python\nanswer = {code}\n```"


def plan(quote, values, basis="question"):
    """A model's plan that adds those values up."""
    step = {
        "step_id": 1, "description": "the north's units, added up", "tool_required": "statistics",
        "tool_input": json.dumps({"op": "sum", "values": values}),
        "expected_check": {"type": "equals", "expected": {"$ref": "claims.final.value"}},
        "claim": "final", "depends_on": [], "required": True, "basis": basis,
    }  # fmt: skip
    claims = [{"id": "final", "kind": "number", "quote": quote, "role": "final"}]
    return json.dumps(
        {"verification_needed": True, "claims": claims, "verification_steps": [step], "notes": []}
    )


async def ask(question=UNITS, *, scripts, **options):
    """One run over the table, and the server that its models stood behind."""
    with serving(by_model(**scripts)) as server:
        door = gateway(server)
        try:
            report = await aask(question, data=options.pop("data", [SALES]), gateway=door, **options)
        finally:
            await door.aclose()
    return report, server


@pytest.mark.parametrize(("code", "value"), [(RIGHT, 8), (WRONG, 12)])
async def test_a_program_does_not_verify_its_own_answer(code, value):
    """Right or wrong, an answer that only its own program supports is neither verified nor refuted."""
    scripts = {"generator": [program(code)], "interpreter": [f"The answer is {value}."]}
    report, _ = await ask(scripts=scripts, planner="offline")
    assert report.generation.trace[2]["text"] == f"answer = {value}"
    assert report.verdict == "inconclusive"
    assert not any(e.tool == "python" for attempt in report.attempts for e in attempt.evidence)


async def test_a_plan_over_the_data_verifies():
    """The planner sees the table, takes its cells for its inputs, and the tool agrees with the answer."""
    scripts = {
        "generator": [program(RIGHT)], "interpreter": ["The answer is 8."],
        "planner": [plan("The answer is 8", [3, 5])],
    }  # fmt: skip
    report, server = await ask(scripts=scripts)
    assert (report.verdict, report.stop_reason) == ("verified", "passed")
    (prompt,) = asked(server, "planner")
    assert "north,3" in prompt
    assert "answer = sales" not in prompt


async def test_a_misread_question_is_refuted_and_corrected():
    """The program added up everything; the plan from the question finds it, and the corrector is told."""
    scripts = {
        "generator": [program(WRONG)], "interpreter": ["The answer is 12."],
        "planner": [plan("The answer is 12", [3, 5]), plan("The answer is 8", [3, 5])],
        "corrector": ["The answer is 8."],
    }  # fmt: skip
    report, _ = await ask(scripts=scripts, corrector="llm", evidence="verdict_only")
    assert [attempt.verdict for attempt in report.attempts] == ["refuted", "verified"]
    assert report.attempts[0].author == "pot"
    assert report.final_answer == "The answer is 8."
    assert report.generation.answer == "The answer is 12."


async def test_a_plan_on_the_programs_number_is_no_evidence():
    """The value that the program put out stands in no question and no cell: such a plan verifies nothing."""
    scripts = {
        "generator": [program(WRONG)], "interpreter": ["The answer is 12."],
        "planner": [plan("The answer is 12", [12])],
    }  # fmt: skip
    report, _ = await ask(scripts=scripts)
    assert report.verdict == "inconclusive"


async def test_a_degraded_answer_is_checked_like_any_other():
    """It says what it is; whether it holds is for the tools to say."""
    scripts = {
        "generator": [program("1/0"), program("1/0"), "6 * 7 = 42. The answer is 42."],
        "interpreter": ["-"],
    }
    report, _ = await ask(
        "What is 6 times 7?", scripts=scripts, generator="pot", planner="offline", data=None
    )
    assert report.verdict == "verified"
    assert report.generation.note.startswith("degraded to a direct answer")


async def test_a_recipe_brings_a_database():
    """Settings reach the generator; the rows come from the database given."""
    shop = SQLite.of({"orders": (["id"], [[1], [2]])})
    scripts = {
        "generator": ["```sql\nSELECT COUNT(*) AS n FROM orders\n```"],
        "interpreter": ["The answer is 2."],
    }
    report, server = await ask(
        "How many orders are there?", scripts=scripts, planner="offline", data=None,
        generator=Recipe("sql", {"database": shop}),
    )  # fmt: skip
    assert report.generation.generator == "sql"
    assert "n\n2\n" in asked(server, "interpreter")[0]


async def test_the_same_replies_make_the_same_report():
    """Nothing in the trace differs between two runs but what the canonical form leaves out."""
    rows = []
    for _ in range(2):
        scripts = {"generator": [program("1/0"), program(RIGHT)], "interpreter": ["The answer is 8."]}
        report, _ = await ask(scripts=scripts, planner="offline")
        rows.append(json.dumps(canonical(report_row(report)), ensure_ascii=False))
    assert rows[0] == rows[1]
    assert "bubblewrap" not in rows[0]


async def test_data_that_is_no_json_is_refused_before_a_model_is_asked():
    """The caller is told; nothing was spent."""
    with pytest.raises(UsageError, match="holds what JSON cannot"):
        await ask(scripts={"generator": ["x"]}, data={"v": {1, 2}}, generator="pot")


@pytest.mark.parametrize(("code", "same"), [("8 + 0 * int(__import__('time').time())", False), ("8", True)])
async def test_a_program_that_reads_the_clock_makes_no_reproducible_run(code, same):
    """The run's own answer may come out otherwise, whatever was checked of it afterwards (law 9)."""
    code = code.replace("__import__('time')", "time")
    scripts = {
        "generator": [f"```python\nimport time\nanswer = {code}\n```" if "time" in code else program(code)],
        "interpreter": ["The answer is 8."],
    }
    report, _ = await ask(scripts=scripts, planner="offline")
    assert report.reproducible is same


async def test_what_an_interrupted_generator_had_made_is_kept(tmp_path):
    """The trace so far stands in the report and in the journal; a run taken up makes its answer anew."""
    scripts = {"generator": [program("1 / 0"), program(RIGHT)], "interpreter": ["The answer is 8."]}
    path = tmp_path / "runs.db"
    with serving(by_model(**scripts)) as server:
        door = gateway(server)
        report = await aask(
            UNITS, data=[SALES], gateway=door, generator="pot", planner="offline", budget=Budget(calls=1),
            journal=path,
        )  # fmt: skip
        assert (report.stop_reason, report.final_answer) == ("budget", "")
        assert (report.generation.generator, report.generation.note) == ("pot", "interrupted")
        assert [step["kind"] for step in report.generation.trace] == ["reply", "program", "output"]
        with Journal.read(path) as journal:
            assert journal.history(report.run_id).generation == report.generation
        with pytest.raises(UsageError, match="give the generator"):
            await aresume(report.run_id, path, gateway=door, planner="offline")
        again = await aresume(
            report.run_id, path, gateway=door, generator="auto", planner="offline", budget=Budget(calls=9)
        )
        await door.aclose()
    assert again.final_answer == "The answer is 8."
    assert "interrupted" not in again.generation.note
