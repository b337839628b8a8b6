"""Who made a container, written so that another process can tell whether its maker still lives."""

from __future__ import annotations

import os
import sys
from functools import lru_cache
from pathlib import Path

_UNKNOWN = "-"


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return _UNKNOWN


def _start_time(process: int) -> str:
    """When a process of this machine started, in ticks since boot; "" when there is none."""
    try:
        return Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[19].decode()
    except (OSError, IndexError):
        return ""


def _place() -> str:
    """The boot of this machine and the namespace of its process ids: where an id means what it says."""
    try:
        namespace = Path("/proc/self/ns/pid").readlink().name.strip("pid:[]")
    except OSError:
        namespace = _UNKNOWN
    return f"{_read('/proc/sys/kernel/random/boot_id')}/{namespace}"


@lru_cache(maxsize=2)
def _owner(process: int) -> str:
    return f"{_place()}:{process}:{_start_time(process) or _UNKNOWN}"


def me() -> str:
    """This process: ``boot-id/pid-namespace:pid:start-time``."""
    return _owner(os.getpid())


def is_dead(owner: str) -> bool | None:
    """Whether the process that an owner names has ended; ``None`` where that can't be known from here."""
    place, _, rest = owner.partition(":")
    process, _, started = rest.partition(":")
    if sys.platform != "linux" or place != _place() or _UNKNOWN in (started, place.partition("/")[0]):
        return None
    return not process.isdigit() or _start_time(int(process)) != started
