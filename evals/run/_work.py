"""Drives a run: jobs to an executor, its results to the folder."""

from __future__ import annotations

import hashlib
import heapq
from collections.abc import Iterable, Iterator

from evals.data import Example, Fault
from evals.run._executor import Executor
from evals.run._folder import RunFolder
from evals.run._job import Done


def work(folder: RunFolder, executor: Executor, *, journal: bool = True) -> Iterator[Done]:
    """Check the rows without a result yet, and write each result before it is given on.

    Raises:
        CliError: no worker can start with the run's setting.
    """
    with folder.append() as results:
        for done in executor.run(folder.jobs(), folder.setting(journal=journal)):
            results.add(done)
            yield done


def limited(items: Iterable[Example | Fault], limit: int, seed: int | None) -> Iterator[Example | Fault]:
    """The first ``limit`` rows, or with a seed a sample of that size, in the order of the file.

    A row is in the sample by its id and the seed alone: a longer data set keeps most of it.
    """
    if seed is None:
        yield from _first(items, limit)
        return
    kept: list[tuple[int, int, Example]] = []
    for number, item in enumerate(items):
        if isinstance(item, Fault):
            yield item
            continue
        entry = (-_draw(seed, item.row.id), number, item)
        if len(kept) < limit:
            heapq.heappush(kept, entry)
        else:
            heapq.heappushpop(kept, entry)
    yield from (item for _, _, item in sorted(kept, key=lambda entry: entry[1]))


def _first(items: Iterable[Example | Fault], limit: int) -> Iterator[Example | Fault]:
    left = limit
    for item in items:
        if left <= 0:
            return
        left -= isinstance(item, Example)
        yield item


def _draw(seed: int, name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}\n{name}".encode()).digest()[:8])
