"""The tools ``sql`` and ``sql_rows``."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Literal

from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused, ToolUnavailable
from toolkits.quantities import QuantityError, number_from_json
from toolkits.sql._compare import Difference, difference
from toolkits.sql._dialects import doubt, may_vary, orders_rows, takes_first_rows
from toolkits.sql._offered import find, of_tables
from toolkits.sql._records import MAX_ROWS, Database, QueryError, Rows
from toolkits.sql._sqlite import SQLite
from toolkits.sql._variants import variants

#: Rows of a result that an output holds, unless asked for others.
SHOWN = 100


def sql(
    query: str, database: str = "", *, tables: dict[str, Any] | None = None, limit: int = SHOWN
) -> dict[str, Any]:
    """What a query gives on a database that is only read.

    Args:
        query: one statement that reads, in the database's dialect.
        database: the name under which a database was offered (with ``amtfv tool``: a file, or ``env:NAME``
            for
            the variable that holds a server's address).
        tables: in its place, tables written out: ``{name: {"columns": […], "rows": [[…], …]}}`` (SQLite).
        limit: rows that are kept, 1 to 1,000.

    Returns:
        ``columns``, ``rows`` of JSON scalars (``null`` is NULL), ``row_count`` (null above 1,000), ``empty``,
        ``cut`` with a ``notice`` where there was more than is shown, ``value``: the one cell of a result
        that has one row and one column, numbers as text; ``dialect``. Where the query itself is at fault,
        ``exception``: ``{type, message, cause}``; the type is ``no_such_table``, ``no_such_column``,
        ``syntax``…, the ``cause`` says why it is no finding (``dialect``: it may be right in another one),
        "" where it is one.

    Raises:
        ToolRefused: the query does more than read, is more than one statement, or leaves values open; the
            database was not offered (``no_database``).
        ToolLimit, ToolTimeout: it takes more than it may. ToolUnavailable: the database can't be read.
    """
    opened = _opened(database, tables)
    if not 1 <= limit <= MAX_ROWS:
        raise ToolInputError(f"limit is 1 to {MAX_ROWS}")
    live = _live(opened, query)
    try:
        rows = _steady(opened, query, MAX_ROWS)
    except QueryError as error:
        fault = _exception(query, opened, error)
        if tables and error.fault == "no_such_table":
            fault["cause"] = "table_name"  # rows came without the name that a query would know them by
        return {**_NOTHING, "dialect": opened.dialect, "exception": fault, **live}
    shown = rows.rows[:limit]
    cut = rows.cut or len(shown) < len(rows.rows)
    notice = {"notice": f"cut: the first {len(shown)} rows, and of each cell the first 10,000 characters"}
    return {
        "columns": list(rows.columns),
        "rows": [list(row) for row in shown],
        "row_count": None if rows.cut else len(rows.rows),
        "empty": not rows.rows,
        "cut": cut,
        **(notice if cut else {}),
        "value": _single(rows),
        "dialect": opened.dialect,
        **live,
    }


def sql_rows(
    query: str,
    references: list[str],
    database: str = "",
    *,
    tables: dict[str, Any] | None = None,
    order: Literal["bag", "set", "list", "reference"] = "reference",
    columns: Literal["position", "name", "any"] = "position",
    tolerance: str = "1e-9",
) -> dict[str, Any]:
    """Whether a query gives what a reference query gives, or what k independent ones agree on.

    Args:
        query: the query under test.
        references: one query that is known to be right, or several that were written without sight of it.
        database: as for ``sql``.
        tables: as for ``sql``.
        order: ``bag``, ``set``, ``list`` (in order), or ``reference``: in order where the reference says one.
        columns: ``position``, ``name`` (by names where both have the same), ``any`` order of them.
        tolerance: relative, between decimals; whole numbers are compared exactly.

    Returns:
        ``value``: ``same`` or ``different``; ``consistent``: the same as a boolean; ``reason`` and
        ``difference``, with a row of each side; ``exception`` where the query itself failed.

    Raises:
        ToolRefused: it can't be told; ``code`` is ``order`` (rows that tie may come in any order),
            ``first_rows``
            (LIMIT with rows that may tie), ``elsewhere`` (the same here, but not on a changed copy of the
            database; SQLite alone), ``no_quorum`` (references that don't agree), ``empty`` (both give no
            row), ``dialect``, ``placeholder`` (see ``sql``).
        ToolInputError: a reference is at fault. ToolLimit, ToolTimeout, ToolUnavailable: see ``sql``.
    """
    opened = _opened(database, tables)
    if not references:
        raise ToolInputError("a reference is needed")
    how = _How(opened, order, columns, _tolerance(tolerance))
    expected = [_reference(opened, text) for text in references]
    live = _live(opened, query, *references)
    try:
        actual = _steady(opened, query, MAX_ROWS)
    except QueryError as error:
        fault = _exception(query, opened, error)
        if fault["cause"]:
            raise ToolRefused(f"the query failed here: {error}", code=fault["cause"]) from None
        return {**_verdict("different", "query_failed"), "exception": {**fault}, **live}
    found = [how.compared(query, actual, text, rows) for text, rows in zip(references, expected, strict=True)]
    verdict = _joined(found, [how.agree(one, other) for one, other in _pairs(references, expected)])
    if verdict["value"] == "undecided":
        raise ToolRefused(_OPEN[verdict["reason"]].format(**verdict), code=verdict["reason"])
    return {**verdict, **live}


_OPEN: Mapping[str, str] = {
    "order": "both queries order their rows, and rows that tie may come either way",
    "first_rows": "a query keeps the first rows only, and which those are may be left open by ties",
    "elsewhere": "the same rows here, but not with {detail}: that they agree may be chance",
    "no_quorum": "the references don't agree on what is right",
    "empty": "neither query gives a row: that they agree says little",
}


def reads(tool_input: Mapping[str, Any]) -> str:
    """The digest of the database that an input names; "" for tables written out, a server, and what fails."""
    with suppress(ToolkitError):
        if tool_input.get("database") and not tool_input.get("tables"):
            return find(str(tool_input["database"])).digest()
    return ""


# --- the database -----------------------------------------------------------------------------------------
_NOTHING: Mapping[str, Any] = {
    "columns": [],
    "rows": [],
    "row_count": 0,
    "empty": True,
    "cut": False,
    "value": None,
}


def _opened(database: str, tables: Mapping[str, Any] | None) -> Database:
    if bool(database) == bool(tables):
        raise ToolInputError("one of database and tables is needed")
    return of_tables(tables) if tables else find(database)


def _steady(database: Database, query: str, limit: int) -> Rows:
    """The query's rows, from a database that did not change meanwhile."""
    before = database.digest()
    rows = database.query(query, limit=limit)
    if database.digest() != before:
        raise ToolUnavailable("the database changed while it was read", code="source_changed")
    return rows


def _live(database: Database, *queries: str) -> dict[str, bool]:
    """That the same query may give something else later: then it is not served again."""
    return {"reads_clock": True} if not database.digest() or any(map(may_vary, queries)) else {}


def _exception(query: str, database: Database, error: QueryError) -> dict[str, str]:
    return {"type": error.fault, "message": str(error), "cause": doubt(query, database.dialect, error)}


def _single(rows: Rows) -> Any:
    if len(rows.rows) != 1 or len(rows.columns) != 1:
        return None
    cell = rows.rows[0][0]
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return cell
    # Sums of binary fractions carry noise in their last digits.
    return str(cell) if isinstance(cell, int) else format(cell, ".15g")


# --- comparing --------------------------------------------------------------------------------------------
class _How:
    """How results are compared."""

    def __init__(self, database: Database, order: str, columns: Any, tolerance: Fraction) -> None:
        self._database, self._order, self._columns, self._tolerance = database, order, columns, tolerance

    def compared(self, query: str, actual: Rows, reference: str, expected: Rows) -> dict[str, Any]:
        """The verdict of one reference."""
        found = self._difference(actual, expected, reference)
        if found is None:
            if not expected.rows:
                return _verdict("undecided", "empty")
            changed = self._differs_elsewhere(query, reference)
            return _verdict("undecided", "elsewhere", changed) if changed else _verdict("same")
        return self._judged(found, query, reference)

    def _judged(self, found: Difference, query: str, reference: str) -> dict[str, Any]:
        shown = {"difference": {**asdict(found)}}
        asked = self._order == "list"
        dialect = self._database.dialect
        if found.reason == "order" and not asked and orders_rows(query, dialect):
            return {**_verdict("undecided", "order"), **shown}  # both are ordered: rows that tie may differ
        if found.reason == "rows" and (
            takes_first_rows(reference, dialect) or takes_first_rows(query, dialect)
        ):
            return {**_verdict("undecided", "first_rows"), **shown}
        return {**_verdict("different", found.reason), **shown}

    def agree(self, one: tuple[str, Rows], other: tuple[str, Rows]) -> bool:
        """Whether two references give the same."""
        return self._difference(one[1], other[1], one[0]) is None

    def _difference(self, actual: Rows, expected: Rows, reference: str) -> Difference | None:
        order: Any = self._order
        if order == "reference":
            order = "list" if orders_rows(reference, self._database.dialect) else "bag"
        return difference(actual, expected, order=order, columns=self._columns, tolerance=self._tolerance)

    def _is_open(self, found: Difference, reference: str) -> bool:
        """Whether ties alone may make the difference."""
        first = takes_first_rows(reference, self._database.dialect) and found.reason == "rows"
        return first or found.reason == "order"

    def _differs_elsewhere(self, query: str, reference: str) -> str:
        if not isinstance(self._database, SQLite):
            return ""
        for name, changed in variants(self._database, query, reference):
            try:
                expected = changed.query(reference)
                found = self._difference(changed.query(query), expected, reference)
            except QueryError:
                return name
            except ToolLimit:
                continue
            if found is not None and not self._is_open(found, reference):
                return name
        return ""


def _reference(database: Database, text: str) -> Rows:
    try:
        return _steady(database, text, MAX_ROWS)
    except QueryError as error:
        raise ToolInputError(f"a reference query is at fault: {error}", code="reference") from error


def _pairs(references: list[str], rows: list[Rows]) -> Any:
    both = list(zip(references, rows, strict=True))
    return ((one, other) for at, one in enumerate(both) for other in both[at + 1 :])


def _joined(found: list[dict[str, Any]], agreements: list[bool]) -> dict[str, Any]:
    """One verdict of several: two that agree decide, and any other voice undoes that."""
    if len(found) == 1:
        return found[0]
    values = [verdict["value"] for verdict in found]
    if all(agreements) and len(set(values)) == 1:
        return found[0]
    if values.count("same") >= 2 and "different" not in values:
        return _verdict("same")
    if "same" not in values and values.count("different") >= 2 and all(agreements):
        return found[values.index("different")]
    return {**_verdict("undecided", "no_quorum"), "values": values}


def _verdict(value: str, reason: str = "", detail: str = "") -> dict[str, Any]:
    consistent = {"same": True, "different": False}.get(value)
    return {"value": value, "consistent": consistent, "reason": reason, "detail": detail}


def _tolerance(text: str) -> Fraction:
    try:
        value = number_from_json(text)
    except QuantityError as error:
        raise ToolInputError(f"{text!r} is no tolerance") from error
    if not isinstance(value, Fraction) or not 0 <= value < 1:
        raise ToolRefused(f"{text!r} is no relative tolerance")
    return value
