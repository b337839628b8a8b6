"""One round out: the requests without which runs can't go on, as files of the batch service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from evals.batch._lines import MAX_BYTES, MAX_REQUESTS, line_of
from evals.batch._runs import Ended, runs
from evals.batch._state import State
from verifier.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file that was written, for one batch of the service."""

    path: Path
    model: str
    requests: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """What an export did.

    Attributes:
        round: number of the round that was written, 0 for none.
        files: what was written; empty when every run has ended.
        ended: runs that have ended.
        waiting: runs that need answers.
        open: requests of earlier rounds that have neither an answer nor a failure; they are not asked again.
        repeated: nothing new was to ask, so the requests that are open were written again, as they were.
    """

    round: int
    files: tuple[File, ...]
    ended: int
    waiting: int
    open: int
    repeated: bool = False


async def export(
    state: State, path: Path, *, again: bool = False, requests: int = MAX_REQUESTS, size: int = MAX_BYTES
) -> Export:
    """Write the next round's requests.

    Args:
        state: the batch.
        path: of the file; where several are needed, they are numbered before its suffix.
        again: ask once more for what is open: its answers are lost.
        requests: how many a file may hold.
        size: how many bytes it may hold.

    Raises:
        UsageError: the file can't be written.
    """
    new: set[str] = set()
    open_before: set[str] = set()
    waiting = ended = 0
    with ExitStack() as stack:
        add: Callable[[str], object] | None = None
        async for run in runs(state):
            if isinstance(run, Ended):
                ended += 1
                continue
            waiting += 1
            for request in run.requests:
                key = request.key
                if state.standing(key) == "open" and not again:
                    open_before.add(key)
                elif key not in new:
                    add = add or stack.enter_context(state.new_round())
                    new.add(key)
                    add(line_of(request))
    repeated = not new and bool(open_before)
    lines = state.asked_lines(open_before if repeated else new)
    return Export(
        round=state.rounds if new or repeated else 0,
        files=tuple(_written(path, lines, requests, size)),
        ended=ended,
        waiting=waiting,
        open=0 if repeated else len(open_before),
        repeated=repeated,
    )


class _Part:
    """One file that is being written: of one model, as the service wants it."""

    def __init__(self, path: Path, model: str) -> None:
        self.path, self.model = path, model
        self.requests = self.size = 0
        self.stream = path.open("wb")

    def fits(self, length: int, requests: int, size: int) -> bool:
        """Whether another line has its place."""
        return not self.requests or (self.requests < requests and self.size + length <= size)

    def add(self, line: bytes) -> None:
        """Write it."""
        self.stream.write(line)
        self.requests += 1
        self.size += len(line)


def _written(path: Path, lines: Iterable[str], requests: int, size: int) -> list[File]:
    """Lines by files, as few as their bounds allow; the order within a model is kept."""
    made: list[_Part] = []
    current: dict[str, _Part] = {}
    try:
        for line in lines:
            model, data = str(json.loads(line)["body"].get("model", "")), line.encode()
            part = current.get(model)
            if part is None or not part.fits(len(data), requests, size):
                part = current[model] = _Part(_numbered(path, len(made)), model)
                made.append(part)
            part.add(data)
        for part in made:
            part.stream.close()
        if len(made) > 1:
            made[0].path = path.replace(_numbered(path, 0, several=True))
    except OSError as error:
        raise UsageError(f"{error.filename or path} can't be written: {error.strerror or error}") from error
    finally:
        for part in made:
            part.stream.close()
    return [File(path=p.path, model=p.model, requests=p.requests, size=p.size) for p in made]


def _numbered(path: Path, number: int, *, several: bool = False) -> Path:
    """The first file has the name as it was given, unless there are several."""
    return path.with_name(f"{path.stem}-{number + 1:03}{path.suffix}") if number or several else path
