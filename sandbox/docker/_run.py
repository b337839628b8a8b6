"""Runs one job in a container and says what became of it."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandbox._cancel import Cancel
from sandbox._conversation import Conversation, converse
from sandbox._finding import install_name, outcome
from sandbox._job import Durations, Job, Outcome
from sandbox.docker import _container
from sandbox.docker._container import Container, StartFailed
from sandbox.docker._pool import Cancelled, Pool
from sandbox.docker._settings import Kind

#: How to make the image; also after a new version of amtfv.
BUILD = "amtfv sandbox build"


@dataclass(frozen=True, slots=True)
class Ready:
    """An engine that jobs can be run with."""

    client: Any
    image: str
    pool: Pool


@dataclass(frozen=True, slots=True)
class Asked:
    """One job: itself, the frame that carries it, the container it wants, and how to end it."""

    job: Job
    frame: dict[str, Any]
    kind: Kind
    cancel: Cancel


def run(ready: Ready, asked: Asked) -> Outcome:
    """Run one job; whatever keeps it from running is an outcome."""
    begin = time.monotonic()
    found = Outcome(status="unavailable", detail="the container ended before the job started")
    # A container that ended while it waited (idle for long, or removed) is replaced, once.
    for _ in range(2):
        try:
            container = ready.pool.acquire(asked.kind, asked.cancel)
        except Cancelled:
            return Outcome(status="killed", detail="cancelled")
        except StartFailed as error:
            return Outcome(
                status="unavailable",
                detail=f"no container could be started: {error}",
                hint="amtfv sandbox doctor",
            )
        queued = time.monotonic() - begin
        found, settled = _on(ready, container, asked)
        if settled or asked.cancel.asked:
            return replace(found, durations=replace(found.durations, queued_s=queued))
    return found


def _on(ready: Ready, container: Container, asked: Asked) -> tuple[Outcome, bool]:
    """Run the job in a container: (outcome, whether that is settled)."""
    absent = _absent(asked.job, container)
    if absent:
        ready.pool.put_back(container)
        return _with_hint(Outcome(status="missing_library", missing=absent)), True
    begin = time.monotonic()
    talk = Conversation()
    container.channel.seal()
    try:
        talk = converse(container.channel, asked.job, asked.frame, asked.cancel)
    finally:
        usable = talk.reply is not None and "failed" not in talk.reply
        ready.pool.give_back(container, asked.kind, usable=usable)
    if talk.reply is None:
        return _broken_off(ready, container, asked, talk, time.monotonic() - begin), talk.started
    return _replied(talk.reply, ready.image, time.monotonic() - begin)


def _replied(reply: Mapping[str, Any], image: str, seconds: float) -> tuple[Outcome, bool]:
    if "failed" in reply:
        return Outcome(status="unavailable", detail=str(reply["failed"])), False
    found = outcome(reply, "docker", image)
    # What the program did not take went into getting it there and back.
    way = max(seconds - found.durations.ran_s, 0.0)
    found = replace(found, durations=replace(found.durations, started_s=way))
    return _with_hint(found) if found.status == "missing_library" else found, True


def _absent(job: Job, container: Container) -> str:
    """The first of the job's libraries that the image lacks, or ""."""
    tops = (name.partition(".")[0] for name in job.libraries)
    known = container.libraries | sys.stdlib_module_names
    return next((top for top in tops if top not in known), "")


def _with_hint(found: Outcome) -> Outcome:
    """The finding, with how to get the library into the image."""
    detail = f"the sandbox's image has no module called {found.missing!r}"
    hint = f"build the image with it: {BUILD} --with {install_name(found.missing)}"
    return replace(found, detail=detail, hint=hint)


def _broken_off(
    ready: Ready, container: Container, asked: Asked, talk: Conversation, seconds: float
) -> Outcome:
    """What became of a job whose supervisor gave no reply."""
    durations = Durations(ran_s=seconds)
    found = Outcome(status="killed", duration_s=seconds, durations=durations, image=ready.image)
    if asked.cancel.asked:
        return replace(found, detail="cancelled")
    if not talk.started:
        return replace(found, status="unavailable", detail="the container ended before the job started")
    if seconds > asked.job.limits.wall_s:
        return replace(found, status="timeout", detail="the host's clock ran out")
    if _container.ran_out_of_memory(ready.client, container):
        return replace(found, status="memory", detail="the container ran out of memory")
    return replace(found, detail="the job's container was killed")
