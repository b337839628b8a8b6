"""Program-aided SQL: through the real client, on real SQLite databases, from question to answer with its trace."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.generation.models import asked, by_model, gateway
from tests.verifier.llm.server import chat, serving
from toolkits.errors import ToolUnavailable
from toolkits.sql import SQLite
from verifier.errors import UsageError
from verifier.generation._sql import SqlGenerator, query_in
from verifier.prompts import render
from verifier.task import DataTable, Task

pytestmark = pytest.mark.anyio
QUESTION = "How many orders did Ada place?"
FENCE = "```"


def query(sql):
    """A reply that holds that query."""
    return f"{FENCE}sql\n{sql}\n{FENCE}"


GOOD = query(
    "SELECT COUNT(*) AS orders FROM orders JOIN customers c ON c.id = orders.customer WHERE c.name = 'Ada';"
)


@pytest.fixture
def shop(tmp_path):
    """A database of customers and their orders."""
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("""
            CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id), total REAL);
            INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy');
            INSERT INTO orders VALUES (1, 1, 10.5), (2, 1, 3.0), (3, 2, NULL);
            CREATE VIEW big AS SELECT * FROM orders WHERE total > 5;
        """)
    return SQLite(path)


async def generate(*replies, database=None, task=None, said="The answer is 2.", **settings):
    """What the generator makes of those replies, and the server that gave them."""
    with serving(by_model(generator=list(replies), interpreter=[said])) as server:
        door = gateway(server)
        try:
            generator = SqlGenerator(door.session(), database=database, **settings)
            made = await generator(task or Task(question=QUESTION))
        finally:
            await door.aclose()
    return made, server


def kinds(made):
    """The kinds of the trace's steps, each with its fault."""
    return [" ".join(filter(None, (step["kind"], step.get("fault", "")))) for step in made.trace]


async def test_a_query_over_a_database(shop):
    """The model sees the schema, the reader sees the rows and not the query; both are in the trace."""
    made, server = await generate(GOOD, database=shop)
    assert (made.answer, made.generator, made.note) == ("The answer is 2.", "sql", "")
    assert kinds(made) == ["reply", "query", "output", "interpretation"]
    (written,) = asked(server, "generator")
    assert "customer INTEGER -> customers.id" in written
    assert "table orders (3 rows)" in written
    (read,) = asked(server, "interpreter")
    assert "orders\n2\n" in read
    assert "SELECT" not in read
    assert "Bo" not in read


@pytest.mark.parametrize(
    ("reply", "fault", "told"),
    [
        (query("SELECT COUNT(*) FROM order_lines"), "sql", "no such table: order_lines"),
        (query("SELECT (1"), "sql", "incomplete input"),
        (query("DELETE FROM orders"), "refused", "only reading is allowed"),
        (query("WITH x AS (SELECT 1) DELETE FROM orders"), "refused", "only reading is allowed"),
        (query("SELECT 1; DROP TABLE orders"), "refused", "one statement at a time"),
        (query("SELECT load_extension('x')"), "refused", "the function load_extension"),
        (query("SELECT * FROM customers WHERE name = 'ada'"), "empty", "gave no row"),
        (query("SELECT SUM(total) FROM orders WHERE customer = 9"), "empty", "gave no row"),
        ("I will work with the orders table; it has two.", "no_query", "held no query"),
        (chat(f"{FENCE}sql\nSELECT COUNT(*)", finish="length"), "truncated", "broke off"),
        (chat(""), "no_query", "held no query"),
    ],
)  # fmt: skip
async def test_each_fault_goes_back_in_its_own_words(reply, fault, told, shop):
    """The next prompt says what was wrong; nothing was written; the query that follows is answered from."""
    made, server = await generate(reply, GOOD, database=shop)
    assert made.answer == "The answer is 2."
    assert any(kind.endswith(f" {fault}") for kind in kinds(made))
    assert told in asked(server, "generator")[1]
    assert shop.query("SELECT COUNT(*) FROM orders").rows == ((3,),)


async def test_a_query_without_an_end_is_stopped(shop):
    """Counted steps bound it, and the model is told that it costs too much."""
    endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"
    made, server = await generate(query(endless), GOOD, database=shop)
    assert {"output limit", "output timeout"} & set(kinds(made))
    assert "costs more than it may" in asked(server, "generator")[1]


async def test_zero_is_a_result(shop):
    """A count of 0 is a row, not nothing."""
    made, _ = await generate(query("SELECT COUNT(*) FROM orders WHERE customer = 3"), database=shop)
    assert kinds(made) == ["reply", "query", "output", "interpretation"]


async def test_an_empty_result_that_is_meant_is_an_answer(shop):
    """Asked once whether no row is meant, the model may say so; the note tells it."""
    made, _ = await generate(query("SELECT * FROM orders WHERE total > 99"), database=shop)
    assert made.note == "the query's result is empty"
    assert kinds(made)[-2:] == ["output empty", "interpretation"]


async def test_queries_that_all_fail_degrade_to_a_direct_answer(shop):
    """Tries are bounded; the note holds the database's last word."""
    made, server = await generate(
        query("SELECT a FROM orders"), query("SELECT b FROM orders"), query("SELECT c FROM orders"), "I can't tell.",
        database=shop,
    )  # fmt: skip
    assert made.answer == "I can't tell."
    assert made.note == "degraded to a direct answer: no query worked; the last: sql: no such column: c"
    assert len(asked(server, "generator")) == 4


async def test_a_database_that_went_away_is_not_the_models_fault(tmp_path, shop):
    """It is not asked for another query, and the note says what happened."""
    (tmp_path / "shop.db").write_bytes(b"no database at all" * 99)
    made, server = await generate("I can't tell.", database=shop)
    assert "degraded to a direct answer: the database can't be read" in made.note
    assert len(asked(server, "generator")) == 1


async def test_tables_of_a_question_become_a_database():
    """Without a database, the question's own tables are queried under their names, Chinese ones too."""
    table = DataTable(name="销售.csv", columns=("地区", "数量"), rows=(("北", 3), ("南", 4), ("北", 10**30)))
    task = Task(question="北区有几行？", data=(table,))
    made, server = await generate(query("SELECT COUNT(*) AS 行数 FROM 销售 WHERE 地区 = '北'"), task=task)
    assert made.trace[2]["text"].splitlines()[1:] == ["行数", "2"]
    assert "table 销售" in asked(server, "generator")[0]
    assert asked(server, "interpreter")[0].startswith("你")


async def test_nothing_to_query_is_said():
    """A question without data is no question for a database."""
    with pytest.raises(UsageError, match="no database and no table"):
        await generate(GOOD)


async def test_a_private_database_stays_private(shop):
    """With ``rows=0`` the prompt holds names and types, no cell."""
    _, server = await generate("no query", database=shop, rows=0, tries=1)
    assert not any(word in prompt for prompt in asked(server, "generator") for word in ("Bo", "Cy", "10.5"))


async def test_long_results_are_cut_and_say_so(shop):
    """The reader is told how many rows there are and that it sees the first."""
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000) SELECT x FROM n"
    made, server = await generate(query(many), database=shop)
    assert made.note == "the query's result was cut"
    assert "more than 1000 rows" in asked(server, "interpreter")[0]
    assert "950 more rows are not shown" in asked(server, "interpreter")[0]


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        (query("SELECT 1"), "SELECT 1"),
        (f"I will work with the orders table; here it is:\n{query('SELECT 2')}", "SELECT 2"),
        (f"First:\n{query('SELECT 1')}\nFinally:\n{query('SELECT 2')}", "SELECT 2"),
        (query("SELECT ';' AS a -- x; y"), "SELECT ';' AS a -- x; y"),
        (query("(SELECT 1)"), "(SELECT 1)"),
        ("SELECT a FROM t WHERE b = ';'", "SELECT a FROM t WHERE b = ';'"),
        ("WITH a AS (SELECT 1) SELECT * FROM a", "WITH a AS (SELECT 1) SELECT * FROM a"),
        (query("SELECT 3").replace("sql", "sqlite"), "SELECT 3"),
        (query("SELECT 3").replace("sql", ""), "SELECT 3"),
        ("We group WITH ROLLUP; that is all.", None),
        ("I will work with the orders table;", None),
        (f"{FENCE}python\nprint(1)\n{FENCE}", None),
        ("", None),
    ],
)  # fmt: skip
def test_the_query_is_found(reply, found):
    """A fenced query before prose, the last before drafts, and never a piece of a sentence."""
    assert query_in(reply) == found


@given(st.text(alphabet="`~selctfrom1\n ();'\"-", max_size=120), st.booleans())
def test_any_text_gives_an_answer(text, cut):
    """Whatever the reply, there is a query that is not blank, or none."""
    found = query_in(text, cut=cut)
    assert found is None or found.strip()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_fault_has_its_own_words(language):
    """Faults that ask for different remedies are told differently, in either language."""
    faults = ("no_query", "truncated", "refused", "limit", "empty", "sql")
    data = {"question": "Q", "dialect": "SQLite", "schema": "t"}
    texts = {
        render(
            "query",
            language,
            **data,
            earlier="",
            code="",
            examples="",
            failed={"query": "q", "fault": fault, "detail": "d"},
        ).user
        for fault in faults
    }
    assert len(texts) == len(faults)


async def test_a_database_that_fails_a_query_is_not_asked_again(shop):
    """What no better query would mend ends the tries: the direct answer comes at once."""

    class Gone:
        dialect = "SQLite"

        def schema(self, *, sample=0):
            return shop.schema(sample=sample)

        def query(self, sql, *, limit=0):
            raise ToolUnavailable("the disk is gone")

    made, server = await generate(GOOD, "I can't tell.", database=Gone())
    assert made.answer == "I can't tell."
    assert "the disk is gone" in made.note
    assert len(asked(server, "generator")) == 2
