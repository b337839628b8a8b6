"""Explains a whole question by a template's phrases, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from verifier.planning.templates._gate import Gate
from verifier.planning.templates._kinds import KINDS, Given, owner
from verifier.planning.templates._matching import (
    Found,
    Grammar,
    Matcher,
    Slot,
    all_words,
    index_by_first_word,
    needed_words,
)
from verifier.planning.templates._phrases import Choice, Node, Reference
from verifier.planning.templates._schema import Template, Vocabulary
from verifier.planning.templates._tokens import Token

_MAX_STATES = 6000
_FILLER = "filler"
_ALL = "?"
#: Kinds that a question may repeat, as long as it says the same.
_REPEATABLE = frozenset({"name", "unit", "word"})


@dataclass(frozen=True, slots=True)
class Assignment:
    """One reading of a question: what it gives and what it asks."""

    given: Mapping[str, Given]
    asked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """How far a reading has come. ``marks`` are the groups mentioned and the parts asked."""

    at: int
    given: tuple[tuple[str, Given], ...]
    marks: frozenset[str]


class LanguageForm:
    """A template's phrases of one language, ready to be matched."""

    def __init__(self, template: Template, language: str, vocabulary: Vocabulary) -> None:
        self.template = template
        self.language = language
        self._own = {name: Choice(by[language]) for name, by in template.must.items() if language in by}
        asks = {f"?{a.part}": Choice(a.ask[language]) for a in template.answers if language in a.ask}
        if language in template.ask_all:
            asks[_ALL] = Choice(template.ask_all[language])
        self._asks = frozenset(asks)
        helpers = {name: Choice(by[language]) for name, by in template.groups.items() if language in by}
        groups: dict[str, Node] = {**vocabulary.groups[language], **helpers, **self._own, **asks}
        self._grammar = Grammar(groups, frozenset(self._own) | self._asks, vocabulary.same)
        self._phrases: tuple[Node, ...] = (
            *template.says.get(language, ()),
            *(Reference(name) for name in (*self._own, *asks)),
            vocabulary.groups[language][_FILLER],
        )

    def gate(self) -> Gate | None:
        """The test that a question must pass first; ``None`` when the template does not speak this language.

        It speaks it when it can ask, and can say all that it must.
        """
        if not self._asks or len(self._own) < len(self.template.must):
            return None
        groups = self._grammar.groups
        asks = [_needs(groups[name], groups) for name in sorted(self._asks)]
        return Gate(
            known=self._known(),
            asks=tuple(chain.from_iterable(asks)),
            musts=tuple(_needs(choice, groups) for choice in self._own.values()),
        )

    def _known(self) -> frozenset[str]:
        specs = self.template.parameters.values()
        spoken = (node for spec in specs for node, _ in spec.words.get(self.language, ()))
        return all_words((*self._phrases, *spoken), self._grammar.groups)

    @cached_property
    def _by_first_word(self) -> tuple[dict[str, list[Node]], list[Node]]:
        return index_by_first_word(self._phrases, self._grammar.groups)

    def read(self, tokens: Sequence[Token]) -> list[Assignment]:
        """Every different reading that explains all tokens; [] also when the search gets too long."""
        matcher = self._matcher(tokens)
        start = _State(0, (), frozenset())
        stack, seen = [start], {start}
        found: dict[tuple[Any, ...], Assignment] = {}
        while stack:
            state = stack.pop()
            if state.at == len(tokens):
                assignment = self._assignment(state)
                if assignment:
                    found[(tuple(assignment.given.items()), assignment.asked)] = assignment
                continue
            for following in self._steps(matcher, state):
                if following not in seen:
                    seen.add(following)
                    stack.append(following)
            if len(seen) > _MAX_STATES:
                return []
        return list(found.values())

    def _steps(self, matcher: Matcher, state: _State) -> Iterator[_State]:
        indexed, free = self._by_first_word
        for phrase in (*indexed.get(matcher.tokens[state.at].text, ()), *free):
            for end, found in matcher.ends(phrase, state.at):
                following = self._after(state, end, found) if end > state.at else None
                if following:
                    yield following

    def _after(self, state: _State, end: int, found: Found) -> _State | None:
        given = dict(state.given)
        marks = set(state.marks)
        for name, value in found:
            if value is True:
                marks.add(name)
            elif name not in given:
                given[name] = value
            elif not self._repeats(name, given[name], value):
                return None
        return _State(end, tuple(sorted(given.items(), key=lambda item: item[0])), frozenset(marks))

    def _repeats(self, name: str, before: Given | str, now: Given | str) -> bool:
        if isinstance(before, str) or isinstance(now, str):
            return before == now
        spec = self.template.parameters.get(name)
        repeatable = spec is None or spec.kind in _REPEATABLE
        return repeatable and (before.value, before.unit, before.text) == (now.value, now.unit, now.text)

    def _assignment(self, state: _State) -> Assignment | None:
        everything = _ALL in state.marks
        asked = tuple(a.part for a in self.template.answers if everything or f"?{a.part}" in state.marks)
        if not asked or not self._own.keys() <= state.marks:
            return None
        return Assignment({name: value for name, value in state.given if name[0] != "@"}, asked)

    def _matcher(self, tokens: Sequence[Token]) -> Matcher:
        slots: dict[str, Slot] = {
            "asked_unit": KINDS["unit"],
            "pi": KINDS["number"],
            "name": KINDS["name"],
            "owner": owner,
            "number": KINDS["number"],
        }
        matcher = Matcher(tokens, slots, self._grammar)
        for name, spec in self.template.parameters.items():
            slots[name] = self._word_slot(name, matcher) if spec.kind == "word" else KINDS[spec.kind]
        return matcher

    def _word_slot(self, name: str, matcher: Matcher) -> Slot:
        pairs = self.template.parameters[name].words.get(self.language, ())

        def read(_tokens: Sequence[Token], at: int) -> Iterator[tuple[int, Given]]:
            for node, value in pairs:
                for end, _ in matcher.ends(node, at):
                    yield end, Given(value=value)

        return read


def _needs(node: Node, groups: Mapping[str, Node]) -> tuple[frozenset[str], ...]:
    """For each phrase of a group, the words that it needs."""
    parts = node.parts if isinstance(node, Choice) and not node.optional else (node,)
    return tuple(needed_words(part, groups) for part in parts)
