"""Where a span stands: line and column for people, the line itself for a caret."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

#: They shape a word or an emoji, and have no effect beyond it.
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True, slots=True)
class Place:
    """Line and column, both counted from 1, in characters."""

    line: int
    column: int


def place(text: str, offset: int) -> Place:
    """The place of a character offset."""
    start = text.rfind("\n", 0, offset) + 1
    return Place(text.count("\n", 0, offset) + 1, offset - start + 1)


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A stretch of one line, with the marked part apart: ``before + marked + after``."""

    line: int
    before: str
    marked: str
    after: str


def excerpt(text: str, span: tuple[int, int], *, width: int) -> Excerpt:
    """The line on which ``span`` begins, cut to about ``width`` cells around the span's part of it."""
    start, end = span
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", start)
    line_end = len(text) if line_end < 0 else line_end
    end = min(max(end, start), line_end)
    marked = printable(text[start:end].rstrip("\r"))
    before = printable(text[line_start:start])
    after = printable(text[end:line_end].rstrip("\r"))
    marked = _head(marked, width)
    room = max(width - cells(marked), 0)
    kept_before = _tail(before, max(room - min(cells(after), room // 3), 0))
    kept_after = _head(after, max(room - cells(kept_before), 0))
    return Excerpt(text.count("\n", 0, start) + 1, kept_before, marked, kept_after)


def wrapped(text: str, width: int) -> Iterator[str]:
    """``text``, of one line, in pieces that fit, broken at a space where one is near the end."""
    while cells(text) > width:
        fitting = _head(text, width + 1).removesuffix("…")
        space = fitting.rfind(" ")
        end = space if space > len(fitting) // 2 else max(len(fitting), 1)
        yield text[:end]
        text = text[end:].lstrip(" ")
    yield text


def _head(text: str, width: int) -> str:
    if cells(text) <= width:
        return text
    if width < 1:
        return ""
    kept, used = 0, 1
    for character in text:
        used += _cell(character)
        if used > width:
            break
        kept += 1
    return text[:kept] + "…"


def _tail(text: str, width: int) -> str:
    turned = _head(text[::-1], width)
    return turned[::-1]


def printable(text: str) -> str:
    """``text`` on one line, without what can move a caret, paint a screen or turn the reading direction."""
    return text if text.isprintable() else "".join(map(_shown, text))


def _shown(character: str) -> str:
    if character.isprintable() or character in _JOINERS or unicodedata.category(character) == "Zs":
        return character
    return " " if character == "\t" else "�"


def cells(text: str) -> int:
    """How many terminal cells ``text`` takes: two for wide East Asian characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def _cell(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
