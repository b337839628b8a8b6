"""Whether what a database would not run may be right SQL of another dialect: then it is no finding."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from toolkits._tables import words
from toolkits.sql._records import QueryError

#: Our engines by the names that sqlglot knows them by.
NAMES: Final = {"SQLite": "sqlite", "DuckDB": "duckdb", "PostgreSQL": "postgres", "MySQL": "mysql"}
_OTHERS: Final = words("sqlite duckdb postgres mysql tsql oracle bigquery snowflake spark clickhouse")
#: Words that stand where a column or table would, and are none, in one dialect or another.
_BUILT_IN: Final = frozenset(words("""
    rownum rowid sysdate systimestamp level user dual ctid oid year quarter month week day hour minute second
    millisecond microsecond dow doy isodow epoch century decade getdate current_date current_time
    current_timestamp current_user session_user localtime localtimestamp today now true false nextval value
    excluded inserted deleted
"""))  # fmt: skip
_MISSING: Final = re.compile(
    r"no such (?:table|column): (?P<sqlite>.+)$|[\"'`](?P<quoted>[^\"'`]+)[\"'`]|column (?P<plain>\S+) "
)
_PLACEHOLDER: Final = re.compile(
    r"(?:your|my|some|the|example)[_ ]|(?:table|column|col|field|schema|database)_?(?:name|\d)?$"
    r"|[<{\[]|\.\.\.|…",
    re.IGNORECASE,
)
_LONGEST: Final = 20_000


def doubt(query: str, dialect: str, error: QueryError) -> str:
    """Why a fault says nothing about the query: ``dialect``, ``placeholder``; "" where it does.

    Tables and columns have their names in every dialect. A function that is missing here, and a text that
    another dialect's grammar takes, may be right elsewhere; so may a name with a schema before it, one in
    double quotes (text, in some), and words that some dialect has built in.
    """
    if error.fault in ("no_such_table", "no_such_column"):
        match = _MISSING.search(str(error))
        name = next((part for part in match.groups() if part), "") if match else ""
        if not name or ("." in name and error.fault == "no_such_table") or f'"{name}"' in query:
            return "dialect"
        last = name.rpartition(".")[2].casefold()
        if _PLACEHOLDER.match(last):
            return "placeholder"
        return (
            "dialect" if last in _BUILT_IN or last.startswith(("@", "$", ":", "sys", "information_")) else ""
        )
    if error.fault == "syntax":
        return "dialect" if parses_elsewhere(query, dialect) else ""
    return "" if error.fault in ("runtime", "ambiguous_column") else "dialect"


@lru_cache(maxsize=256)
def parses_elsewhere(query: str, dialect: str) -> str:
    """A dialect, by sqlglot's name, whose grammar takes the query; "" for none.

    sqlglot takes more than databases do: what it refuses in every dialect is no SQL.
    """
    if len(query) > _LONGEST:
        return "?"
    ours = NAMES.get(dialect, "")
    return next((name for name in (ours, *_OTHERS) if _parses(query, name)), "")


def _parses(query: str, name: str) -> bool:
    import logging  # noqa: PLC0415  (with sqlglot)

    import sqlglot  # noqa: PLC0415  (0.2 s, for queries that failed)
    from sqlglot import expressions as exp  # noqa: PLC0415  (likewise)
    from sqlglot.errors import SqlglotError  # noqa: PLC0415  (likewise)

    logging.getLogger("sqlglot").setLevel(logging.ERROR)
    try:
        found = sqlglot.parse(query, read=name)
    except (SqlglotError, RecursionError, ValueError):
        return False
    return any(found) and not any(isinstance(tree, exp.Command) for tree in found)


@lru_cache(maxsize=256)
def orders_rows(query: str, dialect: str) -> bool:
    """Whether a query says in which order its rows come: ORDER BY at its end, outside of all brackets."""
    import sqlglot  # noqa: PLC0415  (0.2 s, for comparisons)
    from sqlglot.errors import SqlglotError  # noqa: PLC0415  (likewise)

    try:
        tree = sqlglot.parse_one(query, read=NAMES.get(dialect, ""))
    except (SqlglotError, RecursionError, ValueError):
        return False
    return tree.args.get("order") is not None


@lru_cache(maxsize=256)
def takes_first_rows(query: str, dialect: str) -> bool:
    """Whether a query keeps the first of its rows: which, where several are equal, the database chooses."""
    import sqlglot  # noqa: PLC0415  (0.2 s, for comparisons)
    from sqlglot import expressions as exp  # noqa: PLC0415  (likewise)
    from sqlglot.errors import SqlglotError  # noqa: PLC0415  (likewise)

    try:
        tree = sqlglot.parse_one(query, read=NAMES.get(dialect, ""))
    except (SqlglotError, RecursionError, ValueError):
        return True
    return any(tree.find_all(exp.Limit, exp.Fetch))


_CLOCK: Final = re.compile(
    r"'now'|\bnow\s*\(|current_(?:date|time|timestamp)|local_?time|\b(?:sysdate|curdate|curtime|utc_date|utc_time\w*|getdate"
    r"|today|clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|unix_timestamp|random\w*|rand|uuid\w*"
    r"|gen_random_uuid|get_current_\w+)\b|\b(?:date|time|datetime|julianday|unixepoch)\s*\(\s*\)|\bage\s*\(|strftime",
    re.IGNORECASE,
)


def may_vary(query: str) -> bool:
    """Whether a query may read the clock, or chance: by its words, so rather too often than too seldom."""
    return _CLOCK.search(query) is not None
