"""Frames of pandas and polars as tables: by what they can do, so that neither library is loaded for it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from verifier.errors import UsageError
from verifier.task import DataTable

__all__ = ["is_frame", "table_of"]


def is_frame(value: object) -> bool:
    """Whether a value is a DataFrame of pandas or polars."""
    kind = type(value)
    return kind.__name__ == "DataFrame" and kind.__module__.partition(".")[0] in {"pandas", "polars"}


def table_of(name: str, frame: Any, *, description: str = "") -> DataTable:
    """A frame as a table of JSON scalars, lists and objects.

    NaN, NaT and NA are missing; dates and times are ISO text, infinities the text ``inf`` and ``-inf``,
    decimals and bytes text too; ``kinds`` says what they were, so that programs get them back.

    Raises:
        UsageError: two columns have one name, or it is no frame.
    """
    if not is_frame(frame):
        raise UsageError(f"{name}: {type(frame).__name__} is no DataFrame of pandas or polars")
    columns = tuple(map(_label, frame.columns))
    twice = next((column for column in columns if columns.count(column) > 1), None)
    if twice is not None:
        raise UsageError(f"{name}: two columns are called {twice!r}")
    kinds = tuple(map(str, frame.dtypes))
    lines = frame.itertuples(index=False, name=None) if hasattr(frame, "itertuples") else frame.iter_rows()
    rows = tuple(tuple(map(plain_cell, line)) for line in lines)
    return DataTable(name=name, columns=columns, rows=rows, description=description, kinds=kinds)


def _label(column: Any) -> str:
    return " / ".join(map(str, column)) if isinstance(column, tuple) else str(column)


def plain_cell(value: Any) -> Any:
    """A cell as JSON."""
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return None
    if type(value).__module__.partition(".")[0] == "numpy":
        value = value.tolist() if hasattr(value, "tolist") else str(value)
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, str | bool | int):
        return value
    return _other(value)


def _number(value: float) -> float | str | None:
    if math.isnan(value):
        return None
    return float(value) if math.isfinite(value) else str(value)


def _other(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | bytearray):
        return f"x'{value.hex()}'"
    if isinstance(value, dict):
        return {str(key): plain_cell(item) for key, item in value.items()}
    if isinstance(value, Sequence | set | frozenset):
        return [plain_cell(item) for item in value]
    return str(value) if isinstance(value, Decimal | timedelta) else repr(value)[:1_000]
