"""Runs in the sandbox: the cells of a program in one scope, as a notebook would, and hands back what each shows.

``cells`` (source texts) and ``seconds`` (processor time of each) are inputs of the job.
"""

from __future__ import annotations

import ast
import contextlib
import io
import signal
import sys
import types
from importlib.util import find_spec
from typing import Any

FILENAME = "<answer>"

cells: list[str]
seconds: float


class _OutOfTimeError(BaseException):
    """The cell used up its share of processor time."""


def _stop(_number: int, _frame: object) -> None:
    raise _OutOfTimeError


def _missing(error: BaseException) -> str:
    top = (error.name or "").partition(".")[0] if isinstance(error, ModuleNotFoundError) else ""
    return top if top and find_spec(top) is None else ""


def _show(source: str, scope: dict[str, Any]) -> None:
    """Run one cell; the value of a last expression is printed as a notebook prints it."""
    tree = compile(source, FILENAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, FILENAME, "exec", dont_inherit=True), scope)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), FILENAME, "eval", dont_inherit=True), scope)
        if value is not None:
            print(repr(value))


def _cell(source: str, scope: dict[str, Any]) -> dict[str, Any]:
    printed = io.StringIO()
    found: dict[str, Any] = {}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with contextlib.redirect_stdout(printed):
            _show(source, scope)
    except _OutOfTimeError:
        found["timeout"] = True
    except (Exception, SystemExit) as error:
        found["raised"] = f"{type(error).__name__}: {error}"[:500]
        found["missing"] = _missing(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return {**found, "shown": printed.getvalue()[:20_000]}


def _main() -> list[dict[str, Any]]:
    signal.signal(signal.SIGPROF, _stop)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    found: list[dict[str, Any]] = []
    for source in cells:
        found.append(_cell(source, module.__dict__))
        if "timeout" in found[-1] or "raised" in found[-1]:
            break
    return found


result = _main()
