"""What the host and the supervisor inside say to each other, whichever backend carries it.

The host sends the job. The supervisor answers ``{"started": true}`` (or ``{"failed": why}``), then any
number of ``{"call": text}``, each of which the host answers with ``{"answer": text}``, and at last its reply
(see :func:`sandbox._finding.outcome`). What a call's text says is the program's own word.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sandbox._cancel import Cancel
from sandbox._inside._frames import BrokenFrame
from sandbox._job import Job

#: Calls that one job may make, and the bytes of one call's arguments and of one result, as JSON.
MAX_CALLS = 1_000
MAX_CALL_BYTES = 1_000_000
MAX_RESULT_BYTES = 8_000_000

# Libraries that a job's process has still to load are loaded in that time.
_START_S = 30.0
#: How long past its own clock the supervisor may take to answer before the host gives it up.
_GRACE_S = 2.0
_MESSAGE = 500
_here = threading.local()


def within_call() -> bool:
    """Whether this thread is running a function that a job has called."""
    return bool(getattr(_here, "calling", False))


class Channel(Protocol):
    """A stream of frames to one job's supervisor."""

    def send(self, frame: dict[str, Any]) -> None:
        """Send one frame. Raises ``OSError`` when the other side is gone."""
        ...

    def receive(self, timeout_s: float) -> dict[str, Any] | None:
        """The next frame, or ``None`` at the end of the stream.

        Raises:
            TimeoutError: none came in that time.
            BrokenFrame: something came that is none.
            OSError: the stream broke.
        """
        ...

    def close(self) -> None:
        """Let go of the job, from any thread; a waiting ``receive`` ends once the supervisor has ended."""
        ...


@dataclass(slots=True)
class Conversation:
    """What came of one.

    Attributes:
        reply: the supervisor's last word, or ``None`` when it ended, broke off or overran without one.
        started: the job had started.
        start_s: from sending the job to its start, seconds.
        overran: the supervisor neither answered nor ended in time: whatever holds it must be killed.
    """

    reply: dict[str, Any] | None = None
    started: bool = False
    start_s: float = 0.0
    overran: bool = False


def converse(channel: Channel, job: Job, frame: dict[str, Any], cancel: Cancel) -> Conversation:
    """Send a job, answer its calls, and wait for the reply.

    Args:
        channel: to the supervisor; closed when ``cancel`` is asked for, else left open.
        job: whose ``functions`` answer the calls, in this thread.
        frame: the job as :func:`sandbox._message.message` made it.
        cancel: lets another thread end the job.
    """
    talk = Conversation()
    cancel.hold(channel.close)
    try:
        _talk(channel, job, frame, talk)
    except (OSError, BrokenFrame) as error:
        talk.reply, talk.overran = None, isinstance(error, TimeoutError)
    finally:
        cancel.hold(None)
    return talk


def _talk(channel: Channel, job: Job, frame: dict[str, Any], talk: Conversation) -> None:
    begin = time.monotonic()
    _send_if_there(channel, frame)
    first = channel.receive(_START_S)
    talk.start_s = time.monotonic() - begin
    if first is None or "started" not in first:
        talk.reply = first
        return
    talk.started = True
    deadline = time.monotonic() + job.limits.wall_s + _GRACE_S
    calls = 0
    while True:
        reply = channel.receive(max(deadline - time.monotonic(), 0.0))
        if reply is None or "call" not in reply:
            talk.reply = reply
            return
        calls += 1
        answered = {"answer": _answer(job.functions, str(reply["call"]), calls)}
        _send_if_there(channel, answered)


def _send_if_there(channel: Channel, frame: dict[str, Any]) -> None:
    """Send; when the other side ended meanwhile, its last word is still to be read."""
    try:
        channel.send(frame)
    except OSError:
        return


def _answer(functions: Mapping[str, Callable[..., Any]], text: str, number: int) -> str:
    """The JSON that answers one call: ``{"value": ...}`` or ``{"error": {"type", "message"}}``."""
    if number > MAX_CALLS:
        return _error("RuntimeError", f"a job may make {MAX_CALLS} calls")
    if len(text) > MAX_CALL_BYTES:
        return _error("ValueError", f"the arguments of a call may have {MAX_CALL_BYTES} bytes")
    try:
        call = json.loads(text)
        name, arguments, keywords = call["name"], list(call["arguments"]), dict(call["keywords"])
        function = functions[name]
    except (ValueError, TypeError, LookupError, RecursionError):
        return _error("ValueError", "this is not a call of one of the job's functions")
    _here.calling = True
    try:
        result = json.dumps({"value": function(*arguments, **keywords)}, allow_nan=False)
    except Exception as error:  # noqa: BLE001  (whatever it is, the program is told and the caller's thread goes on)
        return _error(type(error).__name__, _clean(error))
    finally:
        _here.calling = False
    if len(result) > MAX_RESULT_BYTES:
        return _error("ValueError", f"the result of {name} has more than {MAX_RESULT_BYTES} bytes")
    return result


def _clean(error: Exception) -> str:
    """The first line of what an exception says, without where it was raised."""
    # A KeyError shows its key as Python source.
    text = error.args[0] if isinstance(error, KeyError) and len(error.args) == 1 else error
    lines = str(text).strip().splitlines()
    return lines[0][:_MESSAGE] if lines else ""


def _error(kind: str, message: str) -> str:
    return json.dumps({"error": {"type": kind, "message": message}})
