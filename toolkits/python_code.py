"""The ``python`` tool: runs a program in the sandbox and says what it returned, printed and raised."""

from __future__ import annotations

from typing import Any

from sandbox import ExceptionInfo, Job, Limits, Outcome, look
from toolkits._sandboxed import completed, plain, surroundings

_WALL_S = 10.0


def python(
    code: str,
    inputs: dict[str, Any] | None = None,
    files: dict[str, str] | None = None,
    result: str | None = None,
    before: list[str] | None = None,
) -> dict[str, Any]:
    """Run a Python program in the sandbox.

    An exception of the program is part of the output, not an error of the tool.

    Args:
        code: the program.
        inputs: JSON values, bound to names before the program starts.
        files: text files by name, in the working directory.
        result: name of the variable to return; without it the value of the last expression, or of a variable
            ``result``.
        before: statements that run first, in the same scope (imports and helpers that the question gives).

    Returns:
        ``value`` (``null`` when there is none), ``printed`` (whether anything was printed), ``stdout``,
        ``stderr``, ``exit_code``, ``exception``: ``{type, message, line, cause}`` or ``null``, where
        ``cause`` says what the sandbox lacked ("" when the exception is the program's own), ``reads_clock``,
        ``advice``: what ``code`` asks for that the sandbox refuses or bounds, as far as its source shows.

    Raises:
        ToolkitError: the program could not run or was stopped; ``code`` is ``sandbox_unavailable``,
            ``missing_library``, ``timeout``, ``memory``, ``output_limit`` or ``killed``.
    """
    prefix = "".join(f"{statement.rstrip()}\n" for statement in before or () if statement.strip())
    job = Job(
        source=prefix + code,
        inputs=inputs or {},
        files={name: text.encode("utf-8", "surrogatepass") for name, text in (files or {}).items()},
        result=result,
        limits=Limits(wall_s=_WALL_S),
    )
    output = described(completed(job), skipped_lines=prefix.count("\n"))
    return {**output, "advice": [str(said) for said in look(code).advice]}


def described(outcome: Outcome, *, skipped_lines: int = 0) -> dict[str, Any]:
    """The tool's output for a job that ran to its end.

    Lines are counted after the first ``skipped_lines``.
    """
    return {
        "value": plain(outcome.value) if outcome.has_value else None,
        "printed": bool(outcome.stdout.strip()),
        "stdout": outcome.stdout,
        "stderr": outcome.stderr,
        "exit_code": outcome.exit_code,
        "exception": exception_data(outcome.exception, skipped_lines),
        "reads_clock": outcome.reads_clock,
    }


def exception_data(exception: ExceptionInfo | None, skipped_lines: int = 0) -> dict[str, Any] | None:
    """An exception as JSON."""
    if exception is None:
        return None
    line = exception.line - skipped_lines if exception.line else None
    return {
        "type": exception.type,
        "message": exception.message,
        "line": line if line and line > 0 else None,
        "cause": surroundings(exception),
    }
