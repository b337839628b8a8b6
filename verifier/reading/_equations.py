"""Equations that an answer writes out: ``expression = number``, in chains, with their loose styles.

What is claimed is what the text says for certain. Where a style leaves two readings (run-on chains, percent signs used
as units, bullets that look like minus signs), the reading that makes the text true is taken; only what is wrong under
each of them is claimed as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from toolkits.expressions import Interval
from verifier.reading._expressions import CLOSED, UNCERTAIN, Expr, Scanner
from verifier.reading._literals import positions
from verifier.reading._measures import mixed
from verifier.reading._numbers import (
    PERCENT,
    Printed,
    holds,
    leading,
    may_round_to,
    printed,
    value_of,
    without_percent,
)
from verifier.reading._tokens import APPROX, EQWORD, ISWORD, NOTE, REL, WORD, Tokens

_SIGNS: Final = (
    "=", "≈", "≃", "≅", "≒", "≐", "\\approx", "\\simeq", "\\cong", "\\doteq", "equal", " plus ", " minus ", " times ", "multiplied by", "divided by",
    "% of ", "percent of ", "等于", "等於", "加", "减", "乘", "除以",
)  # fmt: skip
_SHARE_OF: Final = re.compile(r"\d/\d+ of ")
_DIGIT: Final = re.compile(r"\d|\\frac|\\sqrt|√")
_ABOUT: Final = frozenset("about approximately roughly nearly around almost exactly only just approx".split())
_ABOUT_ZH: Final = frozenset("约大")
_NEGATED_BEFORE: Final = re.compile(
    r"(?:\b(?:not true that|not the case that|false that|incorrect that|wrong (?:to say )?that|not|isn't|if|suppose|assuming|assume|whether|instead of|rather than|unless|never|wrongly|incorrectly|mistakenly)|如果|假设|假如|若|不是|而非|并非|是否)"
    r"\s*[:：,]?\s*[\"'“(\\$]*\s*$",
    re.IGNORECASE,
)  # fmt: skip
_DENIED_AFTER: Final = re.compile(
    r"[\s)\"'”\\$.]*(?:(?:,?\s*(?:which|this|that|it))?\s*(?:is|was|are|would be|seems|looks)\s+(?:wrong|incorrect|false|not|n't|impossible|a mistake|an error)"
    r"|\?|是?错|不对|不正确|有误|不成立)",
    re.IGNORECASE,
)  # fmt: skip
_SENTENCE_BREAK: Final = re.compile(r"\.\s|\n")
_LINE_STARTS_WITH_SIGN: Final = re.compile(r"[ \t&\\$]*(?:=|≈|\\approx)")
_PERCENT_LAST: Final = re.compile(r"(.+?) ([+-]) (\d[\d,.]*) %$")
_PERCENT_SIGN: Final = re.compile(r" %")
_BARE_SHARE: Final = re.compile(r"\(?\d[\d,]*/\d[\d,]*\)?")
_PROPER_SHARE: Final = re.compile(r"1 / \d{1,2}|2 / [3579]|3 / [4578]")
_FRACTION_LAST: Final = re.compile(r"(.+) / (\d+) / (\d+)")
_CONVERTIBLE: Final = frozenset({"time", "length", "mass"})
_NEAR: Final = Fraction(1, 50)
_ONE_OFF: Final = Fraction(3, 2)
_DIFFERENCE: Final = frozenset({"less", "fewer", "more", "difference", "short", "shorter", "lower", "cheaper", "younger", "older"})
# Operands that look like the rounded result of an earlier step: three decimals or more, or the decimals of thirds, sixths, ….
_ROUNDED: Final = re.compile(r"\.\d{3}|\.(?:33|66|67|16|17|83|14|28|29|42|43|57|71|85|86|11|22|44|55|56|77|78|88|89)(?!\d)|\.[36](?!\d)|pi|sqrt")


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation as claimed.

    Attributes:
        lhs: the left side for the expression parser.
        number: the right side.
        span: from the left side's first character to the end of the right side with its unit.
    """

    lhs: str
    number: Printed
    span: tuple[int, int]
    approx: bool = False


def find_equations(text: str) -> list[Equation]:
    """Every equation that ``text`` claims, in order. ``text`` is prose: code is blanked out, signs are translated."""
    found: list[Equation] = []
    for start, end in _windows(text):
        found += _in_stretch(text, start, end)
    return found


def _windows(text: str) -> list[tuple[int, int]]:
    """Stretches around relation signs, from sentence start to sentence end; a line that starts with "=" goes on."""
    signs = positions(text, _SIGNS)
    if " of " in text:
        signs = sorted([*signs, *(m.start() for m in _SHARE_OF.finditer(text))])
    stretches: list[tuple[int, int]] = []
    last = 0
    for i, at in enumerate(signs):
        if at < last:
            continue
        start = max(_stretch_start(text, at), last)
        end = _stretch_end(text, at)
        alone = i + 1 == len(signs) or signs[i + 1] >= end
        if not (alone and text[at] == "=" and _DIGIT.search(text, start, at) is None):  # else a mere label: "Total = 5"
            stretches.append((start, end))
        last = end
    return stretches


def _stretch_start(text: str, at: int) -> int:
    start = max(text.rfind("\n", 0, at), text.rfind(". ", 0, at)) + 1
    if text[start:at].strip(" \t&\\$[(") == "":
        start = text.rfind("\n", 0, max(len(text[:start].rstrip()) - 1, 0)) + 1
    return start


def _stretch_end(text: str, at: int) -> int:
    stop = _SENTENCE_BREAK.search(text, at)
    while stop is not None and _LINE_STARTS_WITH_SIGN.match(text, stop.end()):
        stop = _SENTENCE_BREAK.search(text, stop.end())
    return stop.start() if stop else len(text)


def _in_stretch(text: str, start: int, end: int) -> Iterator[Equation]:
    tokens = Tokens(text, start, end)
    scanner = Scanner(tokens)
    for chain, relations in _chains(tokens, scanner.scan_related()):
        for expr in chain:
            scanner.settle(expr)
        yield from _claims(text, tokens, chain, relations)
    for i in tokens.at(NOTE):  # GSM8K's <<3*4=12>>
        a, b = tokens.span[i]
        yield from _in_stretch(text, a + 2, b - 2)


def _chains(tokens: Tokens, expressions: list[Expr]) -> Iterator[tuple[list[Expr], list[int]]]:
    """Expressions joined by relation signs, with the kinds of the signs between them."""
    chain: list[Expr] = []
    relations: list[int] = []
    for expr in expressions:
        if chain:
            relation = _relation(tokens, chain[-1].stop, expr.first)
            if relation:
                chain.append(expr)
                relations.append(relation)
                continue
            if relations:
                yield chain, relations
        chain, relations = [expr], []
    if relations:
        yield chain, relations


def _relation(tokens: Tokens, stop: int, first: int) -> int:
    """Kind of the relation between token ``stop`` and the expression at ``first``; 0 where they are not joined."""
    kind = tokens.kind[stop]
    if kind not in (REL, APPROX, EQWORD, ISWORD):
        return 0
    i = stop + 1
    if kind == ISWORD and tokens.kind[i] == EQWORD:
        kind, i = EQWORD, i + 1
    if kind in (EQWORD, ISWORD) and tokens.kind[i] == WORD and tokens.word(i) == "to":
        i += 1
    while i < first and (tokens.word(i) in _ABOUT or tokens.word(i) in _ABOUT_ZH):
        kind, i = APPROX if tokens.word(i) not in ("exactly", "only", "just") else kind, i + 1
    return kind if i == first else 0


def _claims(text: str, tokens: Tokens, chain: list[Expr], relations: list[int]) -> Iterator[Equation]:
    if _denied(text, tokens, chain):
        return
    for i in range(len(chain) - 1):
        expr, following = chain[i], chain[i + 1]
        if following.pure or _simple(text, chain, i + 1):
            number = printed(text, following)
            if number is not None:
                yield from _direct(text, expr, following, number, relations[i])
        elif expr.computes and following.computes:
            yield from _linked(text, chain, relations, i)


def _simple(text: str, chain: list[Expr], i: int) -> bool:
    """A last "8/45" is a value, not a computation left open."""
    return i == len(chain) - 1 and chain[i].computes and chain[i].left == CLOSED and printed(text, chain[i]) is not None


def _denied(text: str, tokens: Tokens, chain: list[Expr]) -> bool:
    before = text[max(tokens.span[0][0], chain[0].start - 40) : chain[0].start]
    return _NEGATED_BEFORE.search(before) is not None or _DENIED_AFTER.match(text, chain[-1].units_end) is not None


def _direct(text: str, expr: Expr, following: Expr, number: Printed, relation: int) -> Iterator[Equation]:
    """``expr = number``."""
    if not expr.computes:
        if expr.pure:
            yield from _conversion(text, expr, following, number)
        return
    sure = expr.left != UNCERTAIN and expr.certain and not _counts_in_dozens(expr, following) and not _is_share(expr)
    if relation == ISWORD and not _is_statement(text, expr, following):
        return
    yield from _chosen(text, expr, following, number, relation, sure=sure)


def _counts_in_dozens(expr: Expr, following: Expr) -> bool:
    return any(dimension == "count" for dimension, _ in (*expr.measures, *following.measures))


def _is_share(expr: Expr) -> bool:
    """"1/4 container = 15 pints": a share of something, not a quotient."""
    return bool(expr.unit) and _PROPER_SHARE.fullmatch(expr.text) is not None and expr.end - expr.start == len(expr.text) - 2


def _is_statement(text: str, expr: Expr, following: Expr) -> bool:
    """"3 times 4 is 12" states; "1/2 is 5" may speak of half of something."""
    return expr.left == CLOSED and not _BARE_SHARE.fullmatch(text, expr.start, expr.end) and following.unit not in ("more", "less", "fewer", "times", "percent", "of")


def _chosen(text: str, expr: Expr, following: Expr, number: Printed, relation: int, *, sure: bool) -> Iterator[Equation]:
    readings = list(_readings(expr, following, number))
    scales = mixed([*expr.measures, *following.measures])
    approx = relation == APPROX or number.approx
    span = (expr.start, max(number.end, following.end))
    rounded = _ROUNDED.search(expr.text) is not None
    if len(readings) == 1 and sure and not (scales or rounded or approx) and expr.plain:
        yield Equation(expr.text, number, span, approx)
        return
    for lhs, value in readings:
        if holds(lhs, value):
            yield Equation(lhs, value, span, approx)
            return
    if not sure or value_of(expr.text) is None or _explained(expr, number, scales):
        return
    if (approx and _close(expr.text, number)) or (rounded and may_round_to(expr.text, number)):
        return
    yield Equation(*_nearest(readings), span, approx)


def _close(expression: str, number: Printed) -> bool:
    """"≈" with a last digit that is one off: not exact, but not false."""
    exact = value_of(expression)
    if exact is None or number.quantum is None:
        return True
    low, high = (exact.lo, exact.hi) if isinstance(exact, Interval) else (exact, exact)
    return low - number.quantum * _ONE_OFF <= number.value <= high + number.quantum * _ONE_OFF


def _nearest(readings: list[tuple[str, Printed]]) -> tuple[str, Printed]:
    """The reading whose two sides are nearest in scale: what was most likely meant."""

    def distance(reading: tuple[str, Printed]) -> Fraction:
        exact = value_of(reading[0])
        if exact is None:
            return Fraction(10) ** 30
        middle = (exact.lo + exact.hi) / 2 if isinstance(exact, Interval) else exact
        return abs(middle - reading[1].value) / (abs(middle) + abs(reading[1].value) or 1)

    return min(readings, key=distance)


def _readings(expr: Expr, following: Expr, number: Printed) -> Iterator[tuple[str, Printed]]:
    """(left side, right side) under each convention that the text may follow, the plain one first."""
    yield expr.text, number
    percent = number.unit == PERCENT
    if percent:
        yield expr.text, without_percent(number)
    if expr.percents:
        yield from _percent_readings(expr, number, percent=percent)
    if " of " in expr.text:
        head, _, tail = expr.text.rpartition(" of ")
        if ("+" in tail or "-" in tail) and "(" not in tail:
            yield f"{head} of ({tail})", number
    if "+" in expr.operators and expr.operators[-1] == "/":
        yield from _average(expr, number)
    if expr.operators[-2:] == "//":
        shared = _FRACTION_LAST.fullmatch(expr.text)
        if shared:
            yield f"{shared[1]} / ({shared[2]} / {shared[3]})", number
    if expr.operators == "-" and following.unit in _DIFFERENCE:
        left, _, right = expr.text.partition(" - ")
        yield f"{right} - {left}", number


def _percent_readings(expr: Expr, number: Printed, *, percent: bool) -> Iterator[tuple[str, Printed]]:
    change = _PERCENT_LAST.fullmatch(expr.text)
    if change and "%" not in change[1]:
        yield f"({change[1]}) * (1 {change[2]} {change[3]}%)", number
    bare = _PERCENT_SIGN.sub("", expr.text)
    if percent:
        yield bare, without_percent(number)
    elif not set(expr.operators) - {"+", "-"}:
        yield bare, number


def _average(expr: Expr, number: Printed) -> Iterator[tuple[str, Printed]]:
    """"4 + 6 + 8 / 3 = 6": an average written without its brackets."""
    terms, _, count = expr.text.rpartition(" / ")
    if set(expr.operators[:-1]) == {"+"} and "(" not in terms and count == str(len(expr.operators)):
        yield f"({terms}) / {count}", number


def _explained(expr: Expr, number: Printed, scales: list[tuple[Fraction, Fraction]]) -> bool:
    """Whether a change of scale may explain why the sides differ ("30 minutes * 2 = 1 hour")."""
    if not scales:
        return False
    if set(expr.operators) & {"+", "-"} or any(0 in pair for pair in scales):
        return True
    exact = value_of(expr.text)
    if not isinstance(exact, Fraction) or not exact or not number.value:
        return True
    ratio = number.value / exact
    return any(abs(ratio * q - 1) <= _NEAR for a, b in scales for q in (a / b, b / a))


def _conversion(text: str, expr: Expr, following: Expr, number: Printed) -> Iterator[Equation]:
    """"5 km = 5000 m": one quantity in two units."""
    if len(expr.measures) != 1 or len(following.measures) != 1 or not number.unit:
        return
    (dimension, scale), (other, target) = expr.measures[0], following.measures[0]
    if dimension != other or scale == target or not scale or not target or dimension not in _CONVERTIBLE or expr.left != CLOSED:
        return
    yield Equation(text[expr.start : expr.units_end], number, (expr.start, max(number.end, following.end)), number.approx)


def _linked(text: str, chain: list[Expr], relations: list[int], i: int) -> Iterator[Equation]:
    """``expr = expr' = … = number``: a proper chain, or a run-on one ("45*2 = 90 - 10 = 80")."""
    expr, following = chain[i], chain[i + 1]
    j = next((j for j in range(i + 1, len(chain)) if not chain[j].computes or _simple(text, chain, j)), None)
    first = leading(text, following)
    target = printed(text, chain[j]) if j is not None else None
    exact = value_of(expr.text)
    if exact is None or expr.left == UNCERTAIN and target is None:
        return
    if target is not None and j is not None and any(holds(lhs, value) for lhs, value in _readings(expr, chain[j], target)):
        yield from _chosen(text, expr, chain[j], target, relations[j - 1], sure=False)
    elif first is not None and holds(expr.text, first):
        yield Equation(expr.text, first, (expr.start, first.end))
    elif target is not None and j is not None and _slip(expr, following, chain[j], target, first):
        yield Equation(expr.text, target, (expr.start, max(target.end, chain[j].end)), relations[j - 1] == APPROX)


def _slip(expr: Expr, following: Expr, last: Expr, target: Printed, first: Printed | None) -> bool:
    """A chain breaks here for certain: what follows comes to the end of the chain, and this does not come near it."""
    if expr.left == UNCERTAIN or not expr.certain or expr.percents or following.percents or last.percents:
        return False
    if mixed([*expr.measures, *following.measures, *last.measures]):
        return False
    exact, after = value_of(expr.text), value_of(following.text)
    if not isinstance(exact, Fraction) or not isinstance(after, Fraction) or not holds(following.text, target):
        return False
    near = abs(exact - after) <= _NEAR * max(abs(exact), abs(after))
    whole = exact.denominator == 1 and after.denominator == 1 and "." not in expr.text + following.text
    return not near or whole

