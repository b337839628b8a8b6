"""The words of a query: what is text and comment, what is called, where statements end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolRefused
from toolkits.sql._lexer import called, has_open_values, statements, tokens, writing


@pytest.mark.parametrize(
    ("dialect", "sql", "names"),
    [
        ("PostgreSQL", "SELECT pg_sleep(1)", ["pg_sleep"]),
        ("PostgreSQL", 'SELECT "Pg_Sleep" /* x /* y */ z */ (1)', ["pg_sleep"]),
        ("PostgreSQL", "SELECT 'pg_sleep(1)', $$pg_sleep(1)$$, $a$ pg_sleep(1) $b$ $a$", []),
        ("PostgreSQL", "SELECT E'\\'pg_sleep(1)'", []),
        ("PostgreSQL", "SELECT '\\', pg_sleep(1), '\\'", ["pg_sleep"]),
        ("PostgreSQL", "SELECT 1 -- pg_sleep(1)\n, b(2)", ["b"]),
        ("PostgreSQL", "SELECT a$b$(1), c(2) -- $b$", ["a$b$", "c"]),
        ("PostgreSQL", "SELECT 'a''b(1)'", []),
        ("MySQL", "SELECT SLEEP(1)", ["sleep"]),
        ("MySQL", "SELECT `sleep`(1)", ["sleep"]),
        ("MySQL", "SELECT 'a\\'sleep(1)', \"b\\\"sleep(1)\"", []),
        ("MySQL", "SELECT 1 # sleep(1)\n, b(2)", ["b"]),
        ("MySQL", "SELECT 1 --sleep(1)", ["sleep"]),
        ("MySQL", "SELECT 1 -- sleep(1)", []),
        ("MySQL", "SELECT 1 /* /* */ , b(1) -- */", ["b"]),
    ],
)
def test_what_is_called(dialect, sql, names):
    """Never what stands in texts and comments."""
    assert called(tokens(sql, dialect)) == names


@pytest.mark.parametrize(
    ("dialect", "sql"),
    [
        ("PostgreSQL", 'SELECT U&"pg\\005fsleep"(1)'),
        ("PostgreSQL", "SELECT E'a' -- x\n 'b\\'"),
        ("MySQL", "SELECT 1 /*! + SLEEP(1) */"),
        ("MySQL", "SELECT 1 /*M! + SLEEP(1) */"),
    ],
)
def test_what_hides_what_is_run_is_refused(dialect, sql):
    """Whatever it would turn out to be."""
    with pytest.raises(ToolRefused):
        tokens(sql, dialect)


@pytest.mark.parametrize(
    ("sql", "count"),
    [
        ("", 0),
        (";", 0),
        ("SELECT 1", 1),
        ("SELECT 1;", 1),
        ("SELECT 1;;", 1),
        ("SELECT ';'", 1),
        ("SELECT 1; SELECT 2", 2),
    ],
)
@pytest.mark.parametrize("dialect", ["PostgreSQL", "MySQL", "DuckDB"])
def test_statements_are_counted(dialect, sql, count):
    """Empty ones don't count."""
    assert statements(tokens(sql, dialect)) == count


@pytest.mark.parametrize(
    ("sql", "word"),
    [
        ("WITH a AS (SELECT 1) DELETE FROM t", "DELETE"),
        ("WITH a AS (DELETE FROM t RETURNING id) SELECT 1", "DELETE"),
        ("EXPLAIN ANALYZE UPDATE t SET a = 1", "UPDATE"),
        ("SELECT a INTO b FROM t", "INTO"),
        ("SELECT REPLACE('a', 'b', 'c')", ""),
        ("SELECT (REPLACE(a, 'b', 'c')) FROM t", ""),
        ('SELECT "into", "delete" FROM t', ""),
        ("SELECT id FROM t FOR UPDATE", ""),
        ("SELECT t.delete FROM t", ""),
    ],
)
def test_what_writes_behind_the_first_word(sql, word):
    """After WITH and EXPLAIN, in brackets; names and functions are none."""
    assert writing(tokens(sql, "PostgreSQL")) == word


def test_open_values():
    """Each dialect has its own mark; others are operators."""
    assert has_open_values(tokens("SELECT ?", "MySQL"), "MySQL")
    assert has_open_values(tokens("SELECT $1", "PostgreSQL"), "PostgreSQL")
    assert not has_open_values(tokens("SELECT '?', '$1', a ? b", "PostgreSQL"), "PostgreSQL")


@given(text=st.text(max_size=80), dialect=st.sampled_from(["PostgreSQL", "MySQL", "DuckDB"]))
def test_any_text_has_tokens_or_is_refused(text, dialect):
    """And nothing but that."""
    try:
        found = tokens(text, dialect)
    except ToolRefused:
        return
    assert statements(found) >= (1 if called(found) else 0)
