"""Which generator fits a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkits.registry import Registry
from verifier.generation._generated import Generated, Generator
from verifier.llm import Session
from verifier.task import Task


def choose(task: Task, *, database: bool = False) -> str:
    """The generator for a question by what comes with it.

    ``sql`` where there is a database, ``pot`` where there are tables or values, else ``direct``.
    """
    if database:
        return "sql"
    return "pot" if task.data or task.values else "direct"


class AutoGenerator:
    """Leaves each question to the generator that :func:`choose` names.

    Args:
        session: the run's account at the gateway.
        registry: for the generator that is chosen.
    """

    def __init__(self, session: Session, registry: Registry) -> None:
        self._session = session
        self._registry = registry
        self._chosen: Generator | None = None

    @property
    def name(self) -> str:
        """Whose work it is."""
        return getattr(self._chosen, "name", "auto")

    @property
    def trace(self) -> Sequence[Mapping[str, Any]]:
        """The steps so far of the generator that was chosen."""
        return getattr(self._chosen, "trace", ())

    async def __call__(self, task: Task, /) -> Generated:
        """Answer the question; the result says who did.

        Raises:
            ModelError, UsageError: as the generator chosen.
        """
        from verifier.generation import named  # noqa: PLC0415  (it names this one too)

        self._chosen = chosen = named(choose(task), self._session, self._registry)
        return await chosen(task)
