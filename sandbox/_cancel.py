"""Lets another thread end a job."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancel:
    """Asked for by the caller, carried out by whoever runs the job at that moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], object] | None = None
        self.asked = False

    def hold(self, end: Callable[[], object] | None) -> None:
        """Remember what ends the job and everything it started; called at once if that was asked already."""
        with self._lock:
            self._end = end
            if self.asked and end is not None:
                end()

    def cancel(self) -> None:
        """End the job now, or before it starts."""
        with self._lock:
            self.asked = True
            if self._end is not None:
                self._end()


_AMBIENT: ContextVar[Cancel | None] = ContextVar("sandbox_cancel", default=None)


def ambient() -> Cancel:
    """What ends the jobs of this context, else what ends nothing but its own job."""
    return _AMBIENT.get() or Cancel()


@contextmanager
def cancelling() -> Iterator[Cancel]:
    """Within it, :func:`sandbox.run` can be ended from outside: also in a thread that got this context.

    For those who call a tool in a thread and may lose patience: they end the job that the tool waits for, and
    so the thread.
    """
    cancel = Cancel()
    token = _AMBIENT.set(cancel)
    try:
        yield cancel
    finally:
        _AMBIENT.reset(token)
