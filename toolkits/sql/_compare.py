"""Whether two results are the same: as bags, as sets or in order; numbers exactly, NULL as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Any, Literal, TypeAlias

from toolkits.errors import ToolLimit
from toolkits.sql._records import Rows

Order: TypeAlias = Literal["bag", "set", "list"]
ColumnOrder: TypeAlias = Literal["position", "name", "any"]
_Key: TypeAlias = tuple[Hashable, ...]

#: Two sums of the same floats in another order differ by less; two prices by more.
FLOAT_TOLERANCE = Fraction(1, 10**9)
_MOST_COLUMNS = 8
_MOST_LEFT = 2_000


@dataclass(frozen=True, slots=True)
class Difference:
    """How two results differ.

    Attributes:
        reason: ``columns`` (another number of them), ``row_count``, ``rows``, ``order`` (the same rows
            otherwise ordered), ``column_order`` (the same under another order of the columns).
        actual: a row that only the one has, or ``None``.
        expected: a row that only the other has, or ``None``.
    """

    reason: str
    detail: str = ""
    actual: tuple[Any, ...] | None = None
    expected: tuple[Any, ...] | None = None


def difference(
    actual: Rows,
    expected: Rows,
    *,
    order: Order = "bag",
    columns: ColumnOrder = "position",
    tolerance: Fraction = FLOAT_TOLERANCE,
) -> Difference | None:
    """What makes two results differ; ``None`` where they are the same.

    Args:
        actual: the one.
        expected: the other.
        order: ``bag``: a row counts as often as it stands there; ``set``: once; ``list``: in order.
        columns: ``position``: one by one; ``name``: by their names where both have the same ones; ``any``:
            under some order of them (up to 8).
        tolerance: relative, for two cells of which one at least is a decimal. Whole numbers are exact.

    Raises:
        ToolLimit: a result was cut, or too many rows differ to be told apart within the tolerance.
    """
    if actual.cut or expected.cut:
        raise ToolLimit("a result was cut: what is not there can't be compared")
    if len(actual.columns) != len(expected.columns):
        return Difference("columns", f"{len(actual.columns)} columns, not {len(expected.columns)}")
    best: Difference | None = None
    for arranged in _arranged(actual, expected, columns):
        found = _rows_differ(arranged, expected, order, tolerance)
        if found is None:
            return None
        best = best or found
    assert best is not None
    if columns != "any" and best.reason == "rows" and len(actual.columns) <= _MOST_COLUMNS:
        others = _arranged(actual, expected, "any")
        if any(_rows_differ(other, expected, order, tolerance) is None for other in others):
            return replace(best, reason="column_order")
    return best


def _arranged(actual: Rows, expected: Rows, columns: ColumnOrder) -> Iterator[Rows]:
    """The one result under each order of its columns that may be meant."""
    if columns == "name" and Counter(map(str.lower, actual.columns)) == Counter(
        map(str.lower, expected.columns)
    ):
        names = [name.lower() for name in actual.columns]
        if len(set(names)) == len(names):
            yield _picked(actual, [names.index(name.lower()) for name in expected.columns])
            return
    yield actual
    if columns == "any" and len(actual.columns) <= _MOST_COLUMNS:
        # Only orders that bring the same cells into each column, as far as exact cells tell.
        ours, theirs = _fingerprints(actual), _fingerprints(expected)
        if Counter(ours) == Counter(theirs):
            fitting = (p for p in permutations(range(len(ours))) if [ours[at] for at in p] == theirs)
            yield from (_picked(actual, p) for p in fitting)


def _picked(rows: Rows, places: Sequence[int]) -> Rows:
    return Rows(
        columns=tuple(rows.columns[at] for at in places),
        rows=tuple(tuple(row[at] for at in places) for row in rows.rows),
    )


def _fingerprints(rows: Rows) -> list[int]:
    """One number a column, the same for the same cells in any order of the rows; decimals count as one."""
    return [
        hash(frozenset(Counter(_coarse(row[at]) for row in rows.rows).items()))
        for at in range(len(rows.columns))
    ]


def _coarse(cell: Any) -> Hashable:
    return "decimal" if isinstance(cell, float) else _key(cell)


def _rows_differ(actual: Rows, expected: Rows, order: Order, tolerance: Fraction) -> Difference | None:
    ours, theirs = [tuple(map(_key, r)) for r in actual.rows], [tuple(map(_key, r)) for r in expected.rows]
    if order == "list" and len(ours) == len(theirs):
        if all(_near(one, other, tolerance) for one, other in zip(ours, theirs, strict=True)):
            return None
        unordered = _rows_differ(actual, expected, "bag", tolerance)
        return unordered or Difference("order", "the same rows in another order")
    extra, missing = Counter(ours), Counter(theirs)
    if order == "set":
        extra, missing = Counter(set(ours)), Counter(set(theirs))
    extra, missing = extra - missing, missing - extra
    _pair_off(extra, missing, tolerance)
    if order == "set":
        # A row that is near one that both have is no row of its own.
        _drop_near(extra, set(theirs), tolerance)
        _drop_near(missing, set(ours), tolerance)
    if not extra and not missing:
        return None
    counts = f"{len(ours)} rows, not {len(theirs)}" if len(ours) != len(theirs) else "other rows"
    return Difference(
        "row_count" if len(ours) != len(theirs) else "rows", counts,
        _shown(actual, ours, extra), _shown(expected, theirs, missing),
    )  # fmt: skip


def _shown(rows: Rows, keys: Sequence[_Key], which: Counter[_Key]) -> tuple[Any, ...] | None:
    return next((row for row, key in zip(rows.rows, keys, strict=True) if key in which), None)


def _pair_off(extra: Counter[_Key], missing: Counter[_Key], tolerance: Fraction) -> None:
    """Take out pairs of rows that are the same within the tolerance."""
    if not any(_has_decimal(key) for key in (*extra, *missing)):
        return
    if len(extra) + len(missing) > _MOST_LEFT:
        raise ToolLimit(f"more than {_MOST_LEFT} rows differ: too many to compare within a tolerance")
    for key in list(extra):
        for other in list(missing):
            if extra[key] and missing[other] and _near(key, other, tolerance):
                common = min(extra[key], missing[other])
                extra[key] -= common
                missing[other] -= common
    for counter in (extra, missing):
        for key in [key for key, count in counter.items() if not count]:
            del counter[key]


def _drop_near(rows: Counter[_Key], others: set[_Key], tolerance: Fraction) -> None:
    for key in [key for key in rows if _has_decimal(key) and any(_near(key, o, tolerance) for o in others)]:
        del rows[key]


def _has_decimal(key: _Key) -> bool:
    return any(isinstance(cell, tuple) and cell[0] == "decimal" for cell in key)


def _key(cell: Any) -> Hashable:
    """What makes two cells one value: 1 and 1.0 are one number, "1" and true are others, NULL is NULL."""
    if isinstance(cell, bool):
        return ("truth", cell)
    if isinstance(cell, int):
        return ("number", cell)
    if isinstance(cell, float):
        whole = Fraction(repr(cell))
        return ("number", int(whole)) if whole.denominator == 1 and abs(whole) < 2**53 else ("decimal", whole)
    return None if cell is None else ("text", cell)


def _near(one: _Key, other: _Key, tolerance: Fraction) -> bool:
    return len(one) == len(other) and all(
        a == b or _close(a, b, tolerance) for a, b in zip(one, other, strict=True)
    )


def _close(one: Any, other: Any, tolerance: Fraction) -> bool:
    if not (isinstance(one, tuple) and isinstance(other, tuple)) or {one[0], other[0]} - {
        "number",
        "decimal",
    }:
        return False
    if "decimal" not in (one[0], other[0]):
        return False
    distance = abs(Fraction(one[1]) - Fraction(other[1]))
    return bool(distance <= tolerance * max(abs(one[1]), abs(other[1])))
