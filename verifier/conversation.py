"""Questions that follow each other: the last turns are told to the models, and the last code goes on.

::

    talk = Conversation(data={"sales": frame}, gateway=gateway)
    talk.ask("What is the revenue of the north?")
    talk.ask("And of the south?")      # sees the question, the answer and the program before
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Unpack

from verifier._api import Data, Options, aask_task, ask_task, conversation_task
from verifier.errors import UsageError
from verifier.task import Exchange, Task

if TYPE_CHECKING:
    from verifier.generation import Generated, Generator, Recipe
    from verifier.records import Report

__all__ = ["Conversation"]

#: Messages that are remembered: a question and its answer are two.
MEMORY = 6


class Conversation:
    """Asks one question after the other, each with the memory of the last ones.

    Each answer is checked on its own, against its own question.

    Args:
        generator: as :func:`verifier.ask` has it.
        data: for all the questions.
        memory: messages that are remembered; a question and its answer are two. 0 remembers nothing.
        options: see :class:`verifier.Options`.

    Raises:
        UsageError: ``memory`` is negative.
    """

    def __init__(
        self,
        *,
        generator: Generator | Recipe | str = "auto",
        data: Data | None = None,
        memory: int = MEMORY,
        **options: Unpack[Options],
    ) -> None:
        if memory < 0:
            raise UsageError(f"memory={memory}: a number of messages can't be negative")
        self._generator = generator
        self._data = data if data is None or isinstance(data, Mapping) else tuple(data)
        self._memory = memory // 2
        self._options = options
        self._turns: list[Exchange] = []
        self._asked = 0

    @property
    def turns(self) -> tuple[Exchange, ...]:
        """What is remembered, oldest first."""
        return tuple(self._turns)

    def ask(self, question: str) -> Report:
        """Have the next question answered and checked, as :func:`verifier.ask` does."""
        report = ask_task(self._task(question), generator=self._generator, **self._options)
        return self._remembered(question, report)

    async def aask(self, question: str) -> Report:
        """:meth:`ask` inside an event loop."""
        report = await aask_task(self._task(question), generator=self._generator, **self._options)
        return self._remembered(question, report)

    def forget(self) -> None:
        """Begin anew."""
        self._turns.clear()

    def _task(self, question: str) -> Task:
        self._asked += 1
        return conversation_task(str(self._asked), question, self._data, self.turns)

    def _remembered(self, question: str, report: Report) -> Report:
        """Remember a turn; one that ended without an answer is none."""
        answer = report.final_answer
        if answer and self._memory:
            code = _code(report.generation) or next((t.code for t in reversed(self._turns) if t.code), "")
            self._turns = [*self._turns, Exchange(question=question, answer=answer, code=code)][
                -self._memory :
            ]
        return report


def _code(made: Generated | None) -> str:
    """The program or query whose output became the answer, "" where none did."""
    kind = None if made is None or made.note.startswith("degraded") else _KINDS.get(made.generator)
    codes = [str(step["code"]) for step in made.trace if step["kind"] == kind] if made is not None else []
    return codes[-1] if codes else ""


#: Generator -> the kind of step that holds its code; the last one is the one that worked.
_KINDS = {"pot": "program", "sql": "query"}
