"""Program-aided SQL: the model writes a query, the database runs it, and the rows alone become the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.registry import Registry
from toolkits.sql import Database, Rows, SQLite
from verifier.errors import UsageError
from verifier.generation._before import before
from verifier.generation._direct import DirectGenerator, shown_rows
from verifier.generation._generated import Generated
from verifier.generation._interpreting import degraded, exemplified, interpreted, schema_of, written
from verifier.llm import Session
from verifier.prompts import language_of, render
from verifier.reading._bare_code import bare_code
from verifier.reading._fences import fenced, is_sql
from verifier.tables import MARK, cell_text, check_json, rows_text, variables
from verifier.task import DataTable, Task

_T = TypeVar("_T")
#: What can be wrong with a query; each has its own words in the prompt that asks for a better one.
Fault: TypeAlias = Literal["no_query", "truncated", "refused", "sql", "timeout", "limit", "empty"]

TRIES = 3
ROWS = 3
_REPLY = 4_000
#: Codes of a database's errors that a better query may mend.
_MENDABLE: frozenset[str] = frozenset({"refused", "sql", "timeout", "limit"})


_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|`[^`]*`|(?<=: )[^:]+\Z|[0-9][0-9.,]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The last try, as the prompt for the next one tells it."""

    query: str
    fault: Fault | str
    detail: str


@dataclass(slots=True)
class _Work:
    """One question under work."""

    task: Task
    database: Database
    schema: str
    examples: str = ""
    failed: Failed | None = None
    trace: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])


class SqlGenerator:
    """Has the generator model write a query, runs it, and has the interpreter read its rows.

    The database, not this class, keeps a query from doing more than reading.

    Args:
        session: the run's account at the gateway.
        registry: not used; every generator of ours is made with the same arguments.
        database: what is asked; ``None`` makes one in memory of the tables that come with the question.
        tries: queries written for one question, the first included.
        rows: rows of each table that the prompt shows; 0 keeps every value of the data out of it.
    """

    name = "sql"

    def __init__(
        self,
        session: Session,
        registry: Registry | None = None,
        *,
        database: Database | None = None,
        tries: int = TRIES,
        rows: int = ROWS,
    ) -> None:
        if tries < 1:
            raise UsageError(f"tries={tries}: at least one query has to be written")
        self._session = session
        self._direct = DirectGenerator(session, registry, **({"rows": 0} if rows == 0 else {}))
        self._database = database
        self._tries = tries
        self._rows = rows
        self.trace: Sequence[Mapping[str, Any]] = ()

    async def __call__(self, task: Task, /) -> Generated:
        """Answer the question.

        Raises:
            ModelError: the model could not be asked, or declined.
            UsageError: there is no database and no table to ask, or the data holds what JSON cannot.
        """
        database = self._database or _of_tables(task)
        try:
            schema = await schema_of(database, shown_rows(self._session, self._rows))
        except ToolkitError as error:
            return await degraded(self._direct, task, [], "sql", f"the database can't be read: {error}")
        work = _Work(task, database, schema)
        self.trace = work.trace
        work.examples = exemplified(self._session, task, "sql", work.trace)
        for _ in range(self._tries):
            reply, cut = await self._written(work)
            query = query_in(reply, cut=cut)
            if query is None:
                fault = "truncated" if cut else "no_query"
                work.failed = Failed(query=reply[:_REPLY], fault=fault, detail="")
                work.trace.append({"kind": "fault", "fault": fault, "detail": ""})
                continue
            rows = await self._run(work, query)
            if rows is not None:
                return await self._interpreted(work, rows)
            if work.failed is not None and work.failed.fault not in {*_MENDABLE, "empty"}:
                break
        why = f"no query worked; the last: {_told(work.failed)}"
        return await degraded(self._direct, task, work.trace, "sql", why)

    async def _written(self, work: _Work) -> tuple[str, bool]:
        prompt = render(
            "query", language_of(work.task.question), question=work.task.question or "",
            dialect=work.database.dialect, schema=work.schema, failed=work.failed, examples=work.examples,
            **before(work.task),
        )  # fmt: skip
        return await written(self._session, prompt, work.trace)

    async def _run(self, work: _Work, query: str) -> Rows | None:
        """The query's rows; ``None`` where they are no basis for an answer, and then ``failed`` says why."""
        work.trace.append({"kind": "query", "code": query, "dialect": work.database.dialect})
        before = work.failed
        try:
            rows = await _in_thread(partial(work.database.query, query))
        except ToolkitError as error:
            detail = str(error) if self._session.withheld is None else _quiet(str(error), query)
            work.failed = Failed(query=query, fault=error.code, detail=detail)
            work.trace.append({"kind": "output", "fault": error.code, "detail": str(error)})
            return None
        step = {"kind": "output", "text": rows_text(rows), "rows": len(rows.rows), "cut": rows.cut}
        empty = all(cell is None for row in rows.rows for cell in row)
        work.trace.append({**step, "fault": "empty"} if empty else step)
        if not empty or (before is not None and before.fault == "empty"):
            return rows
        work.failed = Failed(query=query, fault="empty", detail="")
        return None

    async def _interpreted(self, work: _Work, rows: Rows) -> Generated:
        if self._session.withheld is not None:
            self._session.withheld.add(rows.rows)
        text = _told_rows(rows) if self._session.withheld is not None else rows_text(rows)
        answer, step = await interpreted(self._session, work.task, text, private=True)
        notes = []
        if all(cell is None for row in rows.rows for cell in row):
            notes.append("the query's result is empty")
        if rows.cut:
            notes.append("the query's result was cut")
        return Generated(answer=answer, generator="sql", trace=(*work.trace, step), note="; ".join(notes))


async def _in_thread(call: Callable[[], _T]) -> _T:
    from anyio import to_thread  # noqa: PLC0415  (0.1 s, for those who await)

    return await to_thread.run_sync(call)


def _of_tables(task: Task) -> Database:
    """The task's tables as a database in memory, under the names that a program would know them by."""
    named = variables(task)
    check_json(named)
    found = {v.name: (v.data.columns, v.data.rows) for v in named if isinstance(v.data, DataTable)}
    if not found:
        raise UsageError("there is no database and no table to query; give one as data")
    try:
        return SQLite.of(found)
    except ToolkitError as error:
        raise UsageError(str(error)) from error


def _told(failed: Failed | None) -> str:
    if failed is None:
        return "none was asked for"
    words = failed.fault.replace("_", " ")
    return f"{words}: {failed.detail}" if failed.detail else words


def _told_rows(rows: Rows) -> str:
    """A result as an answer has it: the value where there is one, else its rows."""
    alone = len(rows.rows) == 1 and len(rows.columns) == 1
    return cell_text(rows.rows[0][0]) if alone else rows_text(rows)


def _quiet(message: str, query: str) -> str:
    """A database's message without what is quoted in it and not in the query: it may be a value."""
    return _QUOTED.sub(lambda found: found[0] if found[0].strip("\"'`") in query else MARK, message)


# --- text in ----------------------------------------------------------------------------------------------
def query_in(reply: str, *, cut: bool = False) -> str | None:
    """The query that a reply gives: the last fenced one, else one that starts at a line's start.

    Args:
        reply: the model's text.
        cut: the reply broke off at its token limit. A block that was closed before that still counts.
    """
    blocks = [block for block in fenced(reply).blocks if block.closed or not cut]
    queries = [block.code.strip() for block in blocks if block.language == "sql"]
    if queries:
        return queries[-1]
    if cut:
        return None
    bare = bare_code(reply)
    if bare is not None and bare.language == "sql":
        return bare.code.strip()
    return reply.strip() if is_sql(reply) else None
