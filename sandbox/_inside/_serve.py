"""The fork server.

Libraries are loaded once. Then a few process trees wait, each shut in namespaces of its own already, for one
job each; whenever one has ended, the next is made.
"""

from __future__ import annotations

import builtins
import gc
import os
import selectors
import socket
import sys

from sandbox._inside import _frames, _isolate, _libraries, _program, _seccomp, _supervise
from sandbox._inside._sizes import SIZE, USUAL_FILES_MB

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_IDLE_S = 600.0
#: Trees that wait or work at once: while one works, the next is ready.
STOCK = 2


def warm_up() -> None:
    """Do once what every job needs before the first is forked."""
    _seccomp.prepare()
    _program.rehearse()


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


def _serve_one(control: socket.socket, files_mb: int, *, own_namespaces: bool) -> None:
    """Shut this tree in, hand its leash to the host, and serve the job that comes over it.

    What keeps the tree from being shut in is what the host hears over the leash; then no job runs.
    """
    ours, theirs = socket.socketpair()
    wake, ready = 0, None
    try:
        wake = _supervise.wake_on_child()
        _isolate.give_way()
        _shut_in(files_mb, own_namespaces=own_namespaces)
        ready = _supervise.prepare()
    except OSError as error:
        _frames.send(ours.fileno(), {"failed": str(error)})
    with theirs:
        socket.send_fds(control, [SIZE.pack(files_mb)], [theirs.fileno()])
    control.close()
    if ready is None:
        os._exit(1)
    _supervise.supervise(ours.fileno(), ours.fileno(), ready, wake)


class _Stock:
    """The trees that wait or work."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._home = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
        self._trees: dict[int, int] = {}

    def add(self, files_mb: int) -> None:
        """One more tree, in a new pid namespace."""
        _isolate.unshare(_isolate.CLONE_NEWPID)
        pid = os.fork()
        if pid == 0:
            try:
                _isolate.die_with_parent()
                os.close(self._home)
                _serve_one(self._control, files_mb, own_namespaces=False)
            finally:
                os._exit(0)
        _isolate.enter(self._home, _isolate.CLONE_NEWPID)
        self._trees[pid] = files_mb

    def replace_ended(self) -> bool:
        """Make a new tree for each that has ended; ``False`` when one could not be shut in."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                pid, status = 0, 0
            if pid == 0:
                break
            self._trees.pop(pid, None)
            if os.WIFEXITED(status) and status:
                return False
        while sum(size == USUAL_FILES_MB for size in self._trees.values()) < STOCK:
            self.add(USUAL_FILES_MB)
        return True


def _serve_many(control: socket.socket) -> None:
    """Keep trees in stock until the host has gone, idles for long, or a tree cannot be shut in."""
    stock = _Stock(control)
    wake = _supervise.wake_on_child()
    with selectors.DefaultSelector() as selector:
        selector.register(control, selectors.EVENT_READ)
        selector.register(wake, selectors.EVENT_READ)
        while stock.replace_ended():
            ready = [key.fd for key, _ in selector.select(_IDLE_S)]
            if not ready:
                return
            if wake in ready:
                os.read(wake, 65_536)
            if control.fileno() in ready:
                order = control.recv(SIZE.size)
                if not order:
                    return
                stock.add(*SIZE.unpack(order))


def serve(control: socket.socket, preload: Sequence[str], *, once_mb: int) -> None:
    """Announce readiness on ``control``, then the leash of each tree that can take a job.

    Args:
        control: the host's control socket.
        preload: modules to import before the first job.
        once_mb: run one job, with files of that size, in the namespaces at hand and end (for hosts where no
            nested namespaces can be made); 0 to run many.
    """
    like_a_script()
    _isolate.give_way(_isolate.SERVER)
    loaded = _libraries.load(preload)
    _isolate.bar_privileges()
    warm_up()
    gc.collect()
    gc.freeze()
    gc.disable()
    _frames.send(control.fileno(), {"ready": True, "python": sys.version.split()[0], "loaded": loaded})
    if once_mb:
        _serve_one(control, once_mb, own_namespaces=True)
    else:
        _serve_many(control)
