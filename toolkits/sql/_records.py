"""What a database holds and what a query gives: plain data, and the seam that every engine fills."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

#: Rows that one query gives at the most, unless its caller asks for fewer.
MAX_ROWS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table.

    Attributes:
        type: as it was declared; "" where it was not.
        key: it belongs to the primary key.
        references: ``table.column`` that it points to, or "".
    """

    name: str
    type: str = ""
    key: bool = False
    references: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table or view.

    Attributes:
        rows: how many it has; ``None`` where counting them would take long.
        sample: its first rows, as JSON scalars.
    """

    name: str
    columns: tuple[Column, ...]
    rows: int | None = None
    sample: tuple[tuple[Any, ...], ...] = ()


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
        """What its SQL is called: ``SQLite``, ``DuckDB``, ``PostgreSQL``."""
        ...

    def schema(self, *, sample: int = 0) -> tuple[Table, ...]:
        """The tables and views, with that many of their first rows.

        Raises:
            ToolkitError: the database can't be read.
        """
        ...

    def query(self, sql: str, *, limit: int = MAX_ROWS) -> Rows:
        """Run one query that reads.

        Raises:
            ToolInputError: it is no SQL of this dialect, or names what does not exist (``sql``).
            ToolRefused: it does more than read, or is more than one statement.
            ToolTimeout, ToolLimit: it took too long, or a counted bound was hit.
            ToolUnavailable: the database can't be read.
        """
        ...
