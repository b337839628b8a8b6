"""Runs in the sandbox: the code under test on a table, and hands back every table that may be its result.

``code``, ``before``, ``file``, ``text``, ``given``, ``names``, ``call`` and ``seconds`` are inputs of the job.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import io
import os
import signal
import sys
import types
from importlib.util import find_spec
from typing import Any

import pandas as pd

FILENAME = "<answer>"

code: str
before: str
file: str
text: str
given: list[str]
names: list[str]
call: dict[str, Any] | None
seconds: float

_read_csv = pd.read_csv


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


def _reader(path: Any, *args: Any, **options: Any) -> Any:
    """``pandas.read_csv``, which finds the question's file under whatever directory the code expects it in."""
    if isinstance(path, (str, os.PathLike)) and not os.path.exists(path) and os.path.basename(os.fspath(path)) == file:
        path = file
    return _read_csv(path, *args, **options)


def _as_frame(value: Any) -> Any:
    """A table as a frame: a frame, a named series, or a list of rows that are dictionaries."""
    if isinstance(value, pd.DataFrame):
        return value
    if isinstance(value, pd.Series) and value.name is not None and value.dtype != bool:
        return value.to_frame()
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return pd.DataFrame(value)
    return None


def _frames(candidates: list[tuple[str, Any]]) -> list[dict[str, Any]]:
    made = [(name, _as_frame(value)) for name, value in candidates]
    return [{"from": name, "frame": frame} for name, frame in made if frame is not None]


class _Seen:
    """Tables that the code printed, or that its functions returned."""

    def __init__(self) -> None:
        self.printed: list[tuple[str, Any]] = []
        self.returned: list[tuple[str, Any]] = []

    def print(self, *values: Any, **options: Any) -> None:
        self.printed[:0] = [("printed", value.copy()) for value in values if isinstance(value, pd.DataFrame)]
        print(*values, **options)

    def watch(self, function: Any) -> Any:
        @functools.wraps(function)
        def watched(*args: Any, **options: Any) -> Any:
            value = function(*args, **options)
            if _as_frame(value) is not None:
                self.returned.insert(0, (f"{function.__name__}()", value))
            return value

        return watched


def _watched(tree: ast.Module) -> None:
    """Put each top-level function under watch; its lines stay where they are."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            name = ast.Name("__watch__", ast.Load(), lineno=node.lineno, col_offset=0, end_lineno=node.lineno, end_col_offset=0)
            node.decorator_list.append(name)


def _split(tree: ast.Module) -> ast.expr | None:
    """The last expression, taken off the program."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    statement = tree.body.pop()
    assert isinstance(statement, ast.Expr)
    return statement.value


def _argument(role: str, table: Any) -> Any:
    return {"frame": table, "path": file, "output": "output.csv"}[role]


def _run(scope: dict[str, Any]) -> list[tuple[str, Any]]:
    """The tables that may be the result, the likeliest first."""
    table, seen = _read_csv(io.StringIO(text)), _Seen()
    scope.update({"print": seen.print, "__watch__": seen.watch})
    for name in given:
        scope[name] = table.copy()
    exec(compile(before, "<question>", "exec", dont_inherit=True), scope)
    tree = compile(code, FILENAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    last = _split(tree)
    _watched(tree)
    found: list[tuple[str, Any]] = []
    try:
        exec(compile(tree, FILENAME, "exec", dont_inherit=True), scope)
        if last is not None:
            value = eval(compile(ast.Expression(last), FILENAME, "eval", dont_inherit=True), scope)
            found.append(("last expression", value))
    except SystemExit as end:
        if end.code:
            raise
    if call is not None:
        returned = scope[call["name"]](*[_argument(role, table) for role in call["roles"]])
        in_place = table if "frame" in call["roles"] else None
        found.append((f"{call['name']}()", returned if returned is not None else in_place))
    return [*found, *((name, scope.get(name)) for name in names), *seen.printed, *seen.returned]


def _saved() -> list[tuple[str, Any]]:
    """Tables that the code wrote."""
    written = [name for name in sorted(os.listdir()) if name.endswith(".csv") and _changed(name)]
    found = []
    for name in written[:5]:
        with contextlib.suppress(Exception):
            found.append((f"saved {name}", _read_csv(name)))
    return found


def _changed(name: str) -> bool:
    if name != file:
        return True
    with open(name, encoding="utf-8") as current:
        return current.read() != text


def _stop(_number: int, _frame: object) -> None:
    raise TimeoutError("the code ran out of processor time")


def _main() -> dict[str, Any]:
    signal.signal(signal.SIGPROF, _stop)
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    pd.read_csv = _reader
    printed = io.StringIO()
    report: dict[str, Any] = {"exception": None, "found": []}
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        with contextlib.redirect_stdout(printed):
            found = _run(module.__dict__)
        report["found"] = _frames([*_saved(), *found])
    except (Exception, SystemExit) as error:
        report["exception"] = _described(error)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return report


result = _main()
