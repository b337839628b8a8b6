"""SQLite that can only be read: what is let through, what is refused, what a query may cost."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing, suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.sql import Column, SQLite

ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT COUNT(*) FROM n"


@pytest.fixture
def path(tmp_path):
    """A database with names that words of SQL could be taken for."""
    file = tmp_path / "a b?c.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript("""
            CREATE TABLE t (id INTEGER PRIMARY KEY, updated_at TEXT, close REAL, "delete" TEXT, data BLOB);
            INSERT INTO t VALUES (1, '2024-01-02', 1.5, 'a; b', x'00ff'), (2, NULL, 9e999, '%DROP TABLE%', NULL);
            CREATE VIEW v AS SELECT id FROM t;
            CREATE VIEW broken AS SELECT * FROM gone;
        """)
    return file


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("SELECT updated_at, close FROM t WHERE id = 1", (("2024-01-02", 1.5),)),
        ('SELECT "delete" FROM t WHERE id = 1', (("a; b",),)),
        ("SELECT 'delete', 'a; b', '%DROP TABLE%', '-- x' -- ; DROP TABLE t", (("delete", "a; b", "%DROP TABLE%", "-- x"),)),
        ("SELECT REPLACE('a-b', '-', '+')", (("a+b",),)),
        ("SELECT 1 UNION SELECT 2", ((1,), (2,))),
        ("SELECT ROW_NUMBER() OVER (ORDER BY id) FROM t", ((1,), (2,))),
        ("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3) SELECT SUM(x) FROM n", ((6,),)),
        ("SELECT id FROM v;", ((1,), (2,))),
        ("SELECT COUNT(*) FROM t WHERE id > 9", ((0,),)),
        ("SELECT data FROM t WHERE id = 1", (("x'00ff'",),)),
        ("SELECT close FROM t WHERE id = 2", (("inf",),)),
        ("/*/ comment */ SELECT 1", ((1,),)),
    ],
)  # fmt: skip
def test_reading_is_let_through(path, sql, rows):
    """Whatever its columns, literals and comments look like."""
    assert SQLite(path).query(sql).rows == rows


def test_explain_is_reading(path):
    """How a query would run may be asked."""
    assert SQLite(path).query("EXPLAIN QUERY PLAN SELECT * FROM t").rows


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DELETE FROM t", "DELETE"),
        ("WITH x AS (SELECT 1) DELETE FROM t", "DELETE"),
        ("UPDATE t SET id = 3 RETURNING id", "UPDATE"),
        ("INSERT INTO t (id) VALUES (3)", "INSERT"),
        ("REPLACE INTO t (id) VALUES (1)", "INSERT"),
        ("CREATE TABLE x AS SELECT * FROM t", "change of the schema"),
        ("CREATE TEMP TABLE x (a)", "change of the schema"),
        ("DROP TABLE t", "change of the schema"),
        ("ALTER TABLE t RENAME TO u", "only reading"),
        ("ATTACH 'x.db' AS x", "ATTACH"),
        ("VACUUM INTO 'copy.db'", "only reading"),
        ("PRAGMA query_only = OFF", "PRAGMA"),
        ("PRAGMA table_info(t)", "PRAGMA"),
        ("SELECT * FROM pragma_table_info('t')", "function that gives a table"),
        ("SELECT load_extension('x')", "load_extension"),
        ("SELECT zeroblob(1000000000)", "zeroblob"),
        ("SELECT randomblob(9)", "randomblob"),
        ("SELECT readfile('/etc/passwd')", "no such function"),
        ("BEGIN", "a transaction"),
        ("SELECT 1; DELETE FROM t", "one statement"),
        ("EXPLAIN DELETE FROM t", "DELETE"),
    ],
)  # fmt: skip
def test_all_else_is_refused_with_its_reason(path, sql, why, tmp_path):
    """By the database, not by a list of words; the file stays as it was, and no other comes."""
    before = hashlib.sha256(path.read_bytes()).digest()
    with pytest.raises((ToolRefused, ToolInputError), match=why):
        SQLite(path).query(sql)
    assert hashlib.sha256(path.read_bytes()).digest() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT nothing FROM t",
        "SELEC 1",
        "",
        ";",
        "-- only words",
        "SELECT (1",
        "SELECT 1\0",
        "SELECT '\ud800'",
    ],
)
def test_what_is_no_query_is_said(path, sql):
    """The database's own message is the error's."""
    with pytest.raises(ToolInputError) as error:
        SQLite(path).query(sql)
    assert error.value.code == "sql"


@given(sql=st.text(max_size=60))
def test_any_text_is_a_result_or_an_error_of_ours(sql):
    """Nothing that a model writes ends in another exception."""
    database = SQLite.of({"t": (["a"], [[1]])})
    with suppress(ToolkitError):
        database.query(sql)


def test_a_query_without_an_end_is_stopped(path):
    """By counted steps, or by the clock where that comes first."""
    with pytest.raises((ToolLimit, ToolTimeout)):
        SQLite(path).query(ENDLESS)
    with pytest.raises(ToolTimeout):
        SQLite(path, wall_s=0.001).query(ENDLESS)


def test_large_values_are_not_made(path):
    """A value that would be larger than 1 MB is none, or an error, and a long one is cut."""
    database = SQLite(path)
    with pytest.raises(ToolLimit):
        database.query("SELECT REPLACE(printf('%.*c', 900000, 'x'), 'x', 'xxxxxxxxx')")
    found = database.query("SELECT printf('%.*c', 20000, 'x')")
    assert found.cut
    assert len(found.rows[0][0]) == 10_001


def test_rows_are_capped_at_fetch(path):
    """However the query is written, no more than asked for come back, and that there were more is said."""
    inner = "SELECT * FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 LIMIT 3)"
    assert SQLite(path).query(inner, limit=2).rows == ((1,), (2,))
    assert SQLite(path).query(inner, limit=2).cut
    assert not SQLite(path).query(inner, limit=3).cut


def test_the_schema(path):
    """Tables and views with columns, types, keys, counts and samples; a view over what is gone is left out."""
    found = {table.name: table for table in SQLite(path).schema(sample=1)}
    assert set(found) == {"t", "v"}
    assert found["t"].columns[:2] == (
        Column(name="id", type="INTEGER", key=True),
        Column(name="updated_at", type="TEXT"),
    )
    assert found["t"].rows == 2
    assert found["t"].sample == ((1, "2024-01-02", 1.5, "a; b", "x'00ff'"),)
    assert found["v"].rows is None


@pytest.mark.parametrize("content", [None, b"", b"not a database" * 100])
def test_a_file_that_is_no_database_is_refused(tmp_path, content):
    """When it is named, not at the first query; an empty file is an empty database."""
    file = tmp_path / "x.db"
    if content is not None:
        file.write_bytes(content)
    if content == b"":
        assert SQLite(file).schema() == ()
        return
    with pytest.raises(ToolInputError, match=r"x\.db"):
        SQLite(file)


def test_a_database_that_goes_away_is_unavailable(path):
    """That is no finding about any query."""
    database = SQLite(path)
    path.unlink()
    with pytest.raises(ToolUnavailable):
        database.query("SELECT 1")


def test_tables_in_memory():
    """Rows from elsewhere keep their values; types are declared where all cells share one."""
    database = SQLite.of(
        {"a b": (["n", 'q"x', "mixed", "empty"], [[1, "x", 1.5, None], [10**30, None, "7", None]])}
    )
    (table,) = database.schema()
    assert [(c.name, c.type) for c in table.columns] == [
        ("n", "INTEGER"),
        ('q"x', "TEXT"),
        ("mixed", ""),
        ("empty", ""),
    ]
    assert database.query('SELECT * FROM "a b"').rows == ((1, "x", 1.5, None), (1e30, None, "7", None))


def test_columns_that_sqlite_takes_for_one_are_refused():
    """It does not tell Name from name."""
    with pytest.raises(ToolInputError, match="don't fit SQLite"):
        SQLite.of({"t": (["Name", "name"], [])})
