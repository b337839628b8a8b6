"""The Docker backend: each job in a container of its own, started ahead.

The container has no network, a read-only root, no capability, no new privileges, the engine's seccomp profile
and a filter of ours, and limits on memory, processors, processes, files and their size. Its process 1 is our
supervisor, which the job can neither look into nor stop. A container shares the host's kernel; for hostile
code use gVisor (``runtime="runsc"``), which does not.
"""

from __future__ import annotations

from sandbox.docker._backend import DockerBackend
from sandbox.docker._engine import Engine, NoEngine, Tried, candidates, client_of, connect, find_engine

__all__ = [
    "DockerBackend",
    "Engine",
    "NoEngine",
    "Tried",
    "candidates",
    "client_of",
    "connect",
    "find_engine",
]
