"""Equations that an answer writes out: ``expression = number``, in chains, with their loose styles.

What is claimed is what the text says for certain. Where a style leaves several readings (run-on chains,
percent signs used as units, bullets that look like minus signs), see :mod:`verifier.reading._readings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from toolkits import lazy_re as re
from verifier.reading import _kinds as kinds
from verifier.reading._denials import denied
from verifier.reading._edges import CLOSED, UNCERTAIN
from verifier.reading._expressions import Expr, Scanner
from verifier.reading._numbers import Printed, holds, leading, printed, value_of
from verifier.reading._readings import chosen, readings, slips
from verifier.reading._stretches import stretches
from verifier.reading._tokens import Tokens
from verifier.reading._words import ABOUT, EXACTLY

_BARE_PAIR: Final = re.compile(r"\(?\d[\d,]*[-–/]\d[\d,]*\)?")
_YEARS: Final = re.compile(r"(?:19|20)\d\d - (?:19|20)\d\d")
_PROPER_SHARE: Final = re.compile(r"1 / \d{1,2}|2 / [3579]|3 / [4578]")
_OF_SOMETHING: Final = frozenset({"more", "less", "fewer", "times", "percent", "of"})
_CONVERTIBLE: Final = frozenset({"time", "length", "mass"})
_JOINS: Final = frozenset({kinds.REL, kinds.APPROX, kinds.EQWORD, kinds.ISWORD})
_WORD_JOINS: Final = frozenset({kinds.EQWORD, kinds.ISWORD})


@dataclass(frozen=True, slots=True)
class Equation:
    """One equation as claimed.

    Attributes:
        lhs: the left side for the expression parser; a quantity ("5 km") where the right side has another
            unit.
        number: the right side.
        span: from the left side's first character to the end of the right side with its unit.
        approx: stated with "≈" or "about".
    """

    lhs: str
    number: Printed
    span: tuple[int, int]
    approx: bool = False


@dataclass(slots=True)
class _Chain:
    """Expressions joined by relation signs (``relations[i]`` stands between expressions i and i+1)."""

    text: str
    expressions: list[Expr]
    relations: list[int]

    def value(self, i: int) -> Printed | None:
        """The number that expression ``i`` states; a last "8/45" is a value, not a computation left open."""
        expr = self.expressions[i]
        quotient = i == len(self.expressions) - 1 and expr.computes and expr.left == CLOSED
        return printed(self.text, expr) if expr.pure or quotient else None

    def span(self, i: int, j: int, number: Printed) -> tuple[int, int]:
        """From the start of expression ``i`` to the end of ``number``, which stands in expression ``j``."""
        return self.expressions[i].start, max(number.end, self.expressions[j].end)


def find_equations(text: str) -> list[Equation]:
    """Every equation that ``text`` (prose, signs translated) claims, in order."""
    return [equation for start, end in stretches(text) for equation in _in_stretch(text, start, end)]


def _in_stretch(text: str, start: int, end: int) -> Iterator[Equation]:
    tokens = Tokens(text, start, end)
    scanner = Scanner(tokens)
    for chain in _chains(tokens, scanner.scan_related()):
        for expr in chain.expressions:
            scanner.settle(expr)
        if not denied(text, start, chain.expressions[0].start, chain.expressions[-1].units_end):
            yield from _claims(chain)
    for i in tokens.at(kinds.NOTE):  # GSM8K's <<3*4=12>>
        note_start, note_end = tokens.span[i]
        yield from _in_stretch(text, note_start + 2, note_end - 2)


def _chains(tokens: Tokens, expressions: list[Expr]) -> Iterator[_Chain]:
    chain = _Chain(tokens.text, [], [])
    for expr in expressions:
        relation = _relation(tokens, chain.expressions[-1].stop, expr.first) if chain.expressions else 0
        if relation:
            chain.expressions.append(expr)
            chain.relations.append(relation)
            continue
        if chain.relations:
            yield chain
        chain = _Chain(tokens.text, [expr], [])
    if chain.relations:
        yield chain


def _relation(tokens: Tokens, stop: int, first: int) -> int:
    """Kind of the relation between token ``stop`` and the expression at ``first``; 0 if there is none."""
    kind = tokens.kind[stop]
    if kind not in _JOINS:
        return 0
    i = stop + 1
    if kind == kinds.ISWORD and tokens.kind[i] == kinds.EQWORD:
        kind, i = kinds.EQWORD, i + 1
    if kind in _WORD_JOINS and tokens.kind[i] == kinds.WORD and tokens.word(i) == "to":
        i += 1
    while i < first and tokens.word(i) in ABOUT:
        kind, i = kind if tokens.word(i) in EXACTLY else kinds.APPROX, i + 1
    return kind if i == first else 0


def _claims(chain: _Chain) -> Iterator[Equation]:
    for i in range(len(chain.relations)):
        number = chain.value(i + 1)
        if number is not None:
            yield from _direct(chain, i, number)
        elif chain.expressions[i].computes and chain.expressions[i + 1].computes:
            yield from _linked(chain, i)


def _direct(chain: _Chain, i: int, number: Printed) -> Iterator[Equation]:
    """``expression = number``."""
    expr, following = chain.expressions[i], chain.expressions[i + 1]
    if expr.pure:
        if _converts(expr, following, number):
            yield Equation(
                chain.text[expr.start : expr.units_end], number, chain.span(i, i + 1, number), number.approx
            )
        return
    if not expr.computes or (chain.relations[i] == kinds.ISWORD and not _states(chain.text, expr, following)):
        return
    sure = (
        expr.certain
        and expr.left != UNCERTAIN
        and not _YEARS.fullmatch(expr.text)
        and not _counts_in_dozens(expr, following)
        and not _is_share(expr)
    )
    approx = chain.relations[i] == kinds.APPROX or number.approx
    sides = chosen(expr, following, number, sure=sure, approx=approx)
    if sides is not None:
        yield Equation(*sides, chain.span(i, i + 1, number), approx)


def _counts_in_dozens(expr: Expr, following: Expr) -> bool:
    return any(dimension == "count" for dimension, _ in (*expr.measures, *following.measures))


def _is_share(expr: Expr) -> bool:
    """Whether "1/4 container = 15 pints" speaks of a share of something and divides nothing."""
    tight = expr.end - expr.start == len(expr.text) - 2
    return bool(expr.unit) and tight and _PROPER_SHARE.fullmatch(expr.text) is not None


def _states(text: str, expr: Expr, following: Expr) -> bool:
    """Whether "is" states an equation: "3 times 4 is 12" does, "1/2 is 5" and "3-5 are done" may not."""
    range_or_share = _BARE_PAIR.fullmatch(text, expr.start, expr.end)
    return expr.left == CLOSED and not range_or_share and following.unit not in _OF_SOMETHING


def _converts(expr: Expr, following: Expr, number: Printed) -> bool:
    """Whether "5 km = 5000 m" states one quantity in two units of a certain size."""
    if len(expr.measures) != 1 or len(following.measures) != 1 or not number.unit or expr.left != CLOSED:
        return False
    (dimension, scale), (other, target) = expr.measures[0], following.measures[0]
    return dimension == other and dimension in _CONVERTIBLE and bool(scale and target) and scale != target


def _linked(chain: _Chain, i: int) -> Iterator[Equation]:
    """``expr = expr' = … = number``: a proper chain, or a run-on one ("45*2 = 90 - 10 = 80")."""
    expr, following = chain.expressions[i], chain.expressions[i + 1]
    j = _end_of_link(chain, i)
    target = chain.value(j) if j else None
    if value_of(expr.text) is None:
        return
    if target is not None:
        sides = next((s for s in readings(expr, chain.expressions[j], target) if holds(*s)), None)
        if sides is not None:
            yield Equation(*sides, chain.span(i, j, target), chain.relations[j - 1] == kinds.APPROX)
            return
    first = leading(chain.text, following)
    if first is not None and holds(expr.text, first):
        yield Equation(expr.text, first, (expr.start, first.end))
    elif (
        target is not None and expr.left != UNCERTAIN and slips(expr, following, chain.expressions[j], target)
    ):
        yield Equation(expr.text, target, chain.span(i, j, target), chain.relations[j - 1] == kinds.APPROX)


def _end_of_link(chain: _Chain, i: int) -> int:
    """Index of the first one from ``i`` + 2 that states a number, past others that compute; else 0."""
    for j in range(i + 2, len(chain.expressions)):
        if chain.value(j) is not None:
            return j
        if not chain.expressions[j].computes:
            return 0
    return 0
