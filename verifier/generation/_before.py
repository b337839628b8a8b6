"""What a prompt says of the turns before: questions, answers, and the last code that worked."""

from __future__ import annotations

from typing import TypedDict

from verifier.task import Task

#: Characters of one earlier question or answer, and of the code, that a prompt shows.
_TEXT = 1_000
_CODE = 6_000


class Before(TypedDict):
    """For the templates; each is "" where there is none."""

    earlier: str
    code: str


def before(task: Task) -> Before:
    """The conversation before a task, oldest first, and the code of its last turn that had any."""
    said = [f"Q: {_cut(turn.question)}\nA: {_cut(turn.answer)}" for turn in task.earlier]
    code = next((turn.code for turn in reversed(task.earlier) if turn.code), "")
    return Before(earlier="\n\n".join(said), code=code if len(code) <= _CODE else "")


def _cut(text: str) -> str:
    return text if len(text) <= _TEXT else f"{text[:_TEXT]}…"
