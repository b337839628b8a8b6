"""A question that is itself Python: a stub with signature and docstring, perhaps with imports and helpers."""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_FENCE = re.compile(
    r"^[ \t]*(?:```|~~~)[^\n]*\n(?P<code>.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL
)
_START = re.compile(
    r"^(?:from[ \t]+\w|import[ \t]+\w|(?:async[ \t]+)?def[ \t]+\w|class[ \t]+\w|@\w)", re.MULTILINE
)
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
    """

    texts: tuple[str, ...]
    functions: tuple[Signature, ...]


def parse(source: str) -> ast.Module | None:
    """The syntax tree of ``source``, or ``None``. Nothing is run."""
    from sandbox import syntax_tree  # noqa: PLC0415  (questions without code do without)

    return syntax_tree(source)


def _signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Signature:
    arguments = node.args
    positional = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    required = positional[: len(positional) - len(arguments.defaults)]
    keyword = [a.arg for a in arguments.kwonlyargs]
    required += [
        a.arg
        for a, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is None
    ]
    return Signature(node.name, (*positional, *keyword), tuple(required))


def _functions(module: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(module) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]


@dataclass(frozen=True, slots=True)
class _Source:
    """The Python in a question: its syntax tree and text, and the prose around it."""

    module: ast.Module
    source: str
    prose: str


def _declaring(source: str) -> ast.Module | None:
    module = parse(source)
    return module if module is not None and _functions(module) else None


def _source(question: str) -> _Source | None:
    """The stub of a question: the whole of it, what a fence encloses, or the end of it after some prose."""
    if not _DEF.search(question):
        return None
    fence = _FENCE.search(question)
    start = _START.search(question)
    parts = [(0, 0, len(question), len(question))]
    if fence:
        parts.append((fence.start(), fence.start("code"), fence.end("code"), fence.end()))
    if start:
        parts.append((start.start(), start.start(), len(question), len(question)))
    for before, begin, end, after in parts:
        for source in (textwrap.dedent(question[begin:end]), question[begin:end]):
            module = _declaring(source)
            if module is not None:
                return _Source(module, source, question[:before] + question[after:])
    return None


def _comments(source: str) -> str:
    """Comment lines of a stub, which may hold examples too."""
    return "\n".join(line.strip().lstrip("#") for line in source.split("\n") if line.strip().startswith("#"))


def read_stub(question: str) -> Stub:
    """What the question declares; the prose around a stub is read as prose."""
    found = _source(question)
    if found is None:
        return Stub((question,), ())
    docs = [ast.get_docstring(node, clean=True) or "" for node in (found.module, *_functions(found.module))]
    texts = tuple(text for text in (found.prose, *docs, _comments(found.source)) if text.strip())
    return Stub(texts, tuple(map(_signature, _functions(found.module))))


def preamble(question: str, defined: Collection[str]) -> list[str]:
    """The imports, constants and helpers of a stub that code may rely on, less what it defines itself.

    Each stands in the question as it is returned. The function that is asked for has no body in a stub, so
    the last function is never among them.
    """
    found = _source(question)
    if found is None:
        return []
    body = found.module.body
    asked = [node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)][-1:]
    kept = [node for node in body if not _named(node) & {*defined, *asked} and not _is_docstring(node)]
    return [segment for node in kept if (segment := ast.get_source_segment(found.source, node))]


def _named(node: ast.stmt) -> set[str]:
    return {node.name} if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else set()


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def defined_names(code: str) -> frozenset[str]:
    """The functions and classes that a program defines at its top level; lambdas with a name count."""
    module = parse(code)
    if module is None:
        return frozenset(match["name"] for match in _DEF_NAME.finditer(code))
    names: set[str] = set()
    for node in module.body:
        names |= _named(node)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return frozenset(names)


def runs_alone(code: str, before: str = "") -> bool:
    """Whether a program can be expected to run as it stands.

    Not when it is no Python 3 (a shell line, a notebook's magic, Python 2), and not when its top-level
    statements use names that neither it nor ``before`` makes: then it is a fragment, to be put where those
    names exist.
    """
    module = parse(code)
    if module is None:
        return _OTHER_DIALECT.search(code) is None
    context = parse(before)
    known = {*dir(builtins), "__name__", "__file__", "__doc__"}
    known |= {name for tree in (module, context) if tree for node in ast.walk(tree) for name in _made(node)}
    return all(name in known for node in module.body for name in _used(node))


_DEF_NAME = re.compile(r"^(?:async[ \t]+)?def[ \t]+(?P<name>[A-Za-z_]\w*)[ \t]*\(", re.MULTILINE)
_OTHER_DIALECT = re.compile(r"^[ \t]*(?:[!%$]|>>>|\.\.\. |print[ \t]+[^\s(=]|exec[ \t]+[\"'])", re.MULTILINE)


def _made(node: ast.AST) -> Iterator[str]:
    """Names that a node brings into being."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg


def _used(node: ast.AST) -> Iterator[str]:
    """Names that a top-level statement reads; a function's signature and body are its own affair."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield node.id
    for child in ast.iter_child_nodes(node):
        yield from _used(child)
