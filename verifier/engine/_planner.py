"""What a planner is, and how one is asked."""

from __future__ import annotations

from collections.abc import Awaitable
from inspect import isawaitable, signature
from typing import Any, Protocol

from verifier.plan import Plan
from verifier.task import Task


class Planner(Protocol):
    """Writes the plan for an answer; may be a coroutine function.

    When a weak plan is sent back, a planner that has a parameter ``feedback`` is given the reasons, as a
    tuple of sentences.
    """

    def __call__(self, task: Task, answer: str, attempt: int, /) -> Plan | Awaitable[Plan]:
        """Plan the checks of ``answer``, the attempt of that number (from 1)."""
        ...


def asked(
    planner: Planner, task: Task, answer: str, attempt: int, feedback: tuple[str, ...] = ()
) -> Plan | Awaitable[Plan]:
    """What a planner gives back; it hears why its last plan was weak, if it wants to."""
    extra: dict[str, Any] = {"feedback": feedback} if feedback and _takes_feedback(planner) else {}
    return planner(task, answer, attempt, **extra)


async def planned(
    planner: Planner, task: Task, answer: str, attempt: int, feedback: tuple[str, ...] = ()
) -> Plan:
    """The plan of a planner that another planner asks.

    Raises:
        PlanError, ModelError: as that planner.
    """
    plan = asked(planner, task, answer, attempt, feedback)
    return await plan if isawaitable(plan) else plan


def _takes_feedback(planner: Planner) -> bool:
    try:
        return "feedback" in signature(planner).parameters
    except (TypeError, ValueError):
        return False
