"""Watches one job: its clock, its output, its end, and its calls of the host's functions."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import time

from sandbox._inside import _frames

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sandbox._inside._seal import Sealer

_READ = 65_536
_DRAIN_S = 2.0
#: How often it is looked whether the kernel has killed for lack of memory.
_LOOK_S = 0.2
#: Bytes of one call, as the host allows them, with room for its name.
_CALL = 1_100_000


def require_first_process() -> None:
    """Make sure that this is process 1 of a pid namespace.

    Anywhere else, killing "every other process" would reach all of the machine that this user may kill.
    """
    if os.getpid() != 1:
        raise RuntimeError("a supervisor can only be process 1 of a pid namespace of its own")


class Stream:
    """One pipe from the job: what was read so far, at most ``cap`` bytes."""

    def __init__(self, descriptor: int, cap: int) -> None:
        self.descriptor = descriptor
        self.cap = cap
        self.data = bytearray()
        self.over = False
        self.open = True

    def read(self) -> None:
        try:
            part = os.read(self.descriptor, _READ)
        except BlockingIOError:
            return
        if not part:
            self.open = False
            return
        room = self.cap - len(self.data)
        self.data += part[:room]
        self.over = self.over or len(part) > room


class Calls:
    """Passes calls from the job to the host and answers back, one at a time.

    The job may write what it likes and need not read: nothing here waits for it.
    """

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self._asked = _frames.Reader(_CALL)
        self._answer = memoryview(b"")
        self._waiting = False
        self.open = True

    @property
    def events(self) -> int:
        """What to wait for: room for the answer, else the next call; nothing while the host works."""
        if self._answer:
            return selectors.EVENT_WRITE
        return 0 if self._waiting or not self.open else selectors.EVENT_READ

    def next(self) -> str | None:
        """The text of a call that is complete, when none is on its way."""
        if self._waiting or self._answer or not self.open:
            return None
        try:
            body = self._asked.body()
        except _frames.BrokenFrame:
            self.open = False
            return None
        self._waiting = body is not None
        return None if body is None else body.decode("utf-8", "replace")

    def answered(self, text: str) -> None:
        self._waiting = False
        self._answer = memoryview(_frames.framed(text.encode("ascii", "replace")))

    def ready(self) -> None:
        """The descriptor can be written or read, as ``events`` asked."""
        try:
            if self._answer:
                self._answer = self._answer[os.write(self.descriptor, self._answer) :]
                return
            part = os.read(self.descriptor, _READ)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self._asked.feed(part)
        self.open = self.open and bool(part)
        if not part:
            self._answer = memoryview(b"")


class Watch:
    """The state of one watched job.

    Attributes:
        streams: its pipes, by name.
        leader: process id of its first process.
        calls: its calls of the host's functions; ``None`` when it may make none.
        ended: wait status of the leader once it ended.
        why: what ended the job before it ended itself: ``timeout``, ``output_limit``, ``memory``, or "".
        spent: whether the kernel has killed some of it for lack of memory, where that can be seen from here.
    """

    def __init__(self, streams: dict[str, Stream], leader: int, calls: Calls | None = None) -> None:
        self.streams = streams
        self.leader = leader
        self.calls = calls
        self.ended: int | None = None
        self.why = ""
        self.spent: Callable[[], bool] | None = None

    def reap(self) -> None:
        """Collect every child that has ended; orphans of the job land here too."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.leader:
                self.ended = status

    def kill_all(self) -> None:
        """Kill every other process of the namespace and wait until none is left."""
        require_first_process()
        while True:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
            try:
                pid, status = os.waitpid(-1, 0)
            except ChildProcessError:
                return
            if pid == self.leader and self.ended is None:
                self.ended = status

    def drain(self) -> None:
        """Read what is still in the pipes after everything that could write is dead."""
        end = time.monotonic() + _DRAIN_S
        for stream in self.streams.values():
            while stream.open and not stream.over and time.monotonic() < end:
                before = len(stream.data)
                stream.read()
                if len(stream.data) == before and not stream.over:
                    break


class Leash:
    """The host's end: it lets go by closing, and while the job runs it sends answers to calls.

    Args:
        reader: descriptor that the host's frames come from.
        writer: descriptor that frames to the host go to; may be the same.
        sealer: puts a seal on frames to the host; ``None`` where nobody else can write there.
    """

    def __init__(self, reader: int, writer: int, sealer: Sealer | None = None) -> None:
        self.reader = reader
        self._writer = writer
        self._sealer = sealer
        self._frames = _frames.Reader()

    def send(self, message: Mapping[str, Any]) -> None:
        if self._sealer is None:
            _frames.send(self._writer, dict(message))
        else:
            body = json.dumps(dict(message)).encode("ascii")
            _frames.write(self._writer, _frames.framed(self._sealer.seal(body)))

    def body(self) -> bytes | None:
        """Wait for the next frame; ``None`` when the host has let go."""
        return _frames.receive_body(self.reader)

    def word(self) -> dict[str, Any] | None:
        """Take what arrived: ``{"answer": text}`` or ``{"end": why}``, once it is complete.

        Ends this process at the end of the stream.
        """
        try:
            part = os.read(self.reader, _READ)
        except OSError:
            part = b""
        if not part:
            os._exit(0)
        self._frames.feed(part)
        return self._frames.message()


def watch(job: Watch, leash: Leash, wake: int, deadline: float) -> None:
    """Until the leader ends, the clock runs out, a stream is over its cap, or the host lets go."""
    with selectors.DefaultSelector() as selector:
        selector.register(leash.reader, selectors.EVENT_READ, "leash")
        selector.register(wake, selectors.EVENT_READ, "wake")
        for name, stream in job.streams.items():
            selector.register(stream.descriptor, selectors.EVENT_READ, name)
        asked, look = 0, time.monotonic() + _LOOK_S
        while job.ended is None and not job.why:
            asked = _listen(selector, job.calls, asked)
            now = time.monotonic()
            if now >= deadline:
                job.why = "timeout"
                return
            if job.spent is not None and now >= look:
                look = now + _LOOK_S
                # The rest would only be killed by the kernel too, one after another.
                job.why = "memory" if job.spent() else ""
            until = deadline if job.spent is None else min(deadline, look)
            for key, _ in selector.select(0 if job.why else until - now):
                _take(selector, key.data, job, leash, wake)
            job.reap()


def _listen(selector: selectors.BaseSelector, calls: Calls | None, before: int) -> int:
    """Wait for what the calls need next; returns that."""
    if calls is None or calls.events == before:
        return before
    if before:
        selector.unregister(calls.descriptor)
    if calls.events:
        selector.register(calls.descriptor, calls.events, "calls")
    return calls.events


def _heed(word: Mapping[str, Any] | None, job: Watch) -> None:
    """Do what the host says."""
    if word is None:
        return
    if "end" in word:
        job.why = str(word["end"])
    elif job.calls is not None:
        job.calls.answered(str(word["answer"]))


def _take(selector: selectors.BaseSelector, source: str, job: Watch, leash: Leash, wake: int) -> None:
    """Deal with one descriptor that is ready."""
    if source == "wake":
        os.read(wake, _READ)
    elif source == "leash":
        _heed(leash.word(), job)
    elif source == "calls":
        assert job.calls is not None
        job.calls.ready()
    else:
        stream = job.streams[source]
        stream.read()
        if stream.over:
            job.why = "output_limit"
        if not stream.open:
            selector.unregister(stream.descriptor)
    call = job.calls.next() if job.calls is not None else None
    if call is not None:
        leash.send({"call": call})
