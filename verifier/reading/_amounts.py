"""Reads the numbers that stand as a result: "18 eggs", "$230 thousand", "3 + 4 = 7", "x = 5, y = 3"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Final

from toolkits import lazy_re as re
from toolkits.quantities import read_all
from verifier.plan import ClaimKind
from verifier.reading import _kinds as kinds
from verifier.reading._compound import read_compound
from verifier.reading._edges import CLOSED
from verifier.reading._expressions import Expr, Scanner
from verifier.reading._found import Found, line_end, trimmed
from verifier.reading._measures import MEASURES
from verifier.reading._numbers import Printed, printed, value_of
from verifier.reading._tokens import Tokens
from verifier.reading._tuples import read_point
from verifier.reading._words import ABOUT

#: "x = ", "Total cost: ", "面积：" before a value.
NAMED: Final = re.compile(
    r"(?P<name>\\?[A-Za-z](?:_\{?\w+\}?)?|[A-Za-z][A-Za-z ]{1,40}?|[\u4e00-\u9fff]{1,8})\s*(?:=|:(?!\d)"
    r"|：)\s*(?=\S)"
)
_NEXT_NAMED: Final = re.compile(
    r"\s*(?:,|;|，|；|\band\b|和|\\\\)\s*(?:\\[ ,;]|\\quad|\$|\s)*(?=[A-Za-z](?:_\w+)?\s*=)", re.IGNORECASE
)
_SEPARATOR: Final = re.compile(
    r"\s*(?:\\[(\[)\],;]|[$\\{}])*\s*(?:,|、|，|;|；|\band\b|和|与|及)+\s*(?:\\[(\[)\],;]|[$\\{}]|and\b)*\s*",
    re.IGNORECASE,
)
_NEGATIVE: Final = re.compile(r"(?:negative|minus)\s+(?=[$£€¥]?\d)|负(?=[$£€¥]?\d)", re.IGNORECASE)
_RANGE: Final = re.compile(r"[$£€¥]?\d[\d,.]*\s?[-–—~]\s?[$£€¥]?\d[\d,.]*")
_VULGAR: Final = re.compile(r"[-+−]?\d*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_OPENING: Final = ("(", "[", "（", "【", "{", "\\")
_TIGHT_TAIL: Final = re.compile(r"[A-Za-z\d:/]")
_TWO_WAYS: Final = re.compile(r"[-+$£€¥\s]*\d+(?:[.,]\d+)+\s?(?:%|[A-Za-z€]{1,10})?")
_LEADING: Final = ABOUT | {"a", "total", "of"}
_PROSE: Final = frozenset({kinds.WORD, kinds.CJK, kinds.OF, kinds.CUR, kinds.ISWORD, kinds.TIMES})
_SIGNS: Final = frozenset({kinds.REL, kinds.APPROX})
_PER: Final = frozenset({"in", "per", "for"})
_ADDING: Final = frozenset({"", "and", "又", "零"})
_SUMMED: Final = frozenset({"time", "length", "mass"})
_CONNECTORS: Final = frozenset({"and", "to", "or", "out", "-", "–", "from", "和", "到", "或"})


def read_amount(text: str, start: int, end: int) -> Found | None:
    """The number at the start of ``text[start:end]`` (its first line), or ``None`` where it is not certain.

    A computation stands for its result, a list for its first number with the others as ``more``; a value made
    of two numbers ("3 hours and 20 minutes", "5 to 7") is not read.
    """
    end = line_end(text, start, end)
    negative = _NEGATIVE.match(text, start, end)
    if negative:
        return _negated(read_amount(text, negative.end(), end), start)
    special = read_compound(text, start, end) or _mixed(text, start, end) or _point(text, start, end)
    if special is not None:
        return special
    named = NAMED.match(text, start, end)
    if named:
        return _named(text, named, end)
    tokens = Tokens(text, start, end)
    expressions = Scanner(tokens).scan_all()
    if not expressions:
        return None
    chain = _chain(tokens, expressions)
    if len(chain) > 1:
        return _found(text, chain[-1]) if chain[-1].pure else None
    if expressions[0].first > _leading_words(tokens):
        return _in_words(text, tokens, expressions)
    return _at_start(text, tokens, expressions)


def _negated(found: Found | None, start: int) -> Found | None:
    """The value of "negative 7", 负7: the word is part of it."""
    if found is None or found.more or found.name or not isinstance(found.value, Fraction) or found.value < 0:
        return None
    return replace(
        found, value=-found.value, span=(start, found.span[1]), value_span=(start, found.value_span[1])
    )


def _point(text: str, start: int, end: int) -> Found | None:
    """A point or a list in brackets; a bracket that opens a computation is none."""
    if text[start : start + 1] not in _OPENING:
        return None
    return read_point(text, start, end, read_amount)


def _mixed(text: str, start: int, end: int) -> Found | None:
    """A whole number with a fraction sign: "2½ hours"."""
    match = _VULGAR.match(text, start, end)
    if match is None:
        return None
    number = next(iter(read_all(text, start, end)), None)
    if number is None or number.alternatives or number.number_end < match.end():
        return None
    kind: ClaimKind = "quantity" if number.unit else "number"
    return Found(
        kind, number.value, (number.start, number.end), (number.number_start, number.number_end),
        quantum=number.quantum, unit=number.unit, approx=number.approx,
    )  # fmt: skip


def read_two_ways(text: str, start: int, end: int) -> Found | None:
    """A number with two readings ("50,1"), with the other as its alternative; ``None`` where it is none."""
    if _TWO_WAYS.fullmatch(text, start, end) is None:
        return None
    found = read_all(text, start, end)
    if len(found) != 1 or not found[0].alternatives:
        return None
    number = found[0]
    return Found(
        "number",
        number.value,
        (number.start, number.end),
        (number.number_start, number.number_end),
        quantum=number.quantum,
        unit=number.unit,
        approx=number.approx,
        alternatives=number.alternatives,
    )


def _named(text: str, named: re.Match[str], end: int) -> Found | None:
    """The number after "x =", with those of the names that follow it ("x = 5, y = 3")."""
    start, stop = trimmed(text, named.end(), end)
    following = _NEXT_NAMED.search(text, start, stop)
    inner = read_amount(text, start, following.start() if following else stop)
    if inner is None:
        return None
    first = replace(inner, name=inner.name or named["name"].strip())
    rest = read_amount(text, following.end(), stop) if following else None
    return first if rest is None else replace(first, more=(replace(rest, more=()), *rest.more))


def _leading_words(tokens: Tokens) -> int:
    """How many tokens at the start may stand before the number ("about", "a total of")."""
    i = 0
    while tokens.kind[i] == kinds.APPROX or tokens.word(i) in _LEADING:
        i += 1
    return i


def _chain(tokens: Tokens, expressions: list[Expr]) -> list[Expr]:
    """The first expression and those that "=" joins to it."""
    chain = expressions[:1]
    for expr in expressions[1:]:
        if tokens.kind[chain[-1].stop] not in _SIGNS or expr.first > chain[-1].stop + 2:
            break
        chain.append(expr)
    return chain


def _at_start(text: str, tokens: Tokens, expressions: list[Expr]) -> Found | None:
    """The place starts with a number: "18 eggs", "59, 118", "$230 thousand"."""
    first = expressions[0]
    listed = _listed(text, expressions) if len(expressions) > 1 else None
    if listed is not None:
        return listed
    if len(expressions) > 1 and _is_compound(tokens, first, expressions[1]):
        return _summed(text, expressions)
    found = _found(text, first)
    if found is None:
        return None
    return found if _ends(text, tokens, first) else None


def _in_words(text: str, tokens: Tokens, expressions: list[Expr]) -> Found | None:
    """A sentence with one number in its first clause: "that she has 18 eggs"."""
    first = expressions[0]
    if not (first.pure and first.left == CLOSED and _PROSE.issuperset(tokens.kind[: first.first])):
        return None
    compound = len(expressions) > 1 and _is_compound(tokens, first, expressions[1])
    return None if compound else _found(text, first)


def _ends(text: str, tokens: Tokens, expr: Expr) -> bool:
    """Whether nothing after the number changes what it says."""
    if expr.units_end > expr.end:
        return True
    return tokens.kind[expr.stop] != kinds.OP and _TIGHT_TAIL.match(text, expr.end) is None


def _is_compound(tokens: Tokens, first: Expr, second: Expr) -> bool:
    """One value made of two numbers: "3 hours and 20 minutes", "5 feet 4 inches", "5 to 7"."""
    between = range(first.stop, second.first)
    if any(tokens.kind[i] in (kinds.BREAK, kinds.END) or tokens.word(i) in _PER for i in between):
        return False
    one, other = MEASURES.get(first.unit), MEASURES.get(second.unit)
    if one is not None and other is not None and one[0] == other[0]:
        return True
    return len(between) <= 2 and any(tokens.word(i) in _CONNECTORS for i in between)


def _summed(text: str, expressions: list[Expr]) -> Found | None:
    """One measure in two units, the larger first: "2 hours and 30 minutes" is 150 min."""
    large, small, *rest = expressions
    one, other = MEASURES.get(large.unit), MEASURES.get(small.unit)
    if rest or one is None or other is None or large.left != CLOSED or one[0] != other[0]:
        return None
    whole, part = printed(text, large), _found(text, small)
    joined = text[large.units_end : small.start].strip(" ,") in _ADDING
    if whole is None or part is None or part.unit is None or not joined or one[0] not in _SUMMED:
        return None
    ratio = one[1] / other[1] if other[1] else Fraction(0)
    if ratio <= 1 or not isinstance(part.value, Fraction) or not 0 <= part.value < ratio:
        return None
    span = (large.start, part.span[1])
    return replace(part, value=whole.value * ratio + part.value, span=span, value_span=span)


def _found(text: str, expr: Expr) -> Found | None:
    """The value that an expression states or comes to, where that is one number."""
    number = printed(text, expr) if expr.readable else None
    if number is not None:
        return _of_number(number, expr)
    return None if expr.number is not None else _computed(text, expr)


def _of_number(number: Printed, expr: Expr) -> Found:
    kind: ClaimKind = "quantity" if number.unit else "number"
    return Found(
        kind,
        number.value,
        (expr.start, number.end),
        number.span,
        quantum=number.quantum,
        unit=number.unit,
        approx=number.approx,
        truncated=number.truncated,
    )


def _computed(text: str, expr: Expr) -> Found | None:
    r"""An exact value written as an expression: 2^{10} is a number, 7\pi stays an expression."""
    if expr.variable or expr.right_open or expr.percents:
        return None
    if _RANGE.fullmatch(text, expr.start, expr.end):  # "$50-$60" is no difference
        return None
    exact = value_of(expr.text)
    span = (expr.start, expr.end)
    if isinstance(exact, Fraction):
        return Found("number", exact, span, span)
    return None if exact is None else Found("expression", text[expr.start : expr.end], span, span)


def _listed(text: str, expressions: list[Expr]) -> Found | None:
    """Numbers joined by commas or "and" and by nothing else: "59, 118", "3 and 5"."""
    for before, after in pairwise(expressions):
        ends = {before.end, before.units_end}
        if not any(_SEPARATOR.fullmatch(text, end, after.start) for end in ends):
            return None
    found = [_found(text, e) for e in expressions]
    named = {MEASURES[e.unit] for e in expressions if e.unit in MEASURES}
    if not all(found) or len({dimension for dimension, _ in named}) < len(named):
        return None
    first, *rest = (f for f in found if f is not None)
    return replace(first, more=tuple(rest))
