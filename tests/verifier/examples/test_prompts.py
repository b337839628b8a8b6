"""Examples in prompts: shown where code is asked for, named in the trace, and off when they are not wanted."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.verifier.generation.models import asked, by_model, gateway
from tests.verifier.llm.server import serving
from toolkits import default_registry
from toolkits.sql import SQLite
from verifier import Recipe, UsageError, aask, acheck
from verifier.examples import Example, Examples
from verifier.examples._measure import Measured, measured

pytestmark = [pytest.mark.anyio, pytest.mark.sandbox]
QUESTION = "How many pens are in 5 boxes of 10 pens?"
PENS = Example.pair("How many pens are in 3 boxes of 12 pens?", "BAIT = 3\nresult = BAIT * 12  # {{7*7}}")
OWN = Example.pair(QUESTION, "OWN = 5\nresult = OWN * 10")
ORDERS = Example.pair("How many orders are there of Ada?", "SELECT COUNT(*) AS bait FROM orders", "sql")
CODE = "```python\nresult = 5 * 10\n```"


@pytest.fixture
def kept(tmp_path):
    """The path of a file with these examples."""
    Examples.open(tmp_path / "e.sqlite").add(PENS, OWN, ORDERS)
    return tmp_path / "e.sqlite"


async def run(work, **scripts):
    """What that work makes of models behind a server, and the server."""
    scripts = {"planner": ["{}"], "corrector": ["x"], "interpreter": ["The answer is 50."], **scripts}
    with serving(by_model(**scripts)) as server:
        door = gateway(server)
        try:
            return await work(door), server
        finally:
            await door.aclose()


@pytest.mark.parametrize("given", [True, False])
async def test_programs_see_examples_and_the_trace_says_which(kept, given):
    """The like one is shown as text, the question's own is not; without examples nothing is."""
    options = {"examples": kept} if given else {}
    report, server = await run(
        lambda door: aask(QUESTION, generator="pot", gateway=door, planner="offline", **options),
        generator=[CODE],
    )
    (prompt,) = asked(server, "generator")
    steps = [step for step in report.generation.trace if step["kind"] == "examples"]
    assert ("BAIT * 12  # {{7*7}}" in prompt) is given
    assert "OWN" not in prompt
    assert [(s["used"][0]["id"], s["withheld"]) for s in steps] == ([(PENS.id, [OWN.id])] if given else [])


async def test_queries_see_queries(kept, tmp_path):
    """Examples of the other language are not shown."""
    with closing(sqlite3.connect(tmp_path / "s.db")) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")
    recipe = Recipe("sql", {"database": SQLite(tmp_path / "s.db")})
    report, server = await run(
        lambda door: aask("How many orders are there of Bo?", generator=recipe, gateway=door, planner="offline", examples=kept),
        generator=["```sql\nSELECT COUNT(*) FROM orders\n```"],
    )  # fmt: skip
    (prompt,) = asked(server, "generator")
    assert "AS bait" in prompt
    assert "BAIT" not in prompt
    assert report.generation.trace[0]["used"][0]["id"] == ORDERS.id


async def test_independent_programs_see_examples_and_their_step_says_so(kept):
    """The description of the evidence names the examples that its authors saw."""
    report, server = await run(
        lambda door: acheck(
            "There are 50.", QUESTION.replace("pens?", "pens each, less those given to 4 friends?"), gateway=door,
            planner="offline", policy="eager", examples=Examples.open(kept),
        ),
        generator=[CODE],
    )  # fmt: skip
    assert "BAIT" in asked(server, "generator")[0]
    (step,) = [s for s in report.attempts[0].plan.steps if s.tool_required == "independent_derivations"]
    assert f"worked examples shown: {PENS.id}" in step.description or PENS.id in step.description


async def test_a_missing_file_is_told():
    """Before any model is asked."""
    with (
        serving(by_model(generator=["x"])) as server,
        pytest.raises(UsageError, match="there are no examples"),
    ):
        await aask(QUESTION, gateway=gateway(server), examples="none.sqlite")


async def test_what_examples_are_worth_is_measured(tmp_path):
    """Right with and without, mended and spoilt, against the stored code; what has no value is skipped."""
    kept = Examples.open(tmp_path / "e.sqlite")
    kept.add(
        Example.pair("How many pens are in 3 boxes of 12 pens?", "result = 36"),
        Example.pair("How many cups are in 2 boxes of 12 cups?", "result = 24"),
        Example.pair("Wie spät ist es in Rom?", "raise ValueError"), Example.pair("Tell me eight!", "result = 8"),
        ORDERS,
    )  # fmt: skip

    def reply(body):
        text = body["messages"][1]["content"]
        question, shown = text.partition("</question")[0], "<examples" in text
        value = (
            8
            if "eight" in question
            else 36
            if "pens" in question and shown
            else 24
            if "cups" in question and not shown
            else 1
        )
        return by_model(generator=[f"```python\nresult = {value}\n```"])({**body, "model": "generator"})

    with serving(reply) as server:
        door = gateway(server)
        found = await measured(door.session, kept, default_registry())
        await door.aclose()
    assert found == Measured(pairs=3, skipped=1, shown=2, without=2, with_=2, mended=1, spoilt=1)
    assert len(server.asked) == 6
