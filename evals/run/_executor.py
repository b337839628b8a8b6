"""Who does the work: this process, worker processes, or (by the same protocol) other machines."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Protocol

from evals.run._job import Done, Job, Setting
from evals.run._worker import Worker, lost
from verifier.cli._exit import CliError

#: How often a row is tried whose worker died: the second time shows whether the row was to blame.
TRIES = 2


class Executor(Protocol):
    """Runs jobs somewhere.

    Every job that is taken from ``jobs`` has one result, in any order; no more jobs are taken than are at
    work, so that a data set of any length fits. A worker that dies costs its job a second try, and no other
    job anything.
    """

    def run(self, jobs: Iterable[Job], setting: Setting) -> Iterator[Done]:
        """The results, as they come.

        Raises:
            CliError: no worker can start with this setting.
        """
        ...


class InProcess:
    """One row after the other, here."""

    def run(self, jobs: Iterable[Job], setting: Setting) -> Iterator[Done]:
        """See :class:`Executor`."""
        worker = Worker(setting)
        try:
            for job in jobs:
                yield worker.check(job)
        finally:
            worker.close()


class LocalPool:
    """Worker processes on this machine, each with one row at a time.

    The pools of the standard library lose every waiting job with a worker that dies, and don't say which job
    killed it; here each process has a pipe of its own, so both are known.

    Args:
        jobs: how many processes.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def run(self, jobs: Iterable[Job], setting: Setting) -> Iterator[Done]:
        """See :class:`Executor`."""
        waiting = iter(jobs)
        again: deque[tuple[Job, int]] = deque()
        workers: dict[Connection, _Process] = {}
        try:
            while True:
                while len(workers) < self._jobs and (found := _next(again, waiting)):
                    process = _Process(setting)
                    workers[process.pipe] = process
                    process.give(*found)
                if not workers:
                    return
                for pipe in wait(list(workers)):
                    assert isinstance(pipe, Connection)
                    process = workers[pipe]
                    done = process.result()
                    if done is None:
                        del workers[pipe]
                        again.extend(process.unfinished())
                        yield from process.lost()
                        continue
                    yield done
                    found = _next(again, waiting)
                    if found:
                        process.give(*found)
                    else:
                        process.end()
                        del workers[pipe]
        finally:
            for process in workers.values():
                process.stop()


def _next(again: deque[tuple[Job, int]], jobs: Iterator[Job]) -> tuple[Job, int] | None:
    if again:
        return again.popleft()
    job = next(jobs, None)
    return None if job is None else (job, 1)


class _Process:
    """A worker process, with the job that it works on."""

    def __init__(self, setting: Setting) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_serve, args=(theirs, setting), daemon=True)
        self._process.start()
        theirs.close()
        self._job: Job | None = None
        self._try = 0
        self._since = 0.0

    def give(self, job: Job, number: int) -> None:
        self._job, self._try, self._since = job, number, time.perf_counter()
        with suppress(OSError):  # it died: its end of the pipe tells so next
            self.pipe.send(job)

    def result(self) -> Done | None:
        """What it sent, ``None`` when it died.

        Raises:
            CliError: it can't work with its setting.
        """
        try:
            found = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            self.pipe.close()
            return None
        if isinstance(found, CliError):
            raise found
        assert isinstance(found, Done)
        self._job = None
        return found

    def unfinished(self) -> Iterator[tuple[Job, int]]:
        if self._job is not None and self._try < TRIES:
            yield self._job, self._try + 1

    def lost(self) -> Iterator[Done]:
        if self._job is not None and self._try >= TRIES:
            code = self._process.exitcode
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            why = f"the process that checked this row died {TRIES} times ({how}; out of memory?)"
            yield lost(self._job, why, time.perf_counter() - self._since)

    def end(self) -> None:
        """Let it go: it has nothing to do."""
        self.pipe.close()
        self._process.join()

    def stop(self) -> None:
        """End it now: what it works on is begun anew when the run is resumed."""
        self.pipe.close()
        self._process.terminate()
        self._process.join()


# --- in the worker ------------------------------------------------------------------------------------
def _serve(pipe: Connection, setting: Setting) -> None:
    """Check what comes until the other end is closed, by its owner's death too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted, and ends its workers
    try:
        worker = Worker(setting)
    except CliError as error:
        with suppress(OSError):
            pipe.send(error)
        return
    with suppress(EOFError, OSError):
        while True:
            pipe.send(worker.check(pipe.recv()))
    worker.close()
    sys.stdout.flush()
