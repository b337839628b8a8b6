"""Frames on a socket that this process holds."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import Any

from sandbox._inside import _frames

_READ = 1 << 18
_SEND_S = 10.0


class SocketChannel:
    """A :class:`sandbox._conversation.Channel` on a stream socket, which stays the caller's to close."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self._frames = _frames.Reader()

    def send(self, frame: dict[str, Any]) -> None:
        """Send one frame. Raises ``OSError``."""
        self._stream.settimeout(_SEND_S)
        self._stream.sendall(_frames.pack(frame))

    def receive(self, timeout_s: float) -> dict[str, Any] | None:
        """The next frame. Raises ``OSError``, ``BrokenFrame``."""
        deadline = time.monotonic() + timeout_s
        while (message := self._frames.message()) is None:
            # A timeout of nothing would make the socket one that never waits.
            self._stream.settimeout(max(deadline - time.monotonic(), 0.001))
            data = self._stream.recv(_READ)
            if not data:
                if not self._frames.between:
                    raise _frames.BrokenFrame("the stream ended within a frame")
                return None
            self._frames.feed(data)
        return message

    def close(self) -> None:
        """End the stream, from any thread."""
        with contextlib.suppress(OSError):
            self._stream.shutdown(socket.SHUT_RDWR)
