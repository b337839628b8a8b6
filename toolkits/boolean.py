"""The ``boolean`` tool: the value of an expression of truth constants, by its own small parser.

Precedence is Python's: ``not`` binds tighter than ``and``, ``and`` tighter than ``xor``, ``xor`` tighter than
``or``.
"""

from __future__ import annotations

import unicodedata
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit

_MAX_TOKENS = 2_000
_MAX_DEPTH = 100

_TOKEN = re.compile(
    r"\s*(?:(?P<word>[a-z]+)|(?P<zh>并且|或者|不是|真|假|非|且|与|和|或)|(?P<sign>&&?|\|\|?|[!~¬∧∨⊕^()\[\]{}]))",
    re.IGNORECASE,
)
_KIND = {
    "true": "true", "真": "true", "⊤": "true",
    "false": "false", "假": "false",
    "not": "not", "!": "not", "~": "not", "¬": "not", "非": "not", "不是": "not",
    "and": "and", "&": "and", "&&": "and", "∧": "and", "且": "and", "并且": "and", "与": "and", "和": "and",
    "or": "or", "|": "or", "||": "or", "∨": "or", "或": "or", "或者": "or",
    "xor": "xor", "⊕": "xor", "^": "xor",
    "(": "(", "[": "(", "{": "(", ")": ")", "]": ")", "}": ")",
}  # fmt: skip
_CLOSER = {"(": ")", "[": "]", "{": "}"}


def boolean(expression: str) -> dict[str, Any]:
    """The truth value of an expression of truth constants, not, and, or, xor and brackets.

    Args:
        expression: such as ``not ( True and False ) or True`` or ``非 真 或 假``; the signs
            ``! ~ & | ^ ¬ ∧ ∨`` are read too. The whole text must be one.

    Returns:
        ``{"value": true | false}``.

    Raises:
        ToolInputError: something in the text is not part of such an expression.
        ToolLimit: more than 2,000 symbols, or brackets more than 100 deep.
    """
    return {"value": _Parser(_tokens(expression)).whole()}


def _tokens(text: str) -> list[tuple[str, str]]:
    text = unicodedata.normalize("NFKC", text)
    tokens: list[tuple[str, str]] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        kind = _KIND.get(match[0].strip().lower()) if match else None
        if match is None or kind is None:
            raise ToolInputError(
                f"{text[at : at + 20].strip()!r} at {at} is not part of a boolean expression"
            )
        tokens.append((kind, match[0].strip()))
        at = match.end()
    if len(tokens) > _MAX_TOKENS:
        raise ToolLimit(f"{len(tokens)} symbols; at most {_MAX_TOKENS}")
    return tokens


class _Parser:
    """Recursive descent; evaluates as it reads."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0

    def whole(self) -> bool:
        value = self._any_of()
        if self._at < len(self._tokens):
            raise ToolInputError(f"unexpected {self._tokens[self._at][1]!r}")
        return value

    def _any_of(self) -> bool:
        value = self._odd_of()
        while self._take("or"):
            value = self._odd_of() or value
        return value

    def _odd_of(self) -> bool:
        value = self._all_of()
        while self._take("xor"):
            value = self._all_of() != value
        return value

    def _all_of(self) -> bool:
        value = self._negation()
        while self._take("and"):
            value = self._negation() and value
        return value

    def _negation(self) -> bool:
        flips = 0
        while self._take("not"):
            flips += 1
        return self._atom() != bool(flips % 2)

    def _atom(self) -> bool:
        kind, text = self._tokens[self._at] if self._at < len(self._tokens) else ("end", "the end")
        self._at += 1
        if kind in ("true", "false"):
            return kind == "true"
        if kind != "(":
            raise ToolInputError(f"expected True, False or a bracket, found {text!r}")
        return self._group(_CLOSER[text])

    def _group(self, closer: str) -> bool:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise ToolLimit(f"brackets more than {_MAX_DEPTH} deep")
        value = self._any_of()
        if self._at >= len(self._tokens) or self._tokens[self._at][1] != closer:
            raise ToolInputError(f"expected {closer!r}")
        self._at += 1
        self._depth -= 1
        return value

    def _take(self, kind: str) -> bool:
        found = self._at < len(self._tokens) and self._tokens[self._at][0] == kind
        self._at += found
        return found
