"""Structured replies: what is asked for, and how a model's text becomes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from verifier.errors import ModelError, PlanError
from verifier.llm._request import Schema
from verifier.plan import extract_json

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """A kind of structured reply.

    Attributes:
        schema: sent to servers that take one; within strict mode's subset.
        read: decoded JSON -> the value; raises :class:`PlanError` with the path of what is wrong.

    Raises:
        ModelError: the schema is outside strict mode's subset; the message names each place.
    """

    schema: Schema
    read: Callable[[Any], T]

    def __post_init__(self) -> None:
        faults = self.schema.faults
        if faults:
            raise ModelError(f"the schema {self.schema.name} is outside strict mode: {'; '.join(faults)}")

    def parse(self, text: str) -> T:
        """The last JSON object of ``text`` that fits.

        Raises:
            PlanError: none does; the error is that of the likeliest candidate.
        """
        fitting: list[tuple[Any, T]] = []

        def fits(value: Any) -> None:
            if not isinstance(value, dict):
                raise PlanError("$", "an object is wanted")
            fitting.append((value, self.read(value)))

        chosen = extract_json(text, accept=fits).value
        return next(read for value, read in fitting if value is chosen)


def unfinished(text: str) -> bool:
    """Whether JSON in ``text`` was begun and never closed: a reply cut off, rather than a bad one."""
    depth, quoted, escaped = 0, False, False
    for char in text[text.find("{") :] if "{" in text else "":
        if quoted:
            quoted, escaped = (escaped or char != '"'), (char == "\\" and not escaped)
        elif char == '"':
            quoted = True
        else:
            depth += (char in "{[") - (char in "}]")
    return depth > 0 or quoted
