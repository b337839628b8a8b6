"""Checks again whenever a file changes."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from verifier.cli._exit import CliError

_INTERVAL_S = 0.5


def watch(check: Callable[[Sequence[str]], int], sources: Callable[[], Sequence[str]]) -> int:
    """Check now, and again whenever a source changes, comes or goes, until interrupted.

    Args:
        check: checks sources and gives the exit code.
        sources: finds them anew each time.
    """
    while True:
        found = sources()
        state = _state(found)
        try:
            code = check(found)
        except CliError as error:
            code = error.code
            sys.stderr.write(f"amtfv check: {error}\n")
        sys.stdout.flush()
        sys.stderr.write(f"amtfv check: exit code {code}; watching {len(found)} files, Ctrl-C ends it\n")
        while _state(again(sources, found)) == state:
            time.sleep(_INTERVAL_S)


def again(sources: Callable[[], Sequence[str]], found: Sequence[str]) -> Sequence[str]:
    """The sources as they are now; those there were while an editor has a file away."""
    try:
        return sources()
    except CliError:
        return found


def _state(sources: Sequence[str]) -> list[tuple[str, int, int]]:
    return [(source, *_stamp(source)) for source in sources]


def _stamp(source: str) -> tuple[int, int]:
    try:
        found = os.stat(source)  # noqa: PTH116  (a name as it was given)
    except OSError:
        return 0, -1
    return found.st_mtime_ns, found.st_size
