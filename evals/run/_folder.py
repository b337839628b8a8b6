"""The folder of a run: what was to check, how, and what came of it. Results are lines, appended whole."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Self

from evals.data import DataSetError, Example, Fault, Label, Row
from evals.run._job import Done, Job, Setting
from toolkits import default_registry
from verifier import __version__
from verifier.errors import UsageError

FORMAT = 1
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_NONE = -1


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a row: its report (``docs/report.md``), its seconds, and whether its worker died."""

    number: int
    report: Mapping[str, Any]
    seconds: float
    lost: bool = False


class RunFolder:
    """A run on disk. One process writes to it at a time; any may read."""

    def __init__(self, path: Path, manifest: Mapping[str, Any]) -> None:
        self.path = path
        self.manifest = manifest

    # --- making and finding it --------------------------------------------------------------------------
    @classmethod
    def begin(
        cls, path: Path, items: Iterable[Example | Fault], setting: Setting, *, data: Sequence[Path] = (),
        seed: int | None = None,
    ) -> Self:  # fmt: skip
        """Make the folder: rows and labels are copied into it, apart from each other.

        Args:
            path: of the folder.
            items: what a reader gives; rows that can't be read are left out and kept in ``faults.txt``.
            setting: how rows are checked.
            data: the files, for the manifest.
            seed: of samples and of resampling, kept with the run.

        Raises:
            UsageError: it holds a run already, or can't be written.
            DataSetError: the data can't be read, or hold no row.
        """
        if cls.exists(path):
            raise UsageError(f"{path} holds a run already: go on with --resume, or give another --output")
        try:
            path.mkdir(parents=True, exist_ok=True)
            (path / "results.jsonl").unlink(missing_ok=True)
            rows, faults, digest = _written(path, items)
            if not rows:
                raise DataSetError("there is no row to check" + (f"; {faults[0]}" if faults else ""))
            manifest = {
                "format": FORMAT,
                "amtfv": __version__,
                "python": platform.python_version(),
                "begun": datetime.now(UTC).isoformat(timespec="seconds"),
                "rows": rows,
                "rows_sha256": digest,
                "faults": len(faults),
                "data": [{"path": str(file), "sha256": digest_of(file)} for file in data],
                "seed": seed,
                "setting": setting.as_data(),
                "tools": {tool.name: tool.version for tool in default_registry()},
            }
            _replace(path / "manifest.json", json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")
        except OSError as error:
            where = error.filename or path
            raise UsageError(f"{where} can't be written: {error.strerror or error}") from error
        return cls(path, manifest)

    @staticmethod
    def exists(path: Path) -> bool:
        """Whether the folder holds a run."""
        return (path / "manifest.json").is_file()

    @classmethod
    def load(cls, path: Path) -> Self:
        """A run that was begun.

        Raises:
            UsageError: there is none, or it was begun by a newer version.
        """
        try:
            manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
            newer = manifest["format"] > FORMAT
        except FileNotFoundError:
            raise UsageError(
                f"{path} holds no run; `amtfv eval run DATA --output {path}` begins one"
            ) from None
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise UsageError(f"{path}/manifest.json can't be read: {error}") from error
        if newer:
            raise UsageError(f"{path} was written by amtfv {manifest.get('amtfv')}, which is newer than this")
        return cls(path, manifest)

    def setting(self, *, journal: bool = True) -> Setting:
        """How its rows are checked."""
        place = str(self.path / "journal.sqlite") if journal else None
        return Setting.of_data(self.manifest["setting"], journal=place)

    # --- what it holds ----------------------------------------------------------------------------------
    def __len__(self) -> int:
        """How many rows."""
        return int(self.manifest["rows"])

    def rows(self) -> Iterator[Row]:
        """What the checker may know of each row, in order."""
        return (Row(**raw) for raw in self._lines("rows.jsonl"))

    def labels(self) -> Iterator[Label]:
        """What is known of each row's answer, in the order of the rows. For the scorer alone."""
        return (Label(**raw) for raw in self._lines("labels.jsonl"))

    def jobs(self) -> Iterator[Job]:
        """Rows without a result yet, each as a worker gets it."""
        done = self._places()
        for number, row in enumerate(self.rows()):
            if done[number] == _NONE:
                yield Job(number=number, id=row.id, question=row.question, answer=row.answer, data=row.data)

    def count_done(self) -> int:
        """How many rows have a result."""
        return len(self) - self._places().count(_NONE)

    def results(self) -> Iterator[Result]:
        """Results in the order of the rows, which need not be that of the file."""
        path = self.path / "results.jsonl"
        if not path.exists():
            return
        with path.open("rb") as stream:
            for place in self._places():
                if place != _NONE:
                    stream.seek(place)
                    yield _result(json.loads(stream.readline()))

    def append(self) -> Appender:
        """For writing results; the torso of a line that a killed process left is cut off."""
        return Appender(self.path / "results.jsonl")

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        with (self.path / name).open(encoding="utf-8") as stream:
            for line in stream:
                yield json.loads(line)

    def _places(self) -> array[int]:
        """Where in the file each row's first result begins: eight bytes a row, however long the reports."""
        places = array("q", [_NONE]) * len(self)
        path = self.path / "results.jsonl"
        if not path.exists():
            return places
        with path.open("rb") as stream:
            place = 0
            for line in stream:
                number = _number(line)
                if number is not None and 0 <= number < len(places) and places[number] == _NONE:
                    places[number] = place
                place += len(line)
        return places


class Appender:
    """Appends results, each line whole and at once on its way to the disk."""

    def __init__(self, path: Path) -> None:
        self._stream: IO[bytes] = path.open("ab+", buffering=0)
        _cut_torso(self._stream)

    def add(self, done: Done) -> None:
        """Write a result."""
        head = f'{{"n":{done.number},"seconds":{done.seconds:.6f},"lost":{str(done.lost).lower()},"report":'
        line = f"{head}{done.report}}}\n".encode()
        while line:
            line = line[self._stream.write(line) :]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()


def _cut_torso(stream: IO[bytes]) -> None:
    end = stream.seek(0, os.SEEK_END)
    place = end
    while place:
        step = min(place, 1 << 16)
        stream.seek(place - step)
        at = stream.read(step).rfind(b"\n")
        if at >= 0:
            place = place - step + at + 1
            break
        place -= step
    if place != end:
        stream.truncate(place)
    stream.seek(place)


def _number(line: bytes) -> int | None:
    """The row's number in a line of results; ``None`` for what is no whole line."""
    if not line.startswith(b'{"n":') or not line.endswith(b"}\n"):
        return None
    digits = line[5 : line.index(b",")]
    return int(digits) if digits.isdigit() else None


def _result(raw: Mapping[str, Any]) -> Result:
    return Result(raw["n"], raw["report"], raw["seconds"], raw["lost"])


def _written(path: Path, items: Iterable[Example | Fault]) -> tuple[int, list[str], str]:
    """Counts of rows, the first faults, and the digest of what was written to rows.jsonl."""
    count, faults, digest = 0, list[str](), hashlib.sha256()
    with (
        (path / "rows.jsonl").open("wb") as rows,
        (path / "labels.jsonl").open("wb") as labels,
        (path / "faults.txt").open("w", encoding="utf-8") as wrong,
    ):
        for item in items:
            if isinstance(item, Fault):
                faults.append(str(item))
                wrong.write(f"{item}\n")
                continue
            line = f"{_dumps(asdict(item.row))}\n".encode()
            digest.update(line)
            rows.write(line)
            labels.write(f"{_dumps(asdict(item.label))}\n".encode())
            count += 1
    return count, faults, digest.hexdigest()


def digest_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _replace(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, whole."""
    new = path.with_suffix(".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
