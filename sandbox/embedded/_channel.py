"""Frames on a socket that this process holds."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Callable
from typing import Any

from sandbox._inside import _frames

_READ = 1 << 18
_SEND_S = 10.0
# How often a waiting receiver looks whether it was told to end or memory was spent, and how long the other
# side then has.
_LOOK_S = 0.25
_END_S = 1.0


class SocketChannel:
    """A :class:`sandbox._conversation.Channel` on a stream socket, which stays the caller's to close.

    Args:
        stream: the socket.
        spent: whether the kernel has killed some of the job for lack of memory; then the rest of it is ended.
    """

    def __init__(self, stream: socket.socket, spent: Callable[[], bool] = bool) -> None:
        self._stream = stream
        self._spent = spent
        self._told = False
        self._frames = _frames.Reader()
        self._end = float("inf")

    def send(self, frame: dict[str, Any]) -> None:
        """Send one frame. Raises ``OSError``."""
        self._stream.settimeout(_SEND_S)
        self._stream.sendall(_frames.pack(frame))

    def receive(self, timeout_s: float) -> dict[str, Any] | None:
        """The next frame. Raises ``OSError``, ``BrokenFrame``."""
        deadline = time.monotonic() + timeout_s
        while (message := self._frames.message()) is None:
            data = self._some(deadline)
            if not data:
                if not self._frames.between:
                    raise _frames.BrokenFrame("the stream ended within a frame")
                return None
            self._frames.feed(data)
        return message

    def _some(self, deadline: float) -> bytes:
        """What arrives next; empty at the end of the stream. Raises ``TimeoutError``."""
        while True:
            left = min(deadline, self._end) - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._stream.settimeout(min(left, _LOOK_S))
            try:
                return self._stream.recv(_READ)
            except TimeoutError:
                self._end_if_spent()

    def _end_if_spent(self) -> None:
        """The kernel would only kill the rest too, one process after another."""
        if not self._told and self._spent():
            self._told = True
            self.send({"end": "memory"})

    def close(self) -> None:
        """Let go, from any thread: the supervisor sees the end of its stream and ends."""
        self._end = time.monotonic() + _END_S
        with contextlib.suppress(OSError):
            self._stream.shutdown(socket.SHUT_WR)
