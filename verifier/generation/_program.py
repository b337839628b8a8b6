"""Program of thought: a model writes a program, the sandbox runs it, its output alone becomes the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolkits._sandboxed import plain
from toolkits.errors import ToolkitError
from toolkits.registry import Registry
from toolkits.sql import Database
from verifier.errors import UsageError
from verifier.generation._before import before
from verifier.generation._code import Program, program_in
from verifier.generation._direct import DirectGenerator, shown_rows
from verifier.generation._generated import Generated
from verifier.generation._interpreting import degraded, exemplified, interpreted, schema_of, written
from verifier.generation._queries import CALLS
from verifier.generation._queries import ROWS as ROWS_OF_A_QUERY
from verifier.generation._results import KINDS
from verifier.generation._running import OUTPUT, Fault, Ran, run_program
from verifier.llm import Session
from verifier.prompts import language_of, render
from verifier.tables import Variable, check_json, described, variables
from verifier.task import Task

#: Libraries beyond the standard one that a program is told of.
LIBRARIES = ("numpy", "pandas", "sympy", "scipy")
#: Programs written for one question, the first included.
TRIES = 3
WALL_S = 10.0
MEMORY_MB = 512
ROWS = 3
#: Rows of a resulting table that the trace keeps.
_KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The last try, as the prompt for the next one tells it."""

    code: str
    fault: Fault
    detail: str


@dataclass(slots=True)
class _Work:
    """One question under work."""

    task: Task
    found: Sequence[Variable]
    schema: str = ""
    frames: bool = True
    examples: str = ""
    failed: Failed | None = None
    trace: list[Mapping[str, Any]] = field(default_factory=list[Mapping[str, Any]])


class ProgramGenerator:
    """Has the generator model write a program, runs it, and has the interpreter read what it put out.

    A program that fails, gives nothing or gives what says nothing goes back to the model with what was wrong.
    When no program works, the answer is a direct one, and its note says so.

    Args:
        session: the run's account at the gateway.
        registry: not used; every generator of ours is made with the same arguments.
        tries: programs written for one question, the first included.
        wall_s: wall clock of one program, seconds.
        memory_mb: address space of one program, MiB.
        libraries: what the model is told that it may import beyond the standard library.
        rows: rows of each table that the prompt shows; 0 keeps every value of the data out of it.
        database: programs may ask it through ``execute_sql_query``; its calls are answered outside the
            sandbox, by the database's own wall.
        result: the type that the result must have: number, string, table or plot; "" leaves it to the model.
    """

    name = "pot"

    def __init__(
        self,
        session: Session,
        registry: Registry | None = None,
        *,
        tries: int = TRIES,
        wall_s: float = WALL_S,
        memory_mb: int = MEMORY_MB,
        libraries: Sequence[str] = LIBRARIES,
        rows: int = ROWS,
        database: Database | None = None,
        result: str = "",
    ) -> None:
        if result not in {"", *KINDS}:
            raise UsageError(f"result={result!r}: it is {', '.join(KINDS)}, or left out")
        if tries < 1:
            raise UsageError(f"tries={tries}: at least one program has to be written")
        self._session = session
        self._direct = DirectGenerator(session, registry, **({"rows": 0} if rows == 0 else {}))
        self._tries = tries
        self._wall_s = wall_s
        self._memory_mb = memory_mb
        self._libraries = tuple(libraries)
        self._rows = rows
        self._database = database
        self._result = result
        self.trace: Sequence[Mapping[str, Any]] = ()

    async def __call__(self, task: Task, /) -> Generated:
        """Answer the question.

        Raises:
            ModelError: the model could not be asked, or declined.
            UsageError: the data holds what JSON cannot.
        """
        work = _Work(task, variables(task))
        check_json(work.found)
        self.trace = work.trace
        work.examples = exemplified(self._session, task, "python", work.trace)
        if self._database is not None:
            try:
                work.schema = await schema_of(self._database, shown_rows(self._session, self._rows))
            except ToolkitError as error:
                return await self._given_up(work, f"the database can't be read: {error}")
        for _ in range(self._tries):
            reply, cut = await self._written(work)
            program = program_in(reply, cut=cut)
            if not isinstance(program, Program):
                self._miss(work, program, reply)
                continue
            if work.failed is not None and work.failed.code == program.code and _same(work.failed):
                return await self._given_up(work, "the model wrote the program that had failed once more")
            ran = await self._run(work, program)
            if ran.unavailable:
                return await self._given_up(work, f"no sandbox ran the program: {ran.detail}")
            if not ran.fault or self._insists(work, ran):
                return await self._interpreted(work, ran)
            self._fault(work, program, ran)
        why = f"no program of {self._tries} worked; the last: {_told(work.failed)}"
        return await self._given_up(work, why)

    async def _written(self, work: _Work) -> tuple[str, bool]:
        language = language_of(work.task.question)
        shape = "frame" if work.frames else "dicts"
        rows = shown_rows(self._session, self._rows)
        prompt = render(
            "program", language, question=work.task.question or "", libraries=self._libraries,
            wall_s=f"{self._wall_s:g}", failed=work.failed, schema=work.schema, result=self._result,
            calls=CALLS, most=ROWS_OF_A_QUERY,
            data=described(work.found, language, rows=rows, shape=shape), examples=work.examples,
            **before(work.task),
        )  # fmt: skip
        return await written(self._session, prompt, work.trace)

    def _miss(self, work: _Work, lack: Fault, reply: str) -> None:
        work.trace.append({"kind": "fault", "fault": lack, "detail": ""})
        work.failed = Failed(code=reply[:OUTPUT], fault=lack, detail="")

    async def _run(self, work: _Work, program: Program) -> Ran:
        work.trace.append({"kind": "program", "code": program.code, "result": program.result})
        ran = await run_program(
            program, work.found, frames=work.frames, wall_s=self._wall_s, memory_mb=self._memory_mb,
            database=self._database, wanted=self._result,
        )  # fmt: skip
        if self._session.withheld is not None:
            self._session.withheld.add(ran.given)
        work.trace += [*ran.queries, _as_step(ran)]
        return ran

    def _insists(self, work: _Work, ran: Ran) -> bool:
        """Whether a program that was asked whether its empty result is meant says so again."""
        return ran.fault == "empty_value" and work.failed is not None and work.failed.fault == "empty_value"

    def _fault(self, work: _Work, program: Program, ran: Ran) -> None:
        assert ran.fault
        if ran.fault == "missing_library" and ran.detail.partition(".")[0] == "pandas":
            work.frames = False
        detail = ran.detail if self._session.withheld is None else ran.quiet
        work.failed = Failed(code=program.code, fault=ran.fault, detail=detail)

    async def _interpreted(self, work: _Work, ran: Ran) -> Generated:
        private = self._database is not None
        answer, step = await interpreted(self._session, work.task, ran.output, private=private)
        note = "the program's result is empty" if ran.fault else ""
        files = {} if ran.result is None else ran.result.files
        return Generated(answer=answer, generator="pot", trace=(*work.trace, step), note=note, files=files)

    async def _given_up(self, work: _Work, why: str) -> Generated:
        return await degraded(self._direct, work.task, work.trace, "pot", why)


def _same(failed: Failed) -> bool:
    """Whether the same program would fail in the same way again: all but an empty result that is meant."""
    other_shape = failed.fault == "missing_library" and failed.detail.partition(".")[0] == "pandas"
    return failed.fault != "empty_value" and not other_shape


def _told(failed: Failed | None) -> str:
    if failed is None:
        return "none was asked for"
    words = failed.fault.replace("_", " ")
    line = failed.detail.strip().splitlines()[-1:]
    return f"{words}: {line[0]}" if line else words


def _as_step(ran: Ran) -> Mapping[str, Any]:
    """The run for the trace; what is not there is left out."""
    step = {
        "kind": "output", "fault": ran.fault, "detail": ran.detail, "text": ran.output, "host": ran.host,
        "reads_clock": ran.reads_clock,
    }  # fmt: skip
    kept: dict[str, Any] = {key: value for key, value in step.items() if value}
    if ran.result is not None and ran.result.type:
        kept["result"] = {"type": ran.result.type, "value": _cut(plain(ran.result.value))}
    return kept


def _cut(value: Any) -> Any:
    """A result for the trace: a table's first rows."""
    if isinstance(value, dict) and isinstance(value.get("rows"), list):
        return {**value, "rows": value["rows"][:_KEPT]}
    return value[:_KEPT] if isinstance(value, list) else value
