"""Private data: no cell of it stands in any prompt, asserted on what the server was sent."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import pytest

from tests.verifier.generation.models import by_model, gateway
from tests.verifier.llm.server import serving
from toolkits.errors import ToolInputError
from toolkits.sql import SQLite
from verifier import DataTable, Recipe, UsageError, aask, acheck
from verifier.llm import Gateway, Models, ModelSettings

pytestmark = [pytest.mark.anyio, pytest.mark.sandbox]
PEOPLE = DataTable(
    name="people.csv", columns=("name", "salary", "joined"),
    rows=(("Zora Quill", 48213, "2019-03-07"), ("Ove Brandt", 77123.25, "2021-11-30"), ("张三丰", 51907, None)),
)  # fmt: skip
OFFICES = DataTable(name="offices.csv", columns=("town", "notes"), rows=(("Ulverston", "{{7*7}} & 'cold'"),))
VALUES = {"limits": {"Kestrel": [90417]}}
SECRETS = (
    "zora", "quill", "48213", "48,213", "2019-03-07", "ove brandt", "77123", "77,123", "2021-11-30", "张三丰", "51907",
    "ulverston", "{{7*7}}", "cold", "kestrel", "90417",
)  # fmt: skip
QUESTION = "Who earns most?"
TOP = "people.sort_values('salary').iloc[-1]['name']"
CODE = "`" * 3


def program(code):
    """A reply that holds that program."""
    return f"{CODE}python\n{code}\n{CODE}"


def sent(server):
    """All that models were sent, lower case."""
    return json.dumps([body["messages"] for body in server.asked], ensure_ascii=False).lower()


def leaks(server):
    """The secrets in what models were sent."""
    text = sent(server)
    return [secret for secret in SECRETS if secret in text]


async def ask(question=QUESTION, *, scripts, data=None, **options):
    """One private run, and the server that its models stood behind."""
    with serving(by_model(**scripts)) as server:
        door = gateway(server)
        try:
            given = {"people.csv": PEOPLE, "offices.csv": OFFICES, **VALUES} if data is None else data
            report = await aask(question, data=given, gateway=door, **{"private": True, **options})
        finally:
            await door.aclose()
    return report, server


FAULTY = [
    f"raise ValueError({TOP})", "answer = int(people['name'].iloc[0])", "answer = {}[people['name'].iloc[2]]",
    "answer = people[people.salary < 0]", "answer = lambda: people", "raise type(offices.iloc[0, 0], (Exception,), {})('x')",
]  # fmt: skip


@pytest.mark.parametrize("code", FAULTY)
async def test_repairs_of_programs_show_no_value(code):
    """An exception's message, which holds a cell, does not go back; its type and line do."""
    scripts = {
        "generator": [program(code), program(f"answer = {TOP}")],
        "planner": ["no plan"],
        "corrector": ["x"],
    }
    report, server = await ask(scripts=scripts)
    assert len(server.asked) >= 2
    assert leaks(server) == []
    assert "Ove Brandt" in report.generation.answer
    assert "salary" in sent(server)


async def test_without_privacy_the_same_prompts_show_values():
    """The test above can fail: cells, messages and outputs are what prompts usually show."""
    scripts = {
        "generator": [program(FAULTY[0]), program(f"answer = {TOP}")], "interpreter": ["It is Ove Brandt."],
        "planner": ["no plan"], "corrector": ["x"],
    }  # fmt: skip
    _, server = await ask(scripts=scripts, private=False)
    assert {"zora", "ove brandt", "48213", "{{7*7}}", "kestrel"} <= set(leaks(server))


async def test_no_model_reads_a_programs_output():
    """The answer is stated from the result, in the question's language; what was printed stays here."""
    scripts = {"generator": [program(f"print(people.to_string())\nanswer = {TOP}")], "planner": ["no plan"]}
    report, server = await ask("谁的工资最高？", scripts=scripts)
    assert report.generation.answer.startswith("答案是")
    assert "Ove Brandt" in report.generation.answer
    assert [body["model"] for body in server.asked] == ["generator"]
    assert leaks(server) == []


@pytest.mark.parametrize("generator", ["direct", "pot"])
async def test_direct_answers_see_names_alone(generator):
    """Also where a program's failure is what led there."""
    scripts = {
        "generator": [program("1/0"), program("1/0"), "The answer is 5."],
        "planner": ["{}"],
        "corrector": ["x"],
    }
    _, server = await ask(scripts=scripts, generator=generator)
    assert leaks(server) == []
    assert "people: a " in sent(server)


class Loud:
    """A database whose errors quote a cell, as those of PostgreSQL do."""

    dialect = "PostgreSQL"

    def __init__(self, inner):
        self.inner = inner

    def schema(self, *, sample=0):
        """The tables."""
        return self.inner.schema(sample=sample)

    def query(self, sql, *, limit=1000):
        """What SQLite gives; casts fail with the value in the message."""
        if "CAST" in sql:
            raise ToolInputError('invalid input syntax for type integer: "Zora Quill"', code="sql")
        return self.inner.query(sql, limit=limit)


async def test_queries_show_schema_alone(tmp_path):
    """No sample rows, no cell in an error, no rows to an interpreter, planner, critic or corrector."""
    with closing(sqlite3.connect(tmp_path / "p.db")) as connection:
        connection.execute("CREATE TABLE people (name TEXT, salary REAL)")
        connection.executemany("INSERT INTO people VALUES (?, ?)", [row[:2] for row in PEOPLE.rows])
        connection.commit()
    queries = [
        f"{CODE}sql\n{sql}\n{CODE}" for sql in ("SELECT CAST(name AS INTEGER) FROM people", "SELECT nosuch FROM people",
        "SELECT name, salary FROM people ORDER BY salary DESC LIMIT 1")
    ]  # fmt: skip
    scripts = {
        "generator": [*queries, '{"opinion": "no_objection", "objections": []}'],
        "planner": ["{}"],
        "corrector": ["x"],
    }
    database = Loud(SQLite(tmp_path / "p.db"))
    report, server = await ask(
        scripts=scripts, data={}, generator=Recipe("sql", {"database": database}), critic=True
    )
    assert leaks(server) == []
    assert "nosuch" in sent(server)
    assert "type integer" in sent(server)
    assert "77123.25" in report.generation.answer


async def test_quorums_see_names_alone():
    """Programs are bought from the question and the names of the data."""
    derive = program("result = len(people['rows'])")
    with serving(by_model(generator=[derive])) as server:
        settings = ModelSettings(model="generator", base_url=server.url, timeout_s=20.0)
        door = Gateway(Models(default=settings))
        try:
            report = await acheck(
                "The answer is 3.", "How many people are there in all?", data=[PEOPLE, OFFICES], gateway=door,
                planner="offline", policy="eager", private=True,
            )  # fmt: skip
        finally:
            await door.aclose()
    assert leaks(server) == []
    assert "people: a dict" in sent(server)
    (step,) = [s for s in report.attempts[0].plan.steps if s.tool_required == "independent_derivations"]
    assert step.tool_input["inputs"]["people"]["rows"][0] == ["Zora Quill", 48213, "2019-03-07"]


PLAN = {
    "verification_needed": True,
    "claims": [{"id": "final", "kind": "number", "quote": "The answer is 12", "role": "final"}],
    "verification_steps": [
        {
            "step_id": 1, "description": "d", "tool_required": "statistics",
            "tool_input": json.dumps({"op": "sum", "values": [3, 5]}),
            "expected_check": {"type": "equals", "expected": {"$ref": "claims.final.value"}}, "claim": "final",
            "depends_on": [], "required": True, "basis": "answer",
        }
    ],
    "notes": [],
}  # fmt: skip


@pytest.mark.parametrize("evidence", ["full", "verdict_only", "none"])
async def test_planner_critic_and_corrector_see_no_value(evidence):
    """An answer without values goes to all of them; its evidence does not."""
    scripts = {
        "planner": [json.dumps(PLAN)], "corrector": ["The answer is 12, still."],
        "generator": ['{"opinion": "no_objection", "objections": []}'],
    }  # fmt: skip
    with serving(by_model(**scripts)) as server:
        door = gateway(server)
        try:
            await acheck(
                "The answer is 12.", "What is the sum of 3 and 5?", data=[PEOPLE, OFFICES], gateway=door, private=True, tier="full",
                corrector="llm", evidence=evidence, critic=True,
            )  # fmt: skip
        finally:
            await door.aclose()
    assert {"planner", "corrector"} <= {body["model"] for body in server.asked}
    assert leaks(server) == []


async def test_an_answer_that_holds_values_is_left_to_our_own_planner():
    """No model could quote what it must not see, nor correct it."""
    with serving(by_model(planner=["{}"], corrector=["x"], generator=["x"])) as server:
        door = gateway(server)
        try:
            report = await acheck(
                "Zora Quill earns 48,213. 2 + 2 = 5.", "Who earns what?", data=[PEOPLE], gateway=door, private=True,
                tier="full", corrector="llm",
            )  # fmt: skip
        finally:
            await door.aclose()
    assert server.asked == []
    assert report.attempts[0].plan.author == "offline"


async def test_react_does_not_take_private_data():
    """It lives on what tools show."""
    with serving(by_model(generator=["x"])) as server, pytest.raises(UsageError, match="use pot or sql"):
        await aask(QUESTION, data=[PEOPLE], gateway=gateway(server), generator="react", private=True)
    assert server.asked == []
