"""Direct answers: the model reasons in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from toolkits.registry import Registry
from verifier.generation._before import before
from verifier.generation._generated import Generated
from verifier.llm import Session
from verifier.prompts import language_of, render
from verifier.tables import described, variables
from verifier.task import Task

#: Rows of each table that the model sees: all that it has to answer from.
ROWS = 40


def shown_rows(session: Session, rows: int) -> int:
    """Rows of each table that a prompt may show."""
    return rows if session.withheld is None else 0


class DirectGenerator:
    """Has the generator model think step by step and state an answer.

    Args:
        session: the run's account at the gateway.
        registry: not used; every generator of ours is made with the same arguments.
        rows: rows of each table that the prompt shows; 0 keeps every value of the data out of it.
    """

    def __init__(self, session: Session, registry: Registry | None = None, *, rows: int = ROWS) -> None:
        del registry
        self._session = session
        self._rows = rows

    async def __call__(self, task: Task, /) -> Generated:
        """Answer the question.

        Raises:
            ModelError: the model could not be asked, declined, or broke off.
        """
        language = language_of(task.question)
        data = described(variables(task), language, rows=shown_rows(self._session, self._rows))
        prompt = render("direct", language, question=task.question or "", data=data, **before(task))
        reply = await self._session.complete("generator", prompt.messages())
        step: Mapping[str, Any] = {
            "kind": "reply", "text": reply.raw, "prompt": prompt.version,
            "model": self._session.settings("generator").model,
        }  # fmt: skip
        return Generated(answer=reply.text.strip(), generator="direct", trace=(step,))
