"""What the host and a supervisor say to each other, without a sandbox: the other side is played here."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest

from sandbox import Cancel, Job, Limits
from sandbox import _conversation as conversation
from sandbox._inside import _frames
from sandbox._inside._watch import Calls
from sandbox._message import message
from sandbox.embedded._channel import SocketChannel


def _talk(
    job: Job, other_side: Callable[[int], None], cancel: Cancel | None = None
) -> conversation.Conversation:
    ours, theirs = socket.socketpair()
    thread = threading.Thread(target=other_side, args=(theirs.fileno(),))
    with ours, theirs:
        thread.start()
        talk = conversation.converse(SocketChannel(ours), job, message(job), cancel or Cancel())
        ours.close()
        thread.join()
    return talk


def _calling(*calls: Any) -> tuple[Callable[[int], None], list[Any]]:
    """A supervisor that passes these calls on (text, or what becomes JSON) and keeps the answers."""
    answers: list[Any] = []

    def supervisor(descriptor: int) -> None:
        _frames.receive(descriptor)
        _frames.send(descriptor, {"started": True})
        for call in calls:
            _frames.send(descriptor, {"call": call if isinstance(call, str) else json.dumps(call)})
            answer = _frames.receive(descriptor)
            answers.append(json.loads(answer["answer"]) if answer else None)
        _frames.send(descriptor, {"why": ""})

    return supervisor, answers


def _call(name: str, *arguments: Any, **keywords: Any) -> dict[str, Any]:
    return {"name": name, "arguments": arguments, "keywords": keywords}


def test_reply_follows_the_start():
    """The job goes out, the start and the reply come back."""
    supervisor, _ = _calling()
    talk = _talk(Job(source="1"), supervisor)
    assert (talk.started, talk.reply) == (True, {"why": ""})


def test_calls_are_answered_by_the_jobs_functions():
    """Values come back as JSON; an exception as its class and the first line of its message."""

    def fail() -> None:
        raise LookupError("no such table\n  at /home/me")

    def missing() -> None:
        raise KeyError("north")

    functions = {"add": lambda a, b=0: a + b, "fail": fail, "missing": missing, "odd": object}
    supervisor, answers = _calling(
        _call("add", 1, b=2), _call("fail"), _call("missing"), _call("odd"), _call("add")
    )
    _talk(Job(source="1", functions=functions), supervisor)
    assert answers[0] == {"value": 3}
    assert answers[1] == {"error": {"type": "LookupError", "message": "no such table"}}
    assert answers[2] == {"error": {"type": "KeyError", "message": "north"}}
    assert [answer["error"]["type"] for answer in answers[3:]] == ["TypeError", "TypeError"]


@pytest.mark.parametrize(
    "call",
    [
        "", "[]", "nonsense", "[" * 5_000, '{"name": "f"}', '{"name": [], "arguments": [], "keywords": {}}',
        '{"name": "__class__", "arguments": [], "keywords": {}}',
        '{"name": "f", "arguments": 3, "keywords": {}}', '{"name": "f", "arguments": [], "keywords": [1]}',
        '{"name": "f", "arguments": [' + "1" * 5_000 + '], "keywords": {}}',
        '{"name": "f", "arguments": ["' + "x" * 1_000_000 + '"], "keywords": {}}',
    ],
    ids=range(11),
)  # fmt: skip
def test_what_is_no_call_reaches_no_function(call):
    """Whatever the program sends, only a call of a function of the job by its name is carried out."""
    called: list[object] = []
    supervisor, answers = _calling(call)
    _talk(Job(source="1", functions={"f": called.append}), supervisor)
    assert answers[0]["error"]["type"] == "ValueError"
    assert not called


def test_calls_and_results_are_bounded(monkeypatch):
    """More calls than allowed and too large a result are errors for the program."""
    monkeypatch.setattr(conversation, "MAX_CALLS", 2)
    functions = {"one": lambda: 1, "big": lambda: "x" * 9_000_000}
    supervisor, answers = _calling(_call("big"), _call("one"), _call("one"))
    _talk(Job(source="1", functions=functions), supervisor)
    assert [answer.get("value", "refused") for answer in answers] == ["refused", 1, "refused"]


@pytest.mark.parametrize("frames", [[], [b"\0\0\0\x09{}"], [_frames.pack({"started": True}), b"\0\0"]])
def test_supervisor_that_breaks_off_leaves_no_reply(frames):
    """The end of the stream, within a frame or between two, is no reply."""

    def supervisor(descriptor: int) -> None:
        _frames.receive(descriptor)
        for frame in frames:
            _frames.write(descriptor, frame)
        os.close(descriptor)

    ours, theirs = socket.socketpair()
    with ours:
        thread = threading.Thread(target=supervisor, args=(theirs.detach(),))
        thread.start()
        talk = conversation.converse(SocketChannel(ours), Job(source="1"), {}, Cancel())
        thread.join()
    assert talk.reply is None
    assert talk.started is (len(frames) == 2)


def test_supervisor_that_overruns_is_given_up(monkeypatch):
    """The host has a second clock."""
    monkeypatch.setattr(conversation, "_GRACE_S", 0.0)

    def supervisor(descriptor: int) -> None:
        _frames.receive(descriptor)
        _frames.send(descriptor, {"started": True})

    assert _talk(Job(source="1", limits=Limits(wall_s=0.2)), supervisor).reply is None


def test_cancelling_ends_the_talk():
    """A caller that no longer wants the job waits no longer."""
    cancel = Cancel()

    def supervisor(descriptor: int) -> None:
        _frames.receive(descriptor)
        cancel.cancel()

    assert _talk(Job(source="1"), supervisor, cancel).reply is None


def test_calls_wait_for_nothing_that_the_job_does():
    """A job that sends halves, several calls at once, or never reads its answers holds nobody up."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        calls = Calls(theirs.fileno())
        one = _frames.framed(b'{"name": "a"}')
        ours.sendall(one[:7])
        calls.ready()
        assert calls.next() is None
        ours.sendall(one[7:] + one)
        calls.ready()
        assert calls.next() == '{"name": "a"}'
        assert calls.next() is None, "one at a time"
        assert calls.events == 0
        calls.answered("x" * 8_000_000)
        for _ in range(200):
            calls.ready()
        assert calls.next() is None


@pytest.mark.parametrize("sent", [b"\xff\xff\xff\xff", b"\0\x20\0\0" + b"x" * 100])
def test_calls_that_are_too_long_are_the_last(sent):
    """A length beyond what a call may have closes the channel."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        calls = Calls(theirs.fileno())
        ours.sendall(sent)
        calls.ready()
        assert calls.next() is None
        assert not calls.open
