"""Reads the value that stands at a place in the answer, as the kind of thing that was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Final

from toolkits.errors import ToolkitError
from toolkits.expressions import parse
from toolkits.quantities import read_all
from verifier.plan._schema import ClaimKind, Value
from verifier.reading import _kinds as kinds
from verifier.reading._expressions import Expr, Scanner
from verifier.reading._measures import MEASURES
from verifier.reading._numbers import Printed, printed, value_of
from verifier.reading._tokens import Tokens

_LEAD: Final = re.compile(
    r"(?:[\s*_:：\"'“‘`]|\\[(\[]|\\displaystyle|\$(?!\s?[-(]?\s?[\d.])|(?:is|are|that|as follows|therefore"
    r"|thus|simply|就是|是|为)\b[:：]?)+",
    re.IGNORECASE,
)
_TRAIL: Final = re.compile(r"(?:[\s*_\"'”’`]|\\[)\]]|\.(?!\d)|。|\$)+$")
_WRAPPED: Final = re.compile(r"\\(?:boxed|fbox|text|mathrm|textbf|mathbf)\s*\{")
_NAMED: Final = re.compile(
    r"(?P<name>\\?[A-Za-z](?:_\{?\w+\}?)?|[A-Za-z][A-Za-z ]{1,40}?"
    r"|[\u4e00-\u9fff]{1,8})\s*(?:=|:(?!\d)|：)\s*(?=\S)"
)
_NEXT_NAMED: Final = re.compile(
    r"\s*(?:,|;|，|；|\band\b|和|\\\\)\s*(?:\\[ ,;]|\\quad"
    r"|\$)*(?=[A-Za-z](?:_\w+)?\s*=)",
    re.IGNORECASE,
)
_NEGATION: Final = re.compile(
    r"(?:definitely |certainly |clearly )?(?:not|never|isn't|n't|cannot be|不是|并非"
    r"|不等于)",
    re.IGNORECASE,
)
_BUT: Final = re.compile(
    r"(?:,|;|，|；|\s)\s*(?:but(?: rather| instead)?|rather|instead|而是|应该是|应是)\s*(?:it "
    r"is|it's|is)?\s*",
    re.IGNORECASE,
)
_CHOICE: Final = re.compile(
    r"(?:(?:choice|option|answer|letter|选项|选择"
    r"|选)[\s_:：\\]*)?(?P<open>[(\[（])?\s*(?P<letter>[A-Za-z])\s*(?(open)[)\]）]|(?![A-Za-z'’]))",
    re.IGNORECASE,
)
_ANOTHER_CHOICE: Final = re.compile(
    r"\s*(?:/|,|、|&|\bor\b|\band\b|或|和)\s*(?:(?:choice"
    r"|option)[\s_]*)?[(\[（]?[A-Za-z][)\]）]?(?![A-Za-z'’])",
    re.IGNORECASE,
)
_CHOICE_WORD: Final = re.compile(r"(?:choice|option|选项)", re.IGNORECASE)
_CHOICE_DENIED: Final = re.compile(
    r"[)\]）]?[^.\n]{0,30}?\b(?:is|are|was)\s?(?:not|n't|incorrect|wrong"
    r"|false|invalid)|[)\]）]?\s*(?:can be ruled out|is ruled out|can be eliminated)",
    re.IGNORECASE,
)
_BOOLEAN: Final = re.compile(
    r"(?P<true>yes|true|correct|是的?|对的?|正确|真|能|可以|会)|(?P<false>no|false|incorrect"
    r"|否|不是|不对|错误?|假|不能|不可以|不会|没有)",
    re.IGNORECASE,
)
_BOOLEAN_END: Final = re.compile(r"(?![A-Za-z\u4e00-\u9fff])")
_ISO: Final = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)")
_SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?"
_MONTH_DAY: Final = re.compile(rf"{_MONTH}\s+(\d{{1,2}})(?:st|nd|rd|th)?\s*,?\s+(\d{{4}})", re.IGNORECASE)
_DAY_MONTH: Final = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}\s*,?\s+(\d{{4}})", re.IGNORECASE
)
_BRACKETS: Final = re.compile(r"[<>()\[\]{}](?:[\s,，]*[<>()\[\]{}])*")
_WORDS: Final = re.compile(r"[^\W\d_][\w'’.-]*(?:\s*(?:,|、|，|<|;|\s)\s*(?:and\s+)?[^\W\d_][\w'’.-]*)*")
_WORD_SPLIT: Final = re.compile(r"\s*(?:,|、|，|<|;)\s*(?:and\s+)?|\s+(?:and\s+)?")
_SEPARATOR: Final = re.compile(
    r"\s*(?:\\[(\[)\],;]|[$\\{}])*\s*(?:,|、|，|;|；|\band\b|和|与"
    r"|及)+\s*(?:\\[(\[)\],;]|[$\\{}]|and\b)*\s*",
    re.IGNORECASE,
)
_REMARK: Final = re.compile(
    r"\s*(?:[.,;:!?)(（，。；！]|—|–\s|-\s|\||because|since|which|as|so|when|where|per\b|\\|$|\n|\Z"
    r"|[\u4e00-\u9fff])",
    re.IGNORECASE,
)
_TIGHT_TAIL: Final = re.compile(r"[A-Za-z\d:/]")
_LATEX_WORDS: Final = re.compile(r"\\(?:text|mathrm|textbf|mbox)\s*\{([^{}]*)\}")
_WORDY: Final = frozenset({kinds.WORD, kinds.CJK, kinds.OF, kinds.CUR, kinds.ISWORD, kinds.TIMES})
_CONNECTORS: Final = frozenset({"and", "to", "or", "out", "-", "–", "from", "和", "到", "或"})
_AMBIGUOUS_FORM: Final = re.compile(r"[-+$£€¥\s]*\d+(?:[.,]\d+)+\s?(?:%|[A-Za-z€]{1,10})?")
_MOST_TEXT: Final = 300


@dataclass(frozen=True, slots=True)
class Found:
    """A value in the answer.

    Attributes:
        kind, value, quantum, unit, approx, truncated, alternatives: as in a claim.
        span: the value with its unit.
        value_span: what a patch replaces.
        name: the name that the text itself gives it ("x" of "x = 5"), or "".
        more: further values of a list of numbers.
    """

    kind: ClaimKind
    value: Value
    span: tuple[int, int]
    value_span: tuple[int, int]
    quantum: Fraction | None = None
    unit: str | None = None
    approx: bool = False
    truncated: bool = False
    alternatives: tuple[Value, ...] = ()
    name: str = ""
    more: tuple[Found, ...] = ()

    def same(self, other: Found) -> bool:
        """Whether two places state one value (numbers as printed: 26 and 26.0 are one; True is not 1)."""
        return type(self.value) is type(other.value) and self.value == other.value


def read_value(text: str, start: int, end: int, want: ClaimKind) -> Found | None:
    """The value that ``text[start:end]`` starts with, or ``None`` where it can't be read for certain.

    Args:
        text: the answer, signs translated.
        start, end: where the value stands: after a marker, to the end of its line or bracket.
        want: what was asked for.
    """
    start, end = _trimmed(text, start, end)
    if start >= end:
        return None
    negated = _NEGATION.match(text, start, end) if want != "boolean" else None
    if negated:
        but = _BUT.search(text, negated.end(), end)
        return read_value(text, but.end(), end, want) if but else None
    return _READERS[want](text, start, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    lead = _LEAD.match(text, start, end)
    start = lead.end() if lead else start
    wrapped = _WRAPPED.match(text, start, end)
    if wrapped:
        close = closing_brace(text, wrapped.end() - 1, end)
        if close > 0:
            return _trimmed(text, wrapped.end(), close)
    trail = _TRAIL.search(text, start, end)
    return start, trail.start() if trail else end


def closing_brace(text: str, opening: int, end: int) -> int:
    """Index of the brace that closes the one at ``opening``, or -1."""
    depth = 0
    for i in range(opening, end):
        if text[i] == "{" and (i == 0 or text[i - 1] != "\\"):
            depth += 1
        elif text[i] == "}" and text[i - 1] != "\\":
            depth -= 1
            if depth == 0:
                return i
    return -1


# --- choices, booleans, dates, lists ----------------------------------------------------------------------------------
def _choice(text: str, start: int, end: int) -> Found | None:
    match = _CHOICE.match(text, start, end)
    if (
        match is None
        or _ANOTHER_CHOICE.match(text, match.end(), end)
        or _CHOICE_DENIED.match(text, match.end(), end)
    ):
        return None
    letter = match["letter"]
    if letter.islower() and not (match["open"] or match.end() >= end or text[match.end()] in ").:"):
        return None
    if not (match["open"] or match.start("letter") > start) and not _ends_letter(text, match.end(), end):
        return None
    return Found("choice", letter.upper(), match.span(), match.span("letter"))


def _ends_letter(text: str, at: int, end: int) -> bool:
    """A bare letter is a choice when the text ends with it or goes on with punctuation ("A", "A. Paris", "A) …")."""
    rest = text[at:end]
    return (
        not rest.strip()
        or rest.lstrip()[0] in ".:,;)-–。：，、"
        or rest.lower().startswith((" is ", " because", " since", " as "))
    )


def _boolean(text: str, start: int, end: int) -> Found | None:
    match = _BOOLEAN.match(text, start, end)
    if match is None or not (_BOOLEAN_END.match(text, match.end()) or "\u4e00" <= match[0][0] <= "\u9fff"):
        return None
    return Found("boolean", match["true"] is not None, match.span(), match.span())


def _date(text: str, start: int, end: int) -> Found | None:
    for pattern, order in (
        (_ISO, (1, 2, 3)),
        (_MONTH_DAY, (3, 1, 2)),
        (_DAY_MONTH, (3, 2, 1)),
        (_SLASHED, (3, 1, 2)),
    ):
        match = pattern.search(text, start, end)
        if match:
            year, month, day = (_calendar(match[i]) for i in order)
            value = _safe_date(year, month, day)
            other = _safe_date(year, day, month) if pattern is _SLASHED else None
            if value is None and other is None:
                return None
            first, *rest = [d for d in (value, other) if d is not None]
            return Found(
                "date", first, match.span(), match.span(), alternatives=tuple(d for d in rest if d != first)
            )
    return None


def _calendar(piece: str) -> int:
    return int(piece) if piece.isdigit() else _MONTHS.index(piece[:3].lower()) + 1


def _safe_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _list(text: str, start: int, end: int) -> Found | None:
    """Words in order, or brackets in order."""
    brackets = _BRACKETS.match(text, start, end)
    if brackets and not text[brackets.end() : end].strip(" .\n\"'`"):
        signs = tuple(c for c in brackets[0] if c in "<>()[]{}")
        return Found("list", signs, brackets.span(), brackets.span())
    words = _WORDS.match(text, start, _line_end(text, start, end))
    if words is None or _leftover(text, words.end(), end):
        return _number(text, start, end)
    items = tuple(w.strip(".") for w in _WORD_SPLIT.split(words[0]) if w)
    return Found("list", items, words.span(), words.span())


def _leftover(text: str, at: int, end: int) -> bool:
    rest = text[at:end].strip(" .\"'`*]")
    return bool(rest) and not rest.startswith("\n")


def _line_end(text: str, start: int, end: int) -> int:
    at = text.find("\n", start, end)
    return end if at < 0 else at


# --- numbers ----------------------------------------------------------------------------------------------------------
def _number(text: str, start: int, end: int) -> Found | None:
    end = _line_end(text, start, end)
    named = _NAMED.match(text, start, end)
    if named:
        return _named_number(text, named, end)
    tokens = Tokens(text, start, end)
    expressions = Scanner(tokens).scan_all()
    if not expressions:
        return None
    first = expressions[0]
    if first.first > _lead_words(tokens):
        return _in_words(text, tokens, expressions)
    return _at_start(text, tokens, expressions)


def _named_number(text: str, named: re.Match[str], end: int) -> Found | None:
    """ "x = 5", "x = 5, y = 3"."""
    start, stop = _trimmed(text, named.end(), end)
    following = _NEXT_NAMED.search(text, start, stop)
    inner = _number(text, start, following.start() if following else stop)
    if inner is None:
        return None
    first = replace(inner, name=inner.name or named["name"].strip())
    rest = _number(text, following.end(), stop) if following else None
    return first if rest is None else replace(first, more=(replace(rest, more=()), *rest.more))


def _lead_words(tokens: Tokens) -> int:
    """How many tokens at the start may stand before the number ("about", "approximately", "a total of")."""
    i = 0
    while tokens.kind[i] == kinds.APPROX or tokens.word(i) in (
        "about",
        "approximately",
        "roughly",
        "around",
        "nearly",
        "约",
        "大",
        "a",
        "total",
        "of",
        "only",
        "just",
        "exactly",
        "approx",
        "大约",
    ):
        i += 1
    return i


def _at_start(text: str, tokens: Tokens, expressions: list[Expr]) -> Found | None:
    """The value starts with a number: "18 eggs", "3 + 4 = 7", "59, 118", "$230 thousand"."""
    chain = _chain(tokens, expressions)
    if len(chain) > 1:
        return _found(text, chain[-1]) if chain[-1].pure else None
    first = expressions[0]
    found = _found(text, first)
    if found is None or len(expressions) == 1:
        return found if found is None or _settles(text, tokens, first) else None
    listed = _listed(text, expressions)
    if listed is not None:
        return listed
    return found if _settles(text, tokens, first) and not _compound(tokens, first, expressions[1]) else None


def _chain(tokens: Tokens, expressions: list[Expr]) -> list[Expr]:
    chain = expressions[:1]
    for expr in expressions[1:]:
        if tokens.kind[chain[-1].stop] not in (kinds.REL, kinds.APPROX) or expr.first > chain[-1].stop + 2:
            break
        chain.append(expr)
    return chain


def _settles(text: str, tokens: Tokens, first: Expr) -> bool:
    """Nothing after the number changes what it says."""
    return (
        tokens.kind[first.stop] != kinds.OP
        and not _TIGHT_TAIL.match(text, first.end)
        or first.units_end > first.end
    )


def _compound(tokens: Tokens, first: Expr, second: Expr) -> bool:
    """ "3 hours and 20 minutes", "5 feet 4 inches", "10 out of 20", "5 to 7": one value made of two numbers."""
    if any(tokens.kind[i] in (kinds.BREAK, kinds.END) for i in range(first.stop, second.first)):
        return False
    if (
        first.unit in MEASURES
        and second.unit in MEASURES
        and MEASURES[first.unit][0] == MEASURES[second.unit][0]
    ):
        return True
    between = {tokens.word(i) for i in range(first.stop, second.first)}
    return bool(between & _CONNECTORS) and second.first - first.stop <= 2


def _found(text: str, expr: Expr) -> Found | None:
    if not expr.pure:
        return _computed(text, expr)
    number = printed(text, expr)
    return None if number is None else _of_number(number, expr)


def _of_number(number: Printed, expr: Expr) -> Found:
    kind: ClaimKind = "quantity" if number.unit else "number"
    return Found(
        kind, number.value, (expr.start, number.end), number.span, quantum=number.quantum, unit=number.unit, approx=number.approx,
        truncated=number.truncated,
    )  # fmt: skip


def _computed(text: str, expr: Expr) -> Found | None:
    """An exact value written as an expression: 3/4, \\frac{48}{11}, 7\\pi, 2^{10}."""
    if expr.variable or expr.right_open or "%" in expr.text:
        return None
    number = printed(text, expr)
    if number is not None:
        return _of_number(number, expr)
    exact = value_of(expr.text)
    span = (expr.start, expr.end)
    if isinstance(exact, Fraction):
        return Found("number", exact, span, span)
    return None if exact is None else Found("expression", text[expr.start : expr.end], span, span)


def _listed(text: str, expressions: list[Expr]) -> Found | None:
    """ "59, 118", "3 and 5": numbers joined by commas or "and" and by nothing else."""
    for before, after in zip(expressions, expressions[1:], strict=False):
        if not _SEPARATOR.fullmatch(text, before.end, after.start) and not _SEPARATOR.fullmatch(
            text, before.units_end, after.start
        ):
            return None
    found = [_found(text, e) for e in expressions]
    if not all(found) or _one_measure_on_two_scales(expressions):
        return None
    first, *rest = (f for f in found if f is not None)
    return replace(first, more=tuple(rest))


def _one_measure_on_two_scales(expressions: Iterable[Expr]) -> bool:
    named = [MEASURES[e.unit] for e in expressions if e.unit in MEASURES]
    return len({d for d, _ in named}) < len(set(named))


def _in_words(text: str, tokens: Tokens, expressions: list[Expr]) -> Found | None:
    """A sentence with one number in its first clause: "that she has 18 eggs"."""
    first = expressions[0]
    chain = _chain(tokens, expressions)
    if len(chain) > 1:
        return _found(text, chain[-1]) if chain[-1].pure else None
    if (
        not _WORDY.issuperset(tokens.kind[: first.first])
        or len(expressions) > 1
        and _compound(tokens, first, expressions[1])
    ):
        return None
    return _found(text, first) if first.pure and first.left == 0 else None


# --- the rest ---------------------------------------------------------------------------------------------------------
def _expression(text: str, start: int, end: int) -> Found | None:
    """A number, else algebra that the expression parser reads, else text."""
    end = _line_end(text, start, end)
    named = _NAMED.match(text, start, end)
    at = named.end() if named else start
    body = _LATEX_WORDS.sub("", text[at:end]).strip(" $")
    number = _number(text, start, end)
    if number is not None and not re.search(r"[A-Za-z]", _LATEX_WORDS.sub("", text[number.span[1] : end])):
        return number
    try:
        tree = parse(body)
    except ToolkitError:
        return _text(text, start, end)
    if len(body) == 1 and not tree.literals:
        return _text(text, start, end)
    return Found("expression", body, (at, end), (at, end), name=named["name"].strip() if named else "")


def _text(text: str, start: int, end: int) -> Found | None:
    end = _line_end(text, start, end)
    end = start + len(text[start:end].rstrip(" .。"))
    if not 0 < end - start <= _MOST_TEXT:
        return None
    return Found("text", text[start:end], (start, end), (start, end))


def _number_or_text(text: str, start: int, end: int) -> Found | None:
    """What stands after an explicit marker where a number was expected: a number, a choice, yes or no, algebra or text."""
    number = _number(text, start, end)
    if number is not None:
        return number
    whole = text[start:end]
    if re.fullmatch(r"\(?[A-Z]\)", whole):
        return _choice(text, start, end)
    if _AMBIGUOUS_FORM.fullmatch(whole):
        return _ambiguous(text, start, end)
    truth = _boolean(text, start, end)
    if (
        truth is not None
        and truth.span[1] == end
        and whole.lower() not in ("correct", "incorrect", "正确", "错误")
    ):
        return truth
    return _expression(text, start, end)


def _ambiguous(text: str, start: int, end: int) -> Found | None:
    """A number with two readings ("50,1"): the claim says so."""
    found = read_all(text, start, end)
    if len(found) != 1 or not found[0].alternatives:
        return None
    number = found[0]
    return Found(
        "number", number.value, (number.start, number.end), (number.number_start, number.number_end), quantum=number.quantum, unit=number.unit,
        approx=number.approx, alternatives=number.alternatives,
    )  # fmt: skip


def _date_or_rest(text: str, start: int, end: int) -> Found | None:
    return _date(text, start, end) or _number_or_text(text, start, end)


def _choice_or_value(text: str, start: int, end: int) -> Found | None:
    """A letter, else the value that an option states."""
    if _CHOICE_DENIED.search(text, start, min(end, start + 60)):
        return None
    return _choice(text, start, end) or (
        None if _CHOICE_WORD.match(text, start, end) else _number_or_text(text, start, end)
    )


def _truth_or_rest(text: str, start: int, end: int) -> Found | None:
    return _boolean(text, start, end) or _choice(text, start, end) or _number(text, start, end)


def _list_or_text(text: str, start: int, end: int) -> Found | None:
    return _list(text, start, end)


def _nothing(text: str, start: int, end: int) -> Found | None:  # noqa: ARG001  (one signature for all readers)
    return None


_READERS: Final = {
    "number": _number_or_text, "quantity": _number_or_text, "equation": _number_or_text, "expression": _expression, "boolean": _truth_or_rest,
    "choice": _choice_or_value, "text": _number_or_text, "date": _date_or_rest, "list": _list_or_text, "code": _nothing, "sql": _nothing,
    "fact": _text, "consistency": _nothing,
}  # fmt: skip
