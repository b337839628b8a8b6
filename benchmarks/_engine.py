"""What the engine adds to three tool calls: the machine, checks, audit, evidence and the journal."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

from toolkits import default_registry
from verifier import Journal, Task
from verifier._api import offline_planner
from verifier.engine import run_inline

_ROUNDS = 400
_TASK = Task(question="Ana has 12 boxes with 30 pens in each, gives away 45 and sells the rest for $3 each.")
_ANSWER = "12 * 30 = 360, then 360 - 45 = 315, and 315 * 3 = 945.\n#### 945"
_SUMS = ("12 * 30", "360 - 45", "315 * 3")


def measure(folder: Path) -> list[str]:
    """Lines of milliseconds a run, and what the engine adds."""
    registry = default_registry()
    plan = offline_planner(_TASK, _ANSWER, 1)
    arithmetic = registry.get("arithmetic")
    blanks = count()  # an answer that was just read is not read again

    def by_hand() -> None:
        for expression in _SUMS:
            arithmetic({"expression": expression})

    def run(journal: Journal | None) -> None:
        run_inline(_TASK, _ANSWER, planner=lambda *_: plan, registry=registry, journal=journal)

    with Journal.open(folder / "engine.sqlite") as journal:
        times = _interleaved(
            {
                "three calls by hand": by_hand,
                "a run, no journal": lambda: run(None),
                "a run, journal on": lambda: run(journal),
                "reading and planning": lambda: offline_planner(_TASK, _ANSWER + " " * next(blanks), 1),
            }
        )
    hand = times["three calls by hand"]
    return [f"{name:<34}{ms:8.3f} ms {ms / hand:6.1f}x {ms - hand:+8.3f} ms" for name, ms in times.items()]


def _interleaved(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """Median milliseconds of each, one of each in turn, so that a busy moment hits all of them."""
    samples: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(_ROUNDS):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            samples[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) * 1000 for name, taken in samples.items()}
