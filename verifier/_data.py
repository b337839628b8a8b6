"""Reads the data that comes with a question: a CSV table, JSON, or a reference to a database.

A cell is a JSON scalar: an integer or a decimal where its text is the plain form of one, else text; an empty
CSV cell and a JSON ``null`` are missing. A decimal that a float cannot hold as it is written stays text, so
that no digit is lost.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from toolkits import lazy_re as re
from verifier.task import DatabaseFile, DataTable

__all__ = ["Data", "DataError", "load_data"]

#: The largest data file that is read, bytes.
MAX_BYTES = 64 * 1024 * 1024
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,4000})\Z")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+\Z")


class DataError(ValueError):
    """The data file can't be used; the message says what and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """What a file held: tables, or other JSON values by name (the file's name without its suffix)."""

    tables: tuple[DataTable, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    databases: tuple[DatabaseFile, ...] = ()


def load_data(path: str | Path) -> Data:
    """Read a ``.csv`` or ``.json`` file, or name a database.

    A database is a ``.sqlite``, ``.db``, ``.duckdb`` or ``.parquet`` file, or ``env:NAME`` for the
    environment variable that holds a server's address; it is opened, and its rows stay where they are. A
    JSON list of objects, and an object of equally long lists, is a table; other JSON is a value.

    Raises:
        DataError: missing, too large, not UTF-8, of another kind, or malformed; names the file and the place.
    """
    if str(path).startswith("env:") or Path(path).suffix.lower() in _DATABASES:
        return _database(str(path))
    path = Path(path)
    readers = {".csv": _csv, ".json": _json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise DataError(
            f"{path}: data is read from .csv and .json files, and .sqlite, .db, .duckdb, .parquet"
        )
    return reader(path, _read(path))


def _read(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError(f"{path}: can't be read: {error.strerror or error}") from None
    if len(raw) > MAX_BYTES:
        raise DataError(f"{path}: is larger than {MAX_BYTES // 2**20} MiB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"{path}: is not UTF-8 (offset {error.start}); save it as UTF-8") from None


_DATABASES = frozenset({".sqlite", ".sqlite3", ".db", ".db3", ".duckdb", ".ddb", ".parquet"})


def _database(name: str) -> Data:
    from toolkits.errors import ToolkitError  # noqa: PLC0415  (few questions come with a database)
    from toolkits.sql import open_database  # noqa: PLC0415  (likewise)

    try:
        open_database(name)
    except ToolkitError as error:
        message = str(error) if str(error).startswith(name) else f"{name}: {error}"
        raise DataError(f"{message}{f' ({error.hint})' if error.hint else ''}") from None
    return Data(databases=(DatabaseFile(name=name),))


# --- CSV --------------------------------------------------------------------------------------------------
def _csv(path: Path, text: str) -> Data:
    try:
        lines = [line for line in csv.reader(io.StringIO(text, newline=""), strict=True) if line]
    except csv.Error as error:
        raise DataError(f"{path}: not CSV: {error}") from None
    if not lines:
        raise DataError(f"{path}: is empty; the first line must name the columns")
    header = tuple(name.strip() for name in lines[0])
    _check_columns(path, header)
    for number, line in enumerate(lines[1:], start=1):
        if len(line) != len(header):
            raise DataError(f"{path}: row {number} has {len(line)} cells, the header {len(header)}")
    rows = tuple(tuple(_cell(cell) for cell in line) for line in lines[1:])
    return Data(tables=(DataTable(name=path.name, columns=header, rows=rows),))


def _check_columns(path: Path, columns: Sequence[str]) -> None:
    for number, name in enumerate(columns):
        if name in columns[:number]:
            raise DataError(f"{path}: two columns are called {name!r}")


def _cell(text: str) -> int | float | str | None:
    stripped = text.strip()
    if not stripped:
        return None
    if _INTEGER.match(stripped):
        return int(stripped)
    return _decimal(stripped) if _DECIMAL.match(stripped) else text


def _decimal(text: str) -> float | str:
    """A float where it prints as the text does, trailing zeros aside; else the text."""
    number = float(text)
    return number if repr(number) in {text, text.rstrip("0"), text.rstrip("0") + "0"} else text


# --- JSON -------------------------------------------------------------------------------------------------
def _json(path: Path, text: str) -> Data:
    try:
        value = json.loads(text, parse_float=_decimal, parse_constant=_refuse, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        raise DataError(f"{path}:{error.lineno}: not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise DataError(f"{path}: its JSON is nested too deeply") from None
    except ValueError as error:
        raise DataError(f"{path}: {error}") from None
    table = _table(path, value)
    return Data(tables=(table,)) if table else Data(values={path.stem: value})


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(
            f"the key {next(n for n in names if names.count(n) > 1)!r} stands twice in one object"
        )
    return made


def _table(path: Path, value: Any) -> DataTable | None:
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        columns = tuple(dict.fromkeys(name for row in value for name in row))
        return _made(path, columns, [tuple(row.get(name) for name in columns) for row in value])
    if isinstance(value, dict) and value and _equally_long(value.values()):
        return _made(path, tuple(value), list(zip(*value.values(), strict=True)))
    return None


def _equally_long(columns: Iterable[Any]) -> bool:
    lengths = {len(column) if isinstance(column, list) else -1 for column in columns}
    return len(lengths) == 1 and -1 not in lengths


def _made(path: Path, columns: tuple[str, ...], rows: list[tuple[Any, ...]]) -> DataTable | None:
    scalar = all(cell is None or isinstance(cell, str | int | float) for row in rows for cell in row)
    return DataTable(name=path.name, columns=columns, rows=tuple(rows)) if scalar else None
