"""Process 1 of a job: keeps a process ready for it, watches it, kills what is left, reports to the host.

The host holds the other end of the leash. When the host lets go of it, for whatever reason, this process
ends and the kernel kills everything in its pid namespace with it. Nothing here needs more than ``SIGCHLD``
and a pair of descriptors, so the same code is process 1 of a container, where they are its stdin and stdout.
"""

from __future__ import annotations

import base64
import contextlib
import os
import signal
import socket
import time

from sandbox._inside import _calls, _collect, _frames, _isolate, _libraries, _program
from sandbox._inside._watch import Calls, Leash, Stream, Watch, require_first_process, watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from sandbox._inside._seal import Sealer

# The job's own channels stand above the highest descriptor that the job may open.
_REPORT, _ORDERS = 300, 301
_HIGHEST = 4_096
# Beyond the job's own processes its user has the server that forked it, this supervisor, a tree of two that
# waits for the next job, and perhaps one made to order.
_OTHERS = 6
_STREAMS = ("stdout", "stderr", "report")


class Ready:
    """A process that waits to become a job.

    Attributes:
        leader: its process id.
        streams: reading ends of its pipes, by name.
        orders: where its job is sent, and where its calls come from afterwards.
        nonce: what its report begins with.
    """

    def __init__(self, leader: int, streams: Mapping[str, int], orders: int, nonce: bytes) -> None:
        self.leader = leader
        self.streams = streams
        self.orders = orders
        self.nonce = nonce


def _place_files(files: Mapping[str, str]) -> None:
    for name, content in files.items():
        folder = os.path.dirname(name)  # noqa: PTH120
        if folder:
            os.makedirs(folder, exist_ok=True)  # noqa: PTH103
        with open(name, "wb") as file:  # noqa: PTH123
            file.write(base64.b64decode(content))


def _wait_for_job(pipes: Mapping[str, tuple[int, int]], orders: int, nonce: bytes, *, by_user: bool) -> None:
    """In the forked child: its descriptors, then its job and limits, then the program. Does not return."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(pipes["stdout"][1], 1)
    os.dup2(pipes["stderr"][1], 2)
    os.dup2(pipes["report"][1], _REPORT, inheritable=False)
    os.dup2(orders, _ORDERS, inheritable=False)
    os.closerange(3, _REPORT)
    os.closerange(_ORDERS + 1, _HIGHEST)
    _program.become_fresh()
    _isolate.limit_always()
    job = _frames.receive(_ORDERS)
    if job is None:
        return
    if job.get("preload"):
        _frames.send(_ORDERS, {"loaded": _libraries.load_beside_files(job["preload"], os.getcwd())})  # noqa: PTH109
    functions = _calls.stubs(job["functions"], _ORDERS)
    if not functions:
        os.close(_ORDERS)
    _isolate.dumpable(on=True)
    _isolate.give_way()
    limits = job["limits"]
    _isolate.limit(
        memory_mb=limits["memory_mb"],
        files_mb=limits["files_mb"],
        processes=limits["processes"] + _OTHERS if by_user else None,
        cpu_s=int(limits["wall_s"]) + 2,
    )
    _program.main(job, functions, _REPORT, nonce)


def prepare(*, by_user: bool = True) -> Ready:
    """Fork the process that will run the next job; it waits until :func:`supervise` has one.

    Args:
        by_user: limit its processes by counting those of its user; else something outside counts them.
    """
    nonce = os.urandom(16)
    pipes = {name: os.pipe() for name in _STREAMS}
    ours, theirs = socket.socketpair()
    leader = os.fork()
    if leader == 0:
        try:
            _wait_for_job(pipes, theirs.fileno(), nonce, by_user=by_user)
        finally:
            os._exit(1)
    theirs.close()
    for reader, writer in pipes.values():
        os.close(writer)
        os.set_blocking(reader, False)
    return Ready(leader, {name: reader for name, (reader, _) in pipes.items()}, ours.detach(), nonce)


def _wait_until_loaded(ready: Ready, job: Mapping[str, Any]) -> None:
    """Until the job's process has loaded its libraries; nothing of the program has run by then."""
    if job.get("preload"):
        # A process that ended meanwhile is found out by watching it.
        with contextlib.suppress(OSError, _frames.BrokenFrame):
            _frames.receive(ready.orders)


def _watch_of(ready: Ready, job: Mapping[str, Any]) -> Watch:
    output = job["limits"]["output_bytes"]
    caps = {"stdout": output, "stderr": output, "report": 4 * output}
    streams = {name: Stream(descriptor, caps[name]) for name, descriptor in ready.streams.items()}
    os.set_blocking(ready.orders, False)
    return Watch(streams, ready.leader, Calls(ready.orders) if job["functions"] else None)


def _reply(job: Watch, nonce: bytes, seconds: float) -> dict[str, Any]:
    report = bytes(job.streams["report"].data)
    over = any(stream.over for stream in job.streams.values())
    status = job.ended
    return {
        "why": job.why or ("output_limit" if over else ""),
        "exit_code": os.waitstatus_to_exitcode(status) if status is not None else None,
        "stdout": base64.b64encode(job.streams["stdout"].data).decode("ascii"),
        "stderr": base64.b64encode(job.streams["stderr"].data).decode("ascii"),
        "report": report[len(nonce) :].decode("ascii", "replace") if report.startswith(nonce) else "",
        "seconds": seconds,
    }


def _collected(patterns: list[str]) -> dict[str, Any]:
    """The part of the reply that carries the job's files."""
    if not patterns:
        return {}
    try:
        return {"files": _collect.collect(patterns)}
    except _collect.TooMuch as error:
        return {"too_much": str(error)}
    except (OSError, RecursionError) as error:
        return {"too_much": f"the files could not be collected: {error}"}


def wake_on_child() -> int:
    """A descriptor that can be read whenever a child of this process has ended."""
    wake, wake_write = os.pipe()
    os.set_blocking(wake, False)
    os.set_blocking(wake_write, False)
    signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
    # The kernel keeps from process 1 every signal that it does not handle; Python handles this one unasked.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
    return wake


def supervise(
    reader: int,
    writer: int,
    ready: Ready,
    wake: int,
    *,
    counted: Callable[[], int] | None = None,
    sealer: Sealer | None = None,
) -> bool:
    """Serve the one job that comes over the leash.

    Call it in process 1 of a pid namespace in which nothing else runs: what is left afterwards is killed. The
    working directory is the job's.

    Args:
        reader: descriptor that the host's frames come from.
        writer: descriptor that frames to the host go to; may be the same.
        ready: the process that becomes the job.
        wake: of :func:`wake_on_child`.
        counted: kills for lack of memory that a counter of the kernel shows up to now, where one can be read.
        sealer: puts seals on what is sent to the host.

    Returns:
        Whether there was a job; ``False`` when the host let go before sending one.

    Raises:
        RuntimeError: this is not process 1.
    """
    require_first_process()
    leash = Leash(reader, writer, sealer)
    body = leash.body()
    if body is None:
        return False
    job = _frames.unpack(body)
    _place_files(job["files"])
    before = counted() if counted else 0
    _frames.write(ready.orders, _frames.framed(body))
    _wait_until_loaded(ready, job)
    begin = time.monotonic()
    leash.send({"started": True})
    running = _watch_of(ready, job)
    if counted:
        running.spent = lambda: counted() > before
    watch(running, leash, wake, begin + job["limits"]["wall_s"])
    running.kill_all()
    running.drain()
    reply = _reply(running, ready.nonce, time.monotonic() - begin)
    if counted:
        reply["memory_kills"] = counted() - before
    leash.send(reply | _collected(job["collect"]))
    for descriptor in (*ready.streams.values(), ready.orders):
        os.close(descriptor)
    return True
