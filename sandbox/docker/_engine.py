"""Finds a container engine's socket, wherever Docker, Docker Desktop, rootless Docker or podman put it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_QUICK_S = 5.0
_PIPE = "npipe:////./pipe/docker_engine"
HINT = (
    "start Docker (or: podman system service), or set DOCKER_HOST to where it listens; without an engine the "
    "embedded sandbox runs code on Linux"
)


@dataclass(frozen=True, slots=True)
class Tried:
    """One place where an engine was looked for.

    Attributes:
        url: the address.
        source: where the address came from.
        problem: why it is not usable, or "" when it is.
    """

    url: str
    source: str
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """The engine that answered, or what was tried.

    Attributes:
        url: its address, or "".
        name: what it calls itself (``Docker Engine``, ``Podman Engine``), or "".
        version: its version, or "".
        tried: all places looked at, in order; the last one is ``url``'s when there is one.
        runtimes: names of the OCI runtimes it is configured for.
        cgroup: 1 or 2, its version of control groups; 0 when it does not say.
    """

    url: str = ""
    name: str = ""
    version: str = ""
    tried: tuple[Tried, ...] = ()
    runtimes: frozenset[str] = frozenset()
    cgroup: int = 0

    @property
    def found(self) -> bool:
        """Whether an engine answered."""
        return bool(self.url)

    @property
    def is_podman(self) -> bool:
        """Whether it is podman, whose answers differ in places."""
        return self.name.startswith("Podman")

    @property
    def detail(self) -> str:
        """Which places were tried and what was wrong with each."""
        lines = [f"{tried.url} ({tried.source}): {tried.problem or 'answers'}" for tried in self.tried]
        return "no container engine answered; tried " + "; ".join(lines) if not self.url else "; ".join(lines)


class NoEngine(Exception):  # noqa: N818  (it states what was found)
    """No engine answered; the message says where it was looked for, ``hint`` what to do."""

    hint = HINT


def _context(home: Path, environment: Mapping[str, str]) -> str:
    """Address of the current Docker context, or "". ``docker.from_env`` does not know contexts."""
    folder = Path(environment.get("DOCKER_CONFIG") or home / ".docker")
    name = environment.get("DOCKER_CONTEXT", "")
    with contextlib.suppress(OSError, ValueError, AttributeError, TypeError):
        name = name or str(json.loads((folder / "config.json").read_bytes()).get("currentContext") or "")
    if not name or name == "default":
        return ""
    meta = folder / "contexts" / "meta" / hashlib.sha256(name.encode()).hexdigest() / "meta.json"
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        return str(json.loads(meta.read_bytes())["Endpoints"]["docker"]["Host"])
    return ""


def candidates(
    environment: Mapping[str, str] = os.environ, home: Path | None = None, platform: str = sys.platform
) -> Iterator[Tried]:
    """Every place where an engine may listen, likeliest first; some may not exist."""
    home = home or Path.home()
    if environment.get("DOCKER_HOST"):
        yield Tried(environment["DOCKER_HOST"], "DOCKER_HOST")
        return
    context = _context(home, environment)
    if context:
        yield Tried(context, "the current docker context")
    if platform == "win32":
        yield Tried(_PIPE, "Docker Desktop")
        return
    runtime = environment.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}"
    for path, source in (
        ("/var/run/docker.sock", "Docker"),
        (f"{runtime}/docker.sock", "rootless Docker"),
        (f"{home}/.docker/run/docker.sock", "Docker Desktop"),
        (f"{home}/.docker/desktop/docker.sock", "Docker Desktop"),
        (f"{home}/.colima/default/docker.sock", "Colima"),
        (f"{home}/.orbstack/run/docker.sock", "OrbStack"),
        (f"{home}/.rd/docker.sock", "Rancher Desktop"),
        (f"{runtime}/podman/podman.sock", "rootless podman"),
        ("/run/podman/podman.sock", "podman"),
    ):
        yield Tried(f"unix://{path}", source)


def _missing(url: str) -> str:
    """Why a local socket can't be used, found without loading anything; "" when something listens there."""
    if not url.startswith("unix://"):
        return ""
    path = Path(url.removeprefix("unix://"))
    try:
        if not path.is_socket():
            return "no such socket"
    except OSError as error:
        return error.strerror or "unreadable"
    try:
        with socket.socket(socket.AF_UNIX) as knock:
            knock.settimeout(_QUICK_S)
            knock.connect(str(path))
    except PermissionError:
        return "this user may not use it (is the user in the group docker?)"
    except OSError as error:
        return error.strerror or "no answer"
    return ""


def client(url: str, timeout_s: float = 60.0) -> Any:
    """A ``docker.APIClient`` for an address. Raises what the docker package raises."""
    from docker import APIClient  # noqa: PLC0415  (0.4 s)
    from docker.utils import kwargs_from_env  # noqa: PLC0415  (likewise)

    tls = kwargs_from_env().get("tls") if url.startswith("tcp://") else None
    return APIClient(base_url=url, version="auto", timeout=int(timeout_s), tls=tls or False)


def _ask(tried: Tried) -> tuple[Tried, dict[str, Any], dict[str, Any]]:
    """Ask one place: what was wrong with it, or its version and configuration."""
    problem = _missing(tried.url)
    if problem:
        return Tried(tried.url, tried.source, problem), {}, {}
    try:
        engine = client(tried.url, _QUICK_S)
    except ImportError as error:
        problem = f"the docker package cannot be loaded: {error} (pip install docker)"
        return Tried(tried.url, tried.source, problem), {}, {}
    except Exception as error:  # noqa: BLE001  (docker, requests and urllib3 each have a tree of their own)
        return Tried(tried.url, tried.source, _first_line(error)), {}, {}
    try:
        return tried, engine.version(), engine.info()
    except Exception as error:  # noqa: BLE001  (as above)
        return Tried(tried.url, tried.source, _first_line(error)), {}, {}
    finally:
        engine.close()


def _first_line(error: Exception) -> str:
    text = str(error).strip().splitlines()
    return text[0][:200] if text else type(error).__name__


def _described(tried: tuple[Tried, ...], version: dict[str, Any], info: dict[str, Any]) -> Engine:
    components = version.get("Components") or [{}]
    name = next((str(part.get("Name")) for part in components if "ngine" in str(part.get("Name"))), "")
    cgroup = str(info.get("CgroupVersion") or "")
    name = name if name not in ("", "Engine") else "Docker Engine"
    return Engine(
        url=tried[-1].url, name=name, version=str(version.get("Version") or ""),
        tried=tried, runtimes=frozenset(info.get("Runtimes") or ()),
        cgroup=int(cgroup) if cgroup in ("1", "2") else 0,
    )  # fmt: skip


def find_engine(environment: Mapping[str, str] = os.environ) -> Engine:
    """Look for an engine; costs 50 ms where one answers.

    Where none does, ``Engine.detail`` says what was tried.
    """
    tried: list[Tried] = []
    for candidate in candidates(environment):
        asked, version, info = _ask(candidate)
        tried.append(asked)
        if not asked.problem:
            return _described(tuple(tried), version, info)
    return Engine(tried=tuple(tried))


def client_of(engine: Engine, timeout_s: float = 60.0) -> Any:
    """A ``docker.APIClient`` for an engine.

    Raises:
        NoEngine: ``engine`` is one that was not found.
    """
    problem = _missing(engine.url) if engine.found else ""
    if problem or not engine.found:
        raise NoEngine(f"{engine.url}: {problem}" if problem else engine.detail)
    return client(engine.url, timeout_s)


def connect() -> Any:
    """A ``docker.APIClient`` for the engine that is found.

    Raises:
        NoEngine: none answers.
    """
    return client_of(find_engine())
