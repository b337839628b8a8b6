"""What a batch knows, as files in one folder.

::

    setting.json     how the runs are made, and by which version
    rows.jsonl       id, question and answer of each row, and nothing else of it
    round-001.jsonl  the requests of the first round, as they were exported; one file a round
    tape.jsonl       the answers, as a recording that `--replay` takes too
    failed.jsonl     the requests that the service could not answer, by round
    ended.jsonl      the reports of runs that have ended: nothing of them changes any more

Each file is written whole under another name and then put in its place, or grows by whole lines: a process
that is killed leaves what was there before, or a last line that is not counted.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, TextIO, TypeAlias

from evals.batch._lines import key_of
from evals.batch._setting import Setting
from verifier import __version__
from verifier.errors import UsageError

Standing: TypeAlias = Literal["answered", "failed", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A question and the answer under test.

    Attributes:
        source: name of the file that it stands in.
        line: its line there.
        id: its own id, or its line.
        answer: "" where a generator is to make one.
    """

    source: str
    line: int
    id: str
    question: str | None
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A request that the service could not answer.

    Attributes:
        key: the request's.
        round: the round that it was last asked in.
        status: the HTTP status, ``None`` where there was none.
        reason: in the service's words.
    """

    key: str
    round: int
    status: int | None
    reason: str


_ROW = [field.name for field in fields(Row)]
_FAILURE = [field.name for field in fields(Failure)]


class State:
    """A batch in a folder."""

    def __init__(self, folder: Path, setting: Setting, version: str) -> None:
        self.folder = folder
        self.setting = setting
        #: The version of amtfv that began the batch; another may ask other things.
        self.version = version
        self._asked: dict[str, int] = {}
        for number, path in self._rounds():
            self._asked |= dict.fromkeys(map(key_of, _lines(path)), number)
        #: By the key of the request.
        self.answers: dict[str, Mapping[str, Any]] = {}
        for row in _objects(self.tape):
            self.answers.setdefault(row["key"], row["response"])
        self.failures: dict[str, list[Failure]] = {}
        for row in _objects(folder / "failed.jsonl"):
            self._note(Failure(**row))

        #: Where in its file the report of a row's run begins, by the row's number.
        self._ended = {int(line[_NUMBER]): offset for offset, line in _placed(self._reports)}

    # --- opening -----------------------------------------------------------------------------------------
    @staticmethod
    def exists(folder: Path) -> bool:
        """Whether a batch was begun there."""
        return (folder / "setting.json").exists()

    @classmethod
    def begin(cls, folder: Path, rows: Iterable[Row], setting: Setting) -> State:
        """Begin a batch in a folder that holds none.

        Raises:
            UsageError: it holds one, or can't be written.
        """
        if cls.exists(folder):
            raise UsageError(f"{folder} holds a batch already; go on with it, or name another folder")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with _whole(folder / "rows.jsonl") as stream:
                stream.writelines(_dumps(_row_data(row)) for row in rows)
            data = {"version": __version__, "setting": setting.as_data()}
            with _whole(folder / "setting.json") as stream:  # last: from here on the batch is begun
                stream.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            raise UsageError(f"{folder} can't be written: {error.strerror or error}") from error
        return cls(folder, setting, __version__)

    @classmethod
    def load(cls, folder: Path) -> State:
        """A batch that was begun.

        Raises:
            UsageError: there is none, or a file of it is not what this wrote.
        """
        if not cls.exists(folder):
            raise UsageError(f"{folder} holds no batch; begin one by naming the data")
        try:
            data = json.loads((folder / "setting.json").read_text(encoding="utf-8"))
            return cls(folder, Setting.of_data(data["setting"]), str(data["version"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"the batch in {folder} can't be read: {error!r}") from error

    # --- what stands in it -------------------------------------------------------------------------------
    @property
    def tape(self) -> Path:
        """The recording of all answers."""
        return self.folder / "tape.jsonl"

    def rows(self) -> Iterator[Row]:
        """The rows, in the order of the data."""
        for row in _objects(self.folder / "rows.jsonl"):
            yield Row(**row)

    @property
    def _reports(self) -> Path:
        return self.folder / "ended.jsonl"

    def report(self, number: int) -> dict[str, Any] | None:
        """The JSON report of the row of that number, when its run has ended."""
        if number not in self._ended:
            return None
        with self._reports.open("rb") as stream:
            stream.seek(self._ended[number])
            found: dict[str, Any] = json.loads(stream.readline()[_NUMBER.stop :])
            return found

    @property
    def rounds(self) -> int:
        """How many rounds were exported."""
        return max(self._asked.values(), default=0)

    def asked_lines(self, keys: Container[str]) -> Iterator[str]:
        """The lines of these requests as they were exported, each once."""
        for number, path in self._rounds():
            yield from (
                line for line in _lines(path) if (key := key_of(line)) in keys and self._asked[key] == number
            )

    def standing(self, key: str) -> Standing | None:
        """What became of a request; ``None`` when it was never asked."""
        if key in self.answers:
            return "answered"
        if key not in self._asked:
            return None
        failures = self.failures.get(key, [])
        return "failed" if failures and failures[-1].round >= self._asked[key] else "open"

    def open_keys(self) -> list[str]:
        """Requests that were exported and have neither an answer nor a failure."""
        return [key for key in self._asked if self.standing(key) == "open"]

    def given_up(self, key: str, tries: int) -> Failure | None:
        """The failure that stands for a request's answer, when it was met ``tries`` times."""
        failures = self.failures.get(key, [])
        return failures[-1] if len(failures) >= tries else None

    # --- what is added to it -----------------------------------------------------------------------------
    @contextmanager
    def new_round(self) -> Iterator[Callable[[str], object]]:
        """Take the lines of a new round's requests, which count from the end of the context on.

        Raises:
            UsageError: another process has written that round meanwhile.
            OSError: it can't be written.
        """
        number, keys = self.rounds + 1, list[str]()
        with _whole(self._round(number), fresh=True) as stream:

            def add(line: str) -> None:
                keys.append(key_of(line))
                stream.write(line)

            yield add
        self._asked |= dict.fromkeys(keys, number)

    def add_answers(self, answers: Mapping[str, Mapping[str, Any]]) -> None:
        """Record answers to requests that were exported; the first answer to a request stays."""
        new = {key: body for key, body in answers.items() if key not in self.answers}
        _append(self.tape, (_bytes({"key": key, "response": body}) for key, body in new.items()))
        self.answers |= new

    def add_failures(self, failed: Mapping[str, tuple[int | None, str]]) -> None:
        """Record, by key, the status and the reason of requests that failed, once for each round."""
        made = [
            Failure(key=key, round=self._asked[key], status=status, reason=reason)
            for key, (status, reason) in failed.items()
            if self.standing(key) == "open"
        ]
        rows = ({name: getattr(one, name) for name in _FAILURE} for one in made)
        _append(self.folder / "failed.jsonl", map(_bytes, rows))
        for one in made:
            self._note(one)

    def add_reports(self, reports: Mapping[int, Mapping[str, Any]]) -> None:
        """Keep the JSON reports of runs that have ended, by the number of the row."""
        lines = [f"{number:012}{_dumps(row)}".encode("utf-8", "replace") for number, row in reports.items()]
        offset = _append(self._reports, lines)
        for number, line in zip(reports, lines, strict=True):
            self._ended[number] = offset
            offset += len(line)

    def _note(self, failure: Failure) -> None:
        self.failures.setdefault(failure.key, []).append(failure)

    def _round(self, number: int) -> Path:
        return self.folder / f"round-{number:03}.jsonl"

    def _rounds(self) -> Iterator[tuple[int, Path]]:
        for path in sorted(self.folder.glob("round-*.jsonl")):
            yield int(path.stem.removeprefix("round-")), path


def _row_data(row: Row) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _ROW}


def _dumps(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def _bytes(row: Mapping[str, Any]) -> bytes:
    return _dumps(row).encode("utf-8", "replace")


def _lines(path: Path) -> Iterator[str]:
    """Whole lines of a file; a last one without its end was cut off by a kill, and does not count."""
    if not path.exists():
        return
    with path.open("rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield line.decode("utf-8", "replace")


#: Where the number of a row stands in its report's line.
_NUMBER = slice(0, 12)


def _placed(path: Path) -> Iterator[tuple[int, bytes]]:
    """Whole lines with the offsets at which they begin."""
    if not path.exists():
        return
    offset = 0
    with path.open("rb") as stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield offset, line
            offset += len(line)


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    return map(json.loads, _lines(path))


@contextmanager
def _whole(path: Path, *, fresh: bool = False) -> Iterator[TextIO]:
    """A file that is there when the context ends well, or not at all; a fresh one takes no other's place."""
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with new.open("w", encoding="utf-8", errors="replace", newline="\n") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if fresh and path.exists():
            raise UsageError(f"{path} was written by another process meanwhile; start again")
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _append(path: Path, lines: Iterable[bytes]) -> int:
    """Add whole lines to a file; the offset of the first."""
    with path.open("a+b") as stream:
        size = stream.seek(0, os.SEEK_END)
        if size:
            stream.seek(size - 1)
            if stream.read(1) != b"\n":  # its writer was killed within a line
                size = path.read_bytes().rfind(b"\n") + 1
                stream.truncate(size)
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())
    return size
