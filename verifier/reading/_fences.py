"""Fenced code: Markdown fences as models write them, not only as CommonMark has them."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from itertools import islice

from toolkits import lazy_re as re
from verifier.reading._records import CodeBlock

_FENCE = re.compile(
    r"^[ \t]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^\r\n]*?)[ "
    r"\t]*\r?$",
    re.MULTILINE,
)
_INFO_WORD = re.compile(r"[A-Za-z][\w+#-]*")
_ALIASES = {
    **dict.fromkeys(("python", "py", "python3", "py3", "ipython", "pycon"), "python"),
    **dict.fromkeys(("sql", "sqlite", "sqlite3", "mysql", "postgresql", "postgres", "duckdb"), "sql"),
}
#: What a run printed, or a shell session: neither code under test nor prose of the answer.
_TRANSCRIPTS = frozenset(
    {"output", "outputs", "result", "results", "stdout", "stderr", "console", "terminal"}
)
_SQL_START = re.compile(
    r"\s*(?:--[^\n]*\n\s*)*\(*\s*(?:select|with|insert|update|delete|create)\b", re.IGNORECASE
)
_TRIPLE = re.compile(r'"""|\'\'\'')
_MOST_PARSED = 100_000


@dataclass(frozen=True, slots=True)
class Fenced:
    """The fenced regions of an answer.

    Attributes:
        blocks: the code among them.
        regions: spans, fence lines included, that are not prose.
    """

    blocks: tuple[CodeBlock, ...]
    regions: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    mark: str
    info: str

    def closes(self, opening: _Line) -> bool:
        return not self.info and self.mark[0] == opening.mark[0] and len(self.mark) >= len(opening.mark)


def python_tree(code: str) -> ast.Module | None:
    """The tree of ``code`` where it is Python by its syntax and not too long (nothing is run)."""
    if len(code) > _MOST_PARSED:
        return None
    from sandbox import syntax_tree  # noqa: PLC0415  (answers in prose do without)

    return syntax_tree(code)


def compiles(code: str) -> bool:
    """Whether ``code`` is Python by its syntax alone."""
    return python_tree(code) is not None


def is_sql(code: str) -> bool:
    """Whether ``code`` starts as a SQL statement does."""
    return _SQL_START.match(code) is not None


def fenced(text: str) -> Fenced:
    """Find the fenced regions of ``text``.

    A fence inside a string does not end the block when the code up to it does not compile and the code up to
    a later fence does. An unclosed fence counts only when what follows compiles.
    """
    lines = [
        _Line(m.start(), m.end(), m["mark"], m["info"]) for m in _FENCE.finditer(text) if "`" not in m["info"]
    ]
    blocks: list[CodeBlock] = []
    regions: list[tuple[int, int]] = []
    i = 0
    while i < len(lines):
        opening = lines[i]
        close = _closing(text, lines, i)
        body = (min(opening.end + 1, len(text)), lines[close].start if close else len(text))
        block = _block(text, opening, body, closed=close is not None)
        if block is not None:
            blocks.append(block)
        if block is not None or opening.info:
            regions.append((opening.start, lines[close].end if close else len(text)))
        i = (close if close is not None else i) + 1
    return Fenced(tuple(blocks), tuple(regions))


def _closing(text: str, lines: list[_Line], i: int) -> int | None:
    """Index of the fence line that ends the block opened by ``lines[i]``."""
    opening = lines[i]
    candidates = (j for j in range(i + 1, len(lines)) if lines[j].closes(opening))
    first = next(candidates, None)
    if first is None:
        return None
    code = text[opening.end + 1 : lines[first].start]
    if len(_TRIPLE.findall(code)) % 2 == 0 or compiles(textwrap.dedent(code)):
        return first
    whole = (
        j for j in islice(candidates, 8) if compiles(textwrap.dedent(text[opening.end + 1 : lines[j].start]))
    )
    return next(whole, first)


def _block(text: str, opening: _Line, body: tuple[int, int], *, closed: bool) -> CodeBlock | None:
    raw = text[body[0] : body[1]].replace("\r\n", "\n")
    code = textwrap.dedent(raw)
    word = _INFO_WORD.search(opening.info)
    name = word[0].lower() if word else ""
    if name in _TRANSCRIPTS or not code.strip():
        return None
    language = _ALIASES.get(name, name) or _guess(code)
    if not language or (not closed and not _whole(code, language)):
        return None
    return CodeBlock(language=language, code=code, span=body, closed=closed)


def _guess(code: str) -> str:
    if is_sql(code):
        return "sql"
    tree = python_tree(code)
    return "python" if tree is not None and not _only_words(tree) else ""


def _only_words(tree: ast.Module) -> bool:
    """Names and constants on their own ("Paris", "42") parse, but are no program."""
    return all(
        isinstance(s, ast.Expr) and isinstance(s.value, ast.Name | ast.Constant | ast.BinOp | ast.UnaryOp)
        for s in tree.body
    )


def _whole(code: str, language: str) -> bool:
    return language == "sql" or (language == "python" and compiles(code))
