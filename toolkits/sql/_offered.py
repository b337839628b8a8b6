"""Which databases a tool may read: those that its user offers, never what a plan merely names.

A plan may come from a model, and a name in it is no permission. So a tool finds a database by its name among
those that were offered in this process; at the command line the user's own input names what it likes
(:func:`trust_names`).
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from toolkits.errors import ToolInputError, ToolkitError, ToolRefused
from toolkits.sql._duckdb import FILES, DuckDB
from toolkits.sql._mysql import MySQL
from toolkits.sql._postgresql import PostgreSQL
from toolkits.sql._records import Database
from toolkits.sql._sqlite import SQLite

#: Endings of database files that are opened by SQLite and by DuckDB.
SQLITE_FILES: Final = frozenset({".sqlite", ".sqlite3", ".db", ".db3"})
DUCKDB_FILES: Final = frozenset({".duckdb", ".ddb"})
_ENV: Final = "env:"
_MOST: Final = 64

_offered: dict[str, Database] = {}
_lock = threading.Lock()
_trusting = False


def open_database(reference: str | Path) -> Database:
    """The database that a file's name or an address means.

    Args:
        reference: a ``.sqlite``, ``.db`` or ``.duckdb`` file; a ``.csv``, ``.json``, ``.jsonl`` or
            ``.parquet``
            file, whose rows are a table of its name (DuckDB); ``postgresql://…`` or ``mysql://…``;
            ``env:NAME``, the environment variable that holds such an address, so that no password is written.

    Raises:
        ToolInputError: it is none of these, or there is no such file.
        ToolUnavailable: a library or a server is missing.
    """
    text = str(reference)
    if text.startswith(_ENV):
        text = os.environ.get(text.removeprefix(_ENV), "")
        if not text:
            raise ToolInputError(f"{reference}: there is no such environment variable")
    scheme = text.partition("://")[0].partition("+")[0].lower() if "://" in text else ""
    if scheme in ("postgresql", "postgres"):
        return PostgreSQL(text)
    if scheme in ("mysql", "mariadb"):
        return MySQL(text)
    path = Path(text)
    ending = path.suffix.lower()
    if ending in SQLITE_FILES:
        return SQLite(path)
    if ending in DUCKDB_FILES:
        return DuckDB(path)
    if ending in FILES:
        return DuckDB(files={path.stem: path})
    known = ", ".join(sorted({*SQLITE_FILES, *DUCKDB_FILES, *FILES}))
    raise ToolInputError(f"{reference}: is no database that is read here ({known}, postgresql://, mysql://)")


def offer(database: Database | str | Path, name: str = "") -> str:
    """Let tools read a database; its name for them.

    Args:
        database: one that is open, or what :func:`open_database` takes.
        name: what plans call it; a file's own name when left out.

    Raises:
        ToolInputError: it can't be opened, or an open one has no name.
    """
    if isinstance(database, str | Path):
        name = name or str(database)
        database = open_database(database)
    if not name:
        raise ToolInputError("a database that is offered needs a name")
    with _lock:
        _offered.pop(name, None)
        _offered[name] = database
        while len(_offered) > _MOST:
            del _offered[next(iter(_offered))]
    return name


def offer_missing(names: Iterable[str]) -> None:
    """Offer those that are not offered yet; one that can't be opened stays unknown."""
    for name in names:
        with _lock:
            known = name in _offered
        if not known:
            with suppress(ToolkitError):
                offer(name)


def withdraw(name: str) -> None:
    """Let tools read a database no longer."""
    with _lock:
        _offered.pop(name, None)


def trust_names(*, trust: bool = True) -> None:
    """Let tools open what their input names: for a process whose user writes that input."""
    global _trusting  # noqa: PLW0603  (one switch of the process)
    _trusting = trust


def find(name: str) -> Database:
    """The offered database of that name.

    Raises:
        ToolRefused: none of that name was offered.
    """
    with _lock:
        found = _offered.get(name)
    if found is not None:
        return found
    if not _trusting:
        raise ToolRefused(
            f"no database called {name[:100]!r} was offered",
            code="no_database",
            hint="give it with the question (--data FILE), or call toolkits.sql.offer(FILE)",
        )
    if "://" in name and "@" in name:
        raise ToolRefused("an address may hold a password: give it as env:NAME", code="no_database")
    offer(name)
    return find(name)


def of_tables(tables: Mapping[str, Any]) -> SQLite:
    """Tables written out, ``{name: {"columns": […], "rows": [[…], …]}}``, as a SQLite database in memory.

    Raises:
        ToolInputError: they are none.
    """
    try:
        read = {
            name: (list(map(str, table["columns"])), list(table["rows"])) for name, table in tables.items()
        }
    except (KeyError, TypeError) as error:
        raise ToolInputError('a table is {"columns": […], "rows": [[…], …]}') from error
    for name, (columns, rows) in read.items():
        if any(not isinstance(row, list | tuple) or len(row) != len(columns) for row in rows):
            raise ToolInputError(f"{name}: a row has another number of cells than there are columns")
    return SQLite.of(read)
