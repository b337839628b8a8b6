"""Process 1 of a job: shuts it in, watches clock and output, kills what is left, reports to the host.

The host holds the other end of the leash, a socket. When the host lets go of it, for whatever reason, this
process ends and the kernel kills everything in its pid namespace with it.
"""

from __future__ import annotations

import base64
import contextlib
import os
import selectors
import signal
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandbox._inside import _frames, _isolate, _program, _seccomp

_READ = 65_536
_DRAIN_S = 2.0
# The job's own channel stands above the highest descriptor that the job may open.
_HIDDEN = 300


@dataclass(slots=True)
class _Stream:
    """One pipe from the job: what was read so far, at most ``cap`` bytes."""

    descriptor: int
    cap: int
    data: bytearray = field(default_factory=bytearray)
    over: bool = False
    open: bool = True

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


@dataclass(slots=True)
class _Watch:
    """The state of one watched job."""

    streams: dict[str, _Stream]
    deadline: float
    leader: int
    ended: int | None = None
    why: str = ""


def _place_files(files: Mapping[str, str]) -> None:
    for name, content in files.items():
        folder = os.path.dirname(name)  # noqa: PTH120
        if folder:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        with open(name, "wb") as file:  # noqa: PTH123
            file.write(base64.b64decode(content))


def _become_job(job: Mapping[str, Any], pipes: Mapping[str, tuple[int, int]], nonce: bytes) -> None:
    """In the forked child: the job's descriptors and limits, then its program. Does not return."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(pipes["stdout"][1], 1)
    os.dup2(pipes["stderr"][1], 2)
    os.dup2(pipes["report"][1], _HIDDEN, inheritable=False)
    os.closerange(3, _HIDDEN)
    os.closerange(_HIDDEN + 1, _HIDDEN + 4096)
    _isolate.dumpable(on=True)
    limits = job["limits"]
    # Beyond the job's own processes its user has this supervisor and the server that forked it.
    _isolate.limit(
        memory_mb=limits["memory_mb"],
        files_mb=limits["files_mb"],
        processes=limits["processes"] + 3,
        cpu_s=int(limits["wall_s"]) + 2,
    )
    _program.main(job, _HIDDEN, nonce)


def _start(job: Mapping[str, Any], nonce: bytes) -> _Watch:
    limits = job["limits"]
    pipes = {name: os.pipe() for name in ("stdout", "stderr", "report")}
    leader = os.fork()
    if leader == 0:
        try:
            _become_job(job, pipes, nonce)
        finally:
            os._exit(1)
    caps = {
        "stdout": limits["output_bytes"],
        "stderr": limits["output_bytes"],
        "report": 4 * limits["output_bytes"],
    }
    streams = {}
    for name, (reader, writer) in pipes.items():
        os.close(writer)
        os.set_blocking(reader, False)
        streams[name] = _Stream(reader, caps[name])
    return _Watch(streams, time.monotonic() + limits["wall_s"], leader)


def _reap(watch: _Watch) -> None:
    """Collect every child that has ended; orphans of the job land here too."""
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        if pid == watch.leader:
            watch.ended = status


def _drain(watch: _Watch) -> None:
    """What is still in the pipes after everything that could write is dead."""
    end = time.monotonic() + _DRAIN_S
    for stream in watch.streams.values():
        while stream.open and not stream.over and time.monotonic() < end:
            before = len(stream.data)
            stream.read()
            if len(stream.data) == before and not stream.over:
                break


def _kill_all(watch: _Watch) -> None:
    """Kill every other process of the namespace and wait until none is left."""
    while True:
        with contextlib.suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)
        try:
            pid, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return
        if pid == watch.leader and watch.ended is None:
            watch.ended = status


def _watch(watch: _Watch, leash: socket.socket, wake: int) -> None:
    """Until the leader ends, the clock runs out, a stream is over its cap, or the host lets go."""
    with selectors.DefaultSelector() as selector:
        selector.register(leash, selectors.EVENT_READ, "leash")
        selector.register(wake, selectors.EVENT_READ, "wake")
        for name, stream in watch.streams.items():
            selector.register(stream.descriptor, selectors.EVENT_READ, name)
        while watch.ended is None and not watch.why:
            left = watch.deadline - time.monotonic()
            if left <= 0:
                watch.why = "timeout"
                return
            for key, _ in selector.select(left):
                if key.data == "leash":
                    os._exit(0)
                if key.data == "wake":
                    os.read(wake, _READ)
                    continue
                stream = watch.streams[key.data]
                stream.read()
                if stream.over:
                    watch.why = "output_limit"
                if not stream.open:
                    selector.unregister(stream.descriptor)
            _reap(watch)


def _reply(watch: _Watch, nonce: bytes, seconds: float) -> dict[str, Any]:
    report = bytes(watch.streams["report"].data)
    over = any(stream.over for stream in watch.streams.values())
    status = watch.ended
    return {
        "why": watch.why or ("output_limit" if over else ""),
        "exit_code": os.waitstatus_to_exitcode(status) if status is not None else None,
        "stdout": base64.b64encode(watch.streams["stdout"].data).decode("ascii"),
        "stderr": base64.b64encode(watch.streams["stderr"].data).decode("ascii"),
        "report": report[len(nonce) :].decode("ascii", "replace") if report.startswith(nonce) else "",
        "seconds": seconds,
    }


def supervise(leash: socket.socket, *, own_namespaces: bool) -> None:
    """Serve the one job that comes over ``leash``; returns when the host has its answer.

    Args:
        leash: the host's socket.
        own_namespaces: this process is already alone in namespaces that die with it, so none are made.
    """
    wake, wake_write = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    job = _frames.receive(leash)
    if job is None:
        return
    if not own_namespaces:
        _isolate.unshare(_isolate.CLONE_NEWNS | _isolate.CLONE_NEWIPC | _isolate.CLONE_NEWUTS)
        _isolate.private_mounts(job["limits"]["files_mb"])
    os.chdir("/tmp")  # noqa: S108  (it is private to this job)
    _isolate.drop_privileges()
    _isolate.dumpable(on=False)
    _seccomp.install()
    _place_files(job["files"])
    _frames.send(leash, {"started": True})
    nonce = os.urandom(16)
    begin = time.monotonic()
    watch = _start(job, nonce)
    _watch(watch, leash, wake)
    _kill_all(watch)
    _drain(watch)
    _frames.send(leash, _reply(watch, nonce, time.monotonic() - begin))
