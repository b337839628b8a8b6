"""The Docker backend: each job in a container of its own."""

from __future__ import annotations

import atexit
import os
import threading
import time
import weakref
from dataclasses import replace
from functools import partial
from typing import Any

from sandbox import _look
from sandbox._cancel import Cancel
from sandbox._job import Job, Outcome
from sandbox._message import message
from sandbox.docker import _container, _engine, _gvisor, _owner, _run, _sweeper
from sandbox.docker._container import StartFailed
from sandbox.docker._pool import Pool
from sandbox.docker._settings import Reuse, creation, kind_of

_TIMEOUT_S = 60.0


class _NotReady(Exception):  # noqa: N818
    """No job can be run with this engine, image or runtime."""

    def __init__(self, detail: str, hint: str) -> None:
        super().__init__(detail)
        self.hint = hint


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
        self._ready: _run.Ready | None = None
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
        kind = kind_of(job, _look.imports(tree))
        # The container that it gets may have loaded less.
        frame["preload"] = (*kind.preload, *_look.parts(tree))
        asked = _run.Asked(job, frame, kind, cancel)
        try:
            found = _run.run(self._connected(), asked)
        except _NotReady as error:
            found = Outcome(status="unavailable", detail=str(error), hint=error.hint)
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

    # --- getting ready ---

    def _connected(self) -> _run.Ready:
        """The engine and the pool, found and made on first use. Raises :class:`_NotReady`."""
        with self._lock:
            if self._ready is None:
                self._ready = self._connect()
            return self._ready

    def _connect(self) -> _run.Ready:
        engine = self._engine or _engine.find_engine()
        if not engine.found:
            raise _NotReady(engine.detail, _engine.HINT)
        detail, hint = _gvisor.problem(engine, self._runtime)
        if detail:
            raise _NotReady(detail, hint)
        try:
            client, image = self._prepared(engine)
        except _NotReady:
            raise
        except Exception as error:  # the trees of docker, requests and urllib3
            raise _NotReady(f"the engine failed: {error}", _engine.HINT) from error
        options = partial(
            creation, client, image, owner=_owner.me(), reuse=self._reuse, runtime=self._runtime,
            engine=engine,
        )  # fmt: skip
        pool = Pool(
            self._size,
            lambda kind, given_up: _container.start(client, options(kind), kind, given_up),
            lambda container, gently: _container.end(client, container, gently=gently),
            single_use=self._reuse == "never",
        )
        return _run.Ready(client, image, pool)

    def _prepared(self, engine: _engine.Engine) -> tuple[Any, str]:
        """A client and the image's id, after sweeping up what dead processes left."""
        client = _engine.client_of(engine, _TIMEOUT_S)
        try:
            image = self._found_image(client)
            _sweeper.sweep(client)
        except BaseException:
            client.close()
            raise
        return client, image

    def _found_image(self, client: Any) -> str:
        """The image's id. Nothing is ever pulled."""
        from docker.errors import ImageNotFound  # noqa: PLC0415  (0.4 s)

        from sandbox.image import tag  # noqa: PLC0415  (it imports this package)

        name = self._image or tag()
        try:
            return str(client.inspect_image(name)["Id"])
        except ImageNotFound:
            raise _NotReady(f"the engine does not have the image {name}", f"build it: {_run.BUILD}") from None


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
