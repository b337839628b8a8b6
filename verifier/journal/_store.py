"""The journal's file: an append-only, hash-chained table in SQLite, one writer a file."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from verifier.errors import JournalBroken, JournalError, UnknownRun

if TYPE_CHECKING:
    from verifier.journal._history import History
    from verifier.journal._recorder import Recorder

DEFAULT_PATH = Path(".amtfv") / "journal.sqlite"

_APPLICATION = 0x616D7466  # "amtf", in the file's header: tells our files from other databases
_VERSION = 1
_SIBLINGS = 256
_GENESIS = b"\0" * 32
_MAGIC = b"SQLite format 3\0"

# Only the rows that begin a run or take it up again are indexed: a run's other entries follow its first one.
_SCHEMA = """
CREATE TABLE entry (
    seq  INTEGER PRIMARY KEY,
    run  TEXT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE INDEX entry_begins ON entry (run, seq) WHERE kind IN ('started', 'resumed');
CREATE TRIGGER entry_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is append-only'); END;
CREATE TRIGGER entry_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'a journal is append-only'); END;
"""
_BEGINS = "SELECT seq FROM entry WHERE run = ? AND kind IN ('started', 'resumed') ORDER BY seq"
_FROM = "SELECT seq, run, kind, body FROM entry WHERE seq >= ? AND run = ? ORDER BY seq"


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number in the file, the run it belongs to, what it is and its JSON body."""

    seq: int
    run: str
    kind: str
    body: dict[str, Any]


class Journal:
    """A record of runs that survives the death of the process (not loss of power).

    Each commit is one ``INSERT`` of one or more entries; each entry's hash covers the one before, so that a
    change anywhere shows from there on. Opened for writing, a file has one writer: others take the next free
    sibling (``journal-2.sqlite``, …), which is what the worker processes of ``-j`` do.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path, *, writable: bool) -> None:
        self.path = path
        self._connection = connection
        self._writable = writable
        self._lock = threading.Lock()
        self._head = _head(connection)

    @classmethod
    def open(cls, path: str | Path = DEFAULT_PATH, *, exact: bool = False) -> Self:
        """Open a journal for writing; make the file and its folder where they are missing.

        Args:
            path: the file. When another process writes to it, the next free sibling is taken.
            exact: this very file or none.

        Raises:
            JournalError: no file could be opened, or it is no journal.
        """
        path = Path(path)
        _make_folder(path.parent)
        for candidate in [path] if exact else [path, *(_sibling(path, n) for n in range(2, _SIBLINGS))]:
            connection = _open_writer(candidate)
            if connection is not None:
                return cls(connection, candidate, writable=True)
        raise JournalError(f"another process is writing to {path}; wait for it, or give another path")

    @classmethod
    def read(cls, path: str | Path = DEFAULT_PATH) -> Self:
        """Open a journal for reading.

        Raises:
            JournalError: there is no such file, it is no journal, or a writer holds it.
        """
        path = Path(path)
        if not path.is_file():
            raise JournalError(f"there is no journal at {path}")
        connection = _connect(path)
        try:
            connection.execute("PRAGMA query_only = ON")
            _check_format(connection, path, new=False)
            return cls(connection, path, writable=False)
        except sqlite3.OperationalError as error:
            connection.close()
            raise JournalError(f"another process is writing to {path}: {error}") from None
        except JournalError:
            connection.close()
            raise

    def append(self, entries: Sequence[tuple[str, str, str]]) -> None:
        """Write ``(run, kind, body)`` entries, the body as JSON text, in one commit.

        Raises:
            JournalError: the disk is full, the file was taken away, or the journal is open for reading only.
        """
        if not self._writable:
            raise JournalError(f"{self.path} is open for reading only")
        with self._lock:
            head = self._head
            values: list[str | bytes] = []
            for run, kind, body in entries:
                head = _chained(head, run, kind, body)
                values += (run, kind, body, head)
            try:
                self._connection.execute(_insertion(len(entries)), values)
            except sqlite3.Error as error:
                raise JournalError(f"cannot write to {self.path}: {error}") from error
            self._head = head

    def entries(self, run: str) -> list[Entry]:
        """The entries of a run, in order.

        Raises:
            UnknownRun: the journal holds no such run.
        """
        begins = [seq for (seq,) in self._query(_BEGINS, run)]
        if not begins:
            raise UnknownRun(f"{self.path} holds no run {run!r}")
        found: list[Entry] = []
        for start in begins:
            if not found or start > found[-1].seq:
                found += self._stretch(start, run)
        return found

    def _stretch(self, start: int, run: str) -> list[Entry]:
        """The run's entries from ``start`` to its end, or to the end of the file."""
        found: list[Entry] = []
        with self._lock:
            for seq, _, kind, body in self._connection.execute(_FROM, (start, run)):
                found.append(Entry(seq, run, kind, self._body(seq, body)))
                if kind == "ended":
                    break
        return found

    def _body(self, seq: int, text: str) -> Any:
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise JournalError(f"{self.path}: entry {seq} is no JSON; another program changed it") from error

    def history(self, run: str) -> History:
        """What the entries of a run add up to.

        Raises:
            UnknownRun: the journal holds no such run.
            JournalError: its entries make no sense.
        """
        from verifier.journal._history import read_history  # noqa: PLC0415  (it reads the entries of this module)

        return read_history(self.entries(run))

    def recorder(self, run: str) -> Recorder:
        """What writes the entries of a run."""
        from verifier.journal._recorder import Recorder  # noqa: PLC0415  (it writes to this module)

        return Recorder(self, run)

    def runs(self) -> list[str]:
        """Ids of the runs in the order in which they started."""
        return [run for (run,) in self._query("SELECT run FROM entry WHERE kind = 'started' ORDER BY seq")]

    def verify_chain(self) -> int:
        """Follow the hashes from the first entry; the number of entries.

        Entries cut off at the end of the file do not show.

        Raises:
            JournalBroken: an entry was changed, added or taken out after it was written.
        """
        head, count = _GENESIS, 0
        with self._lock:
            for seq, run, kind, body, chained in self._connection.execute("SELECT * FROM entry ORDER BY seq"):
                head, count = _chained(head, run, kind, body), count + 1
                if head != chained or seq != count:
                    raise JournalBroken(_broken(self.path, seq, run, kind), seq=seq, run=str(run))
        return count

    def _query(self, sql: str, *parameters: object) -> list[tuple[Any, ...]]:
        try:
            with self._lock:
                return self._connection.execute(sql, parameters).fetchall()
        except UnicodeEncodeError:  # half of a surrogate pair: no run is called that
            return []

    def holds(self, run: str) -> bool:
        """Whether the run was started in this file."""
        return bool(self._query(_BEGINS, run))

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def locate(path: str | Path, run: str) -> Path:
    """The journal file, ``path`` or one of its siblings, that holds a run.

    Raises:
        UnknownRun: none does.
        JournalError: there is no journal at ``path``.
    """
    path = Path(path)
    siblings = sorted(path.parent.glob(f"{path.stem}-*{path.suffix}"))
    for candidate in [path, *(s for s in siblings if s.stem.removeprefix(f"{path.stem}-").isdigit())]:
        with Journal.read(candidate) as journal:
            if journal.holds(run):
                return candidate
    raise UnknownRun(f"no journal at {path} holds a run {run!r}; `amtfv runs` lists them")


# --- the file -----------------------------------------------------------------------------------------
def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise JournalError(f"cannot make the folder {folder}: {error.strerror or error}") from None


def _sibling(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def _connect(path: Path) -> sqlite3.Connection:
    _refuse_other_files(path)
    try:
        return sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0)
    except sqlite3.Error as error:
        raise JournalError(f"cannot open {path}: {error}") from None


def _refuse_other_files(path: Path) -> None:
    """SQLite takes a file of a few bytes for an empty database, and would write over it."""
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError:
        return
    except OSError as error:
        raise JournalError(f"cannot open {path}: {error.strerror}") from None
    if start and start != _MAGIC:
        raise JournalError(f"{path} is no journal")


def _open_writer(path: Path) -> sqlite3.Connection | None:
    """A connection that holds the file's only write lock; ``None`` when another process does."""
    connection = _connect(path)
    try:
        # Set before WAL: the lock is then held for good and the index of the log needs no shared memory.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        _check_format(connection, path, new=True)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")
        _prepare(connection)
    except (sqlite3.DatabaseError, JournalError) as error:
        connection.close()
        if isinstance(error, JournalError):
            raise
        if error.sqlite_errorname.startswith("SQLITE_BUSY"):
            return None
        raise JournalError(f"{path} cannot be a journal: {error}") from None
    return connection


def _check_format(connection: sqlite3.Connection, path: Path, *, new: bool) -> None:
    """Refuse what is no journal; ``new``: an empty file may become one."""
    application, version, tables = _header(connection, path)
    if application != _APPLICATION and not (new and application == 0 and tables == 0):
        raise JournalError(f"{path} is no journal")
    if version > _VERSION:
        raise JournalError(f"{path} was written by a newer amtfv (format {version}, known: {_VERSION})")


def _header(connection: sqlite3.Connection, path: Path) -> tuple[int, int, int]:
    pragmas = ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master")
    try:
        application, version, tables = (connection.execute(sql).fetchone()[0] for sql in pragmas)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError as error:
        raise JournalError(f"{path} is no journal: {error}") from None
    return application, version, tables


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'entry'").fetchone():
        for statement in _SCHEMA.strip().split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {_VERSION}")
    connection.execute("COMMIT")


def _head(connection: sqlite3.Connection) -> bytes:
    last = connection.execute("SELECT hash FROM entry ORDER BY seq DESC LIMIT 1").fetchone()
    return bytes(last[0]) if last else _GENESIS


def _broken(path: Path, seq: int, run: object, kind: object) -> str:
    return (
        f"{path}: entry {seq} ({kind!s:.20} of run {run!s:.40}) does not follow from the one before: the "
        "file was changed after it was written; what stands before is sound. Restore it from a copy, or "
        "move it away and check again"
    )


def _chained(head: bytes, run: str, kind: str, body: str) -> bytes:
    return hashlib.sha256(head + f"{run}\n{kind}\n{body}".encode()).digest()


_ROW = "(?, ?, ?, ?)"


@cache
def _insertion(rows: int) -> str:
    """One statement for all rows of a commit: in autocommit that is a transaction of its own."""
    return ", ".join(["INSERT INTO entry (run, kind, body, hash) VALUES (?, ?, ?, ?)", *[_ROW] * (rows - 1)])
