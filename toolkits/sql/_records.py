"""What a database holds and what a query gives: plain data, and the seam that every engine fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from toolkits.errors import ToolInputError

#: Rows that one query gives at the most, unless its caller asks for fewer.
MAX_ROWS = 1_000
#: Clock of one query in seconds, the backstop of counted bounds where an engine has them.
WALL_S = 10.0

#: What is wrong with a query that a database would not run.
Fault: TypeAlias = Literal[
    "syntax", "no_such_table", "no_such_column", "ambiguous_column", "no_such_function", "runtime", "other"
]


class QueryError(ToolInputError):
    """The database would not run the query, or failed at it: the query's own fault.

    Attributes:
        fault: what kind of fault it is. ``no_such_table``, ``no_such_column`` and ``ambiguous_column`` are
            true in every dialect; ``runtime`` came up on the data (a division by zero, a cast).
    """

    default_code = "sql"

    def __init__(self, message: str, fault: Fault = "other", *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table.

    Attributes:
        type: as it was declared; "" where it was not.
        key: it belongs to the primary key.
        references: ``table.column`` that it points to, or "".
        comment: what the database's makers wrote on it, or "".
    """

    name: str
    type: str = ""
    key: bool = False
    references: str = ""
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table or view.

    Attributes:
        rows: how many it has; ``None`` where counting them would take long.
        sample: its first rows, as JSON scalars.
        comment: what the database's makers wrote on it, or "".
    """

    name: str
    columns: tuple[Column, ...]
    rows: int | None = None
    sample: tuple[tuple[Any, ...], ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """What a query gave.

    Attributes:
        rows: JSON scalars; ``None`` is NULL.
        cut: there were more rows, or a cell was too long to be kept whole.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    cut: bool = False


class Database(Protocol):
    """A database that can't be written through this. Safe from any thread."""

    @property
    def dialect(self) -> str:
        """What its SQL is called: ``SQLite``, ``DuckDB``, ``PostgreSQL``, ``MySQL``."""
        ...

    def schema(self, *, sample: int = 0) -> tuple[Table, ...]:
        """The tables and views, with that many of their first rows (0: no value of a cell is read).

        Raises:
            ToolkitError: the database can't be read.
        """
        ...

    def query(self, sql: str, *, limit: int = MAX_ROWS) -> Rows:
        """Run one query that reads.

        Raises:
            QueryError: it is no SQL of this dialect, names what does not exist, or fails on the data.
            ToolRefused: it does more than read, or is more than one statement, or leaves values open.
            ToolTimeout, ToolLimit: it took too long, or a counted bound was hit.
            ToolUnavailable: the database can't be read.
        """
        ...

    def digest(self) -> str:
        """The digest of its content, ``sha256:…``; "" for a server, whose rows may change at any time.

        Raises:
            ToolUnavailable: the database can't be read.
        """
        ...
