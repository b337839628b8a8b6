"""A question that is itself Python: a stub with signature and docstring, perhaps with imports and helpers."""

from __future__ import annotations

import ast
import re
import textwrap
import warnings
from collections.abc import Collection
from dataclasses import dataclass

_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(?P<code>.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)
_DEF = re.compile(r"^[ \t]*(?:async[ \t]+)?def[ \t]+[A-Za-z_]\w*[ \t]*\(", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that the question declares: its name, its parameters and those without a default."""

    name: str
    parameters: tuple[str, ...]
    required: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stub:
    """What a question declares.

    Attributes:
        texts: the prose: docstrings (their escapes resolved), or the question itself.
        functions: declared functions, the last one being what is asked for.
        module: the syntax tree, when the whole question is Python.
    """

    texts: tuple[str, ...]
    functions: tuple[Signature, ...]
    module: ast.Module | None


def parse(source: str) -> ast.Module | None:
    """The syntax tree of ``source``, or ``None``. Nothing is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Signature:
    arguments = node.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    required = positional[: len(positional) - len(arguments.defaults)]
    keyword = [a.arg for a in arguments.kwonlyargs]
    required += [a.arg for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if default is None]
    return Signature(node.name, (*positional, *keyword), tuple(required))


def _functions(module: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


def _whole(question: str) -> ast.Module | None:
    """The question as a module, when it is one and declares a function."""
    if not _DEF.search(question):
        return None
    module = parse(textwrap.dedent(question)) or parse(question)
    return module if module is not None and _functions(module) else None


def _comments(source: str) -> str:
    """Comment lines of a stub, which may hold examples too."""
    return "\n".join(line.strip().lstrip("#") for line in source.split("\n") if line.strip().startswith("#"))


def read_stub(question: str) -> Stub:
    """What the question declares; prose with a fenced stub in it is read as both."""
    module = _whole(question)
    if module is not None:
        docs = [ast.get_docstring(node, clean=True) or "" for node in (module, *_functions(module))]
        texts = tuple(text for text in (*docs, _comments(question)) if text.strip())
        return Stub(texts, tuple(map(_signature, _functions(module))), module)
    functions: list[Signature] = []
    for fence in _FENCE.finditer(question):
        inner = parse(textwrap.dedent(fence["code"]))
        functions.extend(map(_signature, _functions(inner) if inner else ()))
    return Stub((question,), tuple(functions), None)


def preamble(question: str, defined: Collection[str]) -> str:
    """The imports, constants and helper functions of a stub that code may rely on, less what it defines itself.

    The function that is asked for has no body in a stub, so the last function is never part of it.
    """
    module = _whole(question)
    if module is None:
        return ""
    asked = [node.name for node in module.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))][-1:]
    kept = [node for node in module.body if not _named(node) & {*defined, *asked} and not _is_docstring(node)]
    return "\n".join(ast.unparse(node) for node in kept)


def _named(node: ast.stmt) -> set[str]:
    return {node.name} if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else set()


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
