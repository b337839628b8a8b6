"""Started as a script: reads a job from stdin, becomes it, and leaves its report in a file."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any


def _limit(limits: dict[str, Any]) -> None:
    try:
        import resource  # noqa: PLC0415  (POSIX only)
    except ImportError:
        return
    space = limits["memory_mb"] * 1024 * 1024
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123
            space += int(statm.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
    except (OSError, ValueError):  # no such limit on this system
        pass
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _main() -> None:
    report, nonce = sys.argv[1:]
    job = json.loads(sys.stdin.buffer.read())
    here = str(Path(__file__).resolve().parents[2])
    sys.path.insert(0, here)
    from sandbox._inside import _program  # noqa: PLC0415  (found from here on)

    sys.path.remove(here)
    channel = os.open(report, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    _limit(job["limits"])
    _program.main(job, {}, channel, nonce.encode("ascii"))


_main()
