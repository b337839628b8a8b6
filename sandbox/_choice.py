"""Which backend runs the jobs of this process: one that was asked for by name, or the first that works."""

from __future__ import annotations

import os
import threading
from typing import Literal, TypeAlias, get_args

from sandbox._backend import Backend

#: What can be asked for by name.
Name: TypeAlias = Literal["docker", "docker+runsc", "embedded", "unsafe_subprocess"]
NAMES: tuple[str, ...] = get_args(Name)
#: Tried in this order when nothing was asked for. What is weaker than these is never taken unasked.
ORDER: tuple[Name, ...] = ("docker", "embedded")
VARIABLE = "AMTFV_SANDBOX"

_lock = threading.Lock()
_made: dict[str, Backend] = {}
_asked: str | Backend | None = None


class UnknownBackend(ValueError):  # noqa: N818  (it states what was asked for)
    """No backend has that name; the message says who asked, and which names there are."""


def _known(name: str, who: str) -> str:
    if name not in NAMES:
        raise UnknownBackend(f"{who} asks for the sandbox {name!r}; there are {', '.join(NAMES)}")
    return name


def ask(choice: Name | Backend | None) -> None:
    """Remember what :func:`sandbox.use` was given. Raises :class:`UnknownBackend`."""
    global _asked  # noqa: PLW0603  (one choice a process)
    _asked = _known(choice, "sandbox.use()") if isinstance(choice, str) else choice


def asked_by_program() -> bool:
    """Whether :func:`sandbox.use` was given anything."""
    return _asked is not None


def asked() -> str | Backend | None:
    """What was asked for: by the program, else by the environment. Raises :class:`UnknownBackend`."""
    if _asked is not None:
        return _asked
    named = os.environ.get(VARIABLE, "").strip()
    return _known(named, VARIABLE) if named else None


def backend(name: str) -> Backend:
    """The process's backend of that name, made on first use."""
    with _lock:
        if name not in _made:
            _made[name] = _make(name)
        return _made[name]


def _make(name: str) -> Backend:
    if name in {"docker", "docker+runsc"}:
        from sandbox.docker import DockerBackend  # noqa: PLC0415  (only who uses it pays for it)

        return DockerBackend(runtime="runsc" if name == "docker+runsc" else None)
    if name == "unsafe_subprocess":
        from sandbox.unsafe import UnsafeSubprocessBackend  # noqa: PLC0415  (likewise)

        return UnsafeSubprocessBackend()
    from sandbox.embedded import EmbeddedBackend  # noqa: PLC0415  (likewise)

    return EmbeddedBackend(once=name == "embedded-once")
