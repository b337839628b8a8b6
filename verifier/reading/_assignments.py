"""Names that an answer gives a number, and those that it gives two."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from toolkits.quantities import rounds_to
from verifier.plan._schema import Claim
from verifier.reading._expressions import Scanner
from verifier.reading._literals import positions
from verifier.reading._numbers import printed
from verifier.reading._records import Assignment
from verifier.reading._tokens import BREAK, END, TEXT, WORD, Tokens

_NAME_BEFORE: Final = re.compile(r"(?<![\w\\.^'’/*+\-·×=<>(|])(?:\\[(\[]\s*|\$)?([A-Za-z](?:_\{?\w+\}?)?)\s*:?$")
_NUMBER_AFTER: Final = re.compile(r"=\s*(?=[-−$\\(]?\s*\d|\\frac|\\\$)")
_LONGEST_NAME: Final = 24
_LONGEST_VALUE: Final = 120
_SCOPE: Final = re.compile(
    r"\b(?:case|option|choice|example|method|approach|attempt|part|scenario|problem|solution|if|when|suppose|assume|let|try|trying|test|for|otherwise|alternatively|similarly|instead|plug|substitut\w+)\b"
    r"|情况|方法|例|如果|当|假设|设|令|若|代入|取|另一|\n\s*\n|^\s*[-*•]|^\s*\d+[.)]",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
_TENTATIVE: Final = re.compile(
    r"\b(?:if|when|suppose|assume|assuming|let|let's|try|trying|test|for|say|guess|set|setting|either|or|where|at|with|substitut\w+|plug\w*|maximum|minimum|initially|originally)\b[^.\n]{0,30}$"
    r"|(?:如果|当|假设|设|令|若|取|代入|或|试)[^。\n]{0,12}$",
    re.IGNORECASE,
)  # fmt: skip
_REPLACES: Final = re.compile(r"\b(?:now|new|then|next|becomes?|updated?|after|later|reset|change[sd]?)\b[^.\n]{0,30}$|(?:现在|变为|变成|新的|更新|之后)[^。\n]{0,12}$", re.IGNORECASE)
_OR: Final = re.compile(r"\s*(?:\\\)|\$|\\text\{)?\s*(?:,|，)?\s*(?:\bor\b|\\lor|或|\\pm|±|,\s*-?\d)", re.IGNORECASE)
_FRACTION_NEAR: Final = Fraction(1, 20)


def assignments(text: str) -> tuple[Assignment, ...]:
    """The "name = number" of ``text``, for single letters (with or without index) that are given a number more than once."""
    places = [(name, start, at) for at in positions(text, ("=",)) for name, start in _name_before(text, at)]
    counts = Counter(name for name, _, _ in places)
    again = [place for place in places if counts[place[0]] > 1]
    scopes = [m.start() for m in _SCOPE.finditer(text)] if again else []
    made = (_read(text, name, start, at, sum(s < start for s in scopes)) for name, start, at in again)
    return tuple(a for a in made if a is not None)


def _name_before(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The name that the sign at ``at`` gives a number, and where it starts."""
    if not _NUMBER_AFTER.match(text, at):
        return
    match = _NAME_BEFORE.search(text, max(0, at - _LONGEST_NAME), at)
    if match:
        yield match[1], match.start(1)


def _read(text: str, name: str, start: int, at: int, scope: int) -> Assignment | None:
    value = _NUMBER_AFTER.match(text, at)
    line = text.find("\n", at)
    stop = min(len(text) if line < 0 else line, at + _LONGEST_VALUE)
    tokens = Tokens(text, value.end() if value else at, stop)
    scanner = Scanner(tokens)
    expr = scanner.scan(0)
    if expr is None or not scanner.settle(expr).pure or tokens.kind[expr.stop] not in (BREAK, END, WORD, TEXT):
        return None
    number = printed(text, expr)
    if number is None:
        return None
    before = text[max(0, start - 60) : start]
    return Assignment(
        name=name,
        value=number.value,
        quantum=number.quantum,
        span=(start, number.end),
        scope=scope,
        tentative=_TENTATIVE.search(before) is not None or _OR.match(text, number.end) is not None,
        replaces=_REPLACES.search(before) is not None,
    )


def contradictions(answer: str, found: Iterable[Assignment], number: int) -> list[Claim]:
    """A consistency claim (ids from ``c{number}``) for every name that one scope gives two values that no rounding reconciles."""
    first: dict[tuple[str, int], Assignment] = {}
    claims: list[Claim] = []
    for assignment in found:
        key = (assignment.name, assignment.scope)
        known = first.get(key)
        if assignment.tentative or assignment.replaces or known is None:
            if not assignment.tentative:
                first[key] = assignment
            continue
        if not _agree(known, assignment):
            claims.append(_claim(answer, known, assignment, number + len(claims)))
            first[key] = assignment
    return claims


def _agree(a: Assignment, b: Assignment) -> bool:
    if rounds_to(a.value, b.value, b.quantum, truncation=True) or rounds_to(b.value, a.value, a.quantum, truncation=True):
        return True
    return abs(a.value - b.value) <= _FRACTION_NEAR * max(abs(a.value), abs(b.value)) or a.value * 100 == b.value or b.value * 100 == a.value


def _claim(answer: str, a: Assignment, b: Assignment, number: int) -> Claim:
    return Claim(
        id=f"c{number}",
        kind="consistency",
        role="step",
        quote=answer[b.span[0] : b.span[1]],
        span=b.span,
        value=(a.value, b.value),
        subject=b.name,
    )
