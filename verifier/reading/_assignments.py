"""Names that an answer gives a number, and those that it gives two."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from toolkits import lazy_re as re
from toolkits.quantities import read_all, rounds_to
from verifier.plan import Claim
from verifier.reading import _kinds as kinds
from verifier.reading._expressions import Scanner
from verifier.reading._literals import positions
from verifier.reading._markers import RETRACTION
from verifier.reading._numbers import printed
from verifier.reading._records import Assignment
from verifier.reading._tokens import Tokens

_NAME_BEFORE: Final = re.compile(
    r"(?:^|(?<=[\s,.;:，。；：（([{$&\u4e00-\u9fff]))([A-Za-z](?:_\{?\w+\}?)?)\s*:?$"
)
# What may stand before a name that stands for itself: nothing, punctuation, an opening, a word; no digit,
# operator or other name.
_ALONE: Final = re.compile(
    r"(?:^|[.,;:，。；：、\n$&\u4e00-\u9fff\[]|\\[(\[]|\\quad|[A-Za-z]{2}|\\\\)[ \t]*$"
)
_OPERATOR_COMMAND: Final = re.compile(r"\\(?:times|cdot|div|pm|frac|sqrt|le|ge|leq|geq|neq|approx)[ \t]*$")
_NUMBER_AFTER: Final = re.compile(r"=\s*(?=[-−$\\(]?\s*\d|\\frac|\\\$)")
_LONGEST_NAME: Final = 24
_LONGEST_VALUE: Final = 120
_LONGEST_UNIT: Final = 12
_SCOPE: Final = re.compile(
    r"\b(?:case|option|choice|example|method|approach|attempt|part|scenario|problem|solution|if|when"
        r"|suppose|assume|let|try|trying|test|for|otherwise|alternatively|similarly|instead|plug"
        r"|substitut\w+)\b"
    r"|情况|方法|例|如果|当|假设|设|令|若|代入|取|另一|\n\s*\n|^\s*[-*•]|^\s*\d+[.)]",
    re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
_TENTATIVE: Final = re.compile(
    r"\b(?:if|when|suppose|assume|assuming|let|let's|try|trying|test|for|say|guess|set|setting|either|or"
        r"|where|at|with|interval|substitut\w+|plug\w*|maximum|minimum|initially"
        r"|originally)\b[^.\n]{0,30}$"
    r"|\b(?:and|from|to|between)\s*(?:\\\(|\$)?\s*$"
    r"|(?:如果|当|假设|设|令|若|取|代入|或|试)[^。\n]{0,12}$",
    re.IGNORECASE,
)  # fmt: skip
_REPLACES: Final = re.compile(
    r"\b(?:now|new|then|next|becomes?|updated?|after|later|reset"
    r"|change[sd]?)\b[^.\n]{0,30}$|(?:现在|变为|变成|新的|更新|之后)[^。\n]{0,12}$",
    re.IGNORECASE,
)
_OR: Final = re.compile(
    r"\s*(?:\\\)|\$|\\text\{)?\s*(?:,|，)?\s*(?:\bor\b|\\lor|或|\\pm|±|,\s*-?\d)", re.IGNORECASE
)
_AGAIN: Final = re.compile(
    r"[\s$\\)]*(?:,|，|;|；|、|\band\b|和)+\s*(?:and\s+)?(?:\\[ ,;(]|\\quad|\$|\s)*"
    r"(?P<name>[A-Za-z](?:_\{?\w+\}?)?)\s*="
)
_PLURAL: Final = re.compile(
    r"\^\{?2|²|\\ldots|…|\b(?:solutions|roots|values|cases?|choices?|options?|possib\w+|combinations?"
        r"|intersect\w*|quadratic|pairs?|either|respectively)\b|解集|情况|或者|选项|分别",
    re.IGNORECASE,
)  # fmt: skip
_FRACTION_NEAR: Final = Fraction(1, 20)


def assignments(text: str) -> tuple[Assignment, ...]:
    """The "name = number" of ``text`` for single letters that are given a number more than once."""
    places = [(name, start, at) for at in positions(text, ("=",)) for name, start in _name_before(text, at)]
    counts = Counter(name for name, _, _ in places)
    again = [place for place in places if counts[place[0]] > 1]
    scopes = [m.start() for m in _SCOPE.finditer(text)] if again else []
    made = (_read(text, name, start, at, bisect_left(scopes, start)) for name, start, at in again)
    return tuple(a for a in made if a is not None)


def _name_before(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The name that the sign at ``at`` gives a number, and where it starts."""
    if not _NUMBER_AFTER.match(text, at):
        return
    match = _NAME_BEFORE.search(text, max(0, at - _LONGEST_NAME), at)
    if match and _stands_alone(text[max(0, match.start(1) - 16) : match.start(1)]):
        yield match[1], match.start(1)


def _stands_alone(before: str) -> bool:
    return _ALONE.search(before) is not None and _OPERATOR_COMMAND.search(before) is None


def _read(text: str, name: str, start: int, at: int, scope: int) -> Assignment | None:
    value = _NUMBER_AFTER.match(text, at)
    line = text.find("\n", at)
    stop = min(len(text) if line < 0 else line, at + _LONGEST_VALUE)
    tokens = Tokens(text, value.end() if value else at, stop)
    scanner = Scanner(tokens)
    expr = scanner.scan(0)
    if (
        expr is None
        or not scanner.settle(expr).pure
        or tokens.kind[expr.stop] not in (kinds.BREAK, kinds.END, kinds.WORD, kinds.TEXT)
    ):
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
        unit=_unit_behind(text, at, number.end),
        tentative=_TENTATIVE.search(before) is not None or _is_one_of_several(text, name, number.end),
        replaces=_REPLACES.search(before) is not None or RETRACTION.search(before) is not None,
    )


def _unit_behind(text: str, at: int, end: int) -> str | None:
    """The unit of the number that ends at ``end``."""
    found = read_all(text[at + 1 : end + _LONGEST_UNIT])
    return found[0].unit if found else None


def _is_one_of_several(text: str, name: str, end: int) -> bool:
    """Whether another value of the name follows at once: "x = 2 or 3", "x = 2, x = 3"."""
    again = _AGAIN.match(text, end)
    return _OR.match(text, end) is not None or (again is not None and again["name"] == name)


def contradictions(answer: str, found: Sequence[Assignment], number: int) -> list[Claim]:
    """A consistency claim (ids from ``c{number}``) for every name that one scope gives two values.

    Values that rounding reconciles are one. A text that speaks of several solutions, cases or choices
    contradicts nothing by naming several values, and neither does a name that runs through three or more.
    """
    if len(found) < 2 or _PLURAL.search(answer):
        return []
    by_name: dict[tuple[str, int], list[Assignment]] = {}
    for assignment in found:
        by_name.setdefault((assignment.name, assignment.scope), []).append(assignment)
    pairs = [pair for same in by_name.values() if (pair := _contradiction(same))]
    return [_claim(answer, a, b, number + i) for i, (a, b) in enumerate(pairs)]


def _contradiction(same: list[Assignment]) -> tuple[Assignment, Assignment] | None:
    """The two assignments of one name that cannot both hold."""
    firm = [a for a in same if not a.tentative]
    if len({a.value for a in same}) != 2 or any(a.replaces for a in firm[1:]):
        return None
    return next(((a, b) for a, b in pairwise(firm) if a.value != b.value and not _agree(a, b)), None)


def _agree(a: Assignment, b: Assignment) -> bool:
    if a.unit and b.unit and a.unit != b.unit:
        return True  # 5 m/s and 18 km/h: perhaps one, perhaps two things
    if rounds_to(a.value, b.value, b.quantum, truncation=True) or rounds_to(
        b.value, a.value, a.quantum, truncation=True
    ):
        return True
    return (
        abs(a.value - b.value) <= _FRACTION_NEAR * max(abs(a.value), abs(b.value))
        or a.value * 100 == b.value
        or b.value * 100 == a.value
    )


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
