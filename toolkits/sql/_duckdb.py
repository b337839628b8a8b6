"""DuckDB: its own database files, and CSV, JSON and Parquet files and frames as tables.

External access is off, the configuration locked and the transaction one that reads before a query is looked
at; our own files are loaded before that. It runs in a process of its own: see ``_duckdb_main``.
"""

from __future__ import annotations

import json
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import weakref
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, Final

from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused, ToolTimeout, ToolUnavailable
from toolkits.sql._digest import digest_of
from toolkits.sql._faults import DUCKDB, query_error
from toolkits.sql._records import MAX_ROWS, WALL_S, Column, QueryError, Rows, Table

#: Endings of the files whose rows can be asked.
FILES: Final = frozenset({".csv", ".tsv", ".parquet", ".json", ".jsonl", ".ndjson"})
_GRACE_S = 2.0
_LOADING_S = 60.0
_WRITES = "read-only mode"


class DuckDB:
    """A DuckDB database, or files and frames as its tables.

    Args:
        path: a database file; ``None`` where there are only files or frames.
        files: table name → file (CSV, TSV, JSON, JSON lines, Parquet); they are read again when they change.
        frames: table name → pandas or polars frame, as it is now.
        wall_s: wall clock of one query, seconds. DuckDB counts no steps: this is its bound.

    Raises:
        ToolInputError: a file is missing, is no database, or can't be read as what its ending says.
        ToolUnavailable: the library is not installed.
    """

    dialect = "DuckDB"

    def __init__(
        self,
        path: Path | str | None = None,
        *,
        files: Mapping[str, Path | str] | None = None,
        frames: Mapping[str, Any] | None = None,
        wall_s: float = WALL_S,
    ) -> None:
        if find_spec("duckdb") is None:
            raise ToolUnavailable(
                "DuckDB is not installed", code="missing_library", hint="install amtfv[duckdb]"
            )
        if (path is None) == (not files and not frames):
            raise ToolInputError("a database file, or files and frames of rows, are needed")
        self._path = None if path is None else Path(path).absolute()
        self._files = {name: Path(file).absolute() for name, file in (files or {}).items()}
        self._wall_s = wall_s
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._loaded = ""
        if frames:
            folder = tempfile.mkdtemp(prefix="amtfv-frames-")
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            self._files.update(_written(frames, Path(folder)))
        for file in self._named:
            _refuse_unfit(file, database=file == self._path)
        try:
            self.schema()
        except ToolInputError as error:
            raise ToolInputError(f"{', '.join(map(str, self._named))}: {error}") from error

    @property
    def _named(self) -> tuple[Path, ...]:
        return (*([self._path] if self._path else []), *self._files.values())

    def schema(self, *, sample: int = 0) -> tuple[Table, ...]:
        """See :class:`Database`."""
        reply = self._asked({"op": "schema", "sample": sample})
        return tuple(map(_table, reply["tables"]))

    def query(self, sql: str, *, limit: int = MAX_ROWS) -> Rows:
        """See :class:`Database`."""
        if "\0" in sql:
            raise QueryError("the query holds a NUL", "syntax")
        reply = self._asked({"op": "query", "sql": sql, "limit": limit, "seconds": self._wall_s})
        return Rows(
            columns=tuple(reply["columns"]), rows=tuple(tuple(row) for row in reply["rows"]), cut=reply["cut"]
        )

    def digest(self) -> str:
        """See :class:`Database`."""
        beside = [] if self._path is None else [self._path.with_name(f"{self._path.name}.wal")]
        return digest_of((*self._named, *filter(Path.is_file, beside)))

    # --- the process --------------------------------------------------------------------------------------
    def _asked(self, request: Mapping[str, Any]) -> dict[str, Any]:
        with self._lock:
            digest = self.digest()
            if digest != self._loaded or self._process is None or self._process.poll() is not None:
                self._start(digest)
            reply = self._exchanged(json.dumps(request), self._wall_s + _GRACE_S)
        _raise_for(reply)
        return reply

    def _start(self, digest: str) -> None:
        self._stop()
        process = subprocess.Popen(
            [sys.executable, "-m", "toolkits.sql._duckdb_main"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._process, self._loaded = process, digest
        weakref.finalize(self, _ended, process)
        files = {name: str(file.resolve()) for name, file in self._files.items()}
        path = None if self._path is None else str(self._path.resolve())
        reply = self._exchanged(json.dumps({"path": path, "files": files}), _LOADING_S)
        if "error" in reply:
            self._stop()
            raise ToolInputError(_first_line(reply["error"]))

    def _exchanged(self, line: str, seconds: float) -> dict[str, Any]:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(line.encode() + b"\n")
            process.stdin.flush()
            text = _line_within(process.stdout, seconds)
        except OSError:
            text = b""
        if text is None:
            self._stop()
            raise ToolTimeout("the query was stopped: the wall clock ran out")
        if not text:
            self._stop()
            raise ToolLimit("the database's process ended: the query takes more memory than it may")
        reply: dict[str, Any] = json.loads(text)
        return reply

    def _stop(self) -> None:
        if self._process is not None:
            _ended(self._process)
            self._process = None


def _line_within(stream: IO[bytes], seconds: float) -> bytes | None:
    """The next line; ``None`` when it does not begin in time. A reply is written in one go."""
    if sys.platform != "win32" and not select.select([stream], [], [], seconds)[0]:
        return None
    return stream.readline()


def _ended(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


def _refuse_unfit(file: Path, *, database: bool) -> None:
    if not file.is_file():
        raise ToolInputError(f"{file}: there is no such file")
    if not database and file.suffix.lower() not in FILES:
        raise ToolInputError(f"{file}: tables are read from {', '.join(sorted(FILES))} files")


def _written(frames: Mapping[str, Any], folder: Path) -> dict[str, Path]:
    """The frames as Parquet files: what crosses to the other process."""
    import duckdb  # noqa: PLC0415  (an extra)

    made: dict[str, Path] = {}
    for number, (name, frame) in enumerate(frames.items()):
        made[name] = folder / f"{number}.parquet"
        if hasattr(frame, "write_parquet"):
            frame.write_parquet(made[name])
            continue
        with duckdb.connect() as connection:
            try:
                connection.register("frame", frame)
                connection.table("frame").write_parquet(str(made[name]))
            except (duckdb.Error, TypeError) as error:
                raise ToolInputError(
                    f"{name!r} is no frame that DuckDB reads: {_first_line(str(error))}"
                ) from error
    return made


# --- replies ----------------------------------------------------------------------------------------------
def _raise_for(reply: Mapping[str, Any]) -> None:
    if reply.get("empty"):
        raise QueryError("there is no statement", "syntax")
    if reply.get("refused"):
        raise ToolRefused(reply["refused"], code=reply.get("code"))
    if "error" in reply:
        raise _said(reply["error"], reply["kind"])


def _said(message: str, kind: str) -> ToolkitError:
    first = _first_line(message)
    if kind == "InterruptException":
        return ToolTimeout("the query was stopped: the wall clock ran out")
    if kind == "OutOfMemoryException":
        return ToolLimit("the query takes more memory than it may")
    if kind == "PermissionException" or _WRITES in message or "configuration has been locked" in message:
        return ToolRefused(f"only reading this database is allowed: {first}")
    if kind == "IOException":
        return ToolUnavailable(f"the database can't be read: {first}")
    return query_error(message.split("\n\n", 1)[0], DUCKDB)


def _first_line(message: str) -> str:
    return message.partition("\n")[0]


def _table(data: Mapping[str, Any]) -> Table:
    return Table(
        name=data["name"], comment=data["comment"], rows=data["rows"],
        columns=tuple(Column(**column) for column in data["columns"]),
        sample=tuple(tuple(row) for row in data["sample"]),
    )  # fmt: skip
