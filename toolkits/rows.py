"""The ``rows`` tool: filters, sorts and sums the rows of small tables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.quantities import QuantityError, number_json, read
from toolkits.units import convert

Operation: TypeAlias = Literal[
    "cell", "at", "count", "sum", "mean", "min", "max", "tables", "columns", "column_number"
]

_MAX_ROWS = 10_000
_UNIT = re.compile(r"(?P<name>.+?)\s*[(（](?P<unit>[^()（）]+)[)）]")
_RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge,
    "=": operator.eq, "!=": operator.ne,
}  # fmt: skip
_TOTALS: Mapping[str, Callable[[Sequence[Fraction]], Fraction]] = {
    "sum": lambda values: sum(values, Fraction(0)),
    "mean": lambda values: sum(values, Fraction(0)) / len(values),
    "min": min,
    "max": max,
}


def rows(
    tables: list[dict[str, Any]],
    op: Operation,
    column: str = "",
    *,
    of: str = "",
    without: list[str] | None = None,
    where: list[list[str]] | None = None,
    sort: str = "",
    descending: bool = False,
    at: str = "1",
) -> dict[str, Any]:
    """A fact about the rows of tables, whose first column names the row.

    Args:
        tables: each ``{"of": what its rows are, "columns": […], "rows": [[…], …]}``; a column's unit stands
            in brackets, ``height (cm)``.
        op: ``cell``: ``column`` of the one row that is left; ``at``: ``column`` of the row at a place;
            ``count``: how many rows; ``sum``, ``mean``, ``min``, ``max``: of ``column``; ``tables`` and
            ``columns``: how many; ``column_number``: the place of ``column``, from 1.
        column: a column's name, with or without its unit; the first one when left out.
        of: which table's rows; those of all when left out.
        without: names of rows that were deleted.
        where: conditions ``[column, "<", value]`` (``> <= >= = !=``), all of which hold; the value is a
            number, an amount with its unit, or the name of a row, whose cell is meant.
        sort: a column to sort by, before ``at``; words sort alphabetically.
        descending: largest first.
        at: the place, from 1; from the end where negative.

    Returns:
        ``{"value": a number as text or a cell, "rows": names of the rows that are left, "unit": of the
        column, or null}``.

    Raises:
        ToolInputError: an unknown column, relation or row, a cell that is no number where one is needed.
        ToolRefused: more than one row fits (``ambiguous``), none does (``missing``), or two are equal at the
            place in question (``tie``).
        ToolLimit: more than 10,000 rows.
    """
    chosen = [_Table.of(table) for table in tables if of in ("", table.get("of"))]
    if not chosen or any(table.columns != chosen[0].columns for table in chosen):
        raise ToolInputError(f"no table of {of!r}, or tables of different columns")
    sheet = _Table(chosen[0].columns, [row for table in chosen for row in table.rows])
    if len(sheet.rows) > _MAX_ROWS:
        raise ToolLimit(f"{len(sheet.rows)} rows; at most {_MAX_ROWS}")
    left = [row for row in sheet.rows if row[0] not in (without or ())]
    for condition in where or ():
        keep = sheet.condition(condition)
        left = [row for row in left if keep(row)]
    place = sheet.place(column)
    if op == "tables":
        value: Any = str(len(chosen))
    else:
        value = _value(op, _Table(sheet.columns, left), place, _Sorting(sort, descending, at))
    unit = sheet.columns[place][1] if op in ("cell", "at", *_TOTALS) else ""
    return {"value": value, "rows": [row[0] for row in left], "unit": unit or None}


@dataclass(frozen=True, slots=True)
class _Sorting:
    column: str
    descending: bool
    at: str


@dataclass(frozen=True, slots=True)
class _Table:
    """Columns as (name, unit), and rows of text."""

    columns: list[tuple[str, str]]
    rows: list[list[str]]

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> _Table:
        try:
            columns = [_column(str(name)) for name in table["columns"]]
            found = cls(columns, [[str(cell) for cell in row] for row in table["rows"]])
        except (KeyError, TypeError) as error:
            raise ToolInputError("a table has columns and rows") from error
        if not columns or any(len(row) != len(columns) for row in found.rows):
            raise ToolInputError("a row has another number of cells than there are columns")
        return found

    def place(self, column: str) -> int:
        """The place of the column from 0; the first for ""."""
        if not column:
            return 0
        name = _column(column)[0].lower()
        hits = [place for place, (known, _) in enumerate(self.columns) if known.lower() == name]
        if len(hits) != 1:
            raise ToolInputError(f"{column!r} is {len(hits)} columns")
        return hits[0]

    def condition(self, condition: Sequence[str]) -> Callable[[list[str]], bool]:
        """Whether a row meets ``[column, relation, value]``."""
        if len(condition) != 3 or condition[1] not in _RELATIONS:
            raise ToolInputError(f"{condition!r} is no condition")
        place, test = self.place(condition[0]), _RELATIONS[condition[1]]
        wanted = condition[2].casefold()
        if condition[1] in ("=", "!=") and any(row[place].casefold() == wanted for row in self.rows):
            return lambda row: test(row[place].casefold(), wanted)
        named = [row for row in self.rows if place and row[0] == condition[2]]
        if len(named) > 1:
            raise ToolRefused(f"{condition[2]!r} names {len(named)} rows", code="ambiguous")
        bound = _number(named[0][place]) if named else self._amount(condition[2], place)
        return lambda row: test(_number(row[place]), bound)

    def _amount(self, text: str, place: int) -> Fraction:
        try:
            amount = read(text)
        except QuantityError as error:
            raise ToolInputError(f"{text!r} is neither a number nor a row") from error
        unit = self.columns[place][1]
        value = amount.value
        if not isinstance(value, Fraction) or amount.alternatives:
            raise ToolInputError(f"{text!r} is no single number")
        if amount.unit and not unit:
            raise ToolInputError(f"{self.columns[place][0]!r} has no unit to compare {text!r} with")
        return convert(value, amount.unit, unit) if amount.unit else value


def _value(op: str, left: _Table, place: int, sorting: _Sorting) -> Any:
    if op in ("count", "columns"):
        return str(len(left.rows) if op == "count" else len(left.columns))
    if op == "column_number":
        return str(place + 1)
    if not left.rows:
        raise ToolRefused("no row is left", code="missing")
    if op == "cell":
        if len(left.rows) > 1:
            raise ToolRefused(f"{len(left.rows)} rows are left", code="ambiguous")
        return left.rows[0][place]
    if op == "at":
        return _at(left, sorting)[place]
    if op not in _TOTALS:
        raise ToolInputError(f"{op!r} is no operation")
    return number_json(_TOTALS[op]([_number(row[place]) for row in left.rows]))


def _at(left: _Table, sorting: _Sorting) -> list[str]:
    try:
        at = int(sorting.at)
    except ValueError:
        at = 0
    if not 1 <= abs(at) <= len(left.rows):
        raise ToolRefused(f"there is no row at {sorting.at!r}", code="missing")
    index = at - 1 if at > 0 else at
    if not sorting.column:
        return left.rows[index]
    place = left.place(sorting.column)
    keys = _keys([row[place] for row in left.rows])
    order = sorted(range(len(keys)), key=keys.__getitem__, reverse=sorting.descending)
    chosen = left.rows[order[index]]
    if keys.count(keys[order[index]]) > 1:
        raise ToolRefused(f"several rows have {chosen[place]!r} there", code="tie")
    return chosen


def _keys(cells: Sequence[str]) -> list[Any]:
    if any(any(sign.isdigit() for sign in cell) for cell in cells):
        return [_number(cell) for cell in cells]
    return [cell.casefold() for cell in cells]


def _column(text: str) -> tuple[str, str]:
    match = _UNIT.fullmatch(text.strip())
    return (match["name"], match["unit"].strip()) if match else (text.strip(), "")


def _number(cell: str) -> Fraction:
    try:
        value = read(cell).value
    except QuantityError as error:
        raise ToolInputError(f"the cell {cell!r} is no number") from error
    if not isinstance(value, Fraction):
        raise ToolInputError(f"the cell {cell!r} is no exact number")
    return value
