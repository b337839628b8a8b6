"""What a database holds, and what a query gave, for prompts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from verifier.tables._cells import csv_text, cut

if TYPE_CHECKING:
    from toolkits.sql import Rows, Table

#: Rows that the reader of a result sees, columns of one table that a prompt shows, and tables.
SHOWN = 50
_COLUMNS = 60
_TABLES = 60


def schema_text(tables: Iterable[Table], dialect: str) -> str:
    """Tables with their columns, types, keys, notes and first rows; the dialect stands first."""
    found = list(tables)
    rest = [f"… and {len(found) - _TABLES} more tables"] if len(found) > _TABLES else []
    return "\n\n".join([dialect, *map(_table_text, found[:_TABLES]), *rest])


def _table_text(table: Table) -> str:
    size = "" if table.rows is None else f" ({table.rows} rows)"
    # Engines that know comments have them; the others need no such field.
    about = str(getattr(table, "comment", "") or "")
    lines = [f"table {cut(table.name)}{size}", *([f"  {cut(about)}"] if about else [])]
    for column in table.columns[:_COLUMNS]:
        points = f"-> {column.references}" if column.references else ""
        said = str(getattr(column, "comment", "") or "")
        notes = [column.type, "primary key" if column.key else "", points, f"-- {cut(said)}" if said else ""]
        lines.append(f"  {cut(column.name)} {' '.join(filter(None, notes))}".rstrip())
    if len(table.columns) > _COLUMNS:
        lines.append(f"  … and {len(table.columns) - _COLUMNS} more columns")
    if table.sample:
        head = csv_text([column.name for column in table.columns[:_COLUMNS]], table.sample)
        lines += [f"  first {len(table.sample)} rows:", *(f"  {line}" for line in head.splitlines())]
    return "\n".join(lines)


def rows_text(rows: Rows) -> str:
    """A result as its reader gets it: CSV, with the number of its rows."""
    shown = rows.rows[:SHOWN]
    size = f"more than {len(rows.rows)}" if rows.cut else str(len(rows.rows))
    rest = f"… {len(rows.rows) - len(shown)} more rows are not shown\n" if len(shown) < len(rows.rows) else ""
    return f"{size} rows (an empty cell is NULL)\n{csv_text(rows.columns, shown)}{rest}"
