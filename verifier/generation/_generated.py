"""What a generator is, and what it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from verifier.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """An answer that was made here, with the way to it.

    Attributes:
        answer: the text under test.
        generator: who made it: ``direct``, ``pot``, ``sql``, ``react``, or a name of yours.
        trace: JSON objects in order, each with a ``kind``: programs, outputs, thoughts, observations.
        files: plots that the program drew, as PNG by name; the trace has their digests, reports and journals
            leave them out.
        note: what a reader must know of it ("degraded to a direct answer: the program failed 3 times").
    """

    answer: str
    generator: str
    trace: tuple[Mapping[str, Any], ...] = ()
    note: str = ""
    files: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


class Generator(Protocol):
    """Answers a question.

    One that has an attribute ``trace``, the steps of its latest answer so far, leaves them in the report when
    it is interrupted; ``name`` is its name there.
    """

    async def __call__(self, task: Task, /) -> Generated:
        """Answer ``task.question``.

        Raises:
            ModelError: the model could not be asked, or its budget is spent; the run is interrupted.
        """
        ...
