"""What the programs that run code under test share. Runs in the sandbox, standard library only."""

from __future__ import annotations

import contextlib
import io
import signal
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

#: What tracebacks call the code under test; not the name of the harness, whose own faults are no finding.
FILENAME = "<code>"


class OutOfTimeError(BaseException):
    """The code used up its share of processor time; no ``except Exception`` of its own catches that."""


def _stop(_number: int, _frame: object) -> None:
    raise OutOfTimeError


def line_of(error: BaseException) -> int | None:
    """The last line of the code under test that an exception passed through."""
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    line, step = None, error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == FILENAME:
            line = step.tb_lineno
        step = step.tb_next
    return line


def _missing(error: BaseException) -> str:
    """The library that is not there at all, for an import that failed because of it."""
    if not isinstance(error, ModuleNotFoundError):
        return ""
    top = (error.name or "").partition(".")[0]
    return top if top and find_spec(top) is None else ""


def described(error: BaseException) -> dict[str, Any]:
    """An exception as data."""
    return {
        "type": type(error).__name__,
        "bases": [base.__name__ for base in type(error).__mro__[1:-1]],
        "message": str(error)[:2000],
        "line": line_of(error),
        "errno": error.errno if isinstance(error, OSError) else None,
        "missing": _missing(error),
    }


def attempt(work: Callable[[], object], seconds: float) -> dict[str, Any]:
    """What came of a piece of work: ``value``, ``exception`` or ``timeout``; and what it ``printed``."""
    printed = io.StringIO()
    found: dict[str, Any] = {}
    signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with contextlib.redirect_stdout(printed):
            found["value"] = work()
    except OutOfTimeError:
        found["timeout"] = True
    except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever the code raises is its finding)
        found["exception"] = described(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    found["printed"] = printed.getvalue()[:20_000]
    return found
