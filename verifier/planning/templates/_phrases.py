"""The phrase language of templates, and how a phrase is found among a question's tokens.

``[x]`` may be left out, ``(a|b)`` is one of several, ``{name}`` is a parameter, ``<name>`` stands for the
phrases of a vocabulary entry; a backslash takes a bracket as it is. Everything else is a literal word
(English) or character (Chinese).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from toolkits import lazy_re as re
from verifier.planning.templates._tokens import words

_PIECE = re.compile(
    r"(?P<slot>\{[^{}]*\})|(?P<ref><[^<>]*>)|(?P<sign>[\[\]()|])|(?P<text>(?:[^\\\[\](){}<>|]+|\\.)+)|(?P<bad>.)"
)
_ESCAPE = re.compile(r"\\(.)")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_MAX_PHRASE = 600
_MAX_DEPTH = 8


class PhraseError(ValueError):
    """A phrase is not well formed; ``column`` says where, from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(message)
        self.column = column


@dataclass(frozen=True, slots=True)
class Word:
    """One word or character."""

    text: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter's place."""

    name: str


@dataclass(frozen=True, slots=True)
class Reference:
    """The phrases of a vocabulary entry or a group of the template."""

    name: str


@dataclass(frozen=True, slots=True)
class Chain:
    """Parts one after the other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several; with ``optional`` also none."""

    parts: tuple[Node, ...]
    optional: bool = False


Node: TypeAlias = Word | Parameter | Reference | Chain | Choice


def compile_phrase(text: str) -> Node:
    """Compile one phrase.

    Raises:
        PhraseError: brackets that don't pair, an empty phrase, a malformed name.
    """
    if len(text) > _MAX_PHRASE:
        raise PhraseError(f"the phrase is longer than {_MAX_PHRASE} characters", _MAX_PHRASE)
    reader = _Reader(text)
    node = reader.choice(None, 0)
    if reader.position < len(reader.pieces):
        raise PhraseError("a bracket closes that was not opened", reader.column)
    return node


class _Reader:
    """A recursive-descent reader of one phrase."""

    def __init__(self, text: str) -> None:
        self.pieces = [m for m in _PIECE.finditer(text) if not m["text"] or m["text"].strip()]
        self.position = 0
        self._length = len(text)

    @property
    def column(self) -> int:
        at_end = self.position >= len(self.pieces)
        return self._length + 1 if at_end else self.pieces[self.position].start() + 1

    def choice(self, closing: str | None, depth: int, *, optional: bool = False) -> Node:
        if depth > _MAX_DEPTH:
            raise PhraseError("brackets are nested too deeply", self.column)
        parts = [self._sequence(closing, depth)]
        while self._sign() == "|":
            self.position += 1
            parts.append(self._sequence(closing, depth))
        if closing and self._sign() != closing:
            raise PhraseError(f"{closing!r} is missing", self.column)
        self.position += bool(closing)
        return parts[0] if len(parts) == 1 and not optional else Choice(tuple(parts), optional)

    def _sign(self) -> str:
        return (self.pieces[self.position]["sign"] or "") if self.position < len(self.pieces) else ""

    def _sequence(self, closing: str | None, depth: int) -> Node:
        parts: list[Node] = []
        while self.position < len(self.pieces) and self._sign() not in {"|", closing or "\0", ")", "]"}:
            parts += self._part(depth)
        if not parts:
            raise PhraseError("an empty phrase or alternative", self.column)
        return parts[0] if len(parts) == 1 else Chain(tuple(parts))

    def _part(self, depth: int) -> list[Node]:
        piece = self.pieces[self.position]
        if piece["bad"]:
            raise PhraseError(f"{piece['bad']!r} stands alone", self.column)
        if piece["slot"] or piece["ref"]:
            return [self._named(piece)]
        self.position += 1
        if piece["sign"]:
            opening = piece["sign"]
            return [self.choice(")" if opening == "(" else "]", depth + 1, optional=opening == "[")]
        return [Word(word) for word in words(_ESCAPE.sub(r"\1", piece["text"]))]

    def _named(self, piece: re.Match[str]) -> Node:
        name = piece[0][1:-1].strip()
        if not _NAME.fullmatch(name):
            raise PhraseError(f"{name!r} is not a name (lower-case letters, digits, _)", self.column)
        self.position += 1
        return Parameter(name) if piece["slot"] else Reference(name)


def names(node: Node) -> list[Parameter | Reference]:
    """Every parameter and reference of a phrase, not following references."""
    found: list[Parameter | Reference] = []
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, Parameter | Reference):
            found.append(part)
        elif isinstance(part, Chain | Choice):
            stack.extend(reversed(part.parts))
    return found
