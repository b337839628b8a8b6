"""Runs in the sandbox: the code under test, then each example, and says what came of it.

``code``, ``before``, ``examples`` and ``seconds`` are inputs of the job. Nothing here judges: values go back as they are.
"""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import types
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

FILENAME = "<answer>"

code: str
before: str
examples: list[dict[str, str]]
seconds: float


class _OutOfTimeError(BaseException):
    """The example used up its share of processor time."""


def _stop(_number: int, _frame: object) -> None:
    raise _OutOfTimeError


def _line(error: BaseException) -> int | None:
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _missing(error: BaseException) -> str:
    if not isinstance(error, ModuleNotFoundError):
        return ""
    top = (error.name or "").partition(".")[0]
    return top if top and find_spec(top) is None else ""


def _described(error: BaseException) -> dict[str, Any]:
    return {
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__[1:-1]],
        "message": str(error)[:2000],
        "line": _line(error),
        "errno": error.errno if isinstance(error, OSError) else None,
        "missing": _missing(error),
    }


def _attempt(work: Callable[[], object]) -> dict[str, Any]:
    """What came of it: a value, an exception or too long; and what it printed."""
    printed = io.StringIO()
    found: dict[str, Any] = {}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with contextlib.redirect_stdout(printed):
            found["value"] = work()
    except _OutOfTimeError:
        found["timeout"] = True
    except (Exception, SystemExit) as error:
        found["exception"] = _described(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    found["printed"] = printed.getvalue()[:2000]
    return found


def _load(scope: dict[str, Any]) -> None:
    exec(compile(before, "<question>", "exec", dont_inherit=True), scope)
    exec(compile(code, FILENAME, "exec", dont_inherit=True), scope)


def _example(example: dict[str, str], scope: dict[str, Any]) -> dict[str, Any]:
    def work() -> object:
        exec(example.get("setup", ""), scope)
        return eval(compile(example["call"], "<example>", "eval", dont_inherit=True), scope)

    return _attempt(work)


def _main() -> dict[str, Any]:
    signal.signal(signal.SIGPROF, _stop)
    # Not __main__: what a program does when it is started is not what its functions return.
    module = types.ModuleType("answer")
    sys.modules["answer"] = module
    scope = module.__dict__
    loading = _attempt(lambda: _load(scope))
    if "exception" in loading or "timeout" in loading:
        return {"loading": loading, "found": []}
    return {"loading": loading, "found": [_example(example, scope) for example in examples]}


result = _main()
