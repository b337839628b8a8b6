"""SQLite, opened so that it can only be read.

``mode=ro`` and ``query_only`` keep its files as they are; an authorizer lets through reading and a list of
functions, and nothing else; limits and a progress handler bound what a query costs.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from toolkits._tables import words
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.sql._cells import cell, rows_of
from toolkits.sql._digest import digest_of, digest_of_bytes
from toolkits.sql._faults import SQLITE, query_error
from toolkits.sql._records import MAX_ROWS, WALL_S, Column, QueryError, Rows, Table

#: Functions that compute from their arguments alone. Not among them: what loads code, reads files, or makes
#: values of any length from a number.
_FUNCTIONS = frozenset(
    words("""
    abs avg ceil ceiling changes char coalesce concat concat_ws count cume_dist date datetime
    degrees dense_rank exp first_value floor format glob group_concat hex if ifnull iif instr json
    json_array json_array_length json_extract json_group_array json_group_object json_object
    json_quote json_type json_valid julianday lag last_value lead length like likelihood likely ln
    log log10 log2 lower ltrim max median min mod nth_value ntile nullif octet_length percent_rank
    pi pow power printf quote radians rank replace round row_number rtrim sign sqrt strftime
    string_agg substr substring sum time timediff total trim trunc typeof unhex unicode unixepoch
    unlikely upper acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh -> ->>
    """)
)
_ALLOWED = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE})
_LIMITS: Mapping[int, int] = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 200,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 100,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 1_000,
}
#: Steps between two looks at the bounds.
_STRIDE = 1_000
#: Steps of SQLite's machine that one query may take (some seconds), and that counting a table may.
_STEPS = 100_000_000
_COUNTING = 20_000_000
_ONE = "one statement"
#: Growth of this process while a query runs, bytes: sorting keeps its rows in memory.
_MEMORY = 512 * 2**20
#: Where a file's header says that it keeps a write-ahead log, and that it does.
_LOG_MODE, _LOGGED = slice(18, 20), b"\x02\x02"


class SQLite:
    """A SQLite database; each call opens it anew, which takes 0.1 ms and shares nothing between threads.

    Args:
        path: the file.
        wall_s: wall clock of one query, seconds; the backstop of the counted bound.

    Raises:
        ToolInputError: there is no such file, or it is no SQLite database.
    """

    dialect = "SQLite"

    def __init__(self, path: Path | str, *, wall_s: float = WALL_S) -> None:
        self._path = Path(path).absolute()
        self._image: bytes | None = None
        self._wall_s = wall_s
        if not self._path.is_file():
            raise ToolInputError(f"{path}: there is no such file")
        try:
            self.schema()
        except ToolkitError as error:
            raise ToolInputError(f"{path}: {error}") from error

    @classmethod
    def of(cls, tables: Mapping[str, tuple[Sequence[str], Sequence[Sequence[Any]]]]) -> Self:
        """A database in memory: name → (columns, rows of JSON scalars).

        Raises:
            ToolInputError: names that SQLite can't tell apart, or more columns than it takes.
        """
        made = cls.__new__(cls)
        made._path, made._wall_s = Path(), WALL_S  # noqa: SLF001  (this class's own)
        with closing(sqlite3.connect(":memory:")) as connection:
            try:
                for name, (columns, rows) in tables.items():
                    _fill(connection, name, columns, rows)
            except sqlite3.Error as error:
                raise ToolInputError(f"the tables don't fit SQLite: {error}") from error
            connection.commit()
            made._image = connection.serialize()  # noqa: SLF001  (likewise)
        return made

    def schema(self, *, sample: int = 0) -> tuple[Table, ...]:
        """See :class:`Database`."""
        with self._opened() as connection:
            listed = connection.execute("PRAGMA main.table_list").fetchall()
            kinds = {name: kind for _, name, kind, *_ in listed if not name.startswith("sqlite_")}
            shown = sorted(name for name, kind in kinds.items() if kind in {"table", "view", "virtual"})
            found = (_table(connection, name, sample, counted=kinds[name] == "table") for name in shown)
            return tuple(filter(None, found))

    def query(self, sql: str, *, limit: int = MAX_ROWS) -> Rows:
        """See :class:`Database`."""
        refused: list[str] = []
        with self._opened(_STEPS, refused) as connection:
            connection.set_authorizer(_authorizer(refused))
            cursor = connection.execute(sql)
            if cursor.description is None:
                raise QueryError("this is no query: it gives no columns", "syntax")
            found = cursor.fetchmany(limit + 1)
            return rows_of([str(column[0]) for column in cursor.description], found, limit)

    def digest(self) -> str:
        """See :class:`Database`."""
        if self._image is not None:
            return digest_of_bytes(self._image)
        beside = (self._path.with_name(f"{self._path.name}{end}") for end in ("-wal", "-journal"))
        return digest_of((self._path, *filter(Path.is_file, beside)))

    def image(self) -> bytes:
        """The whole database as bytes, for copies in memory.

        Raises:
            ToolUnavailable: it can't be read.
        """
        if self._image is not None:
            return self._image
        with self._opened() as connection:
            return connection.serialize()

    @classmethod
    def of_image(cls, image: bytes, *, wall_s: float = WALL_S) -> Self:
        """A database in memory from what :meth:`image` gave."""
        made = cls.__new__(cls)
        made._path, made._wall_s, made._image = Path(), wall_s, image  # noqa: SLF001  (this class's own)
        return made

    @contextmanager
    def _opened(self, steps: int = _STEPS, refused: Sequence[str] = ()) -> Iterator[sqlite3.Connection]:
        """A connection that can only read; what goes wrong with it in words."""
        spent: list[str] = []
        try:
            with closing(self._connected()) as connection:
                for limit, value in _LIMITS.items():
                    connection.setlimit(limit, value)
                connection.execute("PRAGMA query_only = ON")
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA temp_store = MEMORY")
                connection.set_progress_handler(_clock(steps, self._wall_s, spent), _STRIDE)
                yield connection
        except (sqlite3.Error, sqlite3.Warning, UnicodeError, OverflowError, MemoryError) as error:
            raise _said(error, spent, refused) from error

    def _connected(self) -> sqlite3.Connection:
        if self._image is None:
            place = quote(str(self._path.resolve()))
            return sqlite3.connect(f"file:{place}?mode=ro{self._at_rest()}", uri=True)
        connection = sqlite3.connect(":memory:")
        connection.deserialize(self._image)
        return connection

    def _at_rest(self) -> str:
        """Reading through a write-ahead log makes files; a database that has none now is at rest."""
        with suppress(OSError):
            with self._path.open("rb") as stream:
                header = stream.read(_LOG_MODE.stop)
            log = self._path.with_name(f"{self._path.name}-wal")
            if header[_LOG_MODE] == _LOGGED and not (log.is_file() and log.stat().st_size):
                return "&immutable=1"
        return ""


# --- the walls --------------------------------------------------------------------------------------------
def _authorizer(refused: list[str]) -> Any:
    """Lets reading through; what it refuses goes into the list."""

    def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
        if action in _ALLOWED:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_FUNCTION:
            if (second or "").lower() in _FUNCTIONS:
                return sqlite3.SQLITE_OK
            refused.append(f"the function {second}")
        elif first in _SCHEMA:
            refused.append("a change of the schema, or a function that gives a table")
        else:
            refused.append(_ACTIONS.get(action, f"an action other than reading ({first or action})"))
        return sqlite3.SQLITE_DENY

    return authorize


_SCHEMA = frozenset({"sqlite_master", "sqlite_temp_master"})
_ACTIONS: Mapping[int, str] = {
    sqlite3.SQLITE_INSERT: "INSERT", sqlite3.SQLITE_UPDATE: "UPDATE", sqlite3.SQLITE_DELETE: "DELETE",
    sqlite3.SQLITE_PRAGMA: "PRAGMA", sqlite3.SQLITE_ATTACH: "ATTACH", sqlite3.SQLITE_DETACH: "DETACH",
    sqlite3.SQLITE_CREATE_TABLE: "CREATE TABLE", sqlite3.SQLITE_DROP_TABLE: "DROP TABLE",
    sqlite3.SQLITE_TRANSACTION: "a transaction", sqlite3.SQLITE_CREATE_VIEW: "CREATE VIEW",
    sqlite3.SQLITE_CREATE_TEMP_TABLE: "CREATE TABLE", sqlite3.SQLITE_ALTER_TABLE: "ALTER TABLE",
}  # fmt: skip


def _clock(steps: int, wall_s: float, spent: list[str]) -> Any:
    left, end = steps // _STRIDE, time.monotonic() + wall_s
    most = _grown() + _MEMORY

    def tick() -> int:
        nonlocal left
        left -= 1
        if left < 0:
            spent.append("limit")
        elif time.monotonic() > end:
            spent.append("timeout")
        elif _grown() > most:
            spent.append("memory")
        return bool(spent)

    return tick


def _grown() -> int:
    """The most that this process has held so far, bytes; 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  (not on every system)
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def _said(error: BaseException, spent: Sequence[str], refused: Sequence[str]) -> ToolkitError:
    """What went wrong, as the error that says whose fault it is."""
    text = str(error)
    if "limit" in spent:
        return ToolLimit("the query takes more steps than it may")
    if "memory" in spent or isinstance(error, MemoryError):
        return ToolLimit("the query takes more memory than it may")
    if spent:
        return ToolTimeout("the query was stopped: the wall clock ran out")
    if refused:
        return ToolRefused(f"only reading is allowed; this is {refused[0]}")
    if _ONE in text:
        return ToolRefused("one statement at a time")
    if "binding" in text:
        return ToolRefused("the query leaves values open (?, :name); write them in", code="parameters")
    if "too big" in text or "too complex" in text or isinstance(error, OverflowError):
        return ToolLimit(f"a bound of the database was hit: {text}")
    if "not a database" in text or "unable to open" in text or "malformed" in text or "locked" in text:
        return ToolUnavailable(f"the database can't be read: {text}")
    return query_error(text, SQLITE)


# --- what it holds ----------------------------------------------------------------------------------------
def _table(connection: sqlite3.Connection, name: str, sample: int, *, counted: bool) -> Table | None:
    """A table, or ``None`` for a view over what is gone: it has no columns and no rows."""
    quoted = _quoted(name)
    try:
        keys = connection.execute(f"PRAGMA foreign_key_list({quoted})").fetchall()
        listed = connection.execute(f"PRAGMA table_info({quoted})").fetchall()
        rows = connection.execute(f"SELECT * FROM {quoted} LIMIT ?", (sample,)).fetchall()  # noqa: S608  (quoted)
    except sqlite3.OperationalError:
        return None
    points = {row[3]: f"{row[2]}.{row[4] or ''}".rstrip(".") for row in keys}
    columns = tuple(
        Column(name=row[1], type=row[2], key=bool(row[5]), references=points.get(row[1], ""))
        for row in listed
    )
    return Table(
        name=name, columns=columns, rows=_count(connection, quoted) if counted else None,
        sample=tuple(tuple(map(cell, row)) for row in rows),
    )  # fmt: skip


def _count(connection: sqlite3.Connection, quoted: str) -> int | None:
    spent: list[str] = []
    connection.set_progress_handler(_clock(_COUNTING, 1.0, spent), _STRIDE)
    try:
        found: tuple[int] = connection.execute(f"SELECT COUNT(*) FROM {quoted}").fetchone()  # noqa: S608  (quoted)
    except sqlite3.OperationalError:
        return None
    finally:
        connection.set_progress_handler(None, _STRIDE)
    return found[0]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


# --- tables from elsewhere --------------------------------------------------------------------------------
def _fill(
    connection: sqlite3.Connection, name: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]
) -> None:
    typed = (
        f"{_quoted(column)} {_affinity([row[at] for row in rows])}".rstrip()
        for at, column in enumerate(columns)
    )
    connection.execute(f"CREATE TABLE {_quoted(name)} ({', '.join(typed)})")
    marks = ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {_quoted(name)} VALUES ({marks})", map(_stored, rows))  # noqa: S608  (quoted)


def _affinity(cells: Sequence[Any]) -> str:
    """The type of a column whose cells all have it; none where they differ, so that nothing is converted."""
    kinds = {type(cell) for cell in cells if cell is not None}
    if kinds <= {int, bool} and kinds:
        return "INTEGER"
    if kinds == {float}:
        return "REAL"
    return "TEXT" if kinds == {str} else ""


def _stored(row: Sequence[Any]) -> list[Any]:
    """Integers that SQLite has no room for stay as text."""
    return [str(c) if isinstance(c, int) and not -(2**63) <= c < 2**63 else c for c in row]
