"""Takes small files out of the working directory once nothing of the job runs any more."""

from __future__ import annotations

import base64
import os
import stat
from fnmatch import fnmatchcase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAX_FILES = 32
MAX_BYTES = 8_000_000
_DEPTH = 8


class TooMuch(Exception):  # noqa: N818
    """There is more than may be taken; the message says of what."""


def _matches(name: str, patterns: Sequence[str]) -> bool:
    parts = name.split("/")
    for pattern in patterns:
        wanted = pattern.split("/")
        if len(wanted) == len(parts) and all(map(fnmatchcase, parts, wanted)):
            return True
    return False


def _is_clean(name: str) -> bool:
    """Whether a name can be shown and used anywhere: text without control characters."""
    return name.isprintable() and "\\" not in name


def _walk(folder: str, depth: int) -> Iterator[str]:
    """Names of regular files below the working directory; links are not followed."""
    with os.scandir(folder or ".") as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            name = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if depth < _DEPTH:
                    yield from _walk(name, depth + 1)
            elif entry.is_file(follow_symlinks=False) and _is_clean(name):
                yield name


def _content(name: str, room: int) -> bytes:
    descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            return b""
        if state.st_size > room:
            raise TooMuch(f"the files to collect have more than {MAX_BYTES} bytes")
        return file.read(room)


def collect(patterns: Sequence[str]) -> dict[str, str]:
    """Name -> content (base64) of the files that match.

    Raises:
        TooMuch: more files or bytes than may be taken.
    """
    found: dict[str, str] = {}
    room = MAX_BYTES
    for name in _walk("", 0):
        if not _matches(name, patterns):
            continue
        if len(found) == MAX_FILES:
            raise TooMuch(f"there are more than {MAX_FILES} files to collect")
        try:
            content = _content(name, room)
        except OSError:
            continue
        room -= len(content)
        found[name] = base64.b64encode(content).decode("ascii")
    return found
