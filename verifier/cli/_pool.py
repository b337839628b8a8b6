"""Runs the checks, in this process or in several, and gives the results back in the order of the input."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from verifier.cli._exit import UNVERIFIED, CliError
from verifier.cli._inputs import Done, Entry, Fault, Item
from verifier.cli._session import Session
from verifier.cli._settings import Checked, Settings

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Result: TypeAlias = tuple[Item, Checked] | Fault
_Chunk: TypeAlias = list[Entry | Done]

#: A chunk ends at this many answers or characters, whichever comes first.
_CHUNK_ITEMS = 16
_CHUNK_CHARACTERS = 200_000
#: Chunks that wait for each worker.
_AHEAD = 3


def check_entries(entries: Iterable[Entry | Done], settings: Settings, jobs: int) -> Iterator[Result]:
    """Check every answer with ``jobs`` worker processes; faults pass through, and the order stays.

    Raises:
        CliError: a worker died.
    """
    if jobs == 1:
        yield from _in_process(entries, settings)
        return
    chunks = _chunks(entries)
    first, second = next(chunks, []), next(chunks, None)
    if second is None:
        yield from _in_process(first, settings)
    else:
        yield from _in_workers(chain((first, second), chunks), settings, jobs)


def _chunks(entries: Iterable[Entry | Done]) -> Iterator[_Chunk]:
    chunk: _Chunk = []
    size = 0
    for entry in entries:
        chunk.append(entry)
        size += len(entry.answer) if isinstance(entry, Item) else 0
        if len(chunk) >= _CHUNK_ITEMS or size >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _in_process(entries: Iterable[Entry | Done], settings: Settings) -> Iterator[Result]:
    with Session(settings) as session:
        for entry in entries:
            yield (entry, session.check(entry)) if isinstance(entry, Item) else _passed(entry)


def _in_workers(chunks: Iterable[_Chunk], settings: Settings, jobs: int) -> Iterator[Result]:
    import multiprocessing  # noqa: PLC0415  (costs a tenth of a one-answer check, which does without)
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  (likewise)
    from concurrent.futures.process import BrokenProcessPool  # noqa: PLC0415  (likewise)

    pool = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_start, initargs=(settings,)
    )
    waiting: deque[tuple[_Chunk, Future[list[Checked]]]] = deque()
    try:
        for chunk in chunks:
            items = [entry for entry in chunk if isinstance(entry, Item)]
            with _uninterrupted():
                waiting.append((chunk, pool.submit(_check_chunk, items)))
            if len(waiting) >= jobs * _AHEAD:
                yield from _join(*waiting.popleft())
        while waiting:
            yield from _join(*waiting.popleft())
    except BrokenProcessPool:
        raise CliError("a worker process died (out of memory?); use fewer with -j", UNVERIFIED) from None
    except BaseException:
        _stop(pool)
        raise
    pool.shutdown()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until a new worker is on its way, which is born deaf to it, and so ends in silence."""
    _mask(signal_is_blocked=True)
    try:
        yield
    finally:
        _mask(signal_is_blocked=False)


def _mask(*, signal_is_blocked: bool) -> None:
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK if signal_is_blocked else signal.SIG_UNBLOCK, {signal.SIGINT})


def _join(chunk: _Chunk, future: Future[list[Checked]]) -> Iterator[Result]:
    done = iter(future.result())
    for entry in chunk:
        yield (entry, next(done)) if isinstance(entry, Item) else _passed(entry)


def _passed(entry: Fault | Done) -> Result:
    """What needs no check."""
    return (entry.item, entry.checked) if isinstance(entry, Done) else entry


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers now: what they had finished is in the journal, the rest is not waited for."""
    from multiprocessing import active_children  # noqa: PLC0415  (loaded by now)

    for child in active_children():
        child.terminate()
    pool.shutdown(wait=False, cancel_futures=True)


# --- in the worker ----------------------------------------------------------------------------------------
_session: list[Session] = []


def _start(settings: Settings) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends its workers
    _mask(signal_is_blocked=False)
    _session.append(Session(settings))


def _check_chunk(items: list[Item]) -> list[Checked]:
    return [_session[0].check(item) for item in items]
