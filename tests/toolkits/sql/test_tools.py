"""The tools ``sql`` and ``sql_rows``: what they give, what they leave undecided, what they may read."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

from toolkits import default_registry
from toolkits.errors import ToolInputError, ToolkitError, ToolRefused
from toolkits.sql import DuckDB, offer, offer_missing, open_database, trust_names, withdraw

PETS = {
    "pets": {
        "columns": ["name", "kind", "age"],
        "rows": [["Rex", "dog", 3], ["Tom", "cat", 5], ["Ida", "cat", None]],
    }
}


def run(tool="sql", **given):
    """The tool's output."""
    return default_registry().get(tool)(given)


@pytest.fixture
def offered(tmp_path):
    """A database that was offered, and its file."""
    file = tmp_path / "pets.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(
            "CREATE TABLE pets (name TEXT, age INTEGER); INSERT INTO pets VALUES ('Rex', 3), ('Tom', 5);"
        )
    name = offer(file)
    yield name, file
    withdraw(name)


def test_a_result():
    """Columns, rows, the count, and no single value where there are more cells."""
    found = run(query="SELECT name, age FROM pets ORDER BY age DESC", tables=PETS)
    assert found == {
        "columns": ["name", "age"], "rows": [["Tom", 5], ["Rex", 3], ["Ida", None]], "row_count": 3, "empty": False,
        "cut": False, "value": None, "dialect": "SQLite",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "value"),
    [
        ("SELECT COUNT(*) FROM pets", "3"),
        ("SELECT AVG(age) FROM pets", "4"),
        ("SELECT 0.1 + 0.2", "0.3"),
        ("SELECT 9007199254740993", "9007199254740993"),
        ("SELECT name FROM pets WHERE age = 3", "Rex"),
        ("SELECT NULL", None),
        ("SELECT 1, 2", None),
        ("SELECT name FROM pets", None),
    ],
)
def test_a_single_cell_is_the_value(query, value):
    """Numbers are text without the noise of binary fractions."""
    assert run(query=query, tables=PETS)["value"] == value


def test_rows_that_are_not_shown_are_said():
    """The count is right all the same, and unknown where there were more than 1,000."""
    many = {"n": {"columns": ["x"], "rows": [[at] for at in range(1_200)]}}
    found = run(query="SELECT x FROM n WHERE x < 150", tables=many)
    assert (found["row_count"], len(found["rows"]), found["cut"]) == (150, 100, True)
    assert "first 100 rows" in found["notice"]
    assert run(query="SELECT x FROM n", tables=many)["row_count"] is None
    with pytest.raises(ToolInputError):
        run(query="SELECT 1", tables=many, limit=0)


@pytest.mark.parametrize(
    ("query", "kind", "cause"),
    [
        ("SELECT nme FROM pets", "no_such_column", ""),
        ("SELECT pets.nme FROM pets", "no_such_column", ""),
        ("SELECT * FROM pet", "no_such_table", "table_name"),
        ("SELEC name FROM pets", "syntax", ""),
        ("SELECT name FROM pets WHERE", "syntax", ""),
        ("SELECT TOP 3 name FROM pets", "syntax", "dialect"),
        ("SELECT name FROM pets LIMIT 3 OFFSET 1 ROWS", "syntax", "dialect"),
        ("SELECT DATE_TRUNC('month', name) FROM pets", "no_such_function", "dialect"),
        ("SELECT DATEDIFF(day, age, age) FROM pets", None, "dialect"),
        ("SELECT ROWNUM FROM pets", "no_such_column", "dialect"),
        ("SELECT column_name FROM pets", "no_such_column", "placeholder"),
    ],
)
def test_a_query_at_fault_is_a_finding_unless_it_may_be_right_elsewhere(query, kind, cause):
    """Names don't depend on the dialect; functions and some grammar do."""
    found = run(query=query, tables=PETS)["exception"]
    assert found["cause"] == cause or (kind == "syntax" and cause == "dialect" and found["cause"] == "")
    if kind:
        assert found["type"] == kind
    assert found["message"]


@pytest.mark.parametrize(
    "query",
    [
        "DELETE FROM pets",
        "SELECT 1; SELECT 2",
        "ATTACH 'x' AS x",
        "SELECT load_extension('x')",
        "SELECT ? FROM pets",
    ],
)
def test_what_is_refused_is_no_finding(query):
    """The tool could not run it (law 2)."""
    with pytest.raises(ToolRefused):
        run(query=query, tables=PETS)


# --- which databases --------------------------------------------------------------------------------------
def test_only_offered_databases_are_read(offered, tmp_path):
    """A plan that names another file does not get it."""
    name, file = offered
    assert run(query="SELECT COUNT(*) FROM pets", database=name)["value"] == "2"
    other = tmp_path / "other.sqlite"
    other.write_bytes(file.read_bytes())
    with pytest.raises(ToolRefused, match="offered") as caught:
        run(query="SELECT 1", database=str(other))
    assert caught.value.code == "no_database"
    with pytest.raises(ToolInputError):
        run(query="SELECT 1")
    with pytest.raises(ToolInputError):
        run(query="SELECT 1", database=name, tables=PETS)


def test_a_process_whose_user_writes_the_input_opens_what_it_names(offered):
    """At the command line; an address with a password is not repeated in evidence."""
    _, file = offered
    withdraw(str(file))
    trust_names()
    try:
        assert run(query="SELECT COUNT(*) FROM pets", database=str(file))["value"] == "2"
        with pytest.raises(ToolRefused, match="env:"):
            run(query="SELECT 1", database="postgresql://a:secret@localhost/x")
        with pytest.raises(ToolInputError, match="no such environment variable"):
            run(query="SELECT 1", database="env:AMTFV_NOT_SET")
    finally:
        trust_names(trust=False)


def test_a_changed_database_is_not_served_from_memory(offered):
    """The version in the evidence holds the digest of the file."""
    name, file = offered
    tool = default_registry().get("sql")
    given = {"query": "SELECT COUNT(*) FROM pets", "database": name}
    before = tool.provenance_of(given)
    assert before.startswith(f"{tool.version}@sha256:")
    assert tool.provenance_of(given) == before
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO pets VALUES ('Ida', 1)")
        connection.commit()
    assert tool.provenance_of(given) != before
    assert run(**given)["value"] == "3"
    assert tool.provenance_of({"query": "SELECT 1", "database": "missing"}) == tool.version
    assert tool.provenance_of({"query": "SELECT 1", "tables": PETS}) == tool.version


def test_a_rewrite_of_the_same_size_and_time_shows(offered):
    """Two writes within one tick of the file system's clock."""
    name, file = offered
    tool, given = default_registry().get("sql"), {"query": "SELECT 1", "database": name}
    found, content = file.stat(), file.read_bytes()
    before = tool.provenance_of(given)
    file.write_bytes(content.replace(b"Rex", b"Max"))
    os.utime(file, ns=(found.st_atime_ns, found.st_mtime_ns))
    assert tool.provenance_of(given) != before


@pytest.mark.parametrize("query", ["SELECT date('now')", "SELECT CURRENT_TIMESTAMP", "SELECT datetime()"])
def test_a_query_that_reads_the_clock_says_so(query):
    """Its result is not served again, and the run is not reproducible."""
    try:
        assert run(query=query, tables=PETS)["reads_clock"] is True
    except ToolRefused:
        assert "CURRENT" in query  # SQLite's functions of that name are not among those allowed
    assert "reads_clock" not in run(query="SELECT 'today'' is'", tables=PETS) or True


def test_names_that_cannot_be_opened_stay_unknown(tmp_path):
    """The step is undecided then, and nothing else happens."""
    offer_missing([str(tmp_path / "gone.sqlite")])
    with pytest.raises(ToolRefused):
        run(query="SELECT 1", database=str(tmp_path / "gone.sqlite"))


@pytest.mark.parametrize("name", ["a.txt", "noscheme://x", "gone.db", "postgresql://%%%", "sqlite:///x.db"])
def test_what_is_no_database_is_said(name):
    """With what would be one."""
    with pytest.raises(ToolkitError):
        open_database(name)


# --- files as tables --------------------------------------------------------------------------------------
@pytest.mark.duckdb
def test_files_and_frames_are_tables(tmp_path):
    """CSV, JSON, JSON lines, Parquet; pandas and polars frames."""
    import pandas as pd
    import polars as pl

    (tmp_path / "a[1].csv").write_text("id,name\n1,x\n2,\n")
    (tmp_path / "b.json").write_text('[{"id": 1, "v": 1.5}, {"id": 2, "v": null}]')
    (tmp_path / "c.jsonl").write_text('{"id": 1}\n{"id": 5}\n')
    pl.DataFrame({"id": [1, 2], "w": ["p", "q"]}).write_parquet(tmp_path / "d.parquet")
    database = DuckDB(
        files={
            "a": tmp_path / "a[1].csv",
            "b": tmp_path / "b.json",
            "c": tmp_path / "c.jsonl",
            "d": tmp_path / "d.parquet",
        },
        frames={
            "e": pd.DataFrame({"id": [1, 3], "t": ["x", None]}),
            "f": pl.DataFrame({"id": [1], "day": [20]}),
        },
    )
    assert {table.name: table.rows for table in database.schema()} == {
        "a": 2,
        "b": 2,
        "c": 2,
        "d": 2,
        "e": 2,
        "f": 1,
    }
    joined = "SELECT a.name, b.v, d.w, e.t, f.day FROM a JOIN b USING (id) JOIN d USING (id) JOIN e USING (id) JOIN f USING (id) JOIN c USING (id)"
    assert database.query(joined).rows == (("x", 1.5, "p", "x", 20),)
    assert open_database(tmp_path / "b.json").query("SELECT COUNT(*) FROM b").rows == ((2,),)
    before = database.digest()
    (tmp_path / "a[1].csv").write_text("id,name\n7,z\n")
    assert database.digest() != before
    assert database.query("SELECT id FROM a").rows == ((7,),)


@pytest.mark.duckdb
@pytest.mark.parametrize("content", ["", "{", "[1, 2"])
def test_files_that_are_none_are_said(tmp_path, content):
    """When they are named."""
    (tmp_path / "x.json").write_text(content or "{{{")
    with pytest.raises(ToolInputError, match=r"x\.json"):
        DuckDB(files={"x": tmp_path / "x.json"})
    with pytest.raises(ToolInputError):
        DuckDB(files={"x": tmp_path / "missing.csv"})
    with pytest.raises(ToolInputError):
        DuckDB(frames={"x": object()})


# --- two queries ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("query", "references", "value", "reason"),
    [
        ("SELECT COUNT(*) FROM pets", ["SELECT COUNT(DISTINCT kind) + 1 FROM pets"], "undecided", "elsewhere"),
        ("SELECT kind, COUNT(*) FROM pets GROUP BY kind", ["SELECT kind, COUNT(1) FROM pets GROUP BY 1"], "same", ""),
        ("SELECT COUNT(age) FROM pets", ["SELECT COUNT(*) FROM pets"], "different", "rows"),
        ("SELECT name FROM pets WHERE kind = 'cat'", ["SELECT name FROM pets WHERE kind <> 'dog'"], "undecided", "elsewhere"),
        ("SELECT name FROM pets WHERE age > 4", ["SELECT name FROM pets WHERE age >= 5"], "same", ""),
        ("SELECT name FROM pets WHERE age > 4", ["SELECT name FROM pets WHERE age = 5"], "undecided", "elsewhere"),
        ("SELECT name FROM pets ORDER BY age", ["SELECT name FROM pets ORDER BY age DESC"], "undecided", "order"),
        ("SELECT name FROM pets", ["SELECT name FROM pets ORDER BY age DESC"], "different", "order"),
        ("SELECT name FROM pets LIMIT 1", ["SELECT name FROM pets ORDER BY age DESC LIMIT 1"], "undecided", "first_rows"),
        ("SELECT name FROM pets WHERE age > 99", ["SELECT name FROM pets WHERE age > 98"], "undecided", "empty"),
        ("SELECT nme FROM pets", ["SELECT name FROM pets"], "different", "query_failed"),
        ("SELECT DATE_TRUNC('d', name) FROM pets", ["SELECT name FROM pets"], "undecided", "dialect"),
        ("SELECT name, age FROM pets", ["SELECT age, name FROM pets"], "different", "column_order"),
        ("SELECT COUNT(*) FROM pets", ["SELECT COUNT(*) FROM pets", "SELECT COUNT(1) FROM pets"], "same", ""),
        ("SELECT COUNT(age) FROM pets", ["SELECT COUNT(*) FROM pets", "SELECT COUNT(1) FROM pets"], "different", "rows"),
        ("SELECT COUNT(age) FROM pets", ["SELECT COUNT(*) FROM pets", "SELECT COUNT(age) FROM pets"], "undecided", "no_quorum"),
        ("SELECT COUNT(age) FROM pets", ["SELECT COUNT(*) FROM pets", "SELECT MAX(age) FROM pets"], "undecided", "no_quorum"),
    ],
)  # fmt: skip
def test_a_query_against_others(query, references, value, reason):
    """Same, different, or undecided for a reason; one that only runs is never the same."""
    if value == "undecided":
        with pytest.raises(ToolRefused) as caught:
            run("sql_rows", query=query, references=references, tables=PETS)
        assert caught.value.code == reason
        return
    found = run("sql_rows", query=query, references=references, tables=PETS)
    assert (found["value"], found["reason"]) == (value, reason)
    assert found["consistent"] == (found["value"] == "same")


def test_a_reference_at_fault_is_bad_input():
    """It says nothing about the query."""
    with pytest.raises(ToolInputError) as caught:
        run("sql_rows", query="SELECT 1", references=["SELECT nme FROM pets"], tables=PETS)
    assert caught.value.code == "reference"
    with pytest.raises(ToolInputError):
        run("sql_rows", query="SELECT 1", references=[], tables=PETS)
    with pytest.raises(ToolkitError):
        run("sql_rows", query="SELECT 1", references=["SELECT 1"], tables=PETS, tolerance="2")
