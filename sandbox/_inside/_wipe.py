"""Empties a directory between two jobs, whatever the first one left there."""

from __future__ import annotations

import contextlib
import os
import stat

#: Entries of one directory tree; a tmpfs holds fewer.
_MOST = 20_000


def _descend(parent: int, name: str) -> int:
    """A descriptor of a directory inside another, made accessible first; never through a link."""
    with contextlib.suppress(OSError):
        os.chmod(name, stat.S_IRWXU, dir_fd=parent)
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=parent)


def _lift(root: int, name: str, number: int) -> None:
    """Move what is inside a directory up to the root, so that no depth and no long path is in the way."""
    folder = _descend(root, name)
    try:
        for index, inner in enumerate(os.listdir(folder)):  # noqa: PTH208  (of a descriptor)
            os.rename(inner, f".wipe-{number}-{index}", src_dir_fd=folder, dst_dir_fd=root)
    finally:
        os.close(folder)


def wipe(path: str) -> bool:
    """Remove everything in a directory; returns whether it is empty now."""
    root = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for number in range(_MOST):
            names = os.listdir(root)  # noqa: PTH208  (of a descriptor)
            if not names:
                return True
            for index, name in enumerate(names):
                _remove(root, name, number * _MOST + index)
    except OSError:
        return False
    else:
        return False
    finally:
        os.close(root)


def _remove(root: int, name: str, number: int) -> None:
    state = os.stat(name, dir_fd=root, follow_symlinks=False)
    if not stat.S_ISDIR(state.st_mode):
        os.unlink(name, dir_fd=root)
        return
    _lift(root, name, number)
    os.rmdir(name, dir_fd=root)
