"""Finds phrases among a question's tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from verifier.planning.templates._phrases import Chain, Choice, Node, Parameter, Reference, Word
from verifier.planning.templates._tokens import Token

#: What a phrase found: ``(name, value)`` for each parameter (``@name`` for a built-in that only has to be the
#: same throughout), ``(name, True)`` for each group mentioned.
Found: TypeAlias = tuple[tuple[str, Any], ...]
#: Where a parameter may end when it starts at a token, with its value.
Slot: TypeAlias = Callable[[Sequence[Token], int], Iterator[tuple[int, Any]]]
#: Built-in references that name the same thing: Tom and Tom's.
_SAME_AS = {"owner": "name"}


@dataclass(frozen=True, slots=True)
class Grammar:
    """What phrases refer to, and an index of which alternatives can start with a word.

    Attributes:
        groups: reference name -> its phrases.
        marked: references whose mention is to be reported.
        same: references that must be said in the same words throughout.
    """

    groups: Mapping[str, Node]
    marked: frozenset[str]
    same: frozenset[str]
    _index: dict[int, tuple[dict[str, list[Node]], list[Node]]] = field(default_factory=dict)

    def alternatives(self, choice: Choice, word: str) -> Iterator[Node]:
        """The alternatives that can start with ``word``, those that can start with anything included."""
        indexed = self._index.get(id(choice))
        if indexed is None:
            indexed = self._index[id(choice)] = index_by_first_word(choice.parts, self.groups)
        yield from indexed[0].get(word, ())
        yield from indexed[1]


def index_by_first_word(
    nodes: Sequence[Node], groups: Mapping[str, Node]
) -> tuple[dict[str, list[Node]], list[Node]]:
    """Nodes by the word they start with, and those that can start with anything or be empty."""
    indexed: dict[str, list[Node]] = {}
    free: list[Node] = []
    for node in nodes:
        starts, empty = _starts(node, groups)
        if starts is None or empty:
            free.append(node)
            continue
        for word in starts:
            indexed.setdefault(word, []).append(node)
    return indexed, free


@dataclass(frozen=True, slots=True)
class Matcher:
    """Finds phrases among a question's tokens.

    Attributes:
        tokens: the question.
        slots: parameter name -> where it may end.
        grammar: what phrases refer to.
    """

    tokens: Sequence[Token]
    slots: Mapping[str, Slot]
    grammar: Grammar

    def ends(self, node: Node, at: int) -> Iterator[tuple[int, Found]]:
        """Every place where ``node`` may end when it starts at token ``at``, with what it found."""
        if isinstance(node, Word):
            if at < len(self.tokens) and self.tokens[at].text == node.text and self.tokens[at].kind == "word":
                yield at + 1, ()
        elif isinstance(node, Chain):
            yield from self._chain(node.parts, at)
        elif isinstance(node, Choice):
            if node.optional:
                yield at, ()
            if at < len(self.tokens):
                for part in self.grammar.alternatives(node, self.tokens[at].text):
                    yield from self.ends(part, at)
        elif isinstance(node, Parameter):
            for end, value in self.slots[node.name](self.tokens, at):
                yield end, ((node.name, value),)
        else:
            yield from self._reference(node.name, at)

    def _reference(self, name: str, at: int) -> Iterator[tuple[int, Found]]:
        if name in self.slots:
            for end, value in self.slots[name](self.tokens, at):
                yield end, ((f"@{_SAME_AS.get(name, name)}", value),)
            return
        for end, found in self.ends(self.grammar.groups[name], at):
            yield end, found + self._mark(name, at, end)

    def _mark(self, name: str, at: int, end: int) -> Found:
        if name in self.grammar.marked:
            return ((name, True),)
        if name in self.grammar.same:
            return ((f"@{name}", " ".join(token.text for token in self.tokens[at:end])),)
        return ()

    def _chain(self, parts: Sequence[Node], at: int) -> Iterator[tuple[int, Found]]:
        head, *tail = parts
        for middle, found in self.ends(head, at):
            if not tail:
                yield middle, found
                continue
            for end, more in self._chain(tail, middle):
                yield end, found + more


def _starts(node: Node, groups: Mapping[str, Node]) -> tuple[frozenset[str] | None, bool]:
    """(words, whether the node can be empty)."""
    if isinstance(node, Word):
        return frozenset({node.text}), False
    if isinstance(node, Parameter):
        return None, False
    if isinstance(node, Reference):
        return _starts(groups[node.name], groups) if node.name in groups else (None, False)
    if isinstance(node, Choice):
        return _union([_starts(part, groups) for part in node.parts], empty=node.optional)
    collected: frozenset[str] = frozenset()
    for part in node.parts:
        starts, empty = _starts(part, groups)
        if starts is None:
            return None, False
        collected |= starts
        if not empty:
            return collected, False
    return collected, True


def _union(
    parts: Sequence[tuple[frozenset[str] | None, bool]], *, empty: bool
) -> tuple[frozenset[str] | None, bool]:
    collected: frozenset[str] = frozenset()
    for starts, part_empty in parts:
        if starts is None:
            return None, empty
        collected |= starts
        empty = empty or part_empty
    return collected, empty


def needed_words(node: Node, groups: Mapping[str, Node]) -> frozenset[str]:
    """Words without which a phrase cannot be found: a cheap test before the search."""
    if isinstance(node, Word):
        return frozenset({node.text})
    if isinstance(node, Reference) and node.name in groups:
        return needed_words(groups[node.name], groups)
    if isinstance(node, Choice):
        if node.optional:
            return frozenset()
        return frozenset.intersection(*(needed_words(part, groups) for part in node.parts))
    if isinstance(node, Chain):
        return frozenset.union(*(needed_words(part, groups) for part in node.parts))
    return frozenset()


def all_words(nodes: Iterable[Node], groups: Mapping[str, Node]) -> frozenset[str]:
    """Every word that phrases may hold."""
    found: set[str] = set()
    entered: set[str] = set()
    stack = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, Word):
            found.add(node.text)
        elif isinstance(node, Chain | Choice):
            stack.extend(node.parts)
        elif isinstance(node, Reference) and node.name in groups and node.name not in entered:
            entered.add(node.name)
            stack.append(groups[node.name])
    return frozenset(found)
