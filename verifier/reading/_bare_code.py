"""Code without a fence: recognised because it parses and because prose never looks like it."""

from __future__ import annotations

import ast
import textwrap

from toolkits import lazy_re as re
from verifier.reading._fences import python_tree
from verifier.reading._records import CodeBlock

_HINT = re.compile(
    r"^[ \t]*(?:def |async def |class |import |from [\w.]+ import |@\w|for .+:|while .+:|if .+:|with .+:"
    r"|return\b|print\(|assert )"
    r"|^[A-Za-z_]\w*(?:\[[^\n]*\]|\.\w+)*[ \t]*(?:[-+*/%]|//|\*\*)?=(?!=)",
    re.MULTILINE,
)
_PROGRAM_LINE = re.compile(r"^(?:def |async def |class |import \w|from [\w.]+ import |@\w)", re.MULTILINE)
_TOKEN_HINT = re.compile(r"[\[.](?:(?<=\w\[)|(?<=\w\.)\w+\()")
_INLINE = re.compile(r"(?<!`)`([^`\n]{3,400})`(?!`)")
# A query that prose can't be: its words in capitals, or a semicolon at its end.
_SQL_LINE = re.compile(
    r"^\(*[ \t]*(?:SELECT\b[^;]+?\bFROM\b|SELECT\b[^;]*;|WITH\s+\w+\s*(?:\([^)\n]*\)\s*)?AS\s*\("
    r"|(?i:select\b[^;.]+?\bfrom\b[^;.]*;|with\s+\w+\s+as\s*\(\s*select\b))",
    re.MULTILINE,
)
_STATEMENTS = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.For, ast.While,
    ast.If, ast.With, ast.Try, ast.Return, ast.AugAssign, ast.Assert,
)  # fmt: skip
_MOST_CUTS = 4


def bare_code(text: str) -> CodeBlock | None:
    """The program that ``text`` is, or that starts in it at a line start, where there are no fences.

    A text is a program when it parses as Python, has at least two lines and does something that prose and
    algebra do not: defines, imports, loops, calls, indexes, or computes with names that it has set. A query
    runs from its ``SELECT`` to its semicolon.
    """
    if ("WITH" in text or "select" in text.lower()) and _SQL_LINE.search(text):
        return _query(text)
    if not _HINT.search(text) and not _TOKEN_HINT.search(text):
        return None
    return _program(text) or _embedded(text)


def inline_code(text: str) -> CodeBlock | None:
    """The last piece between single back-ticks that is an operation on data (indexing or a method call)."""
    for match in reversed(list(_INLINE.finditer(text))):
        code = match[1].strip()
        tree = python_tree(code)
        if tree is not None and any(map(_operates, ast.walk(tree))):
            return CodeBlock(language="python", code=code, span=match.span(1), fenced=False)
    return None


def _program(text: str) -> CodeBlock | None:
    code = textwrap.dedent(text.strip("\n").replace("\r\n", "\n"))
    tree = python_tree(code)
    if tree is None or not _is_program(tree, code):
        return None
    start = len(text) - len(text.lstrip("\n"))
    return CodeBlock(language="python", code=code, span=(start, len(text.rstrip())), fenced=False)


def _embedded(text: str) -> CodeBlock | None:
    """A program after some prose: from its first line as far as it parses."""
    first = _PROGRAM_LINE.search(text)
    if first is None:
        return None
    end = len(text)
    for _ in range(_MOST_CUTS):
        code = text[first.start() : end].rstrip()
        tree = python_tree(code)
        if tree is not None:
            span = (first.start(), first.start() + len(code))
            return (
                CodeBlock(language="python", code=code, span=span, fenced=False)
                if _is_program(tree, code)
                else None
            )
        cut = text.rfind("\n\n", first.start(), end)
        if cut < 0:
            return None
        end = cut
    return None


def _query(text: str) -> CodeBlock | None:
    match = _SQL_LINE.search(text)
    if match is None:
        return None
    end = _statement_end(text, match.start())
    code = text[match.start() : end].rstrip()
    return CodeBlock(language="sql", code=code, span=(match.start(), match.start() + len(code)), fenced=False)


def _statement_end(text: str, start: int) -> int:
    """Index after the first semicolon outside quotes and comments, else of the next blank line or the end."""
    i, quote = start, ""
    while i < len(text):
        c = text[i]
        if quote:
            quote = "" if c == quote else quote
        elif c in "'\"`":
            quote = c
        elif text.startswith("--", i):
            i = text.find("\n", i)
            if i < 0:
                return len(text)
        elif c == ";":
            return i + 1
        elif text.startswith("\n\n", i):
            return i
        i += 1
    return len(text)


def _is_program(tree: ast.Module, code: str) -> bool:
    if any(isinstance(s, _STATEMENTS) for s in tree.body):
        return True
    if any(map(_operates, ast.walk(tree))):
        return True
    return "\n" in code.strip() and _has_flow(tree)


def _operates(node: ast.AST) -> bool:
    """Indexing or a method call: nothing that prose or algebra contains."""
    return isinstance(node, ast.Subscript) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )


def _has_flow(tree: ast.Module) -> bool:
    """A name of two letters or more is set and later used."""
    known: set[str] = set()
    for statement in tree.body:
        used = {n.id for n in ast.walk(statement) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        if used & known:
            return True
        if isinstance(statement, ast.Assign):
            known |= {t.id for t in statement.targets if isinstance(t, ast.Name) and len(t.id) > 1}
    return False
