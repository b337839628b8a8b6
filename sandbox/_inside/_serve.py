"""The fork server.

Libraries are loaded once, then one forked process tree with namespaces of its own serves each job.
"""

from __future__ import annotations

import builtins
import contextlib
import gc
import importlib
import os
import socket
import struct
import sys
from collections.abc import Sequence

from sandbox._inside import _frames, _isolate, _seccomp, _supervise

_IDLE_S = 600.0
#: What the host asks for a job with: the size of its files, MiB.
_ORDER = struct.Struct(">I")


# Parts that a library loads only on first use, and that every job would otherwise load anew.
_PARTS = {"numpy": ("numpy.random", "numpy.linalg")}


def load(names: Sequence[str]) -> list[str]:
    """Import what there is of those modules; returns their names."""
    loaded = []
    for name in names:
        with contextlib.suppress(ImportError):
            for part in (name, *_PARTS.get(name, ())):
                importlib.import_module(part)
            loaded.append(name)
    return loaded


def like_a_script() -> None:
    """What ``site`` would have added: programs call ``exit()`` and ``quit()``."""
    import _sitebuiltins  # noqa: PLC0415

    for name in ("exit", "quit"):
        setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))


def _shut_in(files_mb: int, *, own_namespaces: bool) -> None:
    """Give up everything that a job must not have. Raises ``OSError``."""
    if not own_namespaces:
        _isolate.unshare(_isolate.CLONE_NEWNS | _isolate.CLONE_NEWIPC | _isolate.CLONE_NEWUTS)
        _isolate.private_mounts(files_mb)
    os.chdir("/tmp")  # noqa: S108  (it is private to this job)
    _isolate.drop_privileges()
    _isolate.dumpable(on=False)
    _seccomp.install()


def _serve_one(leash: socket.socket, files_mb: int, *, own_namespaces: bool) -> None:
    """Supervise one job; what keeps it from being shut in is reported, and then the job does not run."""
    descriptor = leash.fileno()
    try:
        wake = _supervise.wake_on_child()
        _shut_in(files_mb, own_namespaces=own_namespaces)
        _supervise.supervise(descriptor, descriptor, _supervise.prepare(), wake)
    except OSError as error:
        with contextlib.suppress(OSError):
            _frames.send(descriptor, {"failed": str(error)})


def _fork_job(leash: socket.socket, files_mb: int, control: socket.socket, home: int) -> None:
    """One job in a new pid namespace; returns when the whole namespace is gone."""
    _isolate.unshare(_isolate.CLONE_NEWPID)
    pid = os.fork()
    if pid == 0:
        try:
            _isolate.die_with_parent()
            control.close()
            os.close(home)
            _serve_one(leash, files_mb, own_namespaces=False)
        finally:
            os._exit(0)
    _isolate.enter(home, _isolate.CLONE_NEWPID)
    leash.close()
    os.waitpid(pid, 0)


def _next_leash(control: socket.socket) -> tuple[socket.socket, int] | None:
    """The next job's socket and size of files; ``None`` when the host has gone or idles for long."""
    try:
        order, descriptors, _, _ = socket.recv_fds(control, _ORDER.size, 1)
    except TimeoutError:
        return None
    return (socket.socket(fileno=descriptors[0]), *_ORDER.unpack(order)) if descriptors else None


def serve(control: socket.socket, preload: Sequence[str], *, once: bool) -> None:
    """Announce readiness on ``control``, then run each job whose leash arrives there.

    Args:
        control: the host's control socket.
        preload: modules to import before the first job.
        once: run one job in the namespaces at hand and end (for hosts where no nested namespaces can be
            made).
    """
    like_a_script()
    _isolate.give_way()
    loaded = load(preload)
    _seccomp.prepare()
    gc.collect()
    gc.freeze()
    gc.disable()
    _frames.send(control.fileno(), {"ready": True, "python": sys.version.split()[0], "loaded": loaded})
    control.settimeout(_IDLE_S)
    if once:
        order = _next_leash(control)
        if order is not None:
            control.close()
            _serve_one(*order, own_namespaces=True)
        return
    home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    while (order := _next_leash(control)) is not None:
        _fork_job(*order, control, home)
