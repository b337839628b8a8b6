"""A bar on the standard error, for long input on a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, TypeAlias, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

_T = TypeVar("_T")
_PATIENCE_S = 1.0
_INTERVAL_S = 5.0


#: How progress is shown: a bar on a terminal, a line now and then, or not at all.
Progress: TypeAlias = Literal["auto", "plain", "none"]


def with_progress(items: Iterable[_T], sources: Iterable[str], style: Progress = "auto") -> Iterator[_T]:
    """Pass the items on, and show how many there were once that takes longer than a second.

    Args:
        items: what is counted.
        sources: the files that they come from, whose lines say how many there will be.
        style: ``auto`` is a bar on a terminal and nothing elsewhere, ``plain`` a line every few seconds.
    """
    if style == "plain":
        yield from _told_plainly(items)
        return
    if style == "none" or not sys.stderr.isatty():
        yield from items
        return
    with _Bar(sources) as bar:
        for item in items:
            yield item
            bar.advance()


def _told_plainly(items: Iterable[_T]) -> Iterator[_T]:
    told = time.monotonic()
    count = 0
    for count, item in enumerate(items, start=1):
        yield item
        if time.monotonic() - told > _INTERVAL_S:
            sys.stderr.write(f"{count} checked\n")
            told = time.monotonic()
    sys.stderr.write(f"{count} checked\n")


class _Bar:
    def __init__(self, sources: Iterable[str]) -> None:
        self._sources = list(sources)
        self._start = time.monotonic()
        self._count = 0
        self._progress: RichProgress | None = None
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
