"""SQL of questions and answers, on the database that comes with the question."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from verifier import DatabaseFile, DataTable, check
from verifier._data import DataError, load_data

PETS = [DataTable(name="pets.csv", columns=("name", "age"), rows=(("Rex", 3), ("Tom", 5), ("Ida", None)))]


@pytest.fixture
def shop(tmp_path):
    """A database, as data of a question."""
    file = tmp_path / "shop.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            "CREATE TABLE sale (id INTEGER PRIMARY KEY, city TEXT, price REAL); INSERT INTO sale VALUES (1, 'Oslo', 2.5), (2, 'Lima', 4.25), (3, 'Oslo', 1.0);"
        )
    return [DatabaseFile(name=str(file))]


@pytest.mark.parametrize(
    ("question", "answer", "verdict"),
    [
        ("What does SELECT COUNT(*) FROM sale return?", "3", "verified"),
        ("What does SELECT COUNT(*) FROM sale return?", "4", "refuted"),
        (
            "What does this query return?\n```sql\nSELECT MAX(price) FROM sale;\n```",
            "The answer is 4.25.",
            "verified",
        ),
        (
            "What does this query return?\n```sql\nSELECT MAX(price) FROM sale;\n```",
            "The answer is 4.52.",
            "refuted",
        ),
        ("How many rows does `SELECT DISTINCT city FROM sale` return?", "The answer is 2.", "verified"),
        ("How many rows does `SELECT DISTINCT city FROM sale` return?", "The answer is 3.", "refuted"),
        (
            "What is the result of SELECT SUM(price) FROM sale WHERE city = 'Oslo'?",
            "The answer is 3.5.",
            "verified",
        ),
        (
            "What is the result of SELECT SUM(price) FROM sale WHERE city = 'Oslo'?",
            "The answer is 7.75.",
            "refuted",
        ),
        (
            "What is the result of SELECT AVG(price) FROM sale; rounded to two decimals?",
            "The answer is 2.58.",
            "verified",
        ),
        (
            "What is the result of SELECT AVG(price) FROM sale; rounded to two decimals?",
            "The answer is 2.59.",
            "refuted",
        ),
        ("查询 SELECT COUNT(*) FROM sale 的结果是多少？", "答案是3", "verified"),
        ("查询 SELECT COUNT(*) FROM sale 的结果是多少？", "答案是5", "refuted"),
        ("What is wrong with SELECT COUNT(*) FROM sales?", "3", "not_checkable"),
        ("Rewrite SELECT COUNT(*) FROM sale so that it returns the cities.", "2", "not_checkable"),
        ("What does SELECT COUNT(*) FROM gone return?", "3", "inconclusive"),
        ("What does SELECT SUM(price) FROM sale WHERE id > 9 return?", "0", "inconclusive"),
        ("What do SELECT 1; and SELECT 2; return?", "1", "inconclusive"),
    ],
)
def test_a_number_where_the_question_gives_the_query(shop, question, answer, verdict):
    """The question's own query, on the question's own data, decides."""
    report = check(answer, question, data=shop)
    assert report.verdict == verdict


@pytest.mark.parametrize(
    ("code", "verdict", "reason"),
    [
        ("SELECT city FROM sale WHERE price > 2", "inconclusive", "match"),
        ("SELECT city FROM sales", "refuted", "exception"),
        ("SELECT town FROM sale", "refuted", "exception"),
        ("SELECT s.town FROM sale s", "refuted", "exception"),
        ("SELECT city FROM sale WHERE", "refuted", "exception"),
        ("SELECT city FROM sale WHERE price > 99", "inconclusive", "match"),
        ("SELECT TOP 1 city FROM sale", "inconclusive", "dialect"),
        ("SELECT DATE_TRUNC('day', city) FROM sale", "inconclusive", "dialect"),
        ("SELECT city FROM dbo.sale", "inconclusive", "dialect"),
        ('SELECT "city" FROM sale', "inconclusive", "match"),
        ("SELECT city FROM your_table", "inconclusive", "placeholder"),
        ("SELECT city FROM sale WHERE id = ?", "inconclusive", "parameters"),
        ("DELETE FROM sale", "inconclusive", "refused"),
    ],
)
def test_a_query_in_an_answer_has_to_bind(shop, code, verdict, reason):
    """It is refuted when it names what the database has not; that it runs verifies nothing."""
    report = check(f"```sql\n{code};\n```", "Write a SQL query for the cities with dear sales.", data=shop)
    assert report.verdict == verdict
    (evidence,) = report.attempts[-1].evidence
    assert evidence.outcome.reason == reason


@pytest.mark.parametrize(
    "question", ["Write a PostgreSQL query for it.", "Use SQL Server syntax to find the cities."]
)
def test_another_dialect_is_not_judged(shop, question):
    """A query for another database does not have to run on this one."""
    assert check("```sql\nSELECT town FROM sale\n```", question, data=shop).verdict == "inconclusive"


def test_tables_are_a_database_too():
    """Under the names of their files; a name that a query made up is no finding."""
    assert check("8", "What does SELECT SUM(age) FROM pets return?", data=PETS).verdict == "verified"
    assert check("9", "What does SELECT SUM(age) FROM pets return?", data=PETS).verdict == "refuted"
    question = "Write a SQL query for the total age."
    assert check("```sql\nSELECT SUM(years) FROM pets\n```", question, data=PETS).verdict == "refuted"
    assert check("```sql\nSELECT SUM(age) FROM animals\n```", question, data=PETS).verdict == "inconclusive"


def test_a_plan_may_read_no_other_database(shop, tmp_path):
    """What a plan names is not what the task brought along."""
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).close()
    plan = {"verification_needed": True, "verification_steps": [{
        "step_id": 1, "tool_required": "sql", "tool_input": {"query": "SELECT 1", "database": str(other)},
        "expected_check": {"type": "succeeds"}}]}  # fmt: skip
    report = check("The answer is 1.", "How many?", data=shop, plan=plan)
    assert [e.outcome.reason for e in report.attempts[-1].evidence] == ["ungrounded_input"]


def test_a_reference_query_in_a_plan_decides(shop):
    """A query that gives what the question's own query gives, on changed copies too."""
    question = "Write a query that gives what SELECT city FROM sale WHERE price >= 2 gives, ordered or not."
    reference = "SELECT city FROM sale WHERE price >= 2"
    for code, verdict in (
        ("SELECT city FROM sale WHERE NOT price < 2", "verified"),
        ("SELECT city FROM sale WHERE price > 2.4", "inconclusive"),
        ("SELECT city FROM sale", "refuted"),
    ):
        plan = {"verification_needed": True, "verification_steps": [{
            "step_id": 1, "tool_required": "sql_rows", "claim": "final", "basis": "question",
            "tool_input": {"query": {"$ref": "claims.final.value"}, "references": [reference], "database": shop[0].name},
            "expected_check": {"type": "equals", "expected": "same"}}]}  # fmt: skip
        report = check(f"```sql\n{code}\n```", question, data=shop, plan=plan)
        assert report.verdict == verdict, (code, [e.outcome for e in report.attempts[-1].evidence])


def test_databases_are_data(tmp_path, shop):
    """By reference; what can't be opened is said where it is given."""
    assert load_data(shop[0].name).databases == (DatabaseFile(name=shop[0].name),)
    with pytest.raises(DataError, match="no such file"):
        load_data(tmp_path / "gone.db")
    (tmp_path / "x.sqlite").write_bytes(b"no database" * 99)
    with pytest.raises(DataError, match="not a database"):
        load_data(tmp_path / "x.sqlite")
    with pytest.raises(DataError, match="environment variable"):
        load_data("env:AMTFV_NOT_SET")
