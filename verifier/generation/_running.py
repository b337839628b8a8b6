"""Runs a generated program in the sandbox, and says what came of it in words that a model can act on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import sandbox
from sandbox import Job, Limits, Outcome
from toolkits._sandboxed import plain
from toolkits.python_code import described
from toolkits.sql import Database
from verifier.generation._code import Program
from verifier.generation._queries import CALL, Queries, query_prelude
from verifier.generation._results import PLOTS, Result, is_opaque, result_of
from verifier.tables import Variable, csv_text, inputs, prelude

#: What can be wrong with a run; each has its own words in the prompt that asks for a better program.
Fault: TypeAlias = Literal[
    "no_program", "truncated", "error", "missing_library", "timeout", "memory", "output_limit", "killed",
    "wrong_type", "empty", "empty_value",
]  # fmt: skip

#: What the sandbox keeps of one stream, bytes, and how much of it goes on, characters.
_OUTPUT_BYTES = 200_000
OUTPUT = 6_000
_DETAIL = 1_500
_ROWS = 50
_PLOT = "a plot of {width} x {height} pixels, in the file {file}"
#: Kinds whose items are shown one by one: a number of sympy's in them is no text.
_LISTS = frozenset({"tuple", "set", "frozenset"})
_FAULTS: Mapping[str, Fault] = {
    "timeout": "timeout", "memory": "memory", "output_limit": "output_limit", "killed": "killed",
    "missing_library": "missing_library",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What one program did.

    Attributes:
        fault: why its output is no basis for an answer, or "".
        detail: the fault in words: the exception with its line, the library that is missing.
        quiet: the same without what may hold a value of the data: an exception's message.
        output: what it printed and its value, as text, cut at 6,000 characters; "" when there is neither.
        host: what ran it.
        result: the result, typed; its files are the plot.
        queries: what it asked a database, as steps of the trace.
        given: the rows that the database gave.
        unavailable: no sandbox could run it; ``detail`` says why, and no better program would help.
        reads_clock: its source reads the time.
    """

    fault: Fault | Literal[""] = ""
    detail: str = ""
    quiet: str = ""
    output: str = ""
    host: str = ""
    result: Result | None = None
    queries: tuple[Mapping[str, Any], ...] = ()
    given: tuple[tuple[Any, ...], ...] = ()
    unavailable: bool = False
    reads_clock: bool = False


async def run_program(
    program: Program,
    found: Sequence[Variable],
    *,
    frames: bool,
    wall_s: float,
    memory_mb: int,
    database: Database | None = None,
    wanted: str = "",
) -> Ran:
    """Run ``program`` with the variables set.

    Args:
        program: the program.
        found: the data that it works on, injected as JSON.
        frames: tables are pandas DataFrames, not lists of dicts.
        wall_s: wall clock, seconds.
        memory_mb: address space, MiB.
        database: what ``execute_sql_query`` asks, outside; ``None``: there is no such function.
        wanted: the type that the result must have; "" for any.
    """
    queries = None if database is None else Queries(database)
    before = prelude(found, frames=frames) + ("" if queries is None else query_prelude(frames=frames))
    job = Job(
        source=before + program.code,
        inputs=inputs(found),
        result=program.result,
        limits=Limits(wall_s=wall_s, memory_mb=memory_mb, output_bytes=_OUTPUT_BYTES),
        functions={} if queries is None else {CALL: queries},
        collect=PLOTS,
    )
    try:
        outcome = await sandbox.arun(job)
    except sandbox.JobError as error:
        return Ran(unavailable=True, detail=str(error))
    ran = _read(outcome, program, wanted, skipped_lines=before.count("\n"))
    return ran if queries is None else replace(ran, queries=tuple(queries.trace), given=tuple(queries.rows))


def _read(outcome: Outcome, program: Program, wanted: str, *, skipped_lines: int) -> Ran:
    if outcome.status == "unavailable":
        return Ran(unavailable=True, detail="; ".join(filter(None, (outcome.detail, outcome.hint))))
    told = described(outcome, skipped_lines=skipped_lines)
    there = outcome.has_value and outcome.value is not None
    result = result_of(outcome.value, outcome.files, wanted) if there else None
    fault, detail = _fault(outcome, told, program, result, wanted)
    return Ran(
        fault=fault, detail=detail[:_DETAIL],
        quiet=_exception(told, program, quiet=True) if fault == "error" else detail[:_DETAIL],
        output=_output(told, result), host=outcome.backend, reads_clock=outcome.reads_clock,
        result=None if result is None or result.fault == "wrong_type" else result,
    )  # fmt: skip


def _fault(
    outcome: Outcome, told: Mapping[str, Any], program: Program, result: Result | None, wanted: str
) -> tuple[Fault | Literal[""], str]:
    if outcome.status in _FAULTS:
        return _FAULTS[outcome.status], outcome.missing or outcome.detail
    if outcome.status == "error":
        return "error", _exception(told, program) or outcome.detail
    if result is None:
        return ("", "") if told["printed"] and not wanted else ("empty", "")
    # What was printed can stand for a value that says nothing, not for one of another type than it says.
    forgiven = told["printed"] and not wanted and not _is_typed(outcome.value)
    return ("", "") if forgiven else (result.fault, result.detail)


def _is_typed(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"type", "value"}


def _exception(told: Mapping[str, Any], program: Program, *, quiet: bool = False) -> str:
    """An exception with the line that raised it, and what the sandbox lacked, where that is its cause.

    ``quiet``: without its message.
    """
    exception = told["exception"]
    if exception is None:
        return ""
    lines = program.code.splitlines()
    at = exception["line"]
    place = f"line {at}: {lines[at - 1].strip()}\n" if at and at <= len(lines) else ""
    cause = f" ({exception['cause']})" if exception["cause"] else ""
    if quiet:
        return f"{place}{exception['type']}{cause}"
    return f"{place}{exception['type']}: {exception['message']}{cause}"


# --- output as text ---------------------------------------------------------------------------------------
def _output(told: Mapping[str, Any], result: Result | None) -> str:
    """What a reader of the output gets: the printed text, then the value."""
    printed = told["stdout"].strip()
    parts = [printed] if printed else []
    if result is not None and result.fault != "wrong_type" and not is_opaque(result.value):
        parts.append(
            f"answer = {_PLOT.format(**result.value) if result.type == 'plot' else _text(result.value)}"
        )
    text = "\n".join(parts)
    return text if len(text) <= OUTPUT else f"{text[:OUTPUT]}… ({len(text) - OUTPUT} more characters)"


def _text(value: Any) -> str:
    """A value as JSON; a frame or series as CSV with its labels, where they say more than a number."""
    kind = value.get("$type") if isinstance(value, dict) else None
    if isinstance(value, dict) and "repr" in value:
        return str(value["repr"])
    if isinstance(value, dict) and value.keys() == {"columns", "rows"}:
        return _frame(
            [str(plain(name)) for name in value["columns"]], value["rows"], list(range(len(value["rows"])))
        )
    if kind == "DataFrame":
        return _frame([str(plain(name)) for name in value["columns"]], value["rows"], value["index"])
    if kind == "Series":
        name = value["name"]
        heading = "value" if name is None else str(plain(name))
        return _frame([heading], [[item] for item in value["items"]], value["index"])
    if isinstance(value, dict) and kind in _LISTS and isinstance(value.get("items"), list):
        value = value["items"]
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, dict) and kind is None:
        return f"{{{', '.join(f'{_text(key)}: {_text(item)}' for key, item in value.items())}}}"
    return json.dumps(plain(value), ensure_ascii=False)


def _frame(columns: list[str], rows: list[list[Any]], index: list[Any]) -> str:
    labelled = index != list(range(len(rows)))
    head = [[*([label] if labelled else []), *row] for label, row in zip(index, rows[:_ROWS], strict=False)]
    table = csv_text([*(["index"] if labelled else []), *columns], [list(map(plain, row)) for row in head])
    return f"table of {len(rows)} rows\n{table}" + ("…" if len(rows) > _ROWS else "")
