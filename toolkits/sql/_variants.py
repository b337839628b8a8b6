"""Other databases of the same form, on which two queries that agree by chance differ.

A wrong query often gives the right rows: no customer lacks an order, no two names are the same. So a SQLite
database is changed, always in the same ways, and both queries are asked again. Only foreign and primary keys
are kept; a change may break what the schema's makers took for granted, so a difference here refutes nothing.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import pairwise
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.sql._records import Table
from toolkits.sql._sqlite import SQLite

#: Larger databases are not copied.
_MOST_BYTES: Final = 32 * 2**20
_MOST_ROWS: Final = 20_000
VARIANTS: Final = ("rows dropped", "cells missing", "cells moved", "rows doubled", "cells near the constants")
#: Rows that a table has at least where cells are brought near the constants, so that each is met.
_ROWS: Final = 24
_LITERAL: Final = re.compile(r"'(?P<text>(?:[^']|'')*)'|(?<![\w.])(?P<number>\d+(?:\.\d+)?)(?![\w.])")


def variants(database: SQLite, *queries: str) -> Iterator[tuple[str, SQLite]]:
    """The changed copies with what was done to each; none of a database that is too large.

    Args:
        database: the one that is copied.
        queries: those that will be asked: cells take values near the constants in them.
    """
    numbers, texts = _constants(queries)
    image = database.image()
    if len(image) > _MOST_BYTES:
        return
    tables = [table for table in database.schema() if table.rows is not None]
    if sum(table.rows or 0 for table in tables) > _MOST_ROWS:
        return
    for seed, name in enumerate(VARIANTS):
        with suppress(sqlite3.Error), closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(image)
            connection.execute("PRAGMA foreign_keys = OFF")
            for table in tables:
                chance = random.Random(f"{seed} {table.name}")  # noqa: S311  (no secret)
                if name in _CHANGES:
                    _CHANGES[name](connection, table, chance)
                else:
                    _near(connection, table, chance, numbers, texts)
            connection.commit()
            yield name, SQLite.of_image(connection.serialize())


def _drop(connection: sqlite3.Connection, table: Table, chance: random.Random) -> None:
    for (row,) in _ids(connection, table):
        if chance.random() < 0.3:
            connection.execute(f"DELETE FROM {_quoted(table.name)} WHERE rowid = ?", [row])  # noqa: S608  (quoted)


def _empty(connection: sqlite3.Connection, table: Table, chance: random.Random) -> None:
    for column in _free(table):
        for (row,) in _ids(connection, table):
            if chance.random() < 0.2:
                _set(connection, table, column, row, None)


def _move(connection: sqlite3.Connection, table: Table, chance: random.Random) -> None:
    """Cells of a column change places: what goes together no longer does."""
    for column in _free(table):
        found = connection.execute(f"SELECT rowid, {_quoted(column)} FROM {_quoted(table.name)}").fetchall()  # noqa: S608
        cells = [cell for _, cell in found]
        chance.shuffle(cells)
        for (row, _), cell in zip(found, cells, strict=True):
            _set(connection, table, column, row, cell)


def _double(connection: sqlite3.Connection, table: Table, chance: random.Random) -> None:
    """Rows stand there again under another key."""
    keys = [column.name for column in table.columns if column.key]
    if len(keys) > 1:
        return
    names = [column.name for column in table.columns]
    for (row,) in _ids(connection, table):
        if chance.random() < 0.4:
            one = f"SELECT * FROM {_quoted(table.name)} WHERE rowid = ?"  # noqa: S608  (quoted)
            cells = connection.execute(one, [row]).fetchone()
            values: list[Any] = [
                None if name in keys else cell for name, cell in zip(names, cells, strict=True)
            ]
            marks = ", ".join("?" * len(values))
            with suppress(sqlite3.Error):
                connection.execute(f"INSERT INTO {_quoted(table.name)} VALUES ({marks})", values)  # noqa: S608


_CHANGES: Final = dict(zip(VARIANTS, (_drop, _empty, _move, _double), strict=False))


def _near(
    connection: sqlite3.Connection,
    table: Table,
    chance: random.Random,
    numbers: list[float],
    texts: list[str],
) -> None:
    """Cells take the queries' constants and values about them, each column those of its own kind."""
    for _ in range(_ROWS):
        if len(_ids(connection, table)) >= _ROWS:
            break
        _double(connection, table, chance)
    for column in _free(table):
        quoted = _quoted(column)
        found = connection.execute(
            f"SELECT rowid, {quoted}, typeof({quoted}) FROM {_quoted(table.name)}"  # noqa: S608  (quoted)
        ).fetchall()
        kinds = {kind for *_, kind in found} - {"null"}
        choices: list[Any] = texts if kinds == {"text"} else numbers if kinds <= {"integer", "real"} else []
        if kinds == {"integer"}:
            choices = [int(number) for number in numbers if number == int(number)]
        for row, _, _ in found:
            if choices and chance.random() < 0.6:
                _set(connection, table, column, row, chance.choice(choices))


def _constants(queries: tuple[str, ...]) -> tuple[list[float], list[str]]:
    """Numbers of the queries with those about and between them; their texts, and others like them.

    What stands in one query alone comes up more often: there they part.
    """
    found = [{match[0] for match in _LITERAL.finditer(query)} for query in queries]
    every: set[str] = set().union(*found)
    apart = {text for text in every if not all(text in one for one in found)}
    numbers = sorted({float(text) for text in every if not text.startswith("'")})
    texts = sorted(text[1:-1].replace("''", "'") for text in every if text.startswith("'"))
    own = sorted(text[1:-1].replace("''", "'") for text in apart if text.startswith("'"))
    between = [(one + other) / 2 for one, other in pairwise(numbers)]
    near = [number + step for number in numbers for step in (-1, -0.01, 0, 0.01, 1)]
    like = [made for text in (*texts, *own * 3) for made in _like(text)]
    return [*near, *between], like


def _like(text: str) -> Iterator[str]:
    """Texts that one pattern or comparison takes for the same, and another does not."""
    yield text
    bare = text.replace("%", "").replace("_", "x")
    yield from (bare, bare.upper(), bare.lower(), f"{bare}x", f"x{bare}", f"x{bare}x")


def _free(table: Table) -> list[str]:
    return [column.name for column in table.columns if not column.key and not column.references]


def _ids(connection: sqlite3.Connection, table: Table) -> list[Any]:
    with suppress(sqlite3.Error):
        return connection.execute(f"SELECT rowid FROM {_quoted(table.name)} ORDER BY rowid").fetchall()  # noqa: S608
    return []


def _set(connection: sqlite3.Connection, table: Table, column: str, row: int, cell: Any) -> None:
    with suppress(sqlite3.Error):  # a constraint holds: the cell stays
        connection.execute(
            f"UPDATE {_quoted(table.name)} SET {_quoted(column)} = ? WHERE rowid = ?",  # noqa: S608  (quoted)
            [cell, row],
        )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
