"""A row to check, and, apart from it, what is known about its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

Truth: TypeAlias = Literal["correct", "incorrect"]


class DataSetError(ValueError):
    """The data set can't be used; the message says what, where, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What a checker may know.

    Attributes:
        id: unique in a run.
        source: the data set.
        domain: the kind of task, "" where it is not said.
        question: what was asked; ``None`` makes the answer a document.
        answer: the text under test.
        data: tables and values that come with the question, by name: a JSON list of objects is a table.
    """

    id: str
    source: str
    domain: str = ""
    question: str | None = None
    answer: str = ""
    data: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What is known about a row's answer. Nothing before the scorer sees it.

    Attributes:
        id: of its row.
        truth: whether the final answer is right; ``None`` where nobody said.
        gold: the right answer.
        error_step: the first wrong step, counted from ``step_base``; ``None`` for none, or not said.
        step_base: the number of the first step.
        steps: the answer's steps as the source cut them.
        traced: the source judged the steps, so that no ``error_step`` means that all are right.
        error_kind: the kind of the mistake, in the source's words.
        extra: all else that the source says.
    """

    id: str
    truth: Truth | None = None
    gold: str | None = None
    error_step: int | None = None
    step_base: int = 1
    steps: Sequence[str] = ()
    traced: bool = False
    error_kind: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])


class Example(NamedTuple):
    """A row with its label, as a reader gives them."""

    row: Row
    label: Label


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that can't be read."""

    path: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"
