"""A plain subprocess, for those who ask for it by name: no sandbox, whatever else this package is called.

It exists for machines where neither Docker nor bubblewrap works, and for code that its user would run by hand
anyway. Nothing ever falls back to it, and every piece of evidence that comes from it carries its name.
"""

from __future__ import annotations

import tempfile
import time
from dataclasses import replace
from pathlib import Path

from sandbox import _look
from sandbox._cancel import Cancel
from sandbox._finding import outcome
from sandbox._job import Job, Outcome
from sandbox._message import message
from sandbox.unsafe._process import NAME, Process

__all__ = ["UnsafeSubprocessBackend"]

_MAX_COLLECTED = 8_000_000


class UnsafeSubprocessBackend:
    """Runs jobs as ordinary processes of this user; only time, output and (on POSIX) memory are limited."""

    @property
    def name(self) -> str:
        """``unsafe_subprocess``."""
        return NAME

    def run(self, job: Job, cancel: Cancel) -> Outcome:
        """Run one job. See :class:`sandbox.Backend`; a job with functions is refused."""
        frame = message(job)
        if job.functions:
            return Outcome(
                status="unavailable", backend=NAME, detail="a plain subprocess calls no functions",
                hint="use Docker or the embedded sandbox",
            )  # fmt: skip
        begin = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="amtfv-unsafe-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            for file, content in job.files.items():
                path = folder / "work" / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            reply = Process(folder, frame).finish(cancel)
            if cancel.asked:
                return Outcome(status="killed", detail="cancelled", backend=NAME)
            found = replace(outcome(reply, NAME), files=_collected(folder / "work", job.collect))
        durations = replace(found.durations, total_s=time.monotonic() - begin)
        return replace(found, durations=durations, reads_clock=_look.reads_clock(_look.parse(job.source)))

    def close(self) -> None:
        """Nothing waits between jobs."""


def _collected(folder: Path, patterns: tuple[str, ...]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    room = _MAX_COLLECTED
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern)}):
        if path.is_file() and not path.is_symlink() and path.stat().st_size <= room:
            found[path.relative_to(folder).as_posix()] = content = path.read_bytes()
            room -= len(content)
    return found
