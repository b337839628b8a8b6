"""Runs one job in the embedded sandbox and says what became of it."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from sandbox import _look
from sandbox._cancel import Cancel
from sandbox._conversation import converse
from sandbox._finding import install_hint, outcome
from sandbox._job import Durations, Job, Outcome
from sandbox._message import message
from sandbox.embedded import _interpreter, _pool
from sandbox.embedded._bubblewrap import Kind, Server, StartFailed
from sandbox.embedded._channel import SocketChannel

_TRIES = 3


def _unanswered(started: bool, cancel: Cancel, kills: int | None, seconds: float) -> Outcome:
    if cancel.asked:
        return Outcome(status="killed", detail="cancelled", duration_s=seconds)
    if started and kills:
        return Outcome(status="memory", detail="the memory limit was hit", duration_s=seconds)
    detail = "the job's supervisor was killed" if started else "the sandbox ended before the job started"
    return Outcome(status="killed" if started else "unavailable", detail=detail, duration_s=seconds)


def _on(server: Server, job: Job, frame: dict[str, Any], cancel: Cancel) -> tuple[Outcome, bool]:
    """Run the job on a server: (outcome, whether it had started)."""
    begin = time.monotonic()
    backend = "bubblewrap-once" if server.kind.once_mb else "bubblewrap"
    usable = False
    try:
        with server.open_job(job.limits) as leash:
            talk = converse(SocketChannel(leash, lambda: bool(server.memory_kills())), job, frame, cancel)
        usable = not talk.overran
        kills = server.memory_kills()
    except OSError:
        return _unanswered(False, cancel, 0, time.monotonic() - begin), False
    finally:
        _pool.shared().give_back(server, usable=usable)
    if talk.reply is None:
        return _unanswered(talk.started, cancel, kills, time.monotonic() - begin), talk.started
    if "failed" in talk.reply:
        return Outcome(status="unavailable", detail=str(talk.reply["failed"]), backend=backend), False
    found = outcome(talk.reply | {"memory_kills": kills}, backend)
    return replace(found, durations=replace(found.durations, started_s=talk.start_s)), True


def kind_of(job: Job, imported: frozenset[str], *, once: bool) -> Kind:
    """The fork server that a job wants: preloaded with what it imports."""
    wanted = imported | {name.partition(".")[0] for name in job.libraries}
    usual = _interpreter.view().libraries
    preload = tuple(name for name in _interpreter.USUAL_LIBRARIES if name in wanted and name in usual)
    extra = tuple(
        sorted(name.partition(".")[0] for name in job.libraries if name.partition(".")[0] not in usual)
    )
    return Kind(preload=preload, libraries=extra, once_mb=job.limits.files_mb if once else 0)


def _absent(job: Job) -> str:
    """The first of the job's libraries that is not installed here, or ""."""
    visible = _interpreter.view(kind_of(job, frozenset(), once=False).libraries).libraries
    tops = (name.partition(".")[0] for name in job.libraries)
    return next((top for top in tops if top not in visible and not _interpreter.is_standard(top)), "")


def _adding_up(parts: Durations, total_s: float) -> Durations:
    """The durations with their total.

    The start is heard of later than it is; the program runs meanwhile.
    """
    rest = max(total_s - parts.queued_s - parts.ran_s, 0.0)
    return replace(parts, started_s=min(parts.started_s, rest), total_s=total_s)


def run(job: Job, cancel: Cancel | None = None, *, once: bool = False) -> Outcome:
    """Run ``job`` in bubblewrap.

    Args:
        job: the program.
        cancel: lets another thread end it.
        once: give the job a bubblewrap of its own instead of a fork server's namespaces.

    Raises:
        JobError: the job cannot be sent.
    """
    frame = message(job)
    absent = _absent(job)
    if absent:
        hint = install_hint(absent)
        return Outcome(
            status="missing_library", missing=absent, detail=f"{absent} is not installed", hint=hint
        )
    tree = _look.parse(job.source)
    kind = kind_of(job, _look.imports(tree), once=once)
    frame["preload"] = _look.parts(tree)
    begin = time.monotonic()
    found = _run(job, frame, kind, cancel or Cancel())
    durations = _adding_up(found.durations, time.monotonic() - begin)
    return replace(found, durations=durations, reads_clock=_look.reads_clock(tree))


def _run(job: Job, frame: dict[str, Any], kind: Kind, cancel: Cancel) -> Outcome:
    found = Outcome(status="unavailable")
    begin = time.monotonic()
    # A server that ended between two jobs (idle for long, or killed) is replaced.
    for _ in range(_TRIES):
        try:
            server = _pool.shared().acquire(kind, cancel)
        except _pool.Cancelled:
            return Outcome(status="killed", detail="cancelled")
        except StartFailed as error:
            return Outcome(status="unavailable", detail=str(error))
        queued = time.monotonic() - begin
        found, started = _on(server, job, frame, cancel)
        if started or cancel.asked:
            return replace(found, durations=replace(found.durations, queued_s=queued))
    return found
