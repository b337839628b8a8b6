"""Points and lists in brackets: "(7, 3)", "(x, y) = (7, 3)", "[2, 5, 9]", '["a", "b"]', "2 < 5 < 9"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from toolkits import lazy_re as re
from verifier.reading._found import Found

_NAMES: Final = re.compile(
    r"(?:\\left\s*)?\(\s*(?P<names>[A-Za-z](?:_\w)?(?:\s*,\s*[A-Za-z](?:_\w)?)+)\s*(?:\\right\s*)?\)\s*"
    r"(?:=|\bis\b|为|是)\s*",
    re.IGNORECASE,
)
_OPEN: Final = re.compile(r"(?:\\left\s*)?\\?[(\[（【{]\s*")
_CLOSE: Final = re.compile(r"\s*(?:\\right\s*)?\\?[)\]）】}]")
_PAIRS: Final = {"(": ")", "[": "]", "（": "）", "【": "】", "{": "}"}
_COMMA: Final = re.compile(r"\s*(?:,(?!\d{3}(?!\d))|,\s+|，|;|；)\s*")
_MOST_MEMBERS: Final = 50
_LONGEST: Final = 400
_WORD: Final = r"[^\W\d_][\w'’.-]*"
_QUOTED: Final = re.compile(rf"(?P<q>[\"'“‘`])(?P<w>{_WORD})(?:[\"'”’`])")
_ORDERED: Final = re.compile(r"-?\d+(?:\.\d+)?(?:\s*(?:<|>)\s*-?\d+(?:\.\d+)?){2,}")
_RELATION: Final = re.compile(r"\s*[<>]\s*")
_ENDS: Final = " .。\t*_`$)]\"'"

Reader = Callable[[str, int, int], Found | None]


def read_point(text: str, start: int, end: int, member: Reader) -> Found | None:
    """Two or more numbers in one pair of brackets: the first, with the others as ``more``, with their names.

    ``None`` where something else stands there, or goes on after it.
    """
    named = _NAMES.match(text, start, end)
    names = [n.strip() for n in named["names"].split(",")] if named else []
    opening = _OPEN.match(text, named.end() if named else start, end)
    if opening is None:
        return None
    close = _CLOSE.search(text, opening.end(), min(end, opening.end() + _LONGEST))
    if close is None or text[close.end() : end].strip(_ENDS):
        return None
    members = _members(text, opening.end(), close.start(), member)
    if _PAIRS[opening[0].strip()[-1]] != close[0].strip()[-1]:  # an interval: [2, 5)
        return None
    if len(members) < 2 or (names and len(names) != len(members)):
        return None
    labels = names or [""] * len(members)
    first, *rest = (replace(m, name=n, more=()) for m, n in zip(members, labels, strict=True))
    return replace(first, more=tuple(rest))


def _members(text: str, start: int, end: int, member: Reader) -> list[Found]:
    """The numbers between commas; [] where one of the parts is none."""
    commas = list(_COMMA.finditer(text, start, end))
    if len(commas) >= _MOST_MEMBERS:
        return []
    edges = [start, *(c.end() for c in commas)]
    stops = [*(c.start() for c in commas), end]
    found: list[Found] = []
    for at, stop in zip(edges, stops, strict=True):
        one = member(text, at, stop)
        if one is None or one.more or one.name or text[one.span[1] : stop].strip() or one.span[0] != at:
            return []
        found.append(one)
    return found


def read_quoted(text: str, start: int, end: int) -> Found | None:
    """Words in quotes with commas between them, in square brackets or none."""
    opening = _OPEN.match(text, start, end)
    at = opening.end() if opening else start
    words: list[str] = []
    stop = at
    while (match := _QUOTED.match(text, at, end)) is not None:
        words.append(match["w"])
        stop = match.end()
        comma = _COMMA.match(text, stop, end)
        if comma is None:
            break
        at = comma.end()
    close = _CLOSE.match(text, stop, end) if opening else None
    if len(words) < 2 or (opening and close is None):
        return None
    last = close.end() if close else stop
    if text[last:end].strip(_ENDS):
        return None
    return Found("list", tuple(words), (start, last), (start, last))


def read_ordered(text: str, start: int, end: int) -> Found | None:
    """A list with its order written out: "2 < 5 < 9"."""
    match = _ORDERED.match(text, start, end)
    if match is None or text[match.end() : end].strip(_ENDS):
        return None
    signs = {s.strip() for s in _RELATION.findall(match[0])}
    values = tuple(Fraction(n) for n in _RELATION.split(match[0]))
    return Found("list", values, match.span(), match.span()) if len(signs) == 1 else None
