"""One container: created, attached to, started, greeted; later ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sandbox._inside import _frames
from sandbox.docker import _sweeper
from sandbox.docker._settings import Kind
from sandbox.docker._stream import Attached

_GREET_S = 60.0
_END_S = 5.0
_ATTACH = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
#: How long the engine may take to tell of a container that it ran out of memory.
_TOLD_S = 0.5


class StartFailed(Exception):  # noqa: N818
    """A container did not get so far as to wait for a job; the message says what was heard."""


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """A container whose supervisor waits for a job.

    Attributes:
        id: as the engine knows it.
        kind: what it was started as.
        channel: to its supervisor.
        libraries: top-level modules of third parties that a job can import.
        started: when it was created, seconds since the epoch.
    """

    id: str
    kind: Kind
    channel: Attached
    libraries: frozenset[str]
    started: float


def start(client: Any, options: dict[str, Any], kind: Kind, given_up: Callable[[], bool]) -> Container:
    """Start a container and wait until its libraries are loaded.

    Args:
        client: the engine's client.
        options: arguments of ``create_container``.
        kind: what the options stand for.
        given_up: asked between the steps, so that closing the pool need not wait for all of them.

    Raises:
        StartFailed: the engine refused, or the supervisor inside ended.
    """
    begin = time.time()
    try:
        name = str(client.create_container(**options)["Id"])
    except Exception as error:
        raise StartFailed(_said(error)) from error
    channel: Attached | None = None
    try:
        if given_up():
            raise StartFailed("the pool was closed")  # noqa: TRY301
        channel = Attached(client.attach_socket(name, _ATTACH))
        client.start(name)
        return Container(name, kind, channel, _greeted(channel), begin)
    except BaseException as error:
        if channel is not None:
            channel.close()
            channel.discard()
        _sweeper.remove(client, name)
        if isinstance(error, StartFailed) or not isinstance(error, Exception):
            raise
        raise StartFailed(_said(error)) from error


def _greeted(channel: Attached) -> frozenset[str]:
    """The libraries that the supervisor says there are, once it waits for a job."""
    try:
        hello = channel.receive(_GREET_S)
    except (OSError, _frames.BrokenFrame) as error:
        raise StartFailed(channel.words[-500:] or f"no word from inside: {error}") from error
    if hello is None or "libraries" not in hello:
        raise StartFailed(channel.words[-500:] or "the container ended without a word")
    return frozenset(map(str, hello["libraries"]))


def _said(error: Exception) -> str:
    return str(getattr(error, "explanation", None) or error).strip()[:500]


def end(client: Any, container: Container, *, gently: bool) -> None:
    """Let go of a container and see to it that it is gone.

    The attached stream is closed first: while someone could still read it, killing waits for what is in it.

    Args:
        client: the engine's client.
        container: the container.
        gently: its supervisor is in order, and ends now that it is let go of; killed only if it does not.
    """
    container.channel.close()
    container.channel.discard()
    if not (gently and _sweeper.ended(client, container.id, _END_S)):
        _sweeper.remove(client, container.id)


def ran_out_of_memory(client: Any, container: Container) -> bool:
    """Whether the engine saw the kernel kill in a container for lack of memory, also one that is gone."""
    deadline = time.monotonic() + _TOLD_S
    while True:
        try:
            told = client.events(
                since=int(container.started), until=time.time(), decode=True,
                filters={"container": container.id, "event": "oom"},
            )  # fmt: skip
            if any(True for _ in told):
                return True
        except Exception:  # noqa: BLE001  (no answer is no finding)
            return False
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
