"""Bounds of one run: every loop ends."""

from __future__ import annotations

from dataclasses import dataclass, fields

from verifier.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one run.

    Attributes:
        corrections: corrections after the first answer.
        deadline_s: wall clock for the whole run, seconds; ``None`` for none. It is the backstop: tools bound
            themselves by counted operations. Heavy tools and async planners and correctors are cut off when
            it passes. A sync planner or corrector, reading an answer and a light tool come to their own end:
            then the run ends, and what a planner or corrector said too late is not used.
        plan_steps: steps of one plan; a longer one is not run.
        tool_calls: tool calls of the whole run; steps beyond are ``undecided: budget``.
        output_bytes: canonical JSON of one tool output; a longer one is ``undecided: limit`` and not kept.

    Raises:
        UsageError: a bound is no number or negative, or a deadline is zero or less.
    """

    corrections: int = 3
    deadline_s: float | None = None
    plan_steps: int = 2_000
    tool_calls: int = 10_000
    output_bytes: int = 1_000_000

    def __post_init__(self) -> None:
        for bound in fields(self):
            _check(bound.name, getattr(self, bound.name))


def _check(name: str, value: object) -> None:
    if name == "deadline_s":
        _check_deadline(value)
    elif not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"Limits({name}={value!r}): a whole number is needed")
    elif value < 0:
        raise UsageError(f"Limits({name}={value!r}): a bound of a run cannot be negative")


def _check_deadline(value: object) -> None:
    if value is None:
        return
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise UsageError(f"Limits(deadline_s={value!r}): seconds are needed, or None")
    if not value > 0:
        raise UsageError(f"Limits(deadline_s={value!r}): a deadline lies ahead")
