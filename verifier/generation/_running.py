"""Runs a generated program in the sandbox, and says what came of it in words that a model can act on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import sandbox
from sandbox import Job, Limits, Outcome
from toolkits._sandboxed import plain
from toolkits.python_code import described
from verifier.generation._code import Program
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
        unavailable: no sandbox could run it; ``detail`` says why, and no better program would help.
        reads_clock: its source reads the time.
    """

    fault: Fault | Literal[""] = ""
    detail: str = ""
    quiet: str = ""
    output: str = ""
    host: str = ""
    unavailable: bool = False
    reads_clock: bool = False


async def run_program(
    program: Program, found: Sequence[Variable], *, frames: bool, wall_s: float, memory_mb: int
) -> Ran:
    """Run ``program`` with the variables set.

    Args:
        program: the program.
        found: the data that it works on, injected as JSON.
        frames: tables are pandas DataFrames, not lists of dicts.
        wall_s: wall clock, seconds.
        memory_mb: address space, MiB.
    """
    before = prelude(found, frames=frames)
    job = Job(
        source=before + program.code,
        inputs=inputs(found),
        result=program.result,
        limits=Limits(wall_s=wall_s, memory_mb=memory_mb, output_bytes=_OUTPUT_BYTES),
    )
    try:
        outcome = await sandbox.arun(job)
    except sandbox.JobError as error:
        return Ran(unavailable=True, detail=str(error))
    return _read(outcome, program, skipped_lines=before.count("\n"))


def _read(outcome: Outcome, program: Program, *, skipped_lines: int) -> Ran:
    if outcome.status == "unavailable":
        return Ran(unavailable=True, detail="; ".join(filter(None, (outcome.detail, outcome.hint))))
    told = described(outcome, skipped_lines=skipped_lines)
    fault, detail = _fault(outcome, told, program)
    return Ran(
        fault=fault, detail=detail[:_DETAIL],
        quiet=_exception(told, program, quiet=True) if fault == "error" else detail[:_DETAIL],
        output=_output(told, outcome.value),
        host=outcome.backend, reads_clock=outcome.reads_clock,
    )  # fmt: skip


def _fault(outcome: Outcome, told: Mapping[str, Any], program: Program) -> tuple[Fault | Literal[""], str]:
    if outcome.status in _FAULTS:
        return _FAULTS[outcome.status], outcome.missing or outcome.detail
    if outcome.status == "error":
        return "error", _exception(told, program) or outcome.detail
    if not told["printed"]:
        return _value_fault(outcome)
    return "", ""


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


def _value_fault(outcome: Outcome) -> tuple[Fault | Literal[""], str]:
    """What is wrong with a value that is all there is."""
    value = outcome.value
    if not outcome.has_value or value is None:
        return "empty", ""
    kind = _opaque(value)
    if kind:
        return "wrong_type", kind
    return ("empty_value", json.dumps(_plain_kind(value))) if _is_empty(value) else ("", "")


def _opaque(value: Any) -> str:
    """The kind of a value that says nothing as text: a function, a plot, not-a-number; else ""."""
    if not isinstance(value, dict) or "$type" not in value:
        return ""
    kind, shown = str(value["$type"]), str(value.get("value", value.get("repr", "")))
    if shown.lower() == "nan":
        return f"{kind} nan"
    # A repr such as sympy's says what the value is; <function …> doesn't.
    return kind if "base64" in value or ("repr" in value and shown[:1] in {"", "<"}) else ""


def _is_empty(value: Any) -> bool:
    if isinstance(value, dict) and "$type" in value:
        parts = [value[name] for name in ("items", "rows") if name in value]
        return bool(parts) and not any(parts)
    return isinstance(value, dict | list | str) and not value


def _plain_kind(value: Any) -> str:
    return str(value["$type"]) if isinstance(value, dict) and "$type" in value else type(value).__name__


# --- output as text ---------------------------------------------------------------------------------------
def _output(told: Mapping[str, Any], value: Any) -> str:
    """What a reader of the output gets: the printed text, then the value."""
    printed = told["stdout"].strip()
    parts = [printed] if printed else []
    if value is not None and not _opaque(value):
        parts.append(f"answer = {_text(value)}")
    text = "\n".join(parts)
    return text if len(text) <= OUTPUT else f"{text[:OUTPUT]}… ({len(text) - OUTPUT} more characters)"


def _text(value: Any) -> str:
    """A value as JSON; a frame or series as CSV with its labels, where they say more than a number."""
    kind = value.get("$type") if isinstance(value, dict) else None
    if isinstance(value, dict) and "repr" in value:
        return str(value["repr"])
    if kind == "DataFrame":
        return _frame([str(plain(name)) for name in value["columns"]], value["rows"], value["index"])
    if kind == "Series":
        name = value["name"]
        heading = "value" if name is None else str(plain(name))
        return _frame([heading], [[item] for item in value["items"]], value["index"])
    return json.dumps(plain(value), ensure_ascii=False)


def _frame(columns: list[str], rows: list[list[Any]], index: list[Any]) -> str:
    labelled = index != list(range(len(rows)))
    head = [[*([label] if labelled else []), *row] for label, row in zip(index, rows[:_ROWS], strict=False)]
    table = csv_text([*(["index"] if labelled else []), *columns], [list(map(plain, row)) for row in head])
    return f"table of {len(rows)} rows\n{table}" + ("…" if len(rows) > _ROWS else "")
