"""Runs in the sandbox.

The cells of a program in one scope, as a notebook would; hands back what each shows.
"""
# ruff: noqa: S102, S307 -- running the code is what this program is for, and it runs in the sandbox

from __future__ import annotations

import ast
import functools
import sys
import types
from typing import Any

from toolkits.code_oracle._harness_common import FILENAME, attempt

#: ``cells`` (source texts) and ``seconds`` (processor time of each): bound by the sandbox beforehand.
INPUTS: dict[str, Any] = globals().get("INPUTS", {})


def _show(source: str, scope: dict[str, Any]) -> None:
    """Run one cell; the value of a last expression is printed as a notebook prints it."""
    tree = compile(source, FILENAME, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, FILENAME, "exec", dont_inherit=True), scope)
    if isinstance(last, ast.Expr):
        value = eval(compile(ast.Expression(last.value), FILENAME, "eval", dont_inherit=True), scope)
        if value is not None:
            sys.stdout.write(f"{value!r}\n")


def _main() -> list[dict[str, Any]]:
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    found: list[dict[str, Any]] = []
    for source in INPUTS["cells"]:
        ran = attempt(functools.partial(_show, source, module.__dict__), INPUTS["seconds"])
        found.append(ran)
        if "timeout" in ran or "exception" in ran:
            break
    return found


result = _main() if INPUTS else None
