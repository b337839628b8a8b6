"""How a container is shut in: every setting that it is created with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from sandbox._job import Job, Limits
from sandbox._surroundings import ENVIRONMENT
from sandbox.docker._engine import Engine

Reuse = Literal["never", "fork"]

OWNER_LABEL = "amtfv.owner"
#: Libraries that a container may load before its job comes, in the order they are loaded.
PRELOADED = ("numpy", "pandas", "sympy", "scipy")

_USER = "65534:65534"
_PERIOD_US = 100_000
_MB = 1024 * 1024
#: What the supervisor takes by itself, and each library that it may load; the job's own limit comes on top.
_SUPERVISOR_MB, _LIBRARY_MB = 32, 48
#: The supervisor and the process that becomes the job.
_OWN_PROCESSES = 4
#: gVisor's kernel is a host process with many threads of its own, which count here too.
_GVISOR_PROCESSES = 1024
#: The supervisor's descriptors; the job's own are limited by the supervisor.
_FILES = 1024
#: The supervisor's; a job raises its own to 1000, so that memory is always taken from the job.
_OOM_SCORE = 500
#: What podman would set by itself may be more than it may set.
_PODMAN_PROCESSES = 4096
_ENVIRONMENT = {**ENVIRONMENT, "PYTHONPATH": "/amtfv:/amtfv/site"}


@dataclass(frozen=True, slots=True)
class Size:
    """The limits that a container is created with, so that a job of other limits needs another one.

    Attributes:
        memory_mb: memory of the job, MiB.
        cpus: processors.
        processes: processes and threads of the job at once.
        files_mb: size of /tmp, MiB.
    """

    memory_mb: int
    cpus: float
    processes: int
    files_mb: int


@dataclass(frozen=True, slots=True)
class Kind:
    """What distinguishes one container from another.

    Attributes:
        preload: modules imported before the job comes.
        size: its limits.
    """

    preload: tuple[str, ...]
    size: Size


def size_of(limits: Limits) -> Size:
    """The limits that the container itself must have."""
    return Size(limits.memory_mb, limits.cpus, limits.processes, limits.files_mb)


def kind_of(job: Job, imported: frozenset[str]) -> Kind:
    """The container that a job wants: preloaded with what it imports."""
    wanted = imported | {name.partition(".")[0] for name in job.libraries}
    return Kind(tuple(name for name in PRELOADED if name in wanted), size_of(job.limits))


def _memory(size: Size) -> int:
    """Bytes of the whole container; the same whatever it loads, as a job may have to load the rest itself."""
    return (size.memory_mb + _SUPERVISOR_MB + _LIBRARY_MB * len(PRELOADED)) * _MB


def _memory_files(size_mb: int, files: int, engine: Engine) -> str:
    """Options of a file system in memory; podman has none for the number of files."""
    number = "" if engine.is_podman else f"nr_inodes={files},"
    return f"rw,nosuid,nodev,noexec,size={size_mb}m,{number}mode=1777"


def _ulimits(size: Size, engine: Engine) -> list[dict[str, Any]]:
    """Limits of each process. Not nproc: it counts one user's processes in all containers together."""
    limits = {"nofile": _FILES, "core": 0, "fsize": size.files_mb * _MB}
    if engine.is_podman:
        limits["nproc"] = _PODMAN_PROCESSES
    return [{"Name": name, "Soft": value, "Hard": value} for name, value in limits.items()]


def _host(client: Any, kind: Kind, runtime: str | None, engine: Engine) -> dict[str, Any]:
    memory, size = _memory(kind.size), kind.size
    processes = _GVISOR_PROCESSES if runtime else size.processes + _OWN_PROCESSES
    options: dict[str, Any] = {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        # The engine's own seccomp profile stays; the supervisor adds a filter of ours.
        "security_opt": ["no-new-privileges:true"],
        "pids_limit": processes,
        "mem_limit": memory,
        # Equal to the memory: no swap.
        "memswap_limit": memory,
        "cpu_period": _PERIOD_US,
        "cpu_quota": max(int(size.cpus * _PERIOD_US), 1_000),
        "oom_score_adj": _OOM_SCORE,
        # In place of the engine's own /dev/shm, which bounds no number of files.
        "tmpfs": {
            "/tmp": _memory_files(size.files_mb, 4096, engine),  # noqa: S108
            "/dev/shm": _memory_files(8, 256, engine),  # noqa: S108
        },
        "ulimits": _ulimits(size, engine),
        # A log on the host's disk would take whatever is printed.
        "log_config": {"Type": "none", "Config": {}},
        # Removed by the engine as soon as it ends, whoever is left to ask for it.
        "auto_remove": True,
        # The supervisor is process 1 and collects orphans itself.
        "init": False,
    }
    if runtime:
        options["runtime"] = runtime
    elif engine.cgroup == 1:
        options["mem_swappiness"] = 0
    return dict(client.create_host_config(**options))


def creation(
    client: Any, image: str, kind: Kind, *, owner: str, reuse: Reuse, runtime: str | None, engine: Engine
) -> dict[str, Any]:
    """Arguments of ``APIClient.create_container``.

    Args:
        client: the engine's client.
        image: name or id of the image.
        kind: the container's libraries and limits.
        owner: who may be asked whether the container is still wanted.
        reuse: whether it serves one job or many.
        runtime: name of the OCI runtime, or ``None`` for the engine's own.
        engine: podman takes fewer options, and swappiness is one of the first version of control groups only.
    """
    return {
        "image": image, "command": [reuse, *kind.preload], "user": _USER, "working_dir": "/tmp",  # noqa: S108
        "hostname": "sandbox", "stdin_open": True, "tty": False, "network_disabled": True,
        "labels": {OWNER_LABEL: owner}, "environment": _ENVIRONMENT,
        "host_config": _host(client, kind, runtime, engine),
    }  # fmt: skip
