"""Values beside their names without a verb: in a Markdown table, or on a line "Mean 4, Median 3"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from verifier.reading._labels import LABELS

_ROW: Final = re.compile(r"^[ \t]*\|(?P<cells>[^\n]*)\|[ \t]*$", re.MULTILINE)
_RULE: Final = re.compile(r"[\s|:-]*-[\s|:-]*")
_CELL: Final = re.compile(r"[^|\n]*")
_DECORATION: Final = " \t*_`$:："
_NUMBER: Final = r"[-−]?[$£€¥]?\d[\d,]*(?:\.\d+)?(?:/\d+)?%?"
_JOIN: Final = r"\s*(?:,|;|，|；|、|\band\b|和|\||/)?\s*"

Cell = tuple[str, int, int]


def in_table(text: str, label: str) -> tuple[int, int] | None:
    """Span of the value that a table gives to ``label``: beside it, or below it in the only other row."""
    if "|" not in text:
        return None
    found = [cell for rows in _tables(text) for cell in _values(rows, label) if _is_number(cell[0])]
    return found[0][1:] if len(found) == 1 else None


def _tables(text: str) -> Iterator[list[list[Cell]]]:
    rows: list[list[Cell]] = []
    last = -2
    for match in _ROW.finditer(text):
        if rows and match.start() > last + 1:
            yield rows
            rows = []
        last = match.end()
        if not _RULE.fullmatch(match["cells"]):
            rows.append(_cells(text, match.start("cells"), match.end("cells")))
    if rows:
        yield rows


def _cells(text: str, start: int, end: int) -> list[Cell]:
    spans = [(m.start(), m.end()) for m in _CELL.finditer(text, start, end) if m.start() < m.end()]
    return [(text[a:b].strip(_DECORATION), a, b) for a, b in spans]


def _values(rows: list[list[Cell]], label: str) -> Iterator[Cell]:
    """Cells of a two-column row that starts with the label, or of the one row under such a heading."""
    for row in rows:
        if len(row) == len(("name", "value")) and _is(row[0][0], label):
            yield row[1]
    if len(rows) == len(("heading", "values")) and len(rows[0]) == len(rows[1]):
        yield from (value for head, value in zip(*rows, strict=True) if _is(head[0], label))


def _is_number(text: str) -> bool:
    return re.fullmatch(_NUMBER, text) is not None


def _is(cell: str, label: str) -> bool:
    return re.fullmatch(_names(label), cell, re.IGNORECASE) is not None


@lru_cache(maxsize=256)
def _names(label: str) -> str:
    return rf"(?:the )?(?:{LABELS[label]})" if label in LABELS else re.escape(label)


def in_line(text: str, labels: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Spans of the values of a line that is nothing but the labels, each with a number; {} for none."""
    if len(labels) < 2 or not all(label in LABELS for label in labels):
        return {}
    matches = list(_line(tuple(labels)).finditer(text))
    if len(matches) != 1:
        return {}
    match = matches[0]
    parts = {label: match.span(f"v{i}") for i, label in enumerate(labels)}
    return parts if all(span[0] >= 0 for span in parts.values()) else {}


@lru_cache(maxsize=64)
def _line(labels: tuple[str, ...]) -> re.Pattern[str]:
    """The labels in the order of the question, which is how people answer without verbs."""
    parts = (
        rf"(?:the\s+)?(?:{LABELS[label]})(?![A-Za-z])[ \t*_]*(?P<v{i}>{_NUMBER})[*_]*"
        for i, label in enumerate(labels)
    )
    return re.compile(rf"^[ \t>*_#-]*{_JOIN.join(parts)}[ \t.。*_]*$", re.IGNORECASE | re.MULTILINE)
