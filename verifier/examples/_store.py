"""The file of examples: SQLite with a full-text index, and vectors where there is an embedder."""

from __future__ import annotations

import math
import sqlite3
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, Protocol, Self

from verifier.errors import UsageError
from verifier.examples._records import KINDS, Example, Found, Kind
from verifier.examples._terms import normal, numbers, terms

DEFAULT_PATH: Final = Path(".amtfv") / "examples.sqlite"
#: Examples that one search compares, and the similarity that one must have.
_CANDIDATES = 50
FLOOR: Final = 0.25
#: An example as like as that, with the same numbers, is the question itself in other words.
_SAME = 0.8
_MOST_TERMS = 64
_APPLICATION = 0x616D7478  # "amtx", in the file's header
_CONTENT = 200_000
_SCHEMA = """
CREATE TABLE IF NOT EXISTS example (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, question TEXT NOT NULL, content TEXT NOT NULL,
    embedder TEXT, vector BLOB
) STRICT;
CREATE VIRTUAL TABLE IF NOT EXISTS term
    USING fts5 (id UNINDEXED, kind UNINDEXED, terms, tokenize = 'unicode61');
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab (term, row);
"""


class ExamplesError(UsageError):
    """The file of examples can't be used; the message says which, why and what to do."""


class Embedder(Protocol):
    """Turns texts into vectors whose cosine says how alike they are. Yours: nothing is loaded for it."""

    @property
    def name(self) -> str:
        """What made a vector: vectors of another name are not compared."""
        ...

    def __call__(self, texts: Sequence[str], /) -> Sequence[Sequence[float]]:
        """One vector for each text, all of one length."""
        ...


class Examples:
    """A file of examples. Opened by :meth:`open`; a context manager.

    Args:
        path: the file.
        embedder: makes likeness a matter of meaning; without it shared words count.
        floor: the least similarity of what :meth:`similar` finds, 0 to 1.
        own: let an example of the very question be found too.
    """

    def __init__(
        self, path: Path, *, embedder: Embedder | None = None, floor: float = FLOOR, own: bool = False
    ) -> None:
        if not 0 <= floor <= 1:
            raise UsageError(f"floor={floor}: a similarity is between 0 and 1")
        self.path = path
        self.own = own
        self._embedder = embedder
        self._floor = floor
        self._counted: tuple[tuple[int, int], int, Mapping[str, int]] | None = None

    @classmethod
    def open(
        cls,
        path: Path | str = DEFAULT_PATH,
        *,
        create: bool = True,
        embedder: Embedder | None = None,
        floor: float = FLOOR,
        own: bool = False,
    ) -> Self:
        """Open a file of examples; ``create`` makes it where there is none.

        Raises:
            ExamplesError: there is none, or it holds something else.
        """
        made = cls(Path(path), embedder=embedder, floor=floor, own=own)
        if not create and not made.path.is_file():
            raise ExamplesError(f"{path}: there are no examples; `amtfv train add` makes the file")
        try:
            made.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(made.path)) as connection, connection:
                made._check(connection)
        except OSError as error:
            raise ExamplesError(f"{path} can't be opened: {error.strerror or error}") from None
        except sqlite3.Error as error:
            raise ExamplesError(f"{path} holds no examples: {error}") from None
        return made

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held open: each call opens the file for itself."""

    def _check(self, connection: sqlite3.Connection) -> None:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if tables and application != _APPLICATION:
            raise ExamplesError(f"{self.path} is another database; name a file of examples")
        if not tables:
            connection.execute(f"PRAGMA application_id = {_APPLICATION}")
            connection.executescript(_SCHEMA)

    # --- in and out ---------------------------------------------------------------------------------------
    def add(self, *examples: Example) -> int:
        """Store examples; one of the same kind and question is replaced. How many were new.

        Raises:
            ExamplesError: a question has no word, or the file can't be written.
            ValueError: an example is too long.
        """
        for example in examples:
            if not normal(example.question):
                raise ExamplesError(f"{example.question[:50]!r} has no word to be found by")
            if len(example.content) > _CONTENT:
                raise ExamplesError(
                    f"{example.question[:50]!r}: its text is longer than {_CONTENT} characters"
                )
        vectors = self._vectors([_indexed(example) for example in examples])
        before = len(self)
        name = None if self._embedder is None else self._embedder.name
        rows = [
            (e.id, e.kind, e.question, e.content, name, v) for e, v in zip(examples, vectors, strict=True)
        ]
        index = [(e.id, e.kind, " ".join(terms(_indexed(e)))) for e in examples]
        self._change(
            ("DELETE FROM term WHERE id = ?", [(row[0],) for row in rows]),
            ("INSERT OR REPLACE INTO example VALUES (?, ?, ?, ?, ?, ?)", rows),
            ("INSERT INTO term VALUES (?, ?, ?)", index),
        )
        return len(self) - before

    def remove(self, ids: Collection[str]) -> int:
        """Remove examples by their ids; how many there were."""
        before = len(self)
        keys = [(key,) for key in ids]
        self._change(("DELETE FROM example WHERE id = ?", keys), ("DELETE FROM term WHERE id = ?", keys))
        return before - len(self)

    def _change(self, *changes: tuple[str, Sequence[tuple[Any, ...]]]) -> None:
        try:
            with closing(sqlite3.connect(self.path)) as connection, connection:
                for sql, rows in changes:
                    connection.executemany(sql, rows)
        except sqlite3.Error as error:
            raise ExamplesError(f"{self.path} can't be written: {error}") from error

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            with closing(sqlite3.connect(self.path)) as connection:
                return connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise ExamplesError(f"{self.path} can't be read: {error}") from error

    def __len__(self) -> int:
        return int(self._rows("SELECT count(*) FROM example")[0][0])

    def all(self) -> list[Example]:
        """Every example, in the order of kind and question."""
        found = self._rows("SELECT kind, question, content FROM example ORDER BY kind, question, id")
        return [Example(kind=k, question=q, content=c) for k, q, c in found]

    # --- likeness -----------------------------------------------------------------------------------------
    def similar(
        self, question: str, *, kinds: Iterable[Kind] = KINDS, most: int = 3
    ) -> tuple[list[Found], list[str]]:
        """The examples most like a question, and the ids of those that are the question itself.

        The same question in another spelling, and one that is almost the same with the same numbers, is the
        question itself; unless ``own`` is set it is not among what is found.
        """
        wanted = tuple(kinds)
        found = self._by_meaning(question, wanted) if self._embedder else self._by_words(question, wanted)
        ordered = sorted(found, key=lambda one: (-one.similarity, one.example.id))
        kept = [one for one in ordered if one.similarity >= self._floor]
        same = [one for one in kept if _is_same(question, one)]
        shown = kept if self.own else [one for one in kept if one not in same]
        return shown[:most], [one.example.id for one in same]

    def _by_words(self, question: str, kinds: tuple[Kind, ...]) -> list[Found]:
        asked = list(dict.fromkeys(terms(question)))[:_MOST_TERMS]
        if not asked:
            return []
        marks = ", ".join("?" * len(kinds))
        rows = self._rows(
            "SELECT term.terms, e.kind, e.question, e.content FROM term JOIN example e ON e.id = term.id "  # noqa: S608  (marks)
            f"WHERE term.terms MATCH ? AND term.kind IN ({marks}) "
            f"ORDER BY bm25(term), e.id LIMIT {_CANDIDATES}",
            " OR ".join(f'"{term}"' for term in asked), *kinds,
        )  # fmt: skip
        found = [(t.split(), Example(kind=kind, question=q, content=c)) for t, kind, q, c in rows]
        weights = self._weights({*asked, *(term for known, _ in found for term in known)})
        return [Found(example=e, similarity=_alike(asked, known, weights, e)) for known, e in found]

    def _weights(self, wanted: Collection[str]) -> Mapping[str, float]:
        """How much each term tells: the rarer the more."""
        count, known = self._counts()
        return {name: math.log(1 + count / (1 + known.get(name, 0))) + 0.1 for name in wanted}

    def _counts(self) -> tuple[int, Mapping[str, int]]:
        """How many examples there are, and in how many each term stands; anew when the file changed."""
        stat = self.path.stat()
        stamp = (stat.st_mtime_ns, stat.st_size)
        if self._counted is None or self._counted[0] != stamp:
            self._counted = (stamp, len(self), dict(self._rows("SELECT term, doc FROM vocabulary")))
        return self._counted[1], self._counted[2]

    def _by_meaning(self, question: str, kinds: tuple[Kind, ...]) -> list[Found]:
        assert self._embedder is not None
        vector = _unit(self._embedder([question])[0])
        marks = ", ".join("?" * len(kinds))
        rows = self._rows(
            f"SELECT kind, question, content, vector FROM example WHERE embedder = ? AND kind IN ({marks})",  # noqa: S608  (marks)
            self._embedder.name, *kinds,
        )  # fmt: skip
        return [
            Found(
                example=Example(kind=k, question=q, content=c),
                similarity=max(0.0, _dot(vector, array("f", v))),
            )
            for k, q, c, v in rows
        ]

    def _vectors(self, texts: Sequence[str]) -> list[bytes | None]:
        if self._embedder is None or not texts:
            return [None] * len(texts)
        made = self._embedder(texts)
        if len(made) != len(texts):
            raise ExamplesError(
                f"the embedder {self._embedder.name} gave {len(made)} vectors for {len(texts)} texts"
            )
        return [array("f", _unit(vector)).tobytes() for vector in made]


def _indexed(example: Example) -> str:
    """What an example is found by: its question; of a document its text too."""
    return f"{example.question}\n{example.content}" if example.kind == "document" else example.question


def _alike(
    asked: Sequence[str], given: Sequence[str], weights: Mapping[str, float], example: Example
) -> float:
    """The weight of the terms that both have against that of all; of a document, against the question's.

    A document is longer than any question: how much of the question it speaks of is what counts.
    """
    one, other = set(asked), set(given)
    shared = sum(weights.get(term, 0.0) for term in one & other)
    every = one if example.kind == "document" else one | other
    whole = sum(weights.get(term, 0.0) for term in every)
    return min(1.0, shared / whole) if whole else 0.0


def _is_same(question: str, found: Found) -> bool:
    example = found.example
    if example.kind == "document":
        return False
    if normal(example.question) == normal(question):
        return True
    return found.similarity >= _SAME and numbers(example.question) == numbers(question)


def _unit(vector: Sequence[float]) -> list[float]:
    length = math.sqrt(sum(x * x for x in vector)) or 1.0
    return [x / length for x in vector]


def _dot(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=False)) if len(one) == len(other) else 0.0
