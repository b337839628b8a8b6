"""Length-prefixed JSON frames on a stream socket: the only thing that crosses the sandbox's wall."""

from __future__ import annotations

import json
import socket
import struct
from typing import Any

_LENGTH = struct.Struct(">I")
MAX_FRAME = 256 * 1024 * 1024


class BrokenFrame(Exception):  # noqa: N818  (it states what arrived)
    """The peer closed the stream in the middle of a frame, or sent something that is not one."""


def send(channel: socket.socket, message: dict[str, Any]) -> None:
    """Send one message. Lone surrogates travel as JSON escapes. Raises ``OSError`` when the peer is gone."""
    body = json.dumps(message).encode("ascii")
    channel.sendall(_LENGTH.pack(len(body)) + body)


def receive(channel: socket.socket) -> dict[str, Any] | None:
    """The next message, or ``None`` at the end of the stream. Raises :class:`BrokenFrame`."""
    head = _exactly(channel, _LENGTH.size)
    if not head:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > MAX_FRAME:
        raise BrokenFrame(f"a frame of {length} bytes")
    message = json.loads(_exactly(channel, length) or b"null")
    if not isinstance(message, dict):
        raise BrokenFrame("a frame that is no object")
    return message


def _exactly(channel: socket.socket, count: int) -> bytes:
    parts: list[bytes] = []
    missing = count
    while missing:
        part = channel.recv(min(missing, 1 << 20))
        if not part:
            if parts:
                raise BrokenFrame("the stream ended within a frame")
            return b""
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
