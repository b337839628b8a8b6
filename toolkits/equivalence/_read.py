"""Reads the statement of an answer as typed values, the likeliest reading first."""

from __future__ import annotations

from collections.abc import Iterator

from toolkits import lazy_re as re
from toolkits.equivalence import _words as words
from toolkits.equivalence._amounts import amounts
from toolkits.equivalence._matrices import has_matrix, matrix_value, system_lines
from toolkits.equivalence._numbers import decimal_comma
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._scalars import scalar, scalar_or_words
from toolkits.equivalence._structures import as_tuple, infinite, measured_side, named_point, structure
from toolkits.equivalence._text import bare, split_outside
from toolkits.equivalence._values import (
    Choice,
    Combined,
    Equation,
    Group,
    Matrix,
    Named,
    Ratio,
    Scalar,
    Value,
    Word,
)
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Expression, Variable

MAX_DEPTH = 12
_AFTER_A_LABEL = re.compile(r"[-+*/^=<>!,;)∪∩]")
_EQUALS = re.compile("=")


def read_values(text: str, policy: Policy) -> tuple[Value, ...]:
    """The readings of ``text``, the whole of it, the likeliest first.

    Raises:
        ToolInputError: there is none; ``ambiguous`` where two are as likely.
    """
    return tuple(_Reader(policy).values(bare(text)))


class _Reader:
    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.depth = 0

    def values(self, text: str) -> list[Value]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ToolInputError("nested too deeply", code="limit")
        try:
            found = list(self._values(text))
        finally:
            self.depth -= 1
        if not found:
            raise ToolInputError(f"{text[:80]!r} can't be read", code="syntax")
        return found

    def value(self, text: str) -> Value:
        """The likeliest reading of a part."""
        if not text.strip():
            raise ToolInputError("a part is missing", code="empty")
        return self.values(text.strip())[0]

    def expression(self, text: str) -> Expression:
        """One expression, where nothing else will do."""
        found = scalar_or_words(text, self.policy)
        if not isinstance(found, Scalar):
            raise ToolInputError(f"{text[:60]!r} is not an expression", code="syntax")
        return found.expression

    def _values(self, text: str) -> Iterator[Value]:
        special = words.known(text) or infinite(text)
        if special:
            yield special
            return
        letter = words.choice(text)
        if letter:
            yield Word(letter.lower(), "choice")
            yield Scalar(Variable(letter))
            return
        label = words.labelled(text)
        if label and not _AFTER_A_LABEL.match(label[1] or "?"):
            yield Choice(label[0], tuple(self.values(label[1])) if label[1] else ())
            return
        lines = system_lines(text)
        if lines:
            yield Combined(tuple(map(self.value, lines)), (",",) * (len(lines) - 1))
            return
        if has_matrix(text):
            yield self._matrix(text)
            return
        yield from self._parts_or_leaf(text)

    def _parts_or_leaf(self, text: str) -> Iterator[Value]:
        several = structure(text, self)
        if several is not None:
            yield several
            yield from self._other_readings(text, several)
            return
        yield from self._leaves(text)
        yield from (point for rule in (as_tuple, named_point) if (point := rule(text, self)))

    def _other_readings(self, text: str, several: Value) -> Iterator[Value]:
        """``1,22`` is two numbers, or one; ``t = 5 s`` has a product, or a unit."""
        measured = measured_side(text) if isinstance(several, Equation) else None
        if measured:
            yield measured
        if isinstance(several, Group) and several.form == "list" and len(several.members) == 2:
            yield from (found for found in (decimal_comma(text), *amounts(text)) if found)

    def _matrix(self, text: str) -> Value:
        pieces = split_outside(text, _EQUALS)
        if len(pieces) == 2:
            return Named("".join(pieces[0][0].split()), self.value(pieces[1][0]))
        found = matrix_value(text, self.expression)
        return Matrix(found) if isinstance(found, tuple) else Scalar(found)

    def _leaves(self, text: str) -> Iterator[Value]:
        time = words.clock(text)
        if time:
            yield time
            if not time.half and text.count(":") == 1:
                yield Ratio(tuple(map(self.expression, text.split(":"))))
            return
        day = words.day(text)
        if day:
            yield day
            return
        measured = amounts(text)
        yield from measured
        try:
            yield scalar(text, self.policy) if measured else scalar_or_words(text, self.policy)
        except ToolkitError:
            if not measured:
                raise
        numeric = words.numeric_day(text)
        if numeric:
            yield numeric
