"""Asks SymPy in a process of its own: nothing of a text is evaluated here, any thread may call.

The process is started on first use, kept, and started again after a failure. One request runs at a time.
"""

from __future__ import annotations

import atexit
import contextlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from typing import IO, Any

from toolkits.equivalence._policy import Clock, Policy
from toolkits.equivalence._wire import from_wire, to_wire
from toolkits.errors import ToolkitError, ToolLimit
from toolkits.expressions import Expression, walk

MAX_NODES = 400
_COMMAND = (sys.executable, "-m", "toolkits.equivalence._algebra_main")
#: The other process ends what is late, this much before the caller stops listening.
_GRACE = 0.1
#: How long a caller who asks for a warm process waits for it; a question waits until its own deadline.
_START = 10.0
#: A process that twice running said nothing in time is ended: once may be a busy machine's fault.
_SILENT = 2


def is_zero(one: Expression, other: Expression, policy: Policy) -> dict[str, Any]:
    """``{"zero": true}`` where SymPy simplifies the difference to zero; a ``limit`` where it hit one."""
    if sum(1 for side in (one, other) for _ in walk(side)) > MAX_NODES:
        return {"limit": "parts"}
    return ask({"task": "zero", "one": to_wire(one), "other": to_wire(other)}, policy)


def tree(task: dict[str, Any], policy: Policy) -> Expression | None:
    """What SymPy makes of a limit, integral or sum; None where it finds nothing.

    Raises:
        ToolLimit: it ran out of time or memory.
    """
    reply = ask(task, policy)
    if "limit" in reply:
        raise ToolLimit(f"the {task['task']} was not found within the limit of {reply['limit']}")
    if "tree" not in reply:
        return None
    try:
        return from_wire(reply["tree"])
    except ToolkitError:
        return None


def ask(task: dict[str, Any], policy: Policy) -> dict[str, Any]:
    """The worker's reply; ``{"limit": …}`` where it ran out of time or memory, or is not to be had."""
    if not policy.symbolic:
        return {"limit": "off"}
    request = {**task, "variables": sorted(policy.variables), "assume": dict(policy.assume)}
    return _WORKER.ask(request, policy.clock)


def warm(*, wait: bool = False) -> None:
    """Start the process now; ``wait`` until it is ready."""
    _WORKER.start(wait=wait)


class _Worker:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._replies: queue.Queue[dict[str, Any]] = queue.Queue()
        self._ready = False
        self._owner = 0
        self._silent = 0
        self._count = itertools.count()

    def start(self, *, wait: bool) -> None:
        """Start the process unless a question is being asked: then it runs."""
        if self._lock.acquire(blocking=False):
            try:
                self._alive()
                if wait:
                    self._is_ready(_START)
            except OSError:
                self._stop()
            finally:
                self._lock.release()

    def ask(self, request: dict[str, Any], clock: Clock) -> dict[str, Any]:
        if clock.left <= 0:
            return {"limit": "time"}
        if not self._lock.acquire(timeout=clock.left):
            return {"limit": "time"}
        try:
            return self._asked(request, clock)
        except (OSError, ValueError):
            self._stop()
            return {"limit": "worker"}
        finally:
            self._lock.release()

    def _is_ready(self, seconds: float) -> bool:
        """Whether the process says that it is up, within that time; it goes on starting if not."""
        if not self._ready:
            reply = self._next(seconds)
            self._ready = bool(reply.get("ready"))
            if "worker" in reply.values():
                self._stop()
        return self._ready

    def _asked(self, request: dict[str, Any], clock: Clock) -> dict[str, Any]:
        process = self._alive()
        if not self._is_ready(clock.left):
            return {"limit": "time"}
        seconds = clock.left - _GRACE
        if seconds <= 0 or process.stdin is None:
            return {"limit": "time"}
        return self._answered(process.stdin, {**request, "seconds": seconds}, clock)

    def _answered(self, stdin: IO[str], request: dict[str, Any], clock: Clock) -> dict[str, Any]:
        number = next(self._count)
        stdin.write(json.dumps({**request, "id": number}) + "\n")
        stdin.flush()
        while True:
            reply = self._next(clock.left)
            if reply.get("id") == number:
                self._silent = 0
                return reply
            if "limit" in reply and "id" not in reply:
                self._unanswered(reply)
                return reply

    def _unanswered(self, reply: dict[str, Any]) -> None:
        self._silent += 1
        if reply["limit"] == "worker" or self._silent >= _SILENT or not hasattr(os, "fork"):
            self._stop()

    def _next(self, seconds: float) -> dict[str, Any]:
        try:
            return self._replies.get(timeout=max(seconds, 0.001))
        except queue.Empty:
            return {"limit": "time"}

    def _alive(self) -> subprocess.Popen[str]:
        """The running process; a new one where there is none, it died, or this process is a fork."""
        process = self._process
        if process is not None and self._owner == os.getpid() and process.poll() is None:
            return process
        self._ready, self._silent = False, 0
        self._replies = queue.Queue()
        self._owner = os.getpid()
        started = subprocess.Popen(  # noqa: S603  (a command of our own)
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        self._process = started
        threading.Thread(target=_pump, args=(started, self._replies), daemon=True).start()
        return started

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            _end(process)

    def close(self) -> None:
        """End the process at exit."""
        self._stop()


def _pump(process: subprocess.Popen[str], replies: queue.Queue[dict[str, Any]]) -> None:
    stream = process.stdout
    if stream is None:
        return
    with contextlib.suppress(ValueError, OSError):
        for line in stream:
            with contextlib.suppress(ValueError):
                replies.put(json.loads(line))
    replies.put({"limit": "worker"})


def _end(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(OSError):
        process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=2)


def _forked() -> None:
    """A fork starts a process of its own; the parent's is kept from being mourned here."""
    global _WORKER  # noqa: PLW0603
    _INHERITED.append(_WORKER)
    _WORKER = _Worker()


def _close() -> None:
    _WORKER.close()


_INHERITED: list[_Worker] = []
_WORKER = _Worker()
atexit.register(_close)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
