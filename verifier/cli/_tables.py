"""Answers in CSV: the header names the columns, which are read like the fields of a JSON row."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import BinaryIO

from verifier.cli._rows import Exchange, Fields, RowError, read_row

#: The longest cell, in characters.
_MAX_CELL = 16 * 1024 * 1024


def read_table(
    stream: BinaryIO, fields: Fields | None, delimiter: str
) -> Iterator[tuple[int, str, Exchange | RowError]]:
    """Each record: the line that it begins on, how it is spelt, and what it holds or why it can't be read."""
    lines = _Lines(stream)
    csv.field_size_limit(_MAX_CELL)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        first = lines.count + 1
        lines.taken.clear()
        try:
            record = next(reader)
            if not record:
                continue
            if header is None:
                header = _header(record)
                continue
            yield first, "".join(lines.taken), _exchange(header, record, fields)
        except StopIteration:
            return
        except (csv.Error, UnicodeDecodeError, RowError) as error:
            told = "is not UTF-8; save it as UTF-8" if isinstance(error, UnicodeDecodeError) else str(error)
            yield first, "", RowError(told)
            return


class _Lines:
    """Lines as text, counted, and kept until they are taken."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.count = 0
        self.taken: list[str] = []

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._stream.readline()
        if not line:
            raise StopIteration
        self.count += 1
        text = line.decode("utf-8-sig" if self.count == 1 else "utf-8")
        self.taken.append(text)
        return text


def _header(record: list[str]) -> list[str]:
    names = [name.strip() for name in record]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise RowError(f"the column {twice!r} stands twice in the header")
    return names


def _exchange(header: list[str], record: list[str], fields: Fields | None) -> Exchange | RowError:
    if len(record) != len(header):
        return RowError(f"has {len(record)} cells, but the header names {len(header)} columns")
    # A column may be called `a.b`: its dots are no path.
    row = dict(zip(header, record, strict=True))
    if fields is not None:
        named = {"question": fields.question, "answer": fields.answer, "id": fields.id}
        lacking = next((name for name in named.values() if name and name not in row), None)
        if lacking is not None:
            return RowError(f"has no column {lacking!r}; there are {', '.join(header)}")
        row = {name: row[column] for name, column in named.items() if column}
    try:
        return read_row(row, None)
    except RowError as error:
        return error
