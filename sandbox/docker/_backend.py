"""The Docker backend: each job in a container of its own."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sandbox import _look
from sandbox._cancel import Cancel
from sandbox._conversation import Conversation, converse
from sandbox._finding import outcome
from sandbox._job import Durations, Job, Limits, Outcome
from sandbox._message import message
from sandbox.docker import _container, _engine, _gvisor, _owner, _sweeper
from sandbox.docker._container import Container, StartFailed
from sandbox.docker._pool import Cancelled, Pool
from sandbox.docker._settings import Kind, Reuse, creation, kind_of, size_of

_BUILD = "amtfv sandbox build"
_TIMEOUT_S = 60.0


class _NotReady(Exception):  # noqa: N818
    """No job can be run with this engine, image or runtime."""

    def __init__(self, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class _Ready:
    """An engine that jobs can be run with."""

    client: Any
    engine: _engine.Engine
    image: str
    pool: Pool


class DockerBackend:
    """Runs jobs in containers that were started ahead.

    Args:
        runtime: name of an OCI runtime, as the engine's configuration has it (``runsc`` for gVisor);
            ``None`` for the engine's own.
        reuse: ``never`` gives each job a container of its own. ``fork`` runs many jobs, one after another,
            in one container, each in a process of its own: faster for long runs of small jobs, and weaker:
            a job that breaks out of its process meets the later ones.
        size: containers at once; more callers than that queue.
        image: name of the image; by default the one that :func:`sandbox.image.build` makes.
        engine: where the engine is, as :func:`find_engine` found it; looked for when it is not given.
    """

    def __init__(
        self,
        runtime: str | None = None,
        reuse: Reuse = "never",
        size: int = 4,
        *,
        image: str | None = None,
        engine: _engine.Engine | None = None,
    ) -> None:
        if size < 1 or reuse not in ("never", "fork"):
            raise ValueError("size must be at least 1, reuse 'never' or 'fork'")
        self._runtime = runtime
        self._reuse: Reuse = reuse
        self._size = size
        self._image = image
        self._engine = engine
        self._lock = threading.Lock()
        self._ready: _Ready | None = None
        _everyone.add(self)

    @property
    def name(self) -> str:
        """``docker``, with ``+runtime`` and ``-fork`` where these were asked for."""
        runtime = f"+{self._runtime}" if self._runtime else ""
        return f"docker{runtime}{'-fork' if self._reuse == 'fork' else ''}"

    def run(self, job: Job, cancel: Cancel) -> Outcome:
        """Run one job. See :class:`sandbox.Backend`."""
        begin = time.monotonic()
        frame = message(job)
        tree = _look.parse(job.source)
        found = self._run(job, frame, kind_of(job, _look.imports(tree)), cancel)
        durations = replace(found.durations, total_s=time.monotonic() - begin)
        return replace(found, durations=durations, backend=self.name, reads_clock=_look.reads_clock(tree))

    def warm(self, libraries: tuple[str, ...] = (), count: int | None = None) -> None:
        """Start containers now, with those libraries loaded, and wait for them.

        Raises:
            RuntimeError: no container can be started; the message says why and what to do.
        """
        try:
            ready = self._connected()
            kind = kind_of(Job(source="", libraries=libraries), frozenset())
            ready.pool.warm(kind, self._size if count is None else count)
        except (_NotReady, StartFailed) as error:
            hint = getattr(error, "hint", "")
            raise RuntimeError(f"{error} ({hint})" if hint else str(error)) from error

    def close(self) -> None:
        """Remove every container of this backend. Another ``run`` starts anew."""
        with self._lock:
            ready, self._ready = self._ready, None
        if ready is not None:
            ready.pool.close()
            ready.client.close()

    # --- getting ready ----------------------------------------------------------------------------------------

    def _connected(self) -> _Ready:
        """The engine and the pool, found and made on first use. Raises :class:`_NotReady`."""
        with self._lock:
            if self._ready is None:
                self._ready = self._connect()
            return self._ready

    def _connect(self) -> _Ready:
        engine = self._engine or _engine.find_engine()
        if not engine.found:
            raise _NotReady(engine.detail, _engine.NoEngine.hint)
        detail, hint = _gvisor.problem(engine, self._runtime)
        if detail:
            raise _NotReady(detail, hint)
        client = _engine.client(engine.url, _TIMEOUT_S)
        try:
            image = self._found_image(client)
            _sweeper.sweep(client)
        except BaseException:
            client.close()
            raise
        options = partial(
            creation, client, image, owner=_owner.me(), reuse=self._reuse, runtime=self._runtime,
            cgroup=engine.cgroup,
        )  # fmt: skip
        pool = Pool(
            self._size,
            lambda kind, given_up: _container.start(client, options(kind), kind, given_up),
            lambda container: _container.end(client, container),
            single_use=self._reuse == "never",
        )
        return _Ready(client, engine, image, pool)

    def _found_image(self, client: Any) -> str:
        """The image's id. Nothing is ever pulled."""
        from docker.errors import ImageNotFound  # noqa: PLC0415  (0.4 s)

        from sandbox.image import tag  # noqa: PLC0415  (it imports this package)

        name = self._image or tag()
        try:
            return str(client.inspect_image(name)["Id"])
        except ImageNotFound:
            raise _NotReady(f"the engine does not have the image {name}", f"build it: {_BUILD}") from None

    # --- one job ----------------------------------------------------------------------------------------------

    def _run(self, job: Job, frame: dict[str, Any], kind: Kind, cancel: Cancel) -> Outcome:
        try:
            ready = self._connected()
        except _NotReady as error:
            return Outcome(status="unavailable", detail=str(error), hint=error.hint)
        except Exception as error:  # noqa: BLE001  (docker's, requests' and urllib3's errors)
            return Outcome(status="unavailable", detail=f"the engine failed: {error}", hint="amtfv sandbox doctor")
        begin = time.monotonic()
        found = Outcome(status="unavailable", detail="the container ended before the job started")
        # A container that ended while it waited (idle for long, or removed) is replaced, once.
        for _ in range(2):
            try:
                container = ready.pool.acquire(kind, cancel)
            except Cancelled:
                return Outcome(status="killed", detail="cancelled")
            except StartFailed as error:
                return Outcome(status="unavailable", detail=f"no container could be started: {error}")
            queued = time.monotonic() - begin
            found, started = self._on(ready, container, job, frame, kind, cancel)
            if started or cancel.asked:
                return replace(found, durations=replace(found.durations, queued_s=queued))
        return found

    def _on(
        self, ready: _Ready, container: Container, job: Job, frame: dict[str, Any], kind: Kind, cancel: Cancel
    ) -> tuple[Outcome, bool]:
        """Run the job in a container: (outcome, whether that is settled)."""
        absent = _absent(job, container)
        if absent:
            ready.pool.put_back(container)
            return _missing(Outcome(status="missing_library", missing=absent)), True
        begin = time.monotonic()
        talk = Conversation()
        try:
            talk = converse(container.channel, job, frame, cancel)
        finally:
            usable = talk.reply is not None and "failed" not in talk.reply
            ready.pool.give_back(container, kind, usable=usable)
        if talk.reply is None:
            broke = _broken_off(ready, container, talk, job.limits, cancel, time.monotonic() - begin)
            return broke, talk.started
        if "failed" in talk.reply:
            return Outcome(status="unavailable", detail=str(talk.reply["failed"])), False
        found = outcome(talk.reply, self.name, ready.image)
        found = replace(found, durations=replace(found.durations, started_s=talk.start_s))
        return _missing(found) if found.status == "missing_library" else found, True


def _absent(job: Job, container: Container) -> str:
    """The first of the job's libraries that the image lacks, or ""."""
    import sys  # noqa: PLC0415

    tops = (name.partition(".")[0] for name in job.libraries)
    known = container.libraries | sys.stdlib_module_names
    return next((top for top in tops if top not in known), "")


def _missing(found: Outcome) -> Outcome:
    """The finding, with how to get the library into the image."""
    from sandbox._finding import install_name  # noqa: PLC0415

    name = install_name(found.missing)
    detail = f"the sandbox's image has no module called {found.missing!r}"
    return replace(found, detail=detail, hint=f"build the image with it: {_BUILD} --with {name}")


def _broken_off(
    ready: _Ready, container: Container, talk: Conversation, limits: Limits, cancel: Cancel, seconds: float
) -> Outcome:
    """What became of a job whose supervisor gave no reply."""
    durations = Durations(ran_s=seconds)
    found = Outcome(status="killed", duration_s=seconds, durations=durations, image=ready.image)
    if cancel.asked:
        return replace(found, detail="cancelled")
    if not talk.started:
        return replace(found, status="unavailable", detail="the container ended before the job started")
    if seconds > limits.wall_s:
        return replace(found, status="timeout", detail="the host's clock ran out")
    if _container.ran_out_of_memory(ready.client, container):
        return replace(found, status="memory", detail="the container ran out of memory")
    return replace(found, detail="the job's container was killed")


_everyone: weakref.WeakSet[DockerBackend] = weakref.WeakSet()


def _close_all() -> None:
    for backend in list(_everyone):
        backend.close()


def _after_fork() -> None:
    """In a forked child: every backend starts anew, with an engine connection of its own."""
    for backend in list(_everyone):
        ready, backend._ready = backend._ready, None  # noqa: SLF001
        backend._lock = threading.Lock()  # noqa: SLF001
        if ready is not None:
            ready.pool.forget()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
