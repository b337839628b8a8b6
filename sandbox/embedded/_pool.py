"""Fork servers that are started, lent to one job at a time, and taken back."""

from __future__ import annotations

import atexit
import os
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from sandbox._cancel import Cancel
from sandbox.embedded._bubblewrap import Kind, Server, start

#: Servers alive at once; more callers than that wait, in the order in which they came.
LARGEST = 2 * (os.cpu_count() or 1) + 2


class Cancelled(Exception):  # noqa: N818
    """The caller no longer wants the job."""


@dataclass(slots=True, eq=False)
class _Caller:
    """One who waits for a server.

    Attributes:
        kind: of the server.
        woken: set when there is something to look at.
        server: the server that was found for it.
        may_start: it may start one.
        instead_of: an idle server of another kind to end first.
    """

    kind: Kind
    woken: threading.Event = field(default_factory=threading.Event)
    server: Server | None = None
    may_start: bool = False
    instead_of: Server | None = None

    @property
    def served(self) -> bool:
        return self.server is not None or self.may_start


class Pool:
    """Servers by kind. Safe to use from any thread; a forked child starts with an empty pool of its own."""

    def __init__(self, largest: int = LARGEST, starter: Callable[[Kind], Server] = start) -> None:
        self._largest = largest
        self._start = starter
        self._idle: list[Server] = []
        self._lent: set[Server] = set()
        self._starting = 0
        self._queue: deque[_Caller] = deque()
        self._lock = threading.Lock()

    def acquire(self, kind: Kind, cancel: Cancel) -> Server:
        """A server of that kind, for one job; first come, first served.

        Raises:
            Cancelled: ``cancel`` was asked for while waiting for one.
            StartFailed: none could be started.
        """
        caller = _Caller(kind)
        with self._lock:
            self._queue.append(caller)
            self._serve_queue()
        if not caller.served:
            cancel.hold(caller.woken.set)
            caller.woken.wait()
            cancel.hold(None)
        self._give_up_if(cancel, caller)
        return caller.server or self._started(caller)

    def _give_up_if(self, cancel: Cancel, caller: _Caller) -> None:
        """Leave the queue, or what was found, to the others when the caller no longer wants it."""
        if not cancel.asked:
            return
        with self._lock:
            if caller in self._queue:
                self._queue.remove(caller)
            if caller.server is not None:
                self._lent.discard(caller.server)
                self._idle.append(caller.server)
            if caller.instead_of is not None:
                self._idle.append(caller.instead_of)
            self._starting -= caller.may_start
            self._serve_queue()
        raise Cancelled

    def _serve_queue(self) -> None:
        """Serve those who wait for longest, as long as there is something for them. Holds the lock."""
        while self._queue:
            caller = self._queue[0]
            caller.server = self._take_idle(caller.kind, exactly=True)
            if caller.server is None and not self._has_room():
                # Starting another takes long, and would end one that others may want.
                caller.server = self._take_idle(caller.kind, exactly=False)
            if caller.server is None and not self._make_room(caller):
                return
            self._queue.popleft()
            caller.woken.set()

    def _take_idle(self, kind: Kind, *, exactly: bool) -> Server | None:
        """The fitting server that has rested for longest: its next process trees are ready."""
        for server in self._idle:
            fits = server.kind == kind if exactly else server.kind.serves(kind)
            if fits and server.alive:
                self._idle.remove(server)
                self._lent.add(server)
                return server
        return None

    def _has_room(self) -> bool:
        """Whether one more server may be started beside those that there are."""
        return len(self._idle) + len(self._lent) + self._starting < self._largest

    def _make_room(self, caller: _Caller) -> bool:
        """Whether the caller may start a server, perhaps instead of an idle one of another kind."""
        dead = next((server for server in self._idle if not server.alive), None)
        if dead is None and not self._has_room():
            if not self._idle:
                return False
            dead = self._idle[0]
        if dead is not None:
            self._idle.remove(dead)
        caller.instead_of, caller.may_start = dead, True
        self._starting += 1
        return True

    def _started(self, caller: _Caller) -> Server:
        try:
            if caller.instead_of is not None:
                caller.instead_of.close()
            server = self._start(caller.kind)
        except BaseException:
            with self._lock:
                self._starting -= 1
                self._serve_queue()
            raise
        with self._lock:
            self._starting -= 1
            self._lent.add(server)
        return server

    def give_back(self, server: Server, *, usable: bool) -> None:
        """Return a server after its job; one that is not usable, or made for one job, is ended."""
        keep = usable and not server.kind.once_mb and server.alive
        if not usable:
            server.kill()
        elif not keep:
            server.close()
        with self._lock:
            self._lent.discard(server)
            if keep:
                self._idle.append(server)
            self._serve_queue()

    def close(self) -> None:
        """End every idle server; those at work end with their jobs' callers."""
        with self._lock:
            idle, self._idle = self._idle, []
        for server in idle:
            server.close()

    def forget(self) -> None:
        """In a forked child: the servers belong to the parent."""
        for server in [*self._idle, *self._lent]:
            server.forget()
        self.__init__(self._largest, self._start)  # type: ignore[misc]


_pool: Pool | None = None
_lock = threading.Lock()


def shared() -> Pool:
    """The process's pool, made on first use and closed at exit."""
    global _pool  # noqa: PLW0603  (one pool a process)
    with _lock:
        if _pool is None:
            _pool = Pool()
            atexit.register(_pool.close)
            os.register_at_fork(after_in_child=_after_fork)
        return _pool


def _after_fork() -> None:
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()
    if _pool is not None:
        _pool.forget()
