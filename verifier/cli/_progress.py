"""A bar on the standard error, for long input on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_T = TypeVar("_T")
_PATIENCE_S = 1.0


def with_progress(items: Iterable[_T], sources: Iterable[str]) -> Iterator[_T]:
    """Pass the items on, and show how many there were once that takes longer than a second."""
    if not sys.stderr.isatty():
        yield from items
        return
    with _Bar(sources) as bar:
        for item in items:
            yield item
            bar.advance()


class _Bar:
    def __init__(self, sources: Iterable[str]) -> None:
        self._sources = list(sources)
        self._start = time.monotonic()
        self._count = 0
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()

    def advance(self) -> None:
        self._count += 1
        if self._progress is None and time.monotonic() - self._start > _PATIENCE_S:
            self._show()
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=self._count)

    def _show(self) -> None:
        from rich.console import Console  # noqa: PLC0415  (a bar is shown on terminals only)
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty(),
        )  # fmt: skip
        self._task = self._progress.add_task("", total=_count_rows(self._sources))
        self._progress.start()


def _count_rows(sources: Iterable[str]) -> int | None:
    """Lines of the files, or ``None`` when one is no file that can be read twice."""
    total = 0
    for source in sources:
        path = Path(source)
        if not path.is_file():
            return None
        with path.open("rb") as stream:
            total += sum(chunk.count(b"\n") for chunk in iter(lambda: stream.read(1 << 20), b""))
    return total
