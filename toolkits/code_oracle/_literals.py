"""Reads a value at a place in a text.

The longest Python literal there, if what follows shows that it ends there.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from toolkits import lazy_re as re

_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_WORD = re.compile(r"(?:True|False|None|true|false)\b")
_NUMBER = re.compile(r"[-+]?(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?")
_STRING = re.compile(r"""[rbRB]?("{3}|'{3}|"|')""")
# What may stand right after a value: nothing, a comment, a remark, the end of a sentence or of a quotation.
_ENDS = re.compile(
    r"""\s*(?:$|\n|[#;；。，、`”’]|//|\.(?!\w)|,(?!\s*\d)(?=\s|$)|["'](?=\s*(?:$|\n|\.))"""
    r"""|\s[(（]|\s(?:because|since|as|for|and|where|with)\b|[（]|因为|，|由于)"""
)
_LOWER = {"true": True, "false": False}
_MOST = 5_000


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal in a text: its value, its own characters, and where they end."""

    value: Any
    text: str
    end: int


def bracket_end(text: str, start: int) -> int | None:
    """Index after the bracket that closes the one at ``start``.

    Strings are skipped. ``None`` when it is not closed.
    """
    stack: list[str] = []
    at = start
    while at < min(len(text), start + _MOST):
        character = text[at]
        if character in "\"'":
            end = _string_end(text, at)
            if end is None:
                return None
            at = end
            continue
        if character in _CLOSERS:
            stack.append(_CLOSERS[character])
        elif character in ")]}":
            if not stack or stack.pop() != character:
                return None
            if not stack:
                return at + 1
        at += 1
    return None


def _string_end(text: str, start: int) -> int | None:
    """Index after the string literal that opens at ``start``."""
    quote = text[start : start + 3] if text[start : start + 3] in ('"""', "'''") else text[start]
    at = start + len(quote)
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text.startswith(quote, at):
            return at + len(quote)
        if text[at] == "\n" and len(quote) == 1:
            return None
        at += 1
    return None


def value_end(text: str, start: int) -> int | None:
    """Where the literal that begins at ``start`` ends, by its first character."""
    if text[start : start + 1] in _CLOSERS and text[start : start + 1]:
        return bracket_end(text, start)
    for pattern in (_WORD, _NUMBER):
        match = pattern.match(text, start)
        if match:
            return match.end()
    match = _STRING.match(text, start)
    return _string_end(text, match.end() - len(match[1])) if match else None


def parse(text: str) -> Any:
    """The value of a literal; lower-case ``true`` and ``false`` count. Raises ``ValueError``."""
    if text in _LOWER:
        return _LOWER[text]
    try:
        return ast.literal_eval(text)
    except (SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(text) from error


def _lone_in_parentheses(text: str, value: Any) -> bool:
    """``("Venus")`` is a string to Python, and often a tuple of one to its writer."""
    return text.startswith("(") and not isinstance(value, tuple)


def read(text: str, start: int) -> Literal | None:
    """The literal at ``start``; ``None`` when there is none, or when what follows belongs to the value."""
    end = value_end(text, start)
    if end is None:
        return None
    written = text[start:end]
    if not _ENDS.match(text, end):
        return None
    try:
        value = parse(written)
    except ValueError:
        return None
    return None if _lone_in_parentheses(written, value) else Literal(value, written, end)
