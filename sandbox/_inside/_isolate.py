"""System calls that Python 3.11 does not wrap: namespaces, mounts, capabilities, limits."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000

_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC = 1, 2, 4, 8
_MS_REC, _MS_PRIVATE = 0x4000, 0x40000
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL = 47, 4
_SIGKILL = 9
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_CAPABILITY = 63

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result: int, what: str) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def unshare(flags: int) -> None:
    """Leave the namespaces named by ``flags``. Raises ``OSError``."""
    _check(_libc.unshare(flags), "unshare")


def enter(descriptor: int, flags: int) -> None:
    """``setns``: enter the namespace behind a descriptor. Raises ``OSError``."""
    _check(_libc.setns(descriptor, flags), "setns")


def _mount(source: bytes, target: bytes, kind: bytes | None, flags: int, data: bytes | None = None) -> None:
    _check(_libc.mount(source, target, kind, ctypes.c_ulong(flags), data), f"mount {target.decode()}")


def private_mounts(tmp_mb: int) -> None:
    """New /tmp and /dev/shm of bounded size, and a /proc of this pid namespace only, for one job."""
    guard = _MS_NOSUID | _MS_NODEV | _MS_NOEXEC
    _mount(b"none", b"/", None, _MS_REC | _MS_PRIVATE)
    _mount(b"tmpfs", b"/tmp", b"tmpfs", guard, b"size=%dm,nr_inodes=4096,mode=1777" % tmp_mb)
    _mount(b"tmpfs", b"/dev/shm", b"tmpfs", guard, b"size=8m,nr_inodes=256,mode=1777")
    _mount(b"proc", b"/proc", b"proc", guard | _MS_RDONLY)


#: How readily the kernel ends a process when memory runs out: a job before the server that forked it.
SERVER, JOB = 500, 1000


def give_way(score: int = JOB) -> None:
    """Be among the first to go when memory runs out; inherited by what this process forks."""
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:  # noqa: PTH123
        file.write(str(score))


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def bar_privileges() -> None:
    """Give up that any program started from here could gain a capability, or any other privilege."""
    for capability in range(_LAST_CAPABILITY + 1):
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")


def drop_privileges() -> None:
    """Give up every capability that this process has. After :func:`bar_privileges` it is for good."""
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = _Header(_CAPABILITY_VERSION_3, 0)
    _check(_libc.capset(ctypes.byref(header), ctypes.byref((_Sets * 2)())), "capset")


def die_with_parent() -> None:
    """Be killed when the process that forked this one ends."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0), "pdeathsig")


def dumpable(*, on: bool) -> None:
    """Whether others of this user may look into this process (its memory, descriptors, environment)."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, int(on), 0, 0, 0), "dumpable")


def _address_space() -> int:
    statm = os.open("/proc/self/statm", os.O_RDONLY)
    try:
        return int(os.read(statm, 100).split()[0]) * resource.getpagesize()
    finally:
        os.close(statm)


def _set_limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))


def limit_always() -> None:
    """Resource limits that every job has."""
    for kind, value in (
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_STACK, 8 * 1024 * 1024),
    ):
        _set_limit(kind, value)
    with contextlib.suppress(ValueError, OSError, AttributeError):
        resource.setrlimit(resource.RLIMIT_MSGQUEUE, (0, 0))


def limit(*, memory_mb: int, files_mb: int, processes: int | None, cpu_s: int) -> None:
    """Resource limits of one job.

    ``memory_mb`` counts beyond what the preloaded libraries have mapped already; ``processes`` counts all of
    this user, ``None`` leaves them uncounted.
    """
    _set_limit(resource.RLIMIT_AS, _address_space() + memory_mb * 1024 * 1024)
    _set_limit(resource.RLIMIT_FSIZE, files_mb * 1024 * 1024)
    _set_limit(resource.RLIMIT_CPU, cpu_s)
    if processes is not None:
        _set_limit(resource.RLIMIT_NPROC, processes)
