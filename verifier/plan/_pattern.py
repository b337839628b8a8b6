r"""Regular expressions of a subset that always runs in linear time.

A pattern comes from a plan, and a plan is suspect: ``(a+)+b`` would hang Python's backtracking engine. This
one knows literals, ``.``, classes, ``\d \w \s`` and their opposites, groups, ``|`` and the repeats ``* + ?
{m,n}``; no back-references, no look-around, no flags. It is run as a set of states (K. Thompson, "Regular
expression search algorithm", CACM 11:6, 1968), so its cost is states times characters, counted.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

MAX_PATTERN = 500
MAX_STATES = 1_000
MAX_REPEAT = 500
MAX_GROUPS = 20
#: States visited while matching one text.
MAX_WORK = 2_000_000

_COUNT = re.compile(r"\{([0-9]{1,4})(,([0-9]{0,4}))?\}")
_CLASS = re.compile(r"\[\^?\]?(?:[^\]\\\[]|\\.)*\]", re.DOTALL)
_END = re.compile(r"(?<!\\)((?:\\\\)*)\$\Z")
_SET_OPERATION = re.compile(r"--|&&|\|\||~~")
_ESCAPES = frozenset("dDwWsSntr")

Test: TypeAlias = Callable[[str], object]


class PatternError(ValueError):
    """A pattern outside the subset; the message says where and why."""


class PatternLimit(Exception):  # noqa: N818  (a bound that was hit, not a fault)
    """Matching would cost more than :data:`MAX_WORK`."""


@dataclass(frozen=True, slots=True)
class _One:
    """One character that passes a test."""

    test: Test


@dataclass(frozen=True, slots=True)
class _Sequence:
    parts: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Either:
    options: tuple[_Node, ...]


@dataclass(frozen=True, slots=True)
class _Repeat:
    part: _Node
    least: int
    most: int | None


_Node: TypeAlias = _One | _Sequence | _Either | _Repeat


class _Parser:
    """Recursive descent; every refusal names its position."""

    def __init__(self, pattern: str) -> None:
        # The whole text must match anyway, so anchors at the pattern's ends say nothing new.
        self._text = _END.sub(r"\1", pattern.removeprefix("^"))
        self._at = 0
        self._groups = 0

    def parse(self) -> _Node:
        node = self._either()
        if self._at < len(self._text):
            raise self._error("an unopened ')'")
        return node

    def _error(self, what: str) -> PatternError:
        return PatternError(f"{what} at position {self._at} of the pattern")

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _either(self) -> _Node:
        options = [self._sequence()]
        while self._peek() == "|":
            self._at += 1
            options.append(self._sequence())
        return options[0] if len(options) == 1 else _Either(tuple(options))

    def _sequence(self) -> _Node:
        parts: list[_Node] = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated(self._atom()))
        return parts[0] if len(parts) == 1 else _Sequence(tuple(parts))

    def _repeated(self, atom: _Node) -> _Node:
        bounds = self._bounds()
        if bounds is None:
            return atom
        if self._peek() == "?":  # lazy: the same language
            self._at += 1
        if self._peek() in ("*", "+", "?") or _COUNT.match(self._text, self._at):
            raise self._error("a repeat of a repeat")
        return _Repeat(atom, *bounds)

    def _bounds(self) -> tuple[int, int | None] | None:
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        sign = self._peek()
        if sign in simple:
            self._at += 1
            return simple[sign]
        counted = _COUNT.match(self._text, self._at)
        return None if counted is None else self._counted(counted)

    def _counted(self, counted: re.Match[str]) -> tuple[int, int | None]:
        least = int(counted[1])
        most = least if counted[2] is None else int(counted[3]) if counted[3] else None
        if max(least, most or 0) > MAX_REPEAT or (most is not None and most < least):
            raise self._error(f"a repeat count outside 0..{MAX_REPEAT}, or downwards,")
        self._at = counted.end()
        return least, most

    def _atom(self) -> _Node:
        sign = self._peek()
        if sign == "(":
            return self._group()
        if sign == "[":
            return self._class()
        if sign == "\\":
            return self._escape()
        if sign in ("*", "+", "?", "^", "$"):
            raise self._error(f"a bare {sign!r} (write \\{sign} for the character)")
        self._at += 1
        return _One(_any_character) if sign == "." else _One(sign.__eq__)

    def _group(self) -> _Node:
        self._groups += 1
        if self._groups > MAX_GROUPS:
            raise self._error(f"more than {MAX_GROUPS} groups")
        self._at += 1
        if self._text.startswith("?:", self._at):
            self._at += 2
        elif self._peek() == "?":
            raise self._error("look-around, a named group or a flag")
        inner = self._either()
        if self._peek() != ")":
            raise self._error("an unclosed '('")
        self._at += 1
        return inner

    def _class(self) -> _Node:
        found = _CLASS.match(self._text, self._at)
        if found is None or _SET_OPERATION.search(found[0]):
            raise self._error("an unclosed or nested '[', or a set operation,")
        for escaped in re.findall(r"\\(.)", found[0], re.DOTALL):
            self._allowed(escaped)
        try:
            test = re.compile(found[0]).fullmatch
        except re.error as error:
            raise self._error(f"a class that cannot be read ({error.msg})") from None
        self._at = found.end()
        return _One(test)

    def _escape(self) -> _Node:
        sign = self._text[self._at + 1 : self._at + 2]
        self._allowed(sign)
        self._at += 2
        return _One(re.compile(f"\\{sign}").fullmatch)

    def _allowed(self, sign: str) -> None:
        if not sign or (sign.isalnum() and sign not in _ESCAPES):
            raise self._error(f"the escape '\\{sign}' (a back-reference or an unknown one)")


def _any_character(sign: str) -> bool:
    return sign != "\n"


class _Program:
    """States of the automaton: tests with their next state, and forks."""

    def __init__(self, node: _Node) -> None:
        self.tests: list[Test | None] = []
        self.next: list[list[int]] = []
        self.end = self._new(None)
        self.start = self._build(node, self.end)

    def _new(self, test: Test | None, *following: int) -> int:
        if len(self.tests) >= MAX_STATES:
            raise PatternError(f"the pattern needs more than {MAX_STATES} states")
        self.tests.append(test)
        self.next.append(list(following))
        return len(self.tests) - 1

    def _build(self, node: _Node, then: int) -> int:
        """The state that matches ``node`` and goes on to ``then``."""
        if isinstance(node, _One):
            return self._new(node.test, then)
        if isinstance(node, _Sequence):
            for part in reversed(node.parts):
                then = self._build(part, then)
            return then
        if isinstance(node, _Either):
            return self._new(None, *[self._build(option, then) for option in node.options])
        return self._repeat(node, then)

    def _repeat(self, node: _Repeat, then: int) -> int:
        if node.most is None:
            loop = self._new(None, then)
            self.next[loop].append(self._build(node.part, loop))
            then = loop
        else:
            last = then
            for _ in range(node.most - node.least):
                then = self._new(None, self._build(node.part, then), last)
        for _ in range(node.least):
            then = self._build(node.part, then)
        return then

    def closure(self, states: list[int]) -> set[int]:
        """The states reachable without reading a character."""
        reached: set[int] = set()
        waiting = states
        while waiting:
            state = waiting.pop()
            if state not in reached:
                reached.add(state)
                if self.tests[state] is None:
                    waiting.extend(self.next[state])
        return reached


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> Callable[[str], bool]:
    """A function that tells whether a whole text matches.

    Raises:
        PatternError: the pattern is outside the subset.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"a pattern of {len(pattern)} characters; at most {MAX_PATTERN}")
    program = _Program(_Parser(pattern).parse())
    return lambda text: _run(program, text)


def _run(program: _Program, text: str) -> bool:
    states, work = program.closure([program.start]), 0
    for sign in text:
        work += len(states)
        if work > MAX_WORK:
            raise PatternLimit(f"the pattern needs more than {MAX_WORK} comparisons on this text")
        following = [
            n
            for s in states
            if (test := program.tests[s]) is not None and test(sign)
            for n in program.next[s]
        ]
        if not following:
            return False
        states = program.closure(following)
    return program.end in states
