"""What was asked: the question and the data that comes with it. Plain frozen data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class DataTable:
    """A table that comes with the question: column names and rows of JSON scalars (None = missing).

    Attributes:
        description: what the table holds, in the user's words; models read it.
        kinds: the type of each column in the frame that the table was made of, or nothing.
    """

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    description: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An earlier turn of a conversation: what was asked, what was answered, and the code that led there."""

    question: str
    answer: str
    code: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseFile:
    """A database that comes with the question, by reference: it is read, never held.

    Attributes:
        name: what ``toolkits.sql.open_database`` takes: a file, or ``env:NAME`` for the environment variable
            that
            holds a server's address. Steps call it so, and only databases of the task may be read by its
            plan.
    """

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What was asked.

    Attributes:
        id: the caller's id of the row.
        question: the user's question; ``None`` makes the answer a *document* (no claim is final).
        data: tables and JSON values that come with the question.
        values: other JSON data by name.
        earlier: what was said before, oldest first: models that are asked this question are told.
        databases: databases that come with the question.
    """

    id: str = "1"
    question: str | None = None
    data: tuple[DataTable, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    earlier: tuple[Exchange, ...] = ()
    databases: tuple[DatabaseFile, ...] = ()
