"""Fork servers that are started, lent to one job at a time, and taken back."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable

from sandbox.embedded._bubblewrap import Kind, Server, start

#: Servers alive at once; more callers than that wait for one to come back.
LARGEST = 2 * (os.cpu_count() or 1) + 2
_WAIT_S = 0.05


class Cancelled(Exception):  # noqa: N818
    """The caller no longer wants the job."""


class Pool:
    """Servers by kind. Safe to use from any thread; a forked child starts with an empty pool of its own."""

    def __init__(self, largest: int = LARGEST, starter: Callable[[Kind], Server] = start) -> None:
        self._largest = largest
        self._start = starter
        self._idle: list[Server] = []
        self._lent: set[Server] = set()
        self._starting = 0
        self._changed = threading.Condition()

    def _take_idle(self, kind: Kind) -> Server | None:
        for server in [server for server in self._idle if not server.alive]:
            self._idle.remove(server)
            server.close()
        for server in reversed(self._idle):
            if server.kind == kind:
                self._idle.remove(server)
                self._lent.add(server)
                return server
        return None

    def _make_room(self) -> bool:
        """Whether one more server may be started, perhaps after ending an idle one of another kind."""
        if len(self._idle) + len(self._lent) + self._starting < self._largest:
            return True
        if not self._idle:
            return False
        self._idle.pop(0).close()
        return True

    def acquire(self, kind: Kind, cancelled: Callable[[], bool]) -> Server:
        """A server of that kind, for one job.

        Raises:
            Cancelled: ``cancelled()`` became true while waiting for one.
            StartFailed: none could be started.
        """
        with self._changed:
            while True:
                if cancelled():
                    raise Cancelled
                server = self._take_idle(kind)
                if server is not None:
                    return server
                if self._make_room():
                    self._starting += 1
                    break
                self._changed.wait(_WAIT_S)
        return self._started(kind)

    def _started(self, kind: Kind) -> Server:
        try:
            server = self._start(kind)
        except BaseException:
            with self._changed:
                self._starting -= 1
                self._changed.notify()
            raise
        with self._changed:
            self._starting -= 1
            self._lent.add(server)
        return server

    def give_back(self, server: Server, *, usable: bool) -> None:
        """Return a server after its job; one that is not usable, or made for one job, is ended."""
        keep = usable and not server.kind.once and server.alive
        if not usable:
            server.kill()
        elif not keep:
            server.close()
        with self._changed:
            self._lent.discard(server)
            if keep:
                self._idle.append(server)
            self._changed.notify()

    def close(self) -> None:
        """End every idle server; those at work end with their jobs' callers."""
        with self._changed:
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
