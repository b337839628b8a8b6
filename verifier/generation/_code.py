"""Finds the program in a model's reply, and what of it is the result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from verifier.reading._bare_code import bare_code
from verifier.reading._fences import fenced, python_tree

#: Why a reply holds no program.
Lack: TypeAlias = Literal["no_program", "truncated"]
#: Names that results go by, the likeliest first.
_NAMES = ("answer", "ans", "result", "final_answer", "output")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?(.*)$")


@dataclass(frozen=True, slots=True)
class Program:
    """A program, ready for a job.

    Attributes:
        code: its source, as the model wrote it; where it defines ``solution()`` and never calls it, with the
            call.
        result: the variable that holds its result; ``None`` for the value of its last expression.
    """

    code: str
    result: str | None


def program_in(reply: str, *, cut: bool = False) -> Program | Lack:
    """The program that a reply gives: the last fenced one that is Python, else the reply's own lines.

    Several blocks are drafts and a last word, unless the last one needs what earlier ones set: then it goes
    on from them. A block that does not compile is returned when there is no other: its error tells the model
    more than we could.

    Args:
        reply: the model's text.
        cut: the reply broke off at its token limit. A block that was closed before that still counts.
    """
    code = _code(reply, cut=cut)
    if code is not None:
        return _made(code)
    return "truncated" if cut or len(_FENCE.findall(reply)) % 2 else "no_program"


def _code(reply: str, *, cut: bool) -> str | None:
    blocks = [b for b in fenced(reply).blocks if b.language == "python" and (b.closed or not cut)]
    sources = [_without_prompts(block.code) for block in blocks]
    whole = [(source, tree) for source in sources if (tree := python_tree(source)) is not None]
    if whole:
        return _with_needed(whole)
    if sources:
        return sources[-1]
    if cut or _FENCE.search(reply):
        return None
    bare = bare_code(reply)
    if bare is not None and bare.language == "python":
        return bare.code
    return reply.strip() if _computes(reply.strip()) else None


def _with_needed(programs: Sequence[tuple[str, ast.Module]]) -> str:
    """The last of some programs, behind those before it that set what it uses and does not set itself."""
    last, tree = programs[-1]
    used, needs = [last], free_names(tree)
    for source, tree in reversed(programs[:-1]):
        if needs & set(_bound(tree.body)):
            used.insert(0, source)
            needs = (needs - set(_bound(tree.body))) | free_names(tree)
    return "\n".join(used)


def free_names(tree: ast.Module) -> set[str]:
    """Names that a program uses before it sets them. Builtins are among them."""
    known: set[str] = set()
    free: set[str] = set()
    for statement in tree.body:
        nodes = list(ast.walk(statement))
        inner = set(_inner(nodes))
        free |= {n.id for n in nodes if isinstance(n, ast.Name) and _reads(n, statement)} - known - inner
        known |= set(_bound([statement]))
    return free


def _reads(name: ast.Name, statement: ast.stmt) -> bool:
    grown = isinstance(statement, ast.AugAssign) and name is statement.target
    return isinstance(name.ctx, ast.Load) or grown


def _inner(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Names that a statement sets for itself: of loops, comprehensions, functions and classes."""
    scopes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    for node in nodes:
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        elif isinstance(node, ast.comprehension | ast.For | ast.AsyncFor):
            yield from _stored(node.target)
        elif isinstance(node, scopes):
            yield from _stored(node)
            yield from _bound([n for n in ast.walk(node) if isinstance(n, ast.stmt)])


def _stored(node: ast.AST) -> Iterator[str]:
    yield from (n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))


def _bound(statements: Sequence[ast.stmt]) -> Iterator[str]:
    """Names that statements set where they stand, imports and definitions included."""
    for statement in statements:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield statement.name
            continue
        yield from _stored(statement)
        for node in ast.walk(statement):
            if isinstance(node, ast.Import | ast.ImportFrom):
                yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)


def _without_prompts(code: str) -> str:
    """A session of the interactive interpreter as the program that was typed."""
    lines = [line for line in code.splitlines() if line.strip()]
    if not lines or not lines[0].lstrip().startswith(">>>"):
        return code
    typed = (_PROMPT.match(line.lstrip()) for line in lines)
    return "\n".join(found[1] for found in typed if found) + "\n"


def _computes(text: str) -> bool:
    """Whether a text without any fence sets or prints something, and is Python all through."""
    tree = python_tree(text)
    return tree is not None and any(
        isinstance(node, ast.Assign | ast.Call | ast.BinOp) for node in ast.walk(tree)
    )


# --- the result -------------------------------------------------------------------------------------------
def _made(code: str) -> Program:
    tree = python_tree(code)
    if tree is None or not tree.body:
        return Program(code, None)
    if _only_defines_solution(tree):
        return Program(f"{code.rstrip()}\nanswer = solution()\n", "answer")
    return Program(code, _result(tree))


def _result(tree: ast.Module) -> str | None:
    """The variable with the result: one of a telling name, else the last set where nothing is put out."""
    known = set(_assigned(tree))
    for name in _NAMES:
        if name in known:
            return name
    last = tree.body[-1]
    if not isinstance(last, ast.Assign | ast.AnnAssign | ast.AugAssign) or _prints(tree):
        return None
    target = last.targets[0] if isinstance(last, ast.Assign) else last.target
    return target.id if isinstance(target, ast.Name) else None


def _assigned(tree: ast.Module) -> Iterator[str]:
    """Names that statements outside functions and classes set."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _prints(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        for node in ast.walk(tree)
    )


def _only_defines_solution(tree: ast.Module) -> bool:
    """Whether the program defines ``solution()`` without arguments and nothing calls it."""
    defined = [
        s for s in tree.body if isinstance(s, ast.FunctionDef) and s.name == "solution" and not _needs(s.args)
    ]
    used = any(isinstance(node, ast.Name) and node.id == "solution" for node in ast.walk(tree))
    return bool(defined) and not used


def _needs(arguments: ast.arguments) -> bool:
    positional = [*arguments.posonlyargs, *arguments.args]
    return len(positional) > len(arguments.defaults) or None in arguments.kw_defaults
