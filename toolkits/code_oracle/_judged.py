"""Judging the cases of a code oracle: shared by examples and row filters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sandbox import ExceptionInfo, Job, Limits, Outcome, look
from toolkits._sandboxed import completed, surroundings
from toolkits.code_oracle._hints import hint_for
from toolkits.errors import ToolkitError, ToolRefused, ToolTimeout, ToolUnavailable

_FOLDER = Path(__file__).parent
_COMMON = "_harness_common.py"
_WALL_S = 5.0


def run_harness(
    name: str,
    code: str,
    inputs: Mapping[str, Any],
    files: Mapping[str, bytes],
    libraries: tuple[str, ...] = (),
) -> Outcome:
    """Run one of the harness programs of this package on ``code``, with the libraries that both import.

    Raises:
        ToolkitError: it could not run or was stopped.
    """
    seen = look(code)
    job = Job(
        source=(_FOLDER / f"{name}.py").read_text("utf-8"),
        inputs={"INPUTS": {"code": code, **inputs}},
        # No package of that name is in the sandbox: the harness finds this one in its working directory.
        files={f"toolkits/code_oracle/{_COMMON}": (_FOLDER / _COMMON).read_bytes(), **files},
        result="result",
        limits=Limits(wall_s=_WALL_S),
        libraries=tuple(sorted((seen.imports & _KNOWN) | set(libraries))),
    )
    return completed(job)


_KNOWN = frozenset({"numpy", "pandas", "sympy", "scipy"})


def exception_of(found: Mapping[str, Any]) -> ExceptionInfo:
    """The exception that a harness described."""
    return ExceptionInfo(
        type=str(found["type"]),
        message=str(found["message"]),
        line=found["line"],
        bases=tuple(found["bases"]),
        errno=found["errno"],
    )


def blameless(found: Mapping[str, Any]) -> ToolkitError | None:
    """The error of the tool that an exception amounts to, when it says nothing about the code."""
    if found.get("missing"):
        name = str(found["missing"])
        hint = f"install it where amtfv runs: pip install {name}"
        return ToolUnavailable(f"the sandbox lacks the library {name!r}", code="missing_library", hint=hint)
    exception = exception_of(found)
    if exception.line is None:
        return ToolkitError(f"{exception.type} outside the code: {exception.message}"[:500])
    cause = surroundings(exception)
    if not cause:
        return None
    return ToolRefused(f"the code met {exception.type}: {exception.message}"[:500], code=cause)


def exception_data(found: Mapping[str, Any]) -> dict[str, Any]:
    """An exception as it stands in the tool's output."""
    return {"type": found["type"], "message": found["message"], "line": found["line"]}


def hint_data(found: Mapping[str, Any] | None) -> dict[str, str] | None:
    """Advice for an exception, or ``None``."""
    hint = hint_for(str(found["type"]), str(found["message"])) if found else None
    return hint.as_data() if hint else None


def reads_clock(code: str) -> bool:
    """Whether the code under test reads the time, so that its result need not be reproducible."""
    return look(code).reads_clock


def verdict(cases: Sequence[Mapping[str, Any]]) -> str:
    """``violated`` when a judged case is not ok, ``holds`` when at least one was judged and all are ok.

    Raises:
        ToolkitError: no case could be judged, or the rest of them ran out of time.
    """
    judged = [case for case in cases if case["judged"]]
    if any(not case["ok"] for case in judged):
        return "violated"
    if any(case.get("timeout") for case in cases):
        raise ToolTimeout("an example ran out of time")
    if not judged:
        raise ToolRefused("no case could be judged", code="no_case_judged")
    return "holds"
