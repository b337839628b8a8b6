"""Digests of the files that a database is made of."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from toolkits.errors import ToolUnavailable

_Stamp: TypeAlias = tuple[int, ...]
#: A file that was written this lately may be written again within the same tick of its clock.
_SETTLED_NS = 2_000_000_000
_KNOWN: dict[str, tuple[_Stamp, bytes]] = {}
_MOST_KNOWN = 256


def digest_of(paths: Iterable[Path]) -> str:
    """``sha256:…`` of the files' names and contents.

    A file is read again when its size, its inode or one of its times differs from what they were, or are so
    recent that a change would not show in them.

    Raises:
        ToolUnavailable: one can't be read.
    """
    whole = hashlib.sha256()
    for path in paths:
        try:
            whole.update(path.name.encode(errors="surrogateescape") + b"\0" + _of_file(path))
        except OSError as error:
            raise ToolUnavailable(f"{path}: can't be read: {error.strerror or error}") from None
    return f"sha256:{whole.hexdigest()}"


def digest_of_bytes(content: bytes) -> str:
    """``sha256:…`` of what is in memory."""
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _of_file(path: Path) -> bytes:
    found = path.stat()
    stamp = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev)
    known = _KNOWN.get(str(path.absolute()))
    if known is not None and known[0] == stamp:
        return known[1]
    with path.open("rb") as stream:
        content = hashlib.file_digest(stream, "sha256").digest()
    if max(found.st_mtime_ns, found.st_ctime_ns) + _SETTLED_NS < time.time_ns():
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[str(path.absolute())] = stamp, content
    return content
