"""Cells as prompts show them: one line of CSV each, cut, whatever the value is."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

#: Characters of one cell, and of a value's sample, that a prompt shows.
CELL = 200


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """Rows as CSV with a header; cells are cut, a missing one is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([cut(column) for column in columns])
    for row in rows:
        writer.writerow([cell_text(cell) for cell in row[: len(columns)]])
    return text.getvalue()


def cell_text(cell: Any) -> str:
    """One cell: text as it is, lists and objects as JSON, bytes in hex, not-a-number and dates in words."""
    if cell is None:
        return ""
    # A lone carriage return is not quoted by csv, and would be a row of its own.
    return cut(cell.replace("\r\n", "\n").replace("\r", "\n") if isinstance(cell, str) else json_text(cell))


def json_text(value: Any) -> str:
    """JSON for people to read: what JSON has no form for stands as text."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, bytes | bytearray):
        return _hex(value)
    if not isinstance(value, str | int | float | list | tuple | Mapping | None):
        return str(value)  # dates, decimals: without the quotes that JSON would put around them
    try:
        return json.dumps(value, ensure_ascii=False, default=_other)
    except (TypeError, ValueError, RecursionError):  # keys of other types, circles
        return type(value).__name__


def _other(value: Any) -> Any:
    if isinstance(value, bytes | bytearray):
        return _hex(value)
    return sorted(map(str, value)) if isinstance(value, set | frozenset) else str(value)


def _hex(value: bytes | bytearray) -> str:
    return f"x'{value[:CELL].hex()}'"


def cut(text: str) -> str:
    """At most 200 characters, and ``…`` for the rest."""
    return text if len(text) <= CELL else f"{text[:CELL]}…"
