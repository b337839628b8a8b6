"""Schemas and results for prompts."""

from __future__ import annotations

from toolkits.sql import Column, Rows, Table
from verifier.tables import rows_text, schema_text

COLUMNS = (Column(name="id", type="INTEGER", key=True), Column(name="who", references="people.id"))


def test_a_schema_in_words():
    """Dialect, table, size, columns with types and keys, first rows with cells cut."""
    table = Table(name="orders", columns=COLUMNS, rows=7, sample=((1, "x" * 300),))
    assert schema_text([table], "SQLite").splitlines() == [
        "SQLite", "", "table orders (7 rows)", "  id INTEGER primary key", "  who -> people.id", "  first 1 rows:",
        "  id,who", f"  1,{'x' * 200}…",
    ]  # fmt: skip


def test_wide_and_many_tables_are_cut():
    """A prompt has an end."""
    wide = Table(name="w", columns=tuple(Column(name=f"c{i}") for i in range(200)))
    text = schema_text([wide] * 100, "SQLite")
    assert "… and 140 more columns" in text
    assert text.endswith("… and 40 more tables")


def test_rows_in_words():
    """The count of rows first; what is not shown is counted."""
    rows = Rows(columns=("n",), rows=tuple((i,) for i in range(60)), cut=True)
    text = rows_text(rows)
    assert text.startswith("more than 60 rows (an empty cell is NULL)\nn\n0\n")
    assert text.endswith("… 10 more rows are not shown\n")
