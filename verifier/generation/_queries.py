"""``execute_sql_query``: a function of sandboxed programs, answered out here through a database's wall.

The program never reaches the database: a call crosses as JSON, the query runs outside through
:class:`toolkits.sql.Database`, and its rows cross back.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from toolkits.errors import ToolkitError
from toolkits.sql import Database

#: What programs call, and what the job's channel knows it by.
NAME: Final = "execute_sql_query"
CALL: Final = f"_{NAME}"
#: Bounds of one program: its queries, rows of one query and of all, seconds of all.
CALLS, ROWS, ALL_ROWS, WALL_S = 20, 10_000, 50_000, 20.0
_QUERY = 4_000

_FRAMES = f"""\
def {NAME}(query):
    found = {CALL}(query)
    return _pandas.DataFrame(found["rows"], columns=found["columns"])
"""
_DICTS = f"""\
def {NAME}(query):
    found = {CALL}(query)
    return [dict(zip(found["columns"], row)) for row in found["rows"]]
"""


def query_prelude(*, frames: bool) -> str:
    """Source that defines the function; with pandas it gives frames, else lists of dicts."""
    return f"import pandas as _pandas\n{_FRAMES}" if frames else _DICTS


@dataclass(slots=True)
class Queries:
    """One program's queries, counted; each goes into the trace.

    Attributes:
        database: the wall.
        trace: steps of kind ``query``, each with the rows or the fault.
        rows: what was given, over all queries.
    """

    database: Database
    trace: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])
    rows: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    _calls: int = 0
    _spent_s: float = 0.0

    def __call__(self, query: Any) -> dict[str, Any]:
        """Answer one call.

        Raises:
            ValueError: a bound is hit, or the database refuses; the message says what to do.
        """
        if not isinstance(query, str):
            raise ValueError(f"{NAME} takes one text, the query")  # noqa: TRY004  (the program's own mistake)
        self._calls += 1
        try:
            return self._answered(query)
        except ValueError as error:
            self._keep(query, fault="refused", detail=str(error))
            raise
        except ToolkitError as error:
            self._keep(query, fault=error.code, detail=str(error))
            raise ValueError(f"{error.code}: {_line(error)}") from error

    def _answered(self, query: str) -> dict[str, Any]:
        if self._calls > CALLS:
            raise ValueError(f"a program may make {CALLS} queries: join and group in fewer")
        if self._spent_s > WALL_S:
            raise ValueError(
                f"the queries have taken more than {WALL_S:g} s: filter and group in the database"
            )
        start = time.monotonic()
        try:
            found = self.database.query(query, limit=ROWS)
        finally:
            self._spent_s += time.monotonic() - start
        if found.cut:
            raise ValueError(
                f"the result was cut (over {ROWS} rows, or a long cell): group, filter or LIMIT in the query"
            )
        if len(self.rows) + len(found.rows) > ALL_ROWS:
            raise ValueError(f"the queries gave more than {ALL_ROWS} rows: group and filter in the database")
        self.rows.extend(found.rows)
        self._keep(query, rows=len(found.rows))
        return {"columns": list(found.columns), "rows": [list(row) for row in found.rows]}

    def _keep(self, query: str, **facts: Any) -> None:
        if self._calls <= CALLS + 1:  # a program that goes on past its bound says nothing new
            self.trace.append(
                {"kind": "query", "code": query[:_QUERY], "dialect": self.database.dialect, **facts}
            )


def _line(error: ToolkitError) -> str:
    return (str(error).strip().splitlines() or [""])[0]
