"""What the engines of servers share: SQLAlchemy's connection and its reader of schemas."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from toolkits.errors import ToolInputError, ToolkitError, ToolRefused, ToolUnavailable
from toolkits.sql._cells import cell, rows_of
from toolkits.sql._lexer import Token, called, first_word, has_open_values, statements, tokens, writing
from toolkits.sql._records import MAX_ROWS, WALL_S, Column, QueryError, Rows, Table

if TYPE_CHECKING:
    from sqlalchemy import Engine

#: Seconds that counting one table's rows may take; ``None`` is its count where that is not enough.
COUNTING_S = 1.0
_GRACE_S = 1.0


class Server:
    """A database on a server, read through a role that can't write.

    Each call connects anew: nothing that a query sets outlives it.

    Args:
        url: ``postgresql://role@host/name``, ``mysql://…``; a password may stand in it. Evidence and messages
            never repeat it.
        wall_s: what one query may take, seconds, by the server's own clock; ours stands behind it.

    Raises:
        ToolInputError: the URL is none of this kind.
        ToolUnavailable: the library or the server is not there.
        ToolRefused: ``unsafe_role``: the role may do more than read; see its hint.
    """

    dialect = ""
    _scheme = ""
    _driver = ""
    _extra = ""

    def __init__(self, url: str, *, wall_s: float = WALL_S) -> None:
        if find_spec("sqlalchemy") is None or find_spec(self._driver) is None:
            raise ToolUnavailable(
                f"{self.dialect} can't be reached: a library is missing",
                code="missing_library",
                hint=f"install amtfv[{self._extra}]",
            )
        self._wall_s = wall_s
        self._engine = self._made(url)
        with self._connected(wall_s) as connection:
            self._refuse_unsafe(connection.cursor())

    def _made(self, url: str) -> Engine:
        from sqlalchemy import NullPool, create_engine, make_url  # noqa: PLC0415  (an extra)
        from sqlalchemy.exc import ArgumentError  # noqa: PLC0415  (likewise)

        try:
            parsed = make_url(url)
            if parsed.get_backend_name() not in self._backends():
                raise ToolInputError(f"this is no address of {self.dialect}: {parsed.get_backend_name()}")
            made = parsed.set(drivername=self._scheme)
            return create_engine(made, poolclass=NullPool, connect_args=self._arguments())
        except (ArgumentError, ValueError) as error:
            raise ToolInputError(f"this is no address of a database ({type(error).__name__})") from None

    # --- what each server says of itself ------------------------------------------------------------------
    def _backends(self) -> frozenset[str]:
        raise NotImplementedError

    def _arguments(self) -> dict[str, Any]:
        raise NotImplementedError

    def _begin(self, connection: Any, seconds: float) -> None:
        """Start a transaction that only reads and ends in time."""
        raise NotImplementedError

    def _refuse_unsafe(self, cursor: Any) -> None:
        raise NotImplementedError

    def _refuse_calls(self, cursor: Any, found: Sequence[Token]) -> None:
        raise NotImplementedError

    def _executed(self, cursor: Any, sql: str, found: Sequence[Token], limit: int) -> Sequence[Sequence[Any]]:
        raise NotImplementedError

    def _said(self, error: BaseException) -> ToolkitError:
        raise NotImplementedError

    def _cancel(self, connection: Any) -> None:
        raise NotImplementedError

    def _drop(self, connection: Any) -> None:
        connection.close()

    # --- Database -----------------------------------------------------------------------------------------
    def query(self, sql: str, *, limit: int = MAX_ROWS) -> Rows:
        """See :class:`Database`."""
        if "\0" in sql:
            raise QueryError("the query holds a NUL", "syntax")
        found = tokens(sql, self.dialect)
        count = statements(found)
        if count > 1:
            raise ToolRefused("one statement at a time")
        if not count:
            raise QueryError("there is no statement", "syntax")
        if has_open_values(found, self.dialect):
            raise ToolRefused("the query leaves values open; write them in", code="parameters")
        with self._connected(self._wall_s) as connection, closing(connection.cursor()) as cursor:
            self._refuse_calls(cursor, found)
            rows = self._executed(cursor, sql, found, limit)
            if cursor.description is None:
                raise ToolRefused("only reading is allowed; this gives no rows")
            return rows_of([str(column[0]) for column in cursor.description], rows, limit)

    def digest(self) -> str:
        """A server's rows may change at any time: it has none."""
        return ""

    def schema(self, *, sample: int = 0) -> tuple[Table, ...]:
        """See :class:`Database`; of the default schema."""
        from sqlalchemy import inspect  # noqa: PLC0415  (an extra)

        with self._translated():
            looker = inspect(self._engine)
            names = dict.fromkeys(looker.get_table_names(), True)
            names |= dict.fromkeys(looker.get_view_names(), False)
            return tuple(self._table(looker, name, sample, counted=names[name]) for name in sorted(names))

    def _table(self, looker: Any, name: str, sample: int, *, counted: bool) -> Table:
        keys = set(looker.get_pk_constraint(name).get("constrained_columns") or ()) if counted else set()
        points = {
            column: f"{key['referred_table']}.{other}"
            for key in (looker.get_foreign_keys(name) if counted else ())
            for column, other in zip(key["constrained_columns"], key["referred_columns"], strict=False)
        }
        columns = tuple(
            Column(
                name=column["name"], type=_type(column), key=column["name"] in keys,
                references=points.get(column["name"], ""), comment=column.get("comment") or "",
            )
            for column in looker.get_columns(name)
        )  # fmt: skip
        comment = looker.get_table_comment(name).get("text") or "" if counted else ""
        quoted = self._engine.dialect.identifier_preparer.quote_identifier(name)
        return Table(
            name=name, columns=columns, comment=comment,
            rows=self._count(quoted) if counted else None, sample=self._sample(quoted, sample),
        )  # fmt: skip

    def _count(self, quoted: str) -> int | None:
        with suppress(ToolkitError):
            return int(self._plain(f"SELECT COUNT(*) FROM {quoted}", COUNTING_S)[0][0])  # noqa: S608  (quoted)
        return None

    def _sample(self, quoted: str, sample: int) -> tuple[tuple[Any, ...], ...]:
        if not sample:
            return ()
        with suppress(ToolkitError):
            found = self._plain(f"SELECT * FROM {quoted} LIMIT {sample}", COUNTING_S)  # noqa: S608  (quoted)
            return tuple(tuple(map(cell, row)) for row in found)
        return ()

    def _plain(self, sql: str, seconds: float) -> Sequence[Sequence[Any]]:
        with self._connected(seconds) as connection, closing(connection.cursor()) as cursor:
            cursor.execute(sql)
            rows: Sequence[Sequence[Any]] = cursor.fetchall()
            return rows

    @contextmanager
    def _connected(self, seconds: float) -> Iterator[Any]:
        """A connection in a transaction that only reads, undone at its end; faults in words."""
        late = threading.Event()
        with self._translated(late):
            raw = self._engine.raw_connection()
            try:
                connection = raw.driver_connection
                self._begin(connection, seconds)
                with _stopped(seconds + _GRACE_S, late, lambda: self._cancel(connection)):
                    yield connection
            finally:
                # Closed, not given back: nothing is committed, and rows that nobody wants are not read.
                dropped = raw.driver_connection
                raw.detach()
                with suppress(Exception):
                    self._drop(dropped)

    @contextmanager
    def _translated(self, late: threading.Event | None = None) -> Iterator[None]:
        try:
            yield
        except ToolkitError:
            raise
        except Exception as error:  # noqa: BLE001  (each driver has its own tree)
            if late is not None and late.is_set():
                raise self._timeout() from None
            raise self._said(getattr(error, "orig", None) or error) from None

    @staticmethod
    def _timeout() -> ToolkitError:
        from toolkits.errors import ToolTimeout  # noqa: PLC0415

        return ToolTimeout("the query was stopped: the wall clock ran out")


@contextmanager
def _stopped(seconds: float, late: threading.Event, cancel: Callable[[], None]) -> Iterator[None]:
    def stop() -> None:
        late.set()
        with suppress(Exception):
            cancel()

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def refuse_called(found: Sequence[Token], refused: Mapping[str, str]) -> None:
    """Refuse a query that calls one of these, in its own words. Raises :class:`ToolRefused`."""
    for name in called(found):
        if name in refused:
            raise ToolRefused(f"only reading is allowed; {name} {refused[name]}")


def refuse_beginning(found: Sequence[Token], reading: frozenset[str]) -> None:
    """Refuse a statement of another kind. Raises :class:`ToolRefused`, or :class:`QueryError` for no word."""
    word = first_word(found)
    if not word:
        raise QueryError("this does not begin as a query does", "syntax")
    if word not in reading:
        raise ToolRefused(f"only reading is allowed; this is {word.upper()}")
    written = writing(found)
    if written:
        raise ToolRefused(f"only reading is allowed; this has {written} in it")


def _type(column: Mapping[str, Any]) -> str:
    try:
        return str(column["type"])
    except Exception:  # noqa: BLE001  (a type that SQLAlchemy does not know has no spelling)
        return ""
