"""A small table for one run.

Rows at, beside and between the values that the question names, and one missing value.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from toolkits.code_oracle._predicate import Predicate, number_text

Cell: TypeAlias = Any
_MOST_ROWS: Final = 400
_TEXT_COLUMNS: Final = frozenset({"name", "city", "gender", "country", "姓名", "城市", "性别"})


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of JSON scalars; numbers are decimal text, a missing value is ``None``."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def csv(self) -> bytes:
        """The table as CSV, a missing value as nothing."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([["" if cell is None else cell for cell in row] for row in self.rows])
        return buffer.getvalue().encode("utf-8", "surrogatepass")

    def as_data(self) -> dict[str, Any]:
        """The table as JSON."""
        return {"columns": list(self.columns), "rows": [list(row) for row in self.rows]}


def _quantum(value: Fraction) -> Fraction:
    """The step to which a number is written: 1 for 120, 1/10 for 0.5."""
    decimals = number_text(value).partition(".")[2]
    return Fraction(1, 10 ** len(decimals))


def _values(predicate: Predicate, column: str) -> list[Fraction]:
    """For every value that the question names for a column: it, its neighbours, and one between each two."""
    named = sorted({condition.value for condition in predicate.keep if condition.column == column})
    step = min(_quantum(value) for value in named)
    found = {value + shift for value in named for shift in (-step, Fraction(0), step)}
    for low, high in itertools.pairwise(named):
        between = low + (high - low) / 2
        found.add(between - between % step)
    found |= {named[0] - 10 * step, named[-1] + 10 * step}
    return sorted(found)


def _bases(predicate: Predicate, values: Mapping[str, Sequence[Fraction]]) -> list[dict[str, Fraction]]:
    """Rows around which one column is varied at a time: one that is kept, and one that is not."""
    bases = []
    for wanted in (True, False):
        row = {}
        for column, choices in values.items():
            own = Predicate(tuple(c for c in predicate.keep if c.column == column), predicate.join)
            row[column] = next((v for v in reversed(choices) if own.keeps({column: v}) is wanted), choices[0])
        bases.append(row)
    return bases


def _grid(predicate: Predicate) -> list[dict[str, Fraction | None]]:
    values = {column: _values(predicate, column) for column in predicate.columns}
    size = 1
    for choices in values.values():
        size *= len(choices)
    rows: list[dict[str, Fraction | None]] = []
    bases = _bases(predicate, values)
    if size <= _MOST_ROWS:
        rows.extend(
            dict(zip(values, combination, strict=True)) for combination in itertools.product(*values.values())
        )
    else:
        rows.extend(
            {**base, column: value} for base in bases for column in values for value in values[column]
        )
    rows.extend({**bases[0], column: None} for column in values)
    unique = {tuple(row.items()): row for row in rows}
    return list(unique.values())


def make_table(predicate: Predicate, others: Iterable[str], texts: Iterable[str] = ()) -> Table:
    """The table on which to try a row filter.

    Args:
        predicate: the rows to keep; its columns come first.
        others: other columns that the code touches, filled with plausible values.
        texts: those among them that hold text.
    """
    rows = _grid(predicate)
    rest = [name for name in dict.fromkeys(others) if name not in predicate.columns]
    as_text = frozenset(texts)
    made = [
        (
            *(None if value is None else number_text(value) for value in row.values()),
            *(_plausible(name, i, as_text) for name in rest),
        )
        for i, row in enumerate(rows, start=1)
    ]
    return Table((*predicate.columns, *rest), tuple(made))


def _plausible(column: str, number: int, texts: frozenset[str]) -> Cell:
    if column in texts or column.lower() in _TEXT_COLUMNS:
        return f"{column} {number}"
    return str(number)
