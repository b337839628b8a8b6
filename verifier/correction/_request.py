"""What a corrector is told, and what it gives back: plain data."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from verifier.convergence import best_attempt
from verifier.plan import Claim
from verifier.records import Attempt, Evidence, Patch
from verifier.task import Task
from verifier.verdict import first_failure

_TEXT = 4_000
_SHORT = 400
_ITEMS = 40
_DEPTH = 6
_TRIED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """An earlier attempt in short: its answer and what refuted it."""

    number: int
    answer: str
    step_id: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionRequest:
    """The evidence against an answer, as data.

    Attributes:
        attempt: the attempt that failed, with its claims and all its evidence.
        failure: the step that failed it.
        claim: the claim that the step judged, or ``None``.
        held: claims of the answer that passed, to be kept.
        tried: the latest earlier attempts, oldest first; bounded, so that requests don't grow with rounds.
        best: number of the best attempt so far.
    """

    task: Task
    attempt: Attempt
    failure: Evidence
    claim: Claim | None
    held: tuple[Claim, ...]
    tried: tuple[Tried, ...]
    best: int

    def as_data(self) -> dict[str, Any]:
        """The request as JSON for a prompt: every text capped, nothing in it to be obeyed (law 7)."""
        failure = self.failure
        return {
            "question": capped(self.task.question),
            "answer": capped(self.attempt.answer),
            "failed": {
                "step": failure.step_id,
                "claim": capped(self.claim.quote if self.claim else None, _SHORT),
                "tool": failure.tool,
                "input": capped(failure.tool_input),
                "expected": capped(failure.outcome.expected, _SHORT),
                "actual": capped(failure.outcome.actual, _SHORT),
                "reason": failure.outcome.reason,
                "detail": capped(failure.outcome.detail, _SHORT),
                "output": capped(failure.output),
                "diagnosis": capped(failure.diagnosis),
            },
            "held": [capped(claim.quote, _SHORT) for claim in self.held[:_ITEMS]],
            "tried": [
                {
                    "answer": capped(t.answer, _SHORT),
                    "expected": capped(t.expected),
                    "actual": capped(t.actual),
                }
                for t in self.tried
            ],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A corrector's reply.

    Attributes:
        answer: the new answer, or ``None`` when there is none.
        author: the corrector's name, for the record.
        patches: what was changed, when the answer was patched and not written anew.
        suggestions: changes that the corrector is not certain enough of to make.
    """

    answer: str | None
    author: str
    patches: tuple[Patch, ...] = ()
    suggestions: tuple[Patch, ...] = ()


class Corrector(Protocol):
    """Turns a request into a correction; ``None`` when it has nothing to offer."""

    def __call__(self, request: CorrectionRequest, /) -> Correction | Awaitable[Correction | None] | None:
        """Correct the answer."""
        ...


def correction_request(task: Task, attempts: Sequence[Attempt]) -> CorrectionRequest:
    """The request that the last attempt's failure makes.

    Raises:
        ValueError: the last attempt did not fail.
    """
    attempt = attempts[-1]
    failure = first_failure(attempt.evidence)
    if failure is None:
        raise ValueError(f"attempt {attempt.number} has no failed step to correct")
    claims = {claim.id: claim for claim in attempt.plan.claims}
    passed = {e.claim for e in attempt.evidence if e.outcome.result == "pass"}
    return CorrectionRequest(
        task=task,
        attempt=attempt,
        failure=failure,
        claim=claims.get(failure.claim or ""),
        held=tuple(claim for claim in attempt.plan.claims if claim.id in passed),
        tried=tuple(filter(None, map(_tried, attempts[:-1])))[-_TRIED:],
        best=attempts[best_attempt(attempts)].number,
    )


def _tried(attempt: Attempt) -> Tried | None:
    failure = first_failure(attempt.evidence)
    if failure is None:
        return None
    return Tried(
        number=attempt.number,
        answer=attempt.answer,
        step_id=failure.step_id,
        expected=failure.outcome.expected,
        actual=failure.outcome.actual,
    )


def capped(value: Any, limit: int = _TEXT, depth: int = _DEPTH) -> Any:
    """JSON with each text cut to ``limit`` characters, each list and object to 40 members, and 6 levels."""
    if isinstance(value, str):
        return value if len(value) <= limit else f"{value[:limit]}… ({len(value) - limit} more characters)"
    if isinstance(value, Mapping | list | tuple) and depth == 0:
        return "…"
    if isinstance(value, Mapping):
        return {
            str(key)[:_SHORT]: capped(item, limit, depth - 1) for key, item in list(value.items())[:_ITEMS]
        }
    if isinstance(value, list | tuple):
        return [capped(item, limit, depth - 1) for item in value[:_ITEMS]]
    return value if value is None or isinstance(value, bool | int | float) else capped(str(value), limit)
