"""Which rows a question says to keep, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias, cast

from toolkits.errors import ToolInputError

Operator: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]
Join: TypeAlias = Literal["and", "or"]
Row: TypeAlias = Mapping[str, Fraction | None]

NEGATED: dict[Operator, Operator] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_OTHER_JOIN: dict[Join, Join] = {"and": "or", "or": "and"}


@dataclass(frozen=True, slots=True)
class Condition:
    """``column operator value``.

    ``open_end``: the question does not say on which side the value itself falls.
    """

    column: str
    operator: Operator
    value: Fraction
    open_end: bool = False

    def negated(self) -> Condition:
        """The condition that holds exactly when this one does not."""
        return Condition(self.column, NEGATED[self.operator], self.value, self.open_end)

    def holds(self, value: Fraction) -> bool:
        """Whether a value meets the condition."""
        left, right = value, self.value
        return {
            "<": left < right, "<=": left <= right, ">": left > right,
            ">=": left >= right, "==": left == right, "!=": left != right,
        }[self.operator]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Predicate:
    """The rows to keep: those that meet all (``and``) or any (``or``) of the conditions."""

    keep: tuple[Condition, ...]
    join: Join = "and"

    def negated(self) -> Predicate:
        """The predicate that keeps exactly the other rows."""
        join = _OTHER_JOIN[self.join] if len(self.keep) > 1 else self.join
        return Predicate(tuple(condition.negated() for condition in self.keep), join)

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that it reads, in order."""
        return tuple(dict.fromkeys(condition.column for condition in self.keep))

    def keeps(self, row: Row) -> bool | None:
        """Whether to keep the row.

        ``None`` when the question is silent on it (a missing value, an open end).
        """
        truths = [self._truth(condition, row) for condition in self.keep]
        decisive = self.join == "or"
        if decisive in truths:
            return decisive
        return None if None in truths else not decisive

    def _truth(self, condition: Condition, row: Row) -> bool | None:
        value = row[condition.column]
        if value is None or (condition.open_end and value == condition.value):
            return None
        return condition.holds(value)

    def as_data(self) -> dict[str, Any]:
        """The predicate as JSON: ``{"keep": [["Age", ">=", "0"], …], "join": "and"}``.

        ``open_ends`` lists the ``[column, value]`` that the question leaves open.
        """
        data: dict[str, Any] = {
            "keep": [[c.column, c.operator, number_text(c.value)] for c in self.keep],
            "join": self.join,
        }
        ends = [[c.column, number_text(c.value)] for c in self.keep if c.open_end]
        return {**data, "open_ends": ends} if ends else data


def number_text(value: Fraction) -> str:
    """A rational as decimal text, or as ``p/q`` when it has no finite decimal form."""
    if value.denominator == 1:
        return str(value.numerator)
    for places in range(1, 30):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return f"{value.numerator}/{value.denominator}"


def from_data(data: Mapping[str, Any]) -> Predicate:
    """The predicate that :meth:`Predicate.as_data` wrote. Raises :class:`ToolInputError`."""
    try:
        ends = {(str(column), Fraction(value)) for column, value in data.get("open_ends", ())}
        keep = tuple(
            Condition(
                str(column), _operator(operator), Fraction(value), (str(column), Fraction(value)) in ends
            )
            for column, operator, value in data["keep"]
        )
        join = data.get("join", "and")
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise ToolInputError(
            f'a predicate is {{"keep": [[column, operator, number], …]}}: {error}'
        ) from error
    if join not in _OTHER_JOIN or not keep:
        raise ToolInputError('a predicate has at least one condition and "join" is "and" or "or"')
    return Predicate(keep, cast("Join", join))


def _operator(text: object) -> Operator:
    if text not in NEGATED:
        raise ValueError(f"{text!r} is no comparison")
    return text
