"""Values as databases give them, as JSON scalars."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from toolkits.sql._records import Rows

#: Characters of one cell that are kept, and of all cells together.
MAX_CELL = 10_000
MAX_TEXT = 2_000_000
_ELLIPSIS = "…"


def rows_of(columns: Sequence[str], found: Sequence[Sequence[Any]], limit: int) -> Rows:
    """The first ``limit`` of the rows found, cut where they are too many or too long."""
    rows: list[tuple[Any, ...]] = []
    left, long = MAX_TEXT, False
    for row in found[:limit]:
        rows.append(tuple(map(cell, row)))
        sizes = [len(c) for c in rows[-1] if isinstance(c, str)]
        left -= sum(sizes)
        long = long or any(size > MAX_CELL for size in sizes)
        if left < 0:
            break
    return Rows(columns=tuple(columns), rows=tuple(rows), cut=len(rows) < len(found) or long)


def cell(value: Any) -> Any:
    """A value as a JSON scalar; text that is longer than :data:`MAX_CELL` ends in "…"."""
    plain = _plain(value)
    if isinstance(plain, str) and len(plain) > MAX_CELL:
        return f"{plain[:MAX_CELL]}{_ELLIPSIS}"
    return plain


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f"x'{bytes(value[:MAX_CELL]).hex()}'"
    if isinstance(value, dict | list | tuple):
        return json.dumps(value, ensure_ascii=False, default=str)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _decimal(value: Decimal) -> Any:
    """A decimal as a number that is spelt as it is, else as text, so that no digit is lost."""
    if not value.is_finite():
        return str(value)
    if value == value.to_integral_value() and value.adjusted() < MAX_CELL:
        return int(value)
    near = float(value)
    return near if Decimal(repr(near)) == value else format(value, "f")
