"""Bounds of one run: every loop ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one run.

    Attributes:
        corrections: corrections after the first answer.
        deadline_s: wall clock for the whole run, seconds; ``None`` for none. It is the backstop: tools bound
            themselves by counted operations.
        plan_steps: steps of one plan; a longer one is not run.
        tool_calls: tool calls of the whole run; steps beyond are ``undecided: budget``.
        output_bytes: canonical JSON of one tool output; a longer one is ``undecided: limit`` and not kept.

    Raises:
        ValueError: a bound is negative, or a deadline is zero or less.
    """

    corrections: int = 3
    deadline_s: float | None = None
    plan_steps: int = 2_000
    tool_calls: int = 10_000
    output_bytes: int = 1_000_000

    def __post_init__(self) -> None:
        if min(self.corrections, self.plan_steps, self.tool_calls, self.output_bytes) < 0:
            raise ValueError(f"a bound of a run cannot be negative: {self}")
        if self.deadline_s is not None and not self.deadline_s > 0:
            raise ValueError(f"a deadline lies ahead: {self.deadline_s} s does not")
