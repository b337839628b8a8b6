"""Reads from a question which rows of a table to keep.

Abstains unless every word of the question is accounted for.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, cast

from toolkits.code_oracle._filter_words import Token, scan
from toolkits.code_oracle._predicate import Condition, Join, Operator, Predicate

_MOST: Final = 2_000
_VERBS: Final = ("drop", "keep")
_OPENERS: Final[dict[str, Operator]] = {"[": ">=", "(": ">"}
_CLOSERS: Final[dict[str, Operator]] = {"]": "<=", ")": "<"}


@dataclass(frozen=True, slots=True)
class RowFilter:
    """A row filter that a question asks for.

    Attributes:
        predicate: the rows to keep.
        file: the file that the question names, or "".
        saved: the file that the result is to be saved to, or "".
    """

    predicate: Predicate
    file: str = ""
    saved: str = ""


class _NotRead(Exception):  # noqa: N818  (it states the finding)
    """The question is no row filter, or one that cannot be read for certain."""


def read_row_filter(question: str) -> RowFilter | None:
    """The row filter that ``question`` asks for, and asks for alone; ``None`` when that is not certain.

    For example "read data.csv, drop rows whose 'Age' is under 0 or over 120", or
    "删除'Age'列小于0或大于120的行".
    """
    if len(question) > _MOST:
        return None
    try:
        return _read(scan(question))
    except _NotRead:
        return None


def _read(tokens: Sequence[Token]) -> RowFilter:
    said = [token for token in tokens if token.kind != "filler"]
    file, saved = _files(said)
    has_rest = any(token.kind == "rest" for token in said)
    verb, rest = _verb(
        [token for token in said if token.kind not in ("file", "save", "rest")], has_rest=has_rest
    )
    predicate = _conditions(rest)
    if verb == "drop":
        predicate = predicate.negated()
    if not _decides(predicate):
        raise _NotRead
    return RowFilter(predicate, file, saved)


def _files(said: Sequence[Token]) -> tuple[str, str]:
    """(input file, file to save to): each at most once."""
    files: dict[bool, str] = {}
    saving = False
    for token in said:
        saving = saving or token.kind == "save"
        if token.kind == "file":
            files.setdefault(saving, token.value)
        if token.kind == "file" and files[saving] != token.value:
            raise _NotRead
    return files.get(False, ""), files.get(True, "")


def _verb(said: Sequence[Token], *, has_rest: bool) -> tuple[str, list[Token]]:
    """The one verb of the request, and what is left without it."""
    verbs = [i for i, token in enumerate(said) if token.kind in _VERBS]
    # "drop the rows …, keep the rest": the second verb stands at the end, with nothing of its own.
    if len(verbs) == 2 and has_rest and verbs[0] < verbs[1] - 1 and verbs[1] == len(said) - 1:
        return said[verbs[0]].kind, [token for i, token in enumerate(said) if i not in verbs]
    if len(verbs) != 1:
        raise _NotRead
    at = verbs[0]
    if at and said[at - 1].kind == "not":
        raise _NotRead
    return said[at].kind, [token for i, token in enumerate(said) if i != at]


def _names(tokens: Sequence[Token]) -> list[str]:
    """The column names: what stands in quotes, else the one word that is not known."""
    quoted = list(dict.fromkeys(token.value for token in tokens if token.kind == "name"))
    unknown = list(dict.fromkeys(token.value for token in tokens if token.kind == "unknown"))
    if quoted and unknown and set(unknown) - set(quoted):
        raise _NotRead
    names = quoted or unknown
    if not names or (not quoted and len(names) != 1) or not all(map(_is_name, names)):
        raise _NotRead
    if not quoted and not all(
        _in_place(tokens, i) for i, token in enumerate(tokens) if token.kind == "unknown"
    ):
        raise _NotRead
    return names


def _in_place(tokens: Sequence[Token], at: int) -> bool:
    """Whether an unknown word stands where only a column's name can.

    By the word "column" or before a comparison.
    """
    before = tokens[at - 1].kind if at else ""
    after = tokens[at + 1].kind if at + 1 < len(tokens) else ""
    return before in ("column", "sign") or after in ("column", "op", "between", "outside", "not", "sign")


def _is_name(text: str) -> bool:
    return bool(text.strip()) and (text[0].isalpha() or text[0] == "_")


def _trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Without the conjunctions that join the request's sentences, at both ends."""
    kept = list(tokens)
    while kept and kept[0].kind in ("and", "or"):
        kept.pop(0)
    while kept and kept[-1].kind in ("and", "or"):
        kept.pop()
    return kept


def _conditions(tokens: Sequence[Token]) -> Predicate:
    names = _names(tokens)
    said = [token for token in tokens if token.kind != "column"]
    if len(names) == 1:
        said = [token for token in said if token.kind not in ("name", "unknown")]
    parser = _Parser(_trimmed(said), names[0] if len(names) == 1 else "")
    return parser.whole()


def _decides(predicate: Predicate) -> bool:
    """Whether some rows are kept and some are not: "under 0 and over 120" is a slip of the tongue."""
    points = sorted({condition.value for condition in predicate.keep})
    tried = [
        points[0] - 1,
        *points,
        *((a + b) / 2 for a, b in itertools.pairwise(points)),
        points[-1] + 1,
    ]
    others = predicate.columns
    truths = {predicate.keeps(dict.fromkeys(others, value)) for value in tried}
    return {True, False} <= truths


class _Parser:
    """Recursive descent over the tokens of the conditions."""

    def __init__(self, tokens: list[Token], column: str) -> None:
        self._tokens = tokens
        self._at = 0
        self._column = column

    def whole(self) -> Predicate:
        """All conditions, joined by one kind of conjunction."""
        parts = [self._part()]
        joins: set[str] = set()
        while self._at < len(self._tokens):
            joins.add(self._take("or", "and").kind)
            parts.append(self._part())
        if len(joins) > 1:
            raise _NotRead
        return parts[0] if not joins else _joined(parts, cast("Join", joins.pop()))

    def _peek(self) -> str:
        return self._tokens[self._at].kind if self._at < len(self._tokens) else ""

    def _take(self, *kinds: str) -> Token:
        if self._peek() not in kinds:
            raise _NotRead
        self._at += 1
        return self._tokens[self._at - 1]

    def _skip(self, kind: str) -> bool:
        if self._peek() != kind:
            return False
        self._at += 1
        return True

    def _part(self) -> Predicate:
        if self._peek() in ("name", "unknown"):
            self._column = self._take("name", "unknown").value
        negated = self._skip("not")
        if self._skip("outside"):
            negated = not negated
        found = self._condition()
        if self._skip("beyond"):
            negated = not negated
        if not self._column:
            raise _NotRead
        return found.negated() if negated else found

    def _condition(self) -> Predicate:
        kind = self._peek()
        if kind == "sign":
            return self._one(cast("Operator", self._take("sign").value), Fraction(0))
        if kind == "op":
            operator = cast("Operator", self._take("op").value)
            return self._one(operator, _number(self._take("number")))
        if kind == "number" and self._next_kind() == "suffix":
            value = _number(self._take("number"))
            suffix = self._take("suffix").value
            return self._one(
                cast("Operator", suffix.removeprefix("open")), value, open_end=suffix.startswith("open")
            )
        return self._range()

    def _next_kind(self) -> str:
        return self._tokens[self._at + 1].kind if self._at + 1 < len(self._tokens) else ""

    def _one(self, operator: Operator, value: Fraction, *, open_end: bool = False) -> Predicate:
        return Predicate((Condition(self._column, operator, value, open_end),))

    def _range(self) -> Predicate:
        strict = self._skip("exclusive")
        opened = self._skip("between")
        ends = self._ends()
        while self._peek() in ("between", "inclusive", "exclusive"):
            word = self._take("between", "inclusive", "exclusive").kind
            opened, strict = opened or word == "between", strict or word == "exclusive"
            if word != "between":
                ends = _closed(ends, strict=word == "exclusive")
        if strict:
            ends = _closed(ends, strict=True)
        low, high = ends
        if low[1] >= high[1]:
            raise _NotRead
        return Predicate(
            tuple(Condition(self._column, operator, value, open_end) for operator, value, open_end in ends)
        )

    def _ends(self) -> tuple[_Bound, _Bound]:
        """The two ends of a range; "between 0 and 120" leaves it open whether they belong to it."""
        kind = self._peek()
        if kind == "interval":
            return _interval(self._take("interval").value)
        if kind == "range":
            low, high = self._take("range").value.split()
            return (">=", _decimal(low), True), ("<=", _decimal(high), True)
        low_value = _number(self._take("number"))
        self._take("and")
        return (">=", low_value, True), ("<=", _number(self._take("number")), True)


_Bound = tuple[Operator, Fraction, bool]


def _interval(text: str) -> tuple[_Bound, _Bound]:
    low, high = text[1:-1].split(",", 1) if text.count(",") == 1 else ("", "")
    if not low or not high:
        raise _NotRead
    return (_OPENERS[text[0]], _decimal(low), False), (_CLOSERS[text[-1]], _decimal(high), False)


def _closed(ends: tuple[_Bound, _Bound], *, strict: bool) -> tuple[_Bound, _Bound]:
    (_, low, _), (_, high, _) = ends
    return ((">" if strict else ">=", low, False), ("<" if strict else "<=", high, False))


def _decimal(text: str) -> Fraction:
    return Fraction(text.replace(",", ""))


def _number(token: Token) -> Fraction:
    return Fraction(0) if token.value.lower() == "zero" else _decimal(token.value)


def _joined(parts: Sequence[Predicate], join: Join) -> Predicate:
    if any(len(part.keep) > 1 and part.join != join for part in parts):
        raise _NotRead
    return Predicate(tuple(condition for part in parts for condition in part.keep), join)
