"""Frames over a container's attached stdin and stdout."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
import time
from typing import Any

from sandbox._inside import _frames, _seal

_READ = 1 << 18
_SEND_S = 10.0
_HEAD = struct.Struct(">BxxxI")
_STDOUT = 1
_WORDS = 4_000


class Attached:
    """A :class:`sandbox._conversation.Channel` on an engine's hijacked connection.

    The engine puts a head of eight bytes before each piece of output: which stream it is of, and its length.
    """

    def __init__(self, stream: Any) -> None:
        self._holder = stream
        self._socket: Any = getattr(stream, "_sock", stream)
        self._raw = bytearray()
        self._frames = _frames.Reader()
        self._words = bytearray()
        self._before = b""
        self._sealer: _seal.Sealer | None = None

    @property
    def words(self) -> str:
        """What the supervisor wrote to its stderr, which it does only when it can't start."""
        return self._words.decode("utf-8", "replace").strip()

    def seal(self) -> None:
        """From the next job on, believe only frames with its seal; the key goes ahead of the job."""
        key = os.urandom(_seal.SIZE)
        self._sealer = _seal.Sealer(key)
        self._before = _frames.pack({"key": key.hex()})

    def send(self, frame: dict[str, Any]) -> None:
        """Send one frame. Raises ``OSError``."""
        self._socket.settimeout(_SEND_S)
        before, self._before = self._before, b""
        self._socket.sendall(before + _frames.pack(frame))

    def receive(self, timeout_s: float) -> dict[str, Any] | None:
        """The next frame. Raises ``OSError``, ``BrokenFrame``."""
        deadline = time.monotonic() + timeout_s
        while (body := self._frames.body()) is None:
            # A timeout of nothing would make the socket one that never waits.
            self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
            data = self._socket.recv(_READ)
            if not data:
                if not self._frames.between:
                    raise _frames.BrokenFrame("the stream ended within a frame")
                return None
            self._raw += data
            self._sort()
        opened = self._sealer.opened(body) if self._sealer else body
        if opened is None:
            raise _frames.BrokenFrame("a frame that the supervisor did not send")
        return _frames.unpack(opened)

    def _sort(self) -> None:
        """Hand what is complete of each piece to the stream it belongs to."""
        while len(self._raw) >= _HEAD.size:
            stream, length = _HEAD.unpack_from(self._raw)
            end = _HEAD.size + length
            if len(self._raw) < end:
                return
            piece = bytes(self._raw[_HEAD.size : end])
            if stream == _STDOUT:
                self._frames.feed(piece)
            else:
                self._words += piece[: _WORDS - len(self._words)]
            del self._raw[:end]

    def close(self) -> None:
        """End the stream, from any thread: the supervisor's stdin ends, and so does the container."""
        with contextlib.suppress(OSError, AttributeError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def discard(self) -> None:
        """Give the connection's descriptor back; in a forked child, without ending the parent's stream."""
        response: Any = getattr(self._holder, "_response", None)
        parts: list[Any] = [self._holder, self._socket, response]
        for part in parts:
            with contextlib.suppress(Exception):
                part.close()
