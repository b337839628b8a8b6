"""Reads a statement from text, by a small grammar of our own; nothing of the text is ever evaluated.

Weakest first::

    iff          p <-> q                       p 当且仅当 q
    implies      p -> q, p implies q           p 蕴含 q            (groups to the right)
    or           p or q, p | q, p ∨ q          p 或 q
    xor          p xor q, p ⊕ q                p 异或 q
    and          p and q, p & q, p ∧ q         p 且 q
    not          not p, !p, ~p, ¬p             非 p
    comparison   2*x + y <= 3, 1 < x < 5, x != y
    class        all A are B, no A are B, some A are (not) B, x is (not) B
                 所有 A 都是 B, 没有 A 是 B, 有些 A 是 B, x 不是 B
    sum, product + - * /   (linear: at most one factor has a variable)

A name is a word, or anything in quotation marks: ``"it rains" -> "the ground gets wet"``.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, cast

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.logic._tree import (
    Atom,
    Compared,
    Connective,
    Joined,
    Linear,
    Member,
    Not,
    Quantified,
    Quantifier,
    Sign,
    Statement,
    Truth,
)

MAX_LENGTH, _MAX_TOKENS, _MAX_DEPTH, _MAX_DIGITS = 5_000, 1_000, 60, 60
_TOKEN = re.compile(
    r'\s*(?:"(?P<quoted>[^"]+)"|(?P<number>\d+(?:\.\d+)?)(?![\d.]|[eE]\d)|(?P<word>[^\W\d]\w*(?:\'\w+)?)'
    r"|(?P<sign><->|<=>|<=|>=|==|!=|->|=>|&&|\|\||[-+*/()\[\]<>=!~&|^¬∧∨⊕→⇒↔⇔≤≥≠]))"
)
_QUOTES = str.maketrans(
    {"“": '"', "”": '"', "「": '"', "」": '"', "（": "(", "）": ")", "−": "-", "×": "*", "÷": "/"}
)
_WORDS = {
    "not": "not", "!": "not", "~": "not", "¬": "not", "非": "not", "并非": "not",
    "and": "and", "&": "and", "&&": "and", "∧": "and", "且": "and", "并且": "and",
    "or": "or", "|": "or", "||": "or", "∨": "or", "或": "or", "或者": "or",
    "xor": "xor", "⊕": "xor", "^": "xor", "异或": "xor",
    "->": "implies", "=>": "implies", "→": "implies", "⇒": "implies", "implies": "implies", "蕴含": "implies",
    "<->": "iff", "<=>": "iff", "↔": "iff", "⇔": "iff", "iff": "iff", "当且仅当": "iff",
    "true": "true", "false": "false", "真": "true", "假": "false",
    "<": "<", "<=": "<=", "≤": "<=", ">": ">", ">=": ">=", "≥": ">=",
    "=": "=", "==": "=", "!=": "!=", "≠": "!=",
    "+": "+", "-": "-", "*": "*", "/": "/", "(": "(", "[": "(", ")": ")", "]": ")",
    "all": "all", "every": "all", "each": "all", "所有": "all", "凡": "all",
    "some": "some", "有些": "some", "有的": "some", "no": "no", "没有": "no",
    "is": "is", "are": "is", "是": "is", "都是": "is", "isn't": "isn't", "aren't": "isn't", "不是": "isn't",
}  # fmt: skip
_COMPARING = frozenset({"<", "<=", ">", ">=", "=", "!="})


@dataclass(frozen=True, slots=True)
class _Name:
    """A name whose part in the statement is not settled yet."""

    text: str


_Value: TypeAlias = Statement | Linear | _Name


def read_text(text: str) -> Statement:
    """The statement that the whole text is.

    Raises:
        ToolInputError: it is none; the message says where.
        ToolRefused: a product or quotient of variables (``not_linear``).
        ToolLimit: too long or too deep.
    """
    if len(text) > MAX_LENGTH:
        raise ToolLimit(f"a statement of {len(text)} characters; at most {MAX_LENGTH}")
    return _Parser(text).whole()


def _tokens(text: str) -> list[tuple[str, str]]:
    plain = unicodedata.normalize("NFKC", text).translate(_QUOTES).rstrip()
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(plain):
        match = _TOKEN.match(plain, at)
        if match is None:
            raise ToolInputError(f"{plain[at : at + 20].strip()!r} at {at} of {text[:60]!r} can't be read")
        found.append(_kind(match))
        at = match.end()
    if len(found) > _MAX_TOKENS:
        raise ToolLimit(f"{len(found)} symbols in one statement; at most {_MAX_TOKENS}")
    return found


def _kind(match: re.Match[str]) -> tuple[str, str]:
    if match["quoted"]:
        return "name", " ".join(match["quoted"].split())
    if match["number"]:
        if len(match["number"]) > _MAX_DIGITS:
            raise ToolLimit(f"a number of more than {_MAX_DIGITS} digits")
        return "number", match["number"]
    text = match["word"] or match["sign"]
    return _WORDS.get(text.lower(), "name"), text


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def whole(self) -> Statement:
        found = self._statement(self._iff())
        if self._at < len(self._tokens):
            raise self._unexpected()
        return found

    # --- connectives, weakest first ---

    def _iff(self) -> _Value:
        found = self._implies()
        while self._take("iff"):
            found = Joined("iff", (self._statement(found), self._statement(self._implies())))
        return found

    def _implies(self) -> _Value:
        left = self._joined("or")
        if not self._take("implies"):
            return left
        self._deeper()
        right = self._statement(self._implies())
        self._depth -= 1
        return Joined("implies", (self._statement(left), right))

    def _joined(self, by: Connective) -> _Value:
        inner = {"or": self._xor, "and": self._denied}[by]
        found = inner()
        if self._next != by:
            return found
        parts = [self._statement(found)]
        while self._take(by):
            parts.append(self._statement(inner()))
        return Joined(by, tuple(parts))

    def _xor(self) -> _Value:
        found = self._joined("and")
        while self._take("xor"):
            found = Joined("xor", (self._statement(found), self._statement(self._joined("and"))))
        return found

    def _denied(self) -> _Value:
        if not self._take("not"):
            return self._compared()
        self._deeper()
        part = self._statement(self._denied())
        self._depth -= 1
        return Not(part)

    # --- comparisons and classes ---

    def _compared(self) -> _Value:
        if self._next in {"all", "some", "no"}:
            return self._quantified(self._pop())
        left = self._sum()
        if self._next in {"is", "isn't"} and isinstance(left, _Name):
            return self._membership(left.text)
        if self._next not in _COMPARING:
            return left
        links: list[Statement] = []
        while self._next in _COMPARING:
            sign = self._pop()
            right = self._sum()
            links.append(_compare(self._linear(left), sign, self._linear(right)))
            left = right
        return links[0] if len(links) == 1 else Joined("and", tuple(links))

    def _quantified(self, by: str) -> Statement:
        subject = self._name()
        denied = self._verb()
        if denied and by != "some":
            raise ToolInputError(
                f"{self._text!r}: all … are not … has two meanings; write no A are B or not (all A are B)",
                code="ambiguous",
            )
        return Quantified(cast("Quantifier", "some_not" if denied else by), subject, self._name())

    def _membership(self, thing: str) -> Statement:
        denied = self._verb()
        member = Member(thing, self._name())
        return Not(member) if denied else member

    def _verb(self) -> bool:
        """Takes ``is``, ``are``, ``is not`` and an article behind it; whether it denies."""
        if self._take("isn't"):
            denied = True
        elif self._take("is"):
            denied = self._take("not")
        else:
            raise self._unexpected()
        if (
            self._next == "name"
            and self._tokens[self._at][1].lower() in {"a", "an"}
            and self._follows("name")
        ):
            self._at += 1
        return denied

    # --- sums ---

    def _sum(self) -> _Value:
        found = self._product()
        while self._next in {"+", "-"}:
            sign = Fraction(1 if self._pop() == "+" else -1)
            found = self._linear(found).plus(self._linear(self._product()), sign)
        return found

    def _product(self) -> _Value:
        found = self._signed()
        while self._next in {"*", "/"} or (isinstance(found, Linear) and self._next == "name"):
            divided = self._take("/")
            if not divided:
                self._take("*")
            found = self._multiplied(self._linear(found), self._linear(self._signed()), divided=divided)
        return found

    def _multiplied(self, left: Linear, right: Linear, *, divided: bool) -> Linear:
        if divided and not right.terms:
            if not right.constant:
                raise ToolInputError(f"{self._text!r} divides by zero")
            return left.times(1 / right.constant)
        if divided or (left.terms and right.terms):
            raise ToolRefused(
                f"{self._text!r} is not linear: a variable is multiplied or divided by a variable",
                code="not_linear",
            )
        return left.times(right.constant) if left.terms else right.times(left.constant)

    def _signed(self) -> _Value:
        negative = False
        while self._next in {"-", "+"}:
            negative ^= self._pop() == "-"
        found = self._primary()
        return self._linear(found).times(Fraction(-1)) if negative else found

    def _primary(self) -> _Value:
        kind = self._next
        if kind == "name":
            return _Name(self._name())
        if kind == "number":
            return Linear((), Fraction(self._pop()))
        if kind in {"true", "false"}:
            self._at += 1
            return Truth(kind == "true")
        if kind != "(":
            raise self._unexpected()
        self._at += 1
        self._deeper()
        found = self._iff()
        self._depth -= 1
        if not self._take(")"):
            raise self._unexpected()
        return found

    # --- tokens ---

    @property
    def _next(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _follows(self, kind: str) -> bool:
        return self._at + 1 < len(self._tokens) and self._tokens[self._at + 1][0] == kind

    def _pop(self) -> str:
        kind, text = self._tokens[self._at]
        self._at += 1
        return text if kind in {"name", "number"} else kind

    def _take(self, kind: str) -> bool:
        found = self._next == kind
        self._at += found
        return found

    def _name(self) -> str:
        if self._next != "name":
            raise self._unexpected()
        return self._pop()

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise ToolLimit(f"a statement more than {_MAX_DEPTH} levels deep")

    def _unexpected(self) -> ToolInputError:
        found = repr(self._tokens[self._at][1]) if self._at < len(self._tokens) else "the end"
        return ToolInputError(f"unexpected {found} in {self._text[:80]!r}; long names go in quotation marks")

    def _statement(self, value: _Value) -> Statement:
        if isinstance(value, _Name):
            return Atom(value.text)
        if isinstance(value, Linear):
            raise ToolInputError(f"a number stands in {self._text[:80]!r} where a statement should")
        return value

    def _linear(self, value: _Value) -> Linear:
        if isinstance(value, _Name):
            return Linear(((value.text, Fraction(1)),))
        if isinstance(value, Linear):
            return value
        raise ToolInputError(f"a statement stands in {self._text[:80]!r} where a number should")


def _compare(left: Linear, sign: str, right: Linear) -> Statement:
    if sign in {">", ">="}:
        left, right, sign = right, left, sign.replace(">", "<")
    return Compared(left.plus(right, Fraction(-1)), cast("Sign", sign))
