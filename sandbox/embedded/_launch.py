"""Starts bubblewrap within a control group, and as nobody when this process is root.

A script of its own, with one JSON argument. Root often keeps its interpreter where nobody else may look
(pyenv under /root, mode 700), and bubblewrap resolves what it binds as the user it runs as. So root binds
those paths below a tmpfs in a mount namespace of its own first, gives up being root, and then becomes
bubblewrap. Nothing changes outside that mount namespace.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys

STAGE = "/tmp"  # noqa: S108  (covered by a tmpfs that only this process sees)
_CLONE_NEWNS = 0x00020000
_MS_BIND, _MS_REC, _MS_PRIVATE = 0x1000, 0x4000, 0x40000


def staged(number: int) -> str:
    """Where the path with that number stands once it is bound."""
    return f"{STAGE}/{number}"


def _mount(libc: ctypes.CDLL, source: str, target: str, kind: bytes | None, flags: int) -> None:
    if libc.mount(source.encode(), target.encode(), kind, ctypes.c_ulong(flags), None) != 0:
        raise SystemExit(f"mount {source} on {target}: {os.strerror(ctypes.get_errno())}")


def _stage(paths: list[str]) -> None:
    """Bind ``paths`` below the stage, each under its number."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNS) != 0:
        raise SystemExit(f"unshare: {os.strerror(ctypes.get_errno())}")
    _mount(libc, "none", "/", None, _MS_REC | _MS_PRIVATE)
    # Opened in the new namespace, whose mounts alone may be bound, and before the stage covers what lies
    # below it.
    opened = [os.open(path, os.O_PATH | os.O_CLOEXEC) for path in paths]
    _mount(libc, "tmpfs", STAGE, b"tmpfs", 0)
    for number, descriptor in enumerate(opened):
        target = staged(number)
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
            os.mkdir(target)  # noqa: PTH102
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
        _mount(libc, f"/proc/self/fd/{descriptor}", target, None, _MS_BIND | _MS_REC)
    os.chmod(STAGE, 0o755)  # noqa: PTH101, S103
    for descriptor in opened:
        os.close(descriptor)


def _enter(entrances: list[str]) -> None:
    """Join the control groups that these files belong to; all that this process starts is in them."""
    for entrance in entrances:
        with open(entrance, "w", encoding="ascii") as file:  # noqa: PTH123
            file.write("0")


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def main() -> None:
    """Enter the control groups, stage the paths, become the user, become the program."""
    order = json.loads(sys.argv[1])
    _enter(order["entrances"])
    if order["user"] is not None:
        _stage(order["paths"])
        _become(order["user"])
    os.execve(order["program"], order["arguments"], order["environment"])  # noqa: S606


if __name__ == "__main__":
    main()
