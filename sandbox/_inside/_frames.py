"""Length-prefixed JSON frames on a stream: the only thing that crosses the sandbox's wall."""

from __future__ import annotations

import json
import os
import struct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_LENGTH = struct.Struct(">I")
MAX_FRAME = 256 * 1024 * 1024


class BrokenFrame(Exception):  # noqa: N818  (it states what arrived)
    """The peer closed the stream in the middle of a frame, or sent something that is not one."""


def pack(message: dict[str, Any]) -> bytes:
    """One message as it travels. Lone surrogates travel as JSON escapes."""
    return framed(json.dumps(message).encode("ascii"))


def framed(body: bytes) -> bytes:
    """A body with its length before it."""
    return _LENGTH.pack(len(body)) + body


def unpack(body: bytes) -> dict[str, Any]:
    """The message of a frame's body. Raises :class:`BrokenFrame`."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise BrokenFrame("a frame that is no JSON") from error
    if not isinstance(message, dict):
        raise BrokenFrame("a frame that is no object")
    return message


class Reader:
    """Puts frames together from whatever pieces arrive; for streams that are read without waiting."""

    def __init__(self, largest: int = MAX_FRAME) -> None:
        self._largest = largest
        self._data = bytearray()

    @property
    def between(self) -> bool:
        """Whether nothing of a next frame has arrived."""
        return not self._data

    def feed(self, data: bytes) -> None:
        """Take what arrived."""
        self._data += data

    def body(self) -> bytes | None:
        """The next frame's body once all of it is there. Raises :class:`BrokenFrame`."""
        if len(self._data) < _LENGTH.size:
            return None
        (length,) = _LENGTH.unpack_from(self._data)
        if length > self._largest:
            raise BrokenFrame(f"a frame of {length} bytes")
        end = _LENGTH.size + length
        if len(self._data) < end:
            return None
        body = bytes(self._data[_LENGTH.size : end])
        del self._data[:end]
        return body

    def message(self) -> dict[str, Any] | None:
        """The next message once all of it is there. Raises :class:`BrokenFrame`."""
        body = self.body()
        return None if body is None else unpack(body)


def write(descriptor: int, data: bytes) -> None:
    """Write all of ``data``. Raises ``OSError`` when the peer is gone."""
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def send(descriptor: int, message: dict[str, Any]) -> None:
    """Send one message. Raises ``OSError`` when the peer is gone."""
    write(descriptor, pack(message))


def receive_body(descriptor: int) -> bytes | None:
    """The body of the next frame, or ``None`` at the end of the stream. Raises :class:`BrokenFrame`."""
    head = _exactly(descriptor, _LENGTH.size)
    if not head:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > MAX_FRAME:
        raise BrokenFrame(f"a frame of {length} bytes")
    return _exactly(descriptor, length)


def receive(descriptor: int) -> dict[str, Any] | None:
    """The next message, or ``None`` at the end of the stream. Raises :class:`BrokenFrame`."""
    body = receive_body(descriptor)
    return None if body is None else unpack(body)


def _exactly(descriptor: int, count: int) -> bytes:
    parts: list[bytes] = []
    missing = count
    while missing:
        part = os.read(descriptor, min(missing, 1 << 20))
        if not part:
            if parts:
                raise BrokenFrame("the stream ended within a frame")
            return b""
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
