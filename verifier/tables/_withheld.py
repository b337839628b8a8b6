"""Data that no model may see: the last wall before a prompt goes out.

Prompts over private data are made without its values in the first place; this takes out what came back by
another way: in an answer, an error, a tool's output. It knows the cells, not what can be derived from them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, Final, Self

from toolkits import lazy_re as re
from verifier.tables._cells import CELL, json_text
from verifier.tables._variables import variables
from verifier.task import DataTable, Task

__all__ = ["MARK", "Withheld"]

#: What stands in place of a value.
MARK: Final = "[withheld]"
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.])[0-9][0-9,]*(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?(?![A-Za-z0-9_])")
_HTML: Final = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "'": "\\u0027"}


class Withheld:
    """Values that are taken out of texts.

    Args:
        cells: the values: JSON, at any depth.
        known: texts whose words are no secret: the question, the names of tables and columns.
    """

    def __init__(self, cells: Iterable[Any], known: Iterable[str] = ()) -> None:
        self._forms: dict[str, set[int]] = {}  # first character -> lengths of the forms that begin so
        self._texts: set[str] = set()
        self._numbers: set[Decimal] = set()
        self._said: set[str | Decimal] = set()
        self._known = [text for text in known if text]
        self.add(cells)

    @classmethod
    def of(cls, task: Task) -> Self:
        """The data of a task. What its question says itself is no secret, nor are names."""
        names = [name for v in variables(task) for name in (v.name, v.source)]
        tables = [*task.data]
        columns = [column for table in tables for column in table.columns]
        notes = [table.description for table in tables]
        return cls(
            [*(table.rows for table in tables), *task.values.values()],
            [task.question or "", *names, *columns, *notes],
        )

    def add(self, cells: Iterable[Any]) -> None:
        """Withhold these too: what a database gave."""
        for leaf in set(_leaves(cells)):
            number = _value(leaf)
            if number is not None:
                self._numbers.add(number)
            if number is None or not _NUMBER.fullmatch(leaf.strip().lstrip("-")):
                self._add_text(leaf.strip())
        for text in self._known:
            self.heard(text)

    def _add_text(self, stripped: str) -> None:
        for form in _forms(stripped):
            self._texts.add(form)
            self._forms.setdefault(form[0], set()).add(len(form))

    def heard(self, text: str) -> None:
        """A model, or the user, said this: to repeat it is to tell nothing."""
        self._said.update(found for _, _, found in self._found(text))

    def masked(self, text: str) -> str:
        """``text`` with a mark in place of each value, in any spelling: ``1,500`` is ``1500.0``."""
        parts, end = [], 0
        for start, stop, _ in self._found(text):
            parts += [text[end:start], MARK]
            end = stop
        return "".join([*parts, text[end:]])

    def _found(self, text: str) -> Iterator[tuple[int, int, str | Decimal]]:
        """Values in a text from left to right: where each starts and ends, and which it is."""
        lowered = _lower(text)
        numbers = {match.start(): match for match in _NUMBER.finditer(text)}
        at = 0
        while at < len(text):
            found = self._text_at(lowered, at) or self._number_at(numbers.get(at))
            if found is None:
                at += 1
                continue
            yield at, found[0], found[1]
            at = found[0]

    def _text_at(self, text: str, at: int) -> tuple[int, str] | None:
        lengths = self._forms.get(text[at])
        if lengths is None or _joins(text, at):
            return None
        for length in sorted(lengths, reverse=True):
            form = text[at : at + length]
            if form in self._texts and form not in self._said and not _joins(text, at + length):
                return at + length, form
        return None

    def _number_at(self, match: Any) -> tuple[int, Decimal] | None:
        if match is None:
            return None
        for text in (match[0], match[0].rstrip(",")):
            value = _value(text)
            if value is not None and value in self._numbers and value not in self._said:
                return match.start() + len(text), value
        return None


def _leaves(value: Any) -> Iterator[str]:
    """What a value holds, as text, keys included; booleans and missing cells say nothing."""
    if isinstance(value, DataTable):
        yield from _leaves(value.rows)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(key)
            yield from _leaves(item)
    elif isinstance(value, list | tuple | set | frozenset):
        for item in value:
            yield from _leaves(item)
    elif value is not None and not isinstance(value, bool):
        yield value if isinstance(value, str) else json_text(value)


def _forms(text: str) -> Iterator[str]:
    """The ways in which a prompt may spell a text, lower case: as it is, escaped, cut."""
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    as_html = "".join(_HTML.get(char, char) for char in escaped)
    spellings = {text, escaped, as_html, json.dumps(text)[1:-1], repr(text)[1:-1], *text.splitlines()}
    if re.match(r"\d{4}-\d\d-\d\dT00:00:00$", text):
        spellings.add(text[:10])
    for spelling in spellings:
        lowered = _lower(spelling).strip()
        if lowered:
            yield lowered
        if len(lowered) > CELL:
            yield lowered[:CELL]


def _joins(text: str, at: int) -> bool:
    """Whether a word of the Latin alphabet or a number goes on across a place."""
    return 0 < at < len(text) and _plain(text[at - 1]) and _plain(text[at])


def _plain(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char == "_")


def _lower(text: str) -> str:
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def _value(text: str) -> Decimal | None:
    """The number that a text is, without its sign."""
    try:
        value = Decimal(text.replace(",", "").strip())
        return abs(value).normalize() if value.is_finite() else None
    except ArithmeticError:
        return None
