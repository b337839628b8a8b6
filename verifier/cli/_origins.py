"""Where a stretch of an answer stands in the file that the answer was read from.

An answer in a row of JSON or a cell of CSV is spelt otherwise there than it reads: escapes are counted
as they are written, so that an editor opens at the character.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from toolkits import lazy_re as re
from verifier.cli._inputs import Item
from verifier.report import Locate, Region, place

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


def locator(item: Item, answer: str) -> Locate:
    """From a span of ``answer`` (the item's own, or a corrected one) to its region in the item's source."""
    if item.is_text:
        return lambda span: _region(answer, span, item.line)
    if not item.raw:
        return lambda _: Region(line=item.line, end_line=item.line)
    find = {"csv": _in_cell, "json": _in_json, "notebook": _in_notebook}[item.spelling]

    def locate(span: tuple[int, int]) -> Region:
        found = find(item.raw, answer, span, tuple(item.pieces))
        if found is None:
            return Region(line=item.line, end_line=item.line)
        return _region(item.raw, found, item.raw_line)

    return locate


def _region(text: str, span: tuple[int, int], first: int) -> Region:
    start, end = place(text, span[0]), place(text, max(span[1], span[0]))
    return Region(
        line=start.line + first - 1,
        column=start.column,
        end_line=end.line + first - 1,
        end_column=end.column,
    )


# --- JSON -------------------------------------------------------------------------------------------------
@lru_cache(maxsize=4)
def _strings(raw: str) -> list[tuple[int, str, str]]:
    """Each string of a JSON text: where its content begins, as it is spelt, and as it reads."""
    return [(found.start() + 1, found[0][1:-1], _read(found[0])) for found in _STRING.finditer(raw)]


def _read(token: str) -> str:
    try:
        return str(json.loads(token, strict=False))
    except ValueError:
        return ""


def _in_json(raw: str, answer: str, span: tuple[int, int], pieces: Sequence[str]) -> tuple[int, int] | None:
    strings = _strings(raw)
    wanted = list(pieces) or [answer]
    reads = [text for _, _, text in strings]
    first = next((at for at in range(len(reads)) if reads[at : at + len(wanted)] == wanted), None)
    if first is None:  # parts of a message, say: the string that holds the quote
        quote = answer[slice(*span)]
        holds = next((at for at, text in enumerate(reads) if quote and quote in text), None)
        if holds is None:
            return None
        start = reads[holds].index(quote)
        return _spelt(strings[holds], start), _spelt(strings[holds], start + len(quote))
    ends = list(accumulate(len(text) for text in wanted))
    start, end = (_among(strings, first, ends, offset) for offset in span)
    return start, max(end, start)


def _among(strings: Sequence[tuple[int, str, str]], first: int, ends: Sequence[int], offset: int) -> int:
    number = next((at for at, end in enumerate(ends) if offset < end), len(ends) - 1)
    begins = ends[number - 1] if number else 0
    return _spelt(strings[first + number], offset - begins)


def _spelt(string: tuple[int, str, str], offset: int) -> int:
    """The place in the file of a character of a string."""
    begins, spelt, _ = string
    at = begins
    for number, found in enumerate(_ESCAPE.finditer(spelt)):
        if number == offset:
            break
        at = begins + found.end()
    return at


# --- notebooks --------------------------------------------------------------------------------------------
def _in_notebook(
    raw: str, answer: str, span: tuple[int, int], pieces: Sequence[str]
) -> tuple[int, int] | None:
    """The span's part of the first string that it touches; strings stand in the text's order."""
    strings = _strings(raw)
    at, number = 0, 0
    for piece in pieces:
        kept = piece.rstrip("\n")
        found = answer.find(kept, at)
        number = next((n for n in range(number, len(strings)) if strings[n][2] == piece), number)
        if found < 0:
            continue
        at = found + len(kept)
        if span[0] < at + 1 and kept:
            start = max(span[0] - found, 0)
            end = min(span[1], at) - found
            return _spelt(strings[number], start), _spelt(strings[number], max(end, start))
        number += 1
    return None


# --- CSV --------------------------------------------------------------------------------------------------
def _in_cell(raw: str, answer: str, span: tuple[int, int], _pieces: Sequence[str]) -> tuple[int, int] | None:
    doubled = answer.replace('"', '""')
    at = raw.find(doubled)
    if at >= 0:
        start, end = (at + offset + answer.count('"', 0, offset) for offset in span)
        return start, end
    at = raw.find(answer)  # a cell without quotes around it may hold some
    return (at + span[0], at + span[1]) if at >= 0 else None
