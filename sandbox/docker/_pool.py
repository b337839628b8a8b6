"""Containers that wait for jobs: started ahead, lent in the order of asking, replaced after use."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from sandbox._cancel import Cancel
from sandbox.docker._container import Container, StartFailed
from sandbox.docker._settings import Kind

_WORKERS = 2
_CLOSE_S = 15.0


class Cancelled(Exception):  # noqa: N818
    """The caller no longer wants the job, or the pool was closed while it waited."""


@dataclass(eq=False, slots=True)
class _Ticket:
    """One caller in the queue."""

    kind: Kind
    called: threading.Event = field(default_factory=threading.Event)
    container: Container | None = None
    failed: StartFailed | None = None


class _Workers:
    """A few threads that start or end containers, so that no caller waits for that."""

    def __init__(self, name: str, count: int) -> None:
        self._name = name
        self._count = count
        self._tasks: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []

    def do(self, task: Callable[[], object]) -> None:
        if not self._threads:
            for number in range(self._count):
                thread = threading.Thread(
                    target=self._work, name=f"amtfv-docker-{self._name}-{number}", daemon=True
                )
                self._threads.append(thread)
                thread.start()
        self._tasks.put(task)

    def _work(self) -> None:
        while (task := self._tasks.get()) is not None:
            task()

    def stop(self, seconds: float) -> None:
        """Do what was asked for before, then end."""
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join(seconds)


class Pool:
    """At most ``size`` containers. Safe to use from any thread.

    Args:
        size: containers alive at once: waiting, being started, at work. More callers than that queue.
        start: starts a container of a kind; is also given a function that says whether to give up.
        end: ends a container; is also told whether that one ends by itself when let go of.
        single_use: a container is replaced after one job.
    """

    def __init__(
        self,
        size: int,
        start: Callable[[Kind, Callable[[], bool]], Container],
        end: Callable[[Container, bool], object],
        *,
        single_use: bool,
    ) -> None:
        self._size = size
        self._start = start
        self._end = end
        self._single_use = single_use
        self._lock = threading.Lock()
        self._starters, self._enders = _Workers("start", _WORKERS), _Workers("end", _WORKERS)
        self._idle: list[Container] = []
        self._lent: set[Container] = set()
        self._starting: list[Kind] = []
        self._queue: deque[_Ticket] = deque()
        self._served = 0
        self._closed = False

    # --- callers ---

    def acquire(self, kind: Kind, cancel: Cancel) -> Container:
        """A container of at least that kind's limits, for one job.

        Raises:
            Cancelled: ``cancel`` was asked for while waiting, or the pool was closed.
            StartFailed: none could be started.
        """
        ticket = _Ticket(kind)
        with self._lock:
            if self._closed:
                raise Cancelled
            self._served += 1
            self._queue.append(ticket)
            self._serve()
        cancel.hold(ticket.called.set)
        ticket.called.wait()
        cancel.hold(None)
        return self._taken(ticket)

    def _taken(self, ticket: _Ticket) -> Container:
        with self._lock:
            if ticket.container is not None:
                return ticket.container
            if ticket in self._queue:
                self._queue.remove(ticket)
        if ticket.failed is not None:
            raise ticket.failed
        raise Cancelled

    def give_back(self, container: Container, kind: Kind, *, usable: bool) -> None:
        """Return a container after its job.

        Args:
            container: the container.
            kind: what the job had asked for: its replacement is made so.
            usable: it can take another job, so far as the pool lends containers more than once.
        """
        with self._lock:
            self._lent.discard(container)
            if usable and not self._single_use and not self._closed:
                self._idle.append(container)
            else:
                self._enders.do(partial(self._end, container, usable))
            self._serve()
            self._refill(kind)

    def put_back(self, container: Container) -> None:
        """Return a container that was not used."""
        with self._lock:
            self._lent.discard(container)
            if not self._closed:
                self._idle.append(container)
            self._serve()

    def warm(self, kind: Kind, count: int) -> None:
        """Start that many containers now, and wait for them. Raises :class:`StartFailed`."""
        held = []
        try:
            held = [self.acquire(kind, Cancel()) for _ in range(min(count, self._size))]
        finally:
            for container in held:
                self.put_back(container)

    # --- with the lock held ---

    @property
    def _alive(self) -> int:
        return len(self._idle) + len(self._lent) + len(self._starting)

    def _serve(self) -> None:
        """Give waiting callers what is there, in order, and start what is missing."""
        coming = list(self._starting)
        for ticket in list(self._queue):
            if self._lend(ticket):
                continue
            match = next((kind for kind in coming if kind.size == ticket.kind.size), None)
            if match is not None:
                coming.remove(match)
            elif not self._begin(ticket.kind):
                return

    def _lend(self, ticket: _Ticket) -> bool:
        """Give a caller the waiting container that has loaded most of what it wants and least besides."""
        usable = [container for container in self._idle if container.kind.size == ticket.kind.size]
        if not usable:
            return False
        wanted = set(ticket.kind.preload)
        best = min(usable, key=lambda one: _distance(wanted, set(one.kind.preload)))
        self._idle.remove(best)
        self._lent.add(best)
        self._queue.remove(ticket)
        ticket.container = best
        ticket.called.set()
        return True

    def _begin(self, kind: Kind) -> bool:
        """Start a container if there is room for it, perhaps in place of an idle one of other limits."""
        if self._closed:
            return False
        if self._alive >= self._size:
            if not self._idle:
                return False
            self._enders.do(partial(self._end, self._idle.pop(0), True))
        self._starting.append(kind)
        self._starters.do(partial(self._do_start, kind))
        return True

    def _refill(self, kind: Kind) -> None:
        """After a job: as many waiting as there were jobs so far, up to the pool's size."""
        wanted = min(self._size, self._served) if self._single_use else 1
        while not self._queue and self._alive < self._size and len(self._idle) + len(self._starting) < wanted:
            if not self._begin(kind):
                return

    # --- in a worker ---

    def _do_start(self, kind: Kind) -> None:
        container: Container | None = None
        failed = StartFailed("the pool was closed")
        if not self._closed:
            try:
                container = self._start(kind, lambda: self._closed)
            except StartFailed as error:
                failed = error
            except BaseException as error:  # noqa: BLE001  (whatever it is, the callers must hear of it)
                failed = StartFailed(f"{type(error).__name__}: {error}")
        with self._lock:
            self._starting.remove(kind)
            if container is None:
                self._fail(kind, failed)
            elif not self._closed:
                self._idle.append(container)
                container = None
            self._serve()
        if container is not None:
            self._end(container, False)

    def _fail(self, kind: Kind, failed: StartFailed) -> None:
        """Tell the callers who wait for a container of those limits."""
        for ticket in [ticket for ticket in self._queue if ticket.kind.size == kind.size]:
            self._queue.remove(ticket)
            ticket.failed = failed
            ticket.called.set()

    # --- the end ---

    def close(self) -> None:
        """End every container and wait until that is done; callers who wait get :class:`Cancelled`."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            waiting, self._queue = list(self._queue), deque()
            for container in [*idle, *self._lent]:
                container.channel.close()
                self._enders.do(partial(self._end, container, False))
        for ticket in waiting:
            ticket.called.set()
        self._starters.stop(_CLOSE_S)
        self._enders.stop(_CLOSE_S)

    def forget(self) -> None:
        """In a forked child: the containers are the parent's; only the descriptors are given back."""
        for container in [*self._idle, *self._lent]:
            container.channel.discard()


def _distance(wanted: set[str], loaded: set[str]) -> tuple[int, int]:
    return len(wanted - loaded), len(loaded - wanted)
