"""Whether code can be run here, and where: found by running a good job and some that must not get through."""

from __future__ import annotations

import contextlib
import platform
import re
import secrets
import sys
import tempfile
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path

from sandbox import _choice
from sandbox._backend import Backend
from sandbox._cancel import Cancel
from sandbox._job import Job, Limits, Outcome

_HINT_OTHER = "on this system code runs in Docker only: start Docker, then `amtfv sandbox build`"
_HINT_INSTALL = "install bubblewrap: pip install 'amtfv[sandbox]' (or the system's bubblewrap package)"
_HINT_NAMESPACES = (
    "this machine does not let bubblewrap make user namespaces (on Ubuntu 24.04: sysctl "
    "kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile; in a container: allow them); "
    "`amtfv sandbox doctor` says which setting it is"
)
#: One job for all that a job can find out about its own walls: what must work, and what must not.
_INSIDE = """
import socket
print(sum([1, 2]))
read = made = False
for path in paths:
    try:
        with open(path, encoding='utf-8') as file:
            read = read or token in file.read()
    except OSError:
        pass
try:
    socket.socket().close()
    made = True
except OSError:
    pass
{'seen': word, 'read': read, 'made': made}
"""
_MEMORY = "len(bytearray(1_000_000_000))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What the probe found.

    Attributes:
        available: code can be run here.
        backend: ``docker``, ``docker+runsc``, ``bubblewrap``, ``bubblewrap-once`` (no fork server: slower),
            ``unsafe_subprocess``, or "".
        image: id of the image, or the versions that stand for one; part of the evidence.
        detail: what failed, in words; of an available backend, what was tried before it.
        hint: what the user can do about it.
        runner: the backend itself, when one works.
    """

    available: bool
    backend: str = ""
    image: str = ""
    detail: str = ""
    hint: str = ""
    runner: Backend | None = field(default=None, repr=False, compare=False)


def _attempt(backend: Backend, job: Job) -> Outcome:
    return backend.run(job, Cancel())


def _inside(backend: Backend) -> Outcome:
    """A job that must run, and must neither read a file of this machine nor open a socket."""
    token = secrets.token_hex(16)
    with tempfile.NamedTemporaryFile("w", prefix="amtfv-canary-", encoding="utf-8") as canary:
        canary.write(token)
        canary.flush()
        Path(canary.name).chmod(0o644)
        paths = [canary.name, f"/proc/1/root{canary.name}"]
        return _attempt(backend, Job(source=_INSIDE, inputs={"word": "yes", "paths": paths, "token": token}))


def _wrong(good: Outcome, backend: Backend) -> str:
    """What is wrong with the backend, or ""."""
    if good.status != "ok" or good.stdout != "3\n" or not isinstance(good.value, dict):
        return good.detail or f"a program that prints 3 ended with {good.status}: {good.stderr[-300:]}"
    if good.value != {"seen": "yes", "read": False, "made": False}:
        return "a file of this machine can be read from inside, or a socket can be opened there"
    if _attempt(backend, Job(source=_MEMORY, limits=Limits(memory_mb=128))).status != "memory":
        return "the memory limit does not hold"
    return ""


def examine(backend: Backend) -> Probe:
    """Whether this backend works, by using it."""
    good = _inside(backend)
    wrong = _wrong(good, backend)
    if wrong:
        return Probe(available=False, backend=backend.name, detail=wrong, hint=good.hint)
    return Probe(available=True, backend=good.backend or backend.name, image=good.image, runner=backend)


def _versions() -> str:
    """What stands for an image where the interpreter and libraries are this machine's own."""
    from importlib import metadata  # noqa: PLC0415  (for who runs code only)

    found = [f"python{platform.python_version()}"]
    for name in ("numpy", "pandas", "scipy", "sympy"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            found.append(f"{name}{metadata.version(name)}")
    return "+".join(found)


def _embedded() -> Probe:
    found = _embedded_or_once()
    return replace(found, image=_versions()) if found.available else found


def _embedded_or_once() -> Probe:
    if sys.platform != "linux":
        return Probe(
            available=False, backend="bubblewrap", hint=_HINT_OTHER,
            detail=f"there is no embedded sandbox for {sys.platform}",
        )  # fmt: skip
    first = examine(_choice.backend("embedded"))
    if first.available:
        return first
    hint = _HINT_INSTALL if "not installed" in first.detail else _HINT_NAMESPACES
    if "not installed" in first.detail:
        return replace(first, hint=hint)
    once = examine(_choice.backend("embedded-once"))
    if once.available:
        return replace(once, detail=f"no fork server: {first.detail}")
    return replace(first, hint=hint)


def _docker(name: str) -> Probe:
    return examine(_choice.backend(name))


def _unsafe() -> Probe:
    backend = _choice.backend("unsafe_subprocess")
    return Probe(
        available=True, backend=backend.name, image=_versions(), runner=backend,
        detail="NOT a sandbox: programs run as this user, with its files and its network",
    )  # fmt: skip


def probe_of(name: str) -> Probe:
    """What the probe finds of one backend, by the name that it is asked for with."""
    if name == "embedded":
        return _embedded()
    return _unsafe() if name == "unsafe_subprocess" else _docker(name)


def _first_that_works() -> Probe:
    tried: list[Probe] = []
    for name in _choice.ORDER:
        found = probe_of(name)
        if found.available:
            before = [f"{failed.backend}: {failed.detail}" for failed in tried]
            return replace(found, detail="; ".join([*before, *filter(None, [found.detail])]))
        tried.append(found)
    return Probe(
        available=False,
        detail="; ".join(f"{found.backend}: {found.detail}" for found in tried),
        hint="; or ".join(found.hint for found in reversed(tried) if found.hint),
    )


def _find_out() -> Probe:
    try:
        asked = _choice.asked()
    except _choice.UnknownBackend as error:
        return Probe(available=False, detail=str(error), hint=f"set {_choice.VARIABLE} to one of those")
    if asked is None:
        return _first_that_works()
    return probe_of(asked) if isinstance(asked, str) else examine(asked)


_found: Probe | None = None
_lock = threading.Lock()


def probe() -> Probe:
    """Whether code can be run here, and where; found out once a process, by running it.

    What :func:`use` or the environment's ``AMTFV_SANDBOX`` asks for is the only one that is tried. Without
    that: Docker, then the embedded sandbox; a plain subprocess never.
    """
    global _found  # noqa: PLW0603  (once a process)
    with _lock:
        if _found is None:
            _found = _find_out()
        return _found


def use(choice: _choice.Name | Backend | None) -> None:
    """Ask for one backend, from now on and in this process.

    Args:
        choice: ``docker``, ``docker+runsc`` (gVisor), ``embedded``, ``unsafe_subprocess`` (no sandbox at
            all), a :class:`Backend` of your own making, or ``None`` for what works best here.

    Raises:
        UnknownBackend: there is none of that name. Whether it works is for :func:`probe` to say.
    """
    global _found  # noqa: PLW0603
    _choice.ask(choice)
    with _lock:
        _found = None


def place() -> str:
    """Where code runs, for the evidence: ``bubblewrap@python3.11.2``, ``docker@sha256:…``; "" for nowhere."""
    found = probe()
    if not found.available:
        return ""
    image = re.sub(r"(?<=sha256:)([0-9a-f]{12})[0-9a-f]+", r"\1", found.image)
    return f"{found.backend}@{image}" if image else found.backend
