"""Frames on an attached stream, however the engine cuts it."""

from __future__ import annotations

import json
import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox._inside import _frames, _seal
from sandbox.docker._stream import Attached


def _piece(stream: int, data: bytes) -> bytes:
    return struct.pack(">BxxxI", stream, len(data)) + data


def _received(data: bytes, cuts: list[int], frames: int) -> tuple[list[dict], str]:
    """What an attached stream gives when the bytes arrive in such parts."""
    theirs, ours = socket.socketpair()
    with ours, theirs:
        channel = Attached(ours)
        start = 0
        for cut in sorted(cut % (len(data) + 1) for cut in cuts):
            theirs.sendall(data[start:cut])
            start = cut
        theirs.sendall(data[start:])
        got = [channel.receive(1.0) for _ in range(frames)]
        return got, channel.words


@given(
    messages=st.lists(
        st.dictionaries(st.text(max_size=3), st.text(max_size=5), max_size=2), min_size=1, max_size=4
    ),
    sizes=st.lists(st.integers(1, 9), min_size=1, max_size=5),
    cuts=st.lists(st.integers(0, 500), max_size=6),
    noise=st.text(alphabet="abc", max_size=10),
)
def test_frames_arrive_whole_however_they_are_cut(messages, sizes, cuts, noise):
    """Neither the engine's pieces nor the network's change what arrives; stderr is kept apart."""
    stream = b"".join(map(_frames.pack, messages))
    data = _piece(2, noise.encode()) if noise else b""
    at = 0
    number = 0
    while at < len(stream):
        size = sizes[number % len(sizes)]
        data += _piece(1, stream[at : at + size])
        at += size
        number += 1
    got, words = _received(data, cuts, len(messages))
    assert got == messages
    assert words == noise


def test_the_end_within_a_frame_is_told():
    """A stream that ends between frames gives nothing; within one it is broken."""
    theirs, ours = socket.socketpair()
    with ours:
        channel = Attached(ours)
        with theirs:
            theirs.sendall(_piece(1, _frames.pack({"a": 1}) + b"\0\0"))
        assert channel.receive(1.0) == {"a": 1}
        with pytest.raises(_frames.BrokenFrame):
            channel.receive(1.0)


def test_words_on_stderr_are_bounded():
    """A container that floods its stderr fills nothing here."""
    theirs, ours = socket.socketpair()
    with ours:
        channel = Attached(ours)
        with theirs:
            for _ in range(20):
                theirs.sendall(_piece(2, b"x" * 1_000))
        assert channel.receive(1.0) is None
        assert len(channel.words) == 4_000


def test_waiting_has_an_end():
    """Nothing arrives: the wait ends in time."""
    theirs, ours = socket.socketpair()
    with ours, theirs, pytest.raises(TimeoutError):
        Attached(ours).receive(0.05)


@given(
    messages=st.lists(st.dictionaries(st.text(max_size=3), st.integers(), max_size=2), min_size=1, max_size=4)
)
def test_sealed_frames_arrive_and_others_do_not(messages):
    """With a key, frames in their order are taken; without a seal, replayed or out of order they are not."""
    theirs, ours = socket.socketpair()
    with ours, theirs:
        channel = Attached(ours)
        channel.seal()
        channel.send({"job": 1})
        received = _frames.Reader()
        received.feed(theirs.recv(4_096))
        key = received.message()
        assert received.message() == {"job": 1}
        sealer = _seal.Sealer(bytes.fromhex(key["key"]))
        sealed = [sealer.seal(json.dumps(message).encode()) for message in messages]
        for body, message in zip(sealed, messages, strict=True):
            theirs.sendall(_piece(1, _frames.framed(body)))
            assert channel.receive(1.0) == message
        for forged in (sealed[0], json.dumps(messages[0]).encode(), b"", bytes(40)):
            theirs.sendall(_piece(1, _frames.framed(forged)))
            with pytest.raises(_frames.BrokenFrame):
                channel.receive(1.0)
