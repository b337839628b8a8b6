"""Whether the sandbox really works here.

Found by running one good job and three that must not get what they want.
"""

from __future__ import annotations

import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from sandbox._job import Job, Limits, Outcome
from sandbox.embedded import _run

_HINT_OTHER = "code runs on Linux only for now; elsewhere it needs Docker"
_HINT_INSTALL = "install bubblewrap: pip install 'amtfv[sandbox]' (or the system's bubblewrap package)"
_HINT_NAMESPACES = (
    "this machine does not let bubblewrap make user namespaces (on Ubuntu 24.04: sysctl "
    "kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile; in a container: allow them)"
)
_GOOD = "print(sum([1, 2]))\n{'seen': word}"
_CANARY = """
seen = False
for path in paths:
    try:
        open(path).close()
        seen = True
    except OSError:
        pass
seen
"""
_SOCKET = """
import socket
try:
    socket.socket().close()
    made = True
except OSError:
    made = False
made
"""
_MEMORY = "len(bytearray(1_000_000_000))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What the probe found.

    Attributes:
        available: code can be run here.
        backend: ``bubblewrap``, ``bubblewrap-once`` (no fork server: slower), or "".
        detail: what failed, in words.
        hint: what the user can do about it.
    """

    available: bool
    backend: str = ""
    detail: str = ""
    hint: str = ""


def _good(outcome: Outcome) -> bool:
    return outcome.status == "ok" and outcome.stdout == "3\n" and outcome.value == {"seen": "yes"}


def _denied(outcome: Outcome) -> bool:
    return outcome.status == "ok" and outcome.value is False


def _failures(*, once: bool) -> str:
    """What is wrong with the sandbox, or ""."""
    attempt = partial(_run.run, once=once)
    good = attempt(Job(source=_GOOD, inputs={"word": "yes"}))
    if not _good(good):
        return good.detail or f"a program that prints 3 ended with {good.status}: {good.stderr[-300:]}"
    with tempfile.NamedTemporaryFile("w", prefix="amtfv-canary-") as canary:
        Path(canary.name).chmod(0o644)
        paths = [canary.name, __file__, "/etc/passwd"]
        if not _denied(attempt(Job(source=_CANARY, inputs={"paths": paths}))):
            return "a file of this machine can be read from inside"
    if not _denied(attempt(Job(source=_SOCKET))):
        return "a socket can be opened inside"
    if attempt(Job(source=_MEMORY, limits=Limits(memory_mb=128))).status != "memory":
        return "the memory limit does not hold"
    return ""


def _hint(detail: str) -> str:
    return _HINT_INSTALL if "not installed" in detail else _HINT_NAMESPACES


def _find_out() -> Probe:
    if sys.platform != "linux":
        return Probe(
            available=False, detail=f"there is no embedded sandbox for {sys.platform}", hint=_HINT_OTHER
        )
    first = _failures(once=False)
    if not first:
        return Probe(available=True, backend="bubblewrap")
    if not _failures(once=True):
        return Probe(available=True, backend="bubblewrap-once", detail=f"no fork server: {first}")
    return Probe(available=False, detail=first, hint=_hint(first))


_found: Probe | None = None
_lock = threading.Lock()


def probe() -> Probe:
    """Whether code can be run here, and how; found out once a process, by running it."""
    global _found  # noqa: PLW0603  (once a process)
    with _lock:
        if _found is None:
            _found = _find_out()
        return _found
