"""``execute_sql_query``: programs in the sandbox ask a database outside, through its wall and within bounds."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from tests.verifier.generation.models import asked
from tests.verifier.generation.test_program import generate, kinds, program
from toolkits.errors import ToolInputError
from toolkits.sql import Rows, SQLite
from verifier.generation import _queries
from verifier.generation._queries import CALLS, Queries
from verifier.task import Task

pytestmark = [pytest.mark.anyio, pytest.mark.sandbox]
TASK = Task(question="What is the total?")


@pytest.fixture
def shop(tmp_path):
    """A database with one table."""
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, total REAL, who TEXT)")
        connection.executemany(
            "INSERT INTO orders VALUES (?, ?, ?)", [(1, 10.5, "Ada"), (2, 3.0, "{{7*7}}"), (3, None, "Bo")]
        )
        connection.commit()
    return SQLite(path)


async def test_a_program_queries_the_database(shop):
    """Rows come as a DataFrame; the schema is in the prompt, the query in the trace."""
    code = program(
        "t = execute_sql_query('SELECT total FROM orders WHERE total > 1')\nanswer = float(t.total.sum())"
    )
    made, server = await generate(code, task=TASK, database=shop)
    assert kinds(made) == ["reply", "program", "query", "output", "interpretation"]
    assert made.trace[2] == {
        "kind": "query", "code": "SELECT total FROM orders WHERE total > 1", "dialect": "SQLite", "rows": 2
    }  # fmt: skip
    assert made.trace[3]["text"] == "answer = 13.5"
    (prompt,) = asked(server, "generator")
    assert "table orders (3 rows)" in prompt
    assert "{{7*7}}" in prompt
    assert "execute_sql_query(query)" in prompt


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("'DELETE FROM orders'", "refused: only reading is allowed"),
        ("'SELECT 1; SELECT 2'", "refused: one statement"), ("'SELECT nosuch FROM orders'", "sql: no such column: nosuch"),
        ("'ATTACH \"/tmp/x.db\" AS x'", "refused"), ("3", "takes one text"), ("'PRAGMA user_version = 3'", "refused"),
        ("\"SELECT load_extension('x')\"", "refused"),
    ],
)  # fmt: skip
async def test_the_wall_answers_with_an_exception(shop, call, message):
    """What the database refuses the program is told, as an exception that it can catch."""
    code = f"try:\n    execute_sql_query({call})\nexcept ValueError as error:\n    answer = str(error)"
    made, _ = await generate(program(code), task=TASK, database=shop)
    assert message in made.trace[-2]["text"]
    assert shop.query("SELECT count(*) FROM orders").rows == ((3,),)


async def test_an_uncaught_fault_goes_back_to_the_model(shop):
    """With the line and the database's message; the next program mends it."""
    bad, good = program("answer = execute_sql_query('SELECT totl FROM orders')"), program("answer = 1")
    made, server = await generate(bad, good, task=TASK, database=shop)
    assert "ValueError: sql: no such column: totl" in asked(server, "generator")[1]
    assert kinds(made)[2:4] == ["query sql", "output error"]


async def test_without_a_database_there_is_no_such_function():
    """The prompt doesn't mention it, and the name is unknown."""
    made, server = await generate(
        program("answer = execute_sql_query('SELECT 1')"), program("answer = 1"), task=TASK
    )
    assert "execute_sql_query" not in asked(server, "generator")[0]
    assert "NameError" in made.trace[2]["detail"]


class Many:
    """A database of endless rows."""

    dialect = "SQLite"

    def schema(self, *, sample=0):
        """None."""
        return ()

    def query(self, sql, *, limit=1000):
        """As many as are wanted, cut where there are more."""
        wanted = int(sql)
        return Rows(columns=("n",), rows=tuple((i,) for i in range(min(wanted, limit))), cut=wanted > limit)


def test_queries_are_bounded_in_number_rows_and_time(monkeypatch):
    """Each bound says what to do; a result that was cut is none."""
    queries = Queries(Many())
    assert len(queries("10000")["rows"]) == 10_000
    with pytest.raises(ValueError, match="the result was cut"):
        queries("10001")
    for _ in range(4):
        queries("10000")
    with pytest.raises(ValueError, match="gave more than 50000 rows"):
        queries("1")
    assert [step.get("fault", "") for step in queries.trace] == ["", "refused", "", "", "", "", "refused"]
    queries = Queries(Many())
    for _ in range(CALLS):
        queries("1")
    for _ in range(5):
        with pytest.raises(ValueError, match="20 queries"):
            queries("1")
    assert len(queries.trace) == CALLS + 1
    clock = iter(range(0, 1000, 15))
    monkeypatch.setattr(_queries.time, "monotonic", lambda: next(clock))
    slow = Queries(Many())
    slow("1")
    slow("1")
    with pytest.raises(ValueError, match="more than 20 s"):
        slow("1")


def test_errors_of_one_line():
    """A database's long message does not hide behind its first line being empty."""

    class Broken(Many):
        def query(self, sql, *, limit=1000):
            raise ToolInputError("syntax error\nLINE 1: …", code="sql")

    with pytest.raises(ValueError, match=r"^sql: syntax error$"):
        Queries(Broken())("x")
