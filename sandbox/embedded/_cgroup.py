"""A control group for one fork server and its jobs, where this process may make one.

It bounds the memory and the number of processes of a job's whole tree, which resource limits can't, and it
counts the processes that the kernel killed for lack of memory. Both versions of control groups are used as
they are found mounted.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sandbox._job import Limits

_MIB = 1 << 20
_ROOT = Path("/")
_PREFIX = "amtfv-"
_NAME = re.compile(r"amtfv-(\d+)-(\d+)-\d+")
_REMOVE_S = 1.0
# A server, its stock of waiting trees, and one made to order, beside the job's own processes.
_OTHERS = 12
_number = itertools.count()


@dataclass(frozen=True, slots=True)
class _Files:
    """What one version of control groups calls the files."""

    memory: str
    swap: str
    usage: str
    events: str


_V1 = _Files(
    "memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.usage_in_bytes", "memory.oom_control"
)
_V2 = _Files("memory.max", "memory.swap.max", "memory.current", "memory.events")


@dataclass(slots=True)
class Cgroup:
    """One control group (under version 1, one of memory and one of processes).

    Attributes:
        memory: directory that bounds memory.
        pids: directory that bounds processes; the same one under version 2, ``None`` when there is none.
        files: names of the files in ``memory``.
        base: bytes in use by the server before its first job.
        limited: the limits that were set last: memory, files (MiB), processes.
        kills: processes killed for lack of memory when the present job began.
    """

    memory: Path
    pids: Path | None
    files: _Files
    base: int = 0
    limited: tuple[int, int, int] = (0, 0, 0)
    kills: int = 0

    @property
    def entrances(self) -> tuple[str, ...]:
        """The files that a process enters by, when it writes its id there."""
        return tuple(str(place / "cgroup.procs") for place in self._places)

    @property
    def _places(self) -> tuple[Path, ...]:
        if self.pids is None or self.pids == self.memory:
            return (self.memory,)
        return (self.memory, self.pids)

    def settle(self) -> None:
        """Remember what the server itself uses."""
        self.base = _read_number(self.memory / self.files.usage)

    def limit(self, limits: Limits) -> None:
        """Set the bounds of the next job and begin to count. Raises ``OSError``."""
        self.kills = self._killed()
        wanted = (limits.memory_mb, limits.files_mb, limits.processes)
        if wanted == self.limited:
            return
        # A job may touch, and so copy, all that the server has loaded, and fill its files, which are memory.
        room = 2 * self.base + (limits.memory_mb + limits.files_mb) * _MIB
        # Version 1 wants the sum with swap never below memory alone, whichever way the limit moves.
        self._limit_swap(room)
        (self.memory / self.files.memory).write_text(str(room))
        self._limit_swap(room)
        if self.pids is not None:
            (self.pids / "pids.max").write_text(str(limits.processes + _OTHERS))
        self.limited = wanted

    def _limit_swap(self, room: int) -> None:
        with contextlib.suppress(OSError):  # swap need not be there, or be counted
            (self.memory / self.files.swap).write_text(str(room if self.files is _V1 else 0))

    def memory_kills(self) -> int:
        """Processes that the kernel killed for lack of memory since :meth:`limit`."""
        return self._killed() - self.kills

    def _killed(self) -> int:
        try:
            text = (self.memory / self.files.events).read_text("ascii")
        except OSError:
            return 0
        found = re.search(r"^oom_kill (\d+)$", text, re.MULTILINE)
        return int(found[1]) if found else 0

    def remove(self) -> None:
        """Take it away once its processes have gone; the kernel needs a moment for that."""
        for place in self._places:
            _remove(place, time.monotonic() + _REMOVE_S)


def _remove(place: Path, deadline: float) -> None:
    while True:
        try:
            place.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if time.monotonic() > deadline:
                return
            time.sleep(0.01)
        else:
            return


def _read_number(path: Path) -> int:
    try:
        return int(path.read_text("ascii"))
    except (OSError, ValueError):
        return 0


def _mounts(root: Path) -> Iterator[tuple[str, list[str], Path]]:
    """(type, options, mount point) of each mounted hierarchy."""
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/mountinfo").read_text().splitlines():
            before, _, after = line.partition(" - ")
            kind, _, options = after.split(" ", 2)
            if kind in ("cgroup", "cgroup2"):
                yield kind, options.split(","), root / before.split()[4].lstrip("/")


def _own(root: Path) -> dict[str, str]:
    """Controller -> path of this process's group; "" for version 2."""
    own: dict[str, str] = {}
    with contextlib.suppress(OSError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            own.update(dict.fromkeys(controllers.split(","), path))
    return own


def _places(root: Path, controller: str) -> Iterator[Path]:
    """Directories in which a group for that controller could be made, the nearest first.

    Under version 2 a group with processes can't have bounded children, so the one above is tried too.
    """
    own = _own(root)
    for kind, options, point in _mounts(root):
        path = own.get("" if kind == "cgroup2" else controller)
        if path is None or (kind == "cgroup" and controller not in options):
            continue
        here = point / path.lstrip("/")
        here = here if here.is_dir() else point
        yield here
        if kind == "cgroup2" and here != point:
            yield here.parent


def _started(process: int, root: Path) -> str:
    """When a process started, in the kernel's ticks; "" when there is none of that number."""
    try:
        return (root / f"proc/{process}/stat").read_text().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return ""


def _sweep(place: Path, root: Path) -> None:
    """Remove the groups of processes that ended without doing so."""
    for old in place.glob(f"{_PREFIX}*"):
        found = _NAME.fullmatch(old.name)
        if found and _started(int(found[1]), root) != found[2]:
            with contextlib.suppress(OSError):
                old.rmdir()


def _make(root: Path, controller: str, needed: tuple[str, ...], name: str) -> Path | None:
    """A new group whose files named in ``needed`` can be written, or ``None``."""
    for place in _places(root, controller):
        _sweep(place, root)
        new = place / name
        try:
            new.mkdir()
        except OSError:
            continue
        if all(os.access(new / file, os.W_OK) for file in needed):
            return new
        with contextlib.suppress(OSError):
            new.rmdir()
    return None


def make(root: Path = _ROOT) -> Cgroup | None:
    """A control group for one server, or ``None`` where this process can make none.

    Args:
        root: where ``/proc`` and the mounted hierarchies are looked for.
    """
    name = f"{_PREFIX}{os.getpid()}-{_started(os.getpid(), root)}-{next(_number)}"
    for files in (_V2, _V1):
        memory = _make(root, "memory", ("cgroup.procs", files.memory), name)
        if memory is None:
            continue
        if (memory / "pids.max").exists():
            return Cgroup(memory, memory, files)
        return Cgroup(memory, _make(root, "pids", ("cgroup.procs", "pids.max"), name), files)
    return None
