"""What a run with models costs when the models themselves take no time: a transport that answers at once."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio

from verifier import Journal, acheck, check
from verifier.llm import Gateway, Models, ModelSettings, Request, Response

_ROUNDS, _TURNS = 60, 5
_QUESTION = (
    "Tom has 3 boxes of 12 pens, gives away 7 and is then given back half of those that he has left. "
    "How many now?"
)
_WRONG = "He has 36, then 29; with half of 29 that makes 41. The answer is 41."
_RIGHT = "He has 36, then 29; with half of 29 that makes 43.5. The answer is 43.5."


def _plan(quote: str) -> str:
    check = {"type": "rounds_to", "expected": {"$ref": "claims.final.value"}}
    step = {
        "step_id": 1, "description": "pens left, and half of them again", "tool_required": "arithmetic",
        "tool_input": json.dumps({"expression": "(3 * 12 - 7) * (1 + 1/2)"}), "expected_check": check,
        "claim": "final", "depends_on": [], "required": True, "basis": "question",
    }  # fmt: skip
    claims = [{"id": "final", "kind": "number", "quote": quote, "role": "final"}]
    return json.dumps(
        {"verification_needed": True, "claims": claims, "verification_steps": [step], "notes": []}
    )


_PLANS = {_WRONG: _plan("The answer is 41"), _RIGHT: _plan("The answer is 43.5")}


class Instant:
    """Plans each answer rightly and corrects the wrong one, at once."""

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """Answer by what is asked."""
        asked = request.body["messages"][1]["content"]
        text = _PLANS[_RIGHT if _RIGHT in asked else _WRONG] if settings.model == "planner" else _RIGHT
        message = {"role": "assistant", "content": text}
        return {
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 10, "completion_tokens": 10},
        }

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """The whole at once."""
        yield await self.send(request, settings)

    async def aclose(self) -> None:
        """Nothing to let go of."""


def measure(folder: Path) -> list[str]:
    """Lines: milliseconds of a run, by the clock and of CPU; the best median of several turns."""
    models = Models(
        default=ModelSettings(model="planner"), roles={"corrector": ModelSettings(model="corrector")}
    )
    options: Any = {"gateway": Gateway(models, Instant()), "evidence": "verdict_only"}

    async def right(journal: Journal | None) -> None:
        report = await acheck(_RIGHT, _QUESTION, journal=journal, **options)
        assert report.verdict == "verified"

    async def wrong(journal: Journal | None) -> None:
        report = await acheck(_WRONG, _QUESTION, journal=journal, corrector="llm", **options)
        assert [attempt.verdict for attempt in report.attempts] == ["refuted", "verified"]

    def sync() -> None:
        assert check(_RIGHT, _QUESTION, **options).verdict == "verified"

    with Journal.open(folder / "models.sqlite") as journal:
        works: dict[str, Callable[[], Awaitable[None]]] = {
            "planned (1 call)": lambda: right(None),
            "planned (1 call), journal on": lambda: right(journal),
            "planned, corrected, planned (3 calls)": lambda: wrong(None),
            "the same, journal on": lambda: wrong(journal),
        }
        found = {name: anyio.run(_best, work) for name, work in works.items()}
    found["planned (1 call), from sync code"] = _quickest([_timed(sync) for _ in range(_TURNS * _ROUNDS)])
    return [
        f"{name:<40}{wall * 1000:8.3f} ms wall {cpu * 1000:8.3f} ms CPU"
        for name, (wall, cpu) in found.items()
    ]


async def _best(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    taken = []
    for _ in range(_TURNS * _ROUNDS):
        wall, cpu = time.perf_counter(), time.thread_time()
        await work()
        taken.append((time.perf_counter() - wall, time.thread_time() - cpu))
    return _quickest(taken)


def _timed(work: Callable[[], None]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return time.perf_counter() - wall, time.thread_time() - cpu


def _quickest(taken: list[tuple[float, float]]) -> tuple[float, float]:
    """The smallest of the turns' medians, of each clock: a busy machine hits some turns more than others."""
    turns = [taken[at : at + _ROUNDS] for at in range(0, len(taken), _ROUNDS)]
    return (
        min(statistics.median(wall for wall, _ in turn) for turn in turns),
        min(statistics.median(cpu for _, cpu in turn) for turn in turns),
    )
