"""The columns of the question's data tables, found by the names that a question gives them."""

from __future__ import annotations

from collections.abc import Sequence

from toolkits import lazy_re as re
from verifier.task import DataTable

_UNIT = re.compile(r"\s*[(（][^()（）]*[)）]$")
_GAP = re.compile(r"[\s_-]+")


def folded(name: str) -> str:
    """A column's name without case, underscores and the unit in brackets after it."""
    return _GAP.sub(" ", _UNIT.sub("", name.strip()).lower())


def find(name: str, tables: Sequence[DataTable]) -> tuple[DataTable, int] | None:
    """The one column of that name."""
    wanted = folded(name)
    hits = [
        (table, i) for table in tables for i, column in enumerate(table.columns) if folded(column) == wanted
    ]
    return hits[0] if len(hits) == 1 else None


def names_pattern(table: DataTable) -> str:
    """A pattern that matches the name of any column, the longest first."""
    names = sorted({folded(column) for column in table.columns}, key=len, reverse=True)
    return "|".join(_GAP.sub(r"[\\s_-]+", re.escape(name).replace("\\ ", " ")) for name in names if name)
