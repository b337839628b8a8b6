"""Runs in the sandbox: the code under test on a table, and hands back every table that may be its result."""
# ruff: noqa: S102, S307 -- running the code is what this program is for, and it runs in the sandbox

from __future__ import annotations

import ast
import contextlib
import functools
import io
import os
import sys
import types
from pathlib import Path
from typing import Any

import pandas as pd

from toolkits.code_oracle._harness_common import FILENAME, attempt

#: ``code``, ``before``, ``file``, ``text``, ``given``, ``names``, ``call``, ``seconds``: bound beforehand.
INPUTS: dict[str, Any] = globals().get("INPUTS", {})
_MOST_SHOWN = 20
_TO_TEXT = (
    "__repr__", "__str__", "to_string", "to_markdown", "to_csv", "to_json", "to_html",
    "to_excel", "to_parquet",
)  # fmt: skip
_read_csv: Any = pd.read_csv


def _reader(path: Any, *args: Any, **options: Any) -> Any:
    """``pandas.read_csv``, which finds the question's file whatever directory the code expects it in."""
    file = INPUTS["file"]
    if isinstance(path, str | os.PathLike) and not Path(path).exists() and Path(path).name == file:
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
    """Tables that the code showed, or that its functions returned, the last one first."""

    def __init__(self) -> None:
        self.shown: list[tuple[str, Any]] = []
        self.returned: list[tuple[str, Any]] = []

    def show(self, method: Any) -> Any:
        """A frame's method that turns it into text, which is how tables reach the output."""

        @functools.wraps(method)
        def showing(frame: Any, *args: Any, **options: Any) -> Any:
            if len(self.shown) < _MOST_SHOWN:
                self.shown.insert(0, ("shown", frame.copy()))
            return method(frame, *args, **options)

        return showing

    def watch(self, function: Any) -> Any:
        @functools.wraps(function)
        def watched(*args: Any, **options: Any) -> Any:
            value = function(*args, **options)
            if _as_frame(value) is not None:
                self.returned.insert(0, (f"returned by {function.__name__}", value))
            return value

        return watched


def _watched(tree: ast.Module) -> None:
    """Put each top-level function under watch; its lines stay where they are."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            name = ast.Name(
                "__watch__",
                ast.Load(),
                lineno=node.lineno,
                col_offset=0,
                end_lineno=node.lineno,
                end_col_offset=0,
            )
            node.decorator_list.append(name)


def _split(tree: ast.Module) -> ast.expr | None:
    """The last expression, taken off the program."""
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return None
    statement = tree.body.pop()
    assert isinstance(statement, ast.Expr)
    return statement.value


def _argument(role: str, table: Any) -> Any:
    return {"frame": table, "path": INPUTS["file"], "output": "output.csv"}[role]


def _run(scope: dict[str, Any]) -> list[tuple[str, Any]]:
    """The tables that may be the result, the likeliest first."""
    table, seen = _read_csv(io.StringIO(INPUTS["text"])), _Seen()
    scope["__watch__"] = seen.watch
    for method in _TO_TEXT:
        setattr(pd.DataFrame, method, seen.show(getattr(pd.DataFrame, method)))
    for name in INPUTS["given"]:
        scope[name] = table.copy()
    exec(compile(INPUTS["before"], "<question>", "exec", dont_inherit=True), scope)
    tree = compile(INPUTS["code"], FILENAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
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
    call = INPUTS["call"]
    if call is not None:
        returned = scope[call["name"]](*[_argument(role, table) for role in call["roles"]])
        in_place = table if "frame" in call["roles"] else None
        found.append((f"call of {call['name']}", returned if returned is not None else in_place))
    return [*found, *((name, scope.get(name)) for name in INPUTS["names"]), *seen.shown, *seen.returned]


def _saved() -> list[tuple[str, Any]]:
    """Tables that the code wrote."""
    found: list[tuple[str, Any]] = []
    for path in sorted(Path().glob("*.csv")):
        if path.name != INPUTS["file"] or path.read_text("utf-8") != INPUTS["text"]:
            with contextlib.suppress(Exception):
                found.append((f"saved {path.name}", _read_csv(path)))
    return found


def _main() -> dict[str, Any]:
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    pandas: Any = pd
    pandas.read_csv = _reader
    ran = attempt(lambda: _run(module.__dict__), INPUTS["seconds"])
    tables = _frames([*_saved(), *ran.pop("value", ())])
    return {**ran, "found": tables, "silent": not set(ran["printed"].split()) - {"None"}}


result = _main() if INPUTS else None
