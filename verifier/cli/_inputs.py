"""Reads what `amtfv check` is given: rows of JSON, or a text that is one answer or a document.

Nothing is held but the current row; a fault in one place is reported with its place and the
rest is still read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from verifier.cli._exit import CliError
from verifier.cli._rows import Exchange, Fields, RowError, read_row
from verifier.cli._settings import Checked

#: The longest line and the longest text that are read, in bytes.
MAX_BYTES = 16 * 1024 * 1024

STDIN = "-"
_ROW_SUFFIXES = frozenset({".jsonl", ".ndjson"})
_TABLE_SUFFIXES = {".csv": ",", ".tsv": "\t"}
_TEXT_SUFFIXES = frozenset({".md", ".markdown", ".txt", ".text", ".rst", ".tex"})
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One answer to check.

    Attributes:
        source: the file's name as it was given, ``-`` for the standard input.
        line: the row's line, 1 for a text.
        id: the row's id; where it names none, its line number; for a text, its source.
        question: ``None`` makes it a document.
        answer: the text to check.
        is_text: the whole file is the answer, so that ``--fix`` may rewrite it.
        bom: the text began with a byte order mark (not part of ``answer``).
        raw: what the answer was read from, as it is spelt, where places in the file are wanted; else "".
        raw_line: the line on which ``raw`` begins.
        spelling: how it is spelt.
        pieces: the strings of ``raw`` whose concatenation the answer is, where it is not one.
    """

    source: str
    line: int
    id: str
    question: str | None
    answer: str
    is_text: bool = False
    bom: bool = False
    raw: str = field(default="", repr=False)
    raw_line: int = 1
    spelling: Literal["json", "csv", "notebook"] = "json"
    pieces: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The source, as text that can be written anywhere."""
        return name_of(self.source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A place in the input that can't be read, and why. ``line`` 0 means the whole source."""

    source: str
    line: int
    message: str

    @property
    def name(self) -> str:
        """The source, as text that can be written anywhere."""
        return name_of(self.source)

    def __str__(self) -> str:
        name = "<stdin>" if self.source == STDIN else self.name
        return f"{name}:{self.line}: {self.message}" if self.line else f"{name}: {self.message}"


@dataclass(frozen=True, slots=True)
class Done:
    """An answer whose result is there already."""

    item: Item
    checked: Checked


Entry: TypeAlias = Item | Fault


def name_of(source: str) -> str:
    """A file's name in UTF-8, whatever the locale; bytes of it that are none stand as escapes."""
    return os.fsencode(source).decode("utf-8", "backslashreplace")


def utf8_argument(value: str, option: str) -> str:
    """A word of the command line as the UTF-8 that it is, whatever the locale.

    Raises:
        CliError: it is not UTF-8.
    """
    try:
        return os.fsencode(value).decode()
    except UnicodeError:
        raise CliError(f"{option} is not UTF-8") from None


def read_items(
    sources: Iterable[str], *, question: str | None, fields: Fields | None, places: bool = False
) -> Iterator[Entry]:
    """Every answer of the sources in order, and a fault for each place that can't be read.

    Args:
        sources: file names; ``-`` is the standard input.
        question: the question of a text; rows that have one of their own keep it.
        fields: where a row's question and answer stand; makes every source JSON lines.
        places: keep of each row how it is spelt, so that places in it can be told.
    """
    for source in sources:
        count = 0
        for entry in _read_source(source, question, fields):
            count += 1
            yield entry if places or not isinstance(entry, Item) or not entry.raw else replace(entry, raw="")
        if not count:
            yield Fault(source=source, line=0, message="holds no answer: it is empty")


def _read_source(source: str, question: str | None, fields: Fields | None) -> Iterator[Entry]:
    if source == STDIN:
        yield from _read_stream(sys.stdin.buffer, source, question, fields)
        return
    try:
        stream = Path(source).open("rb")  # noqa: SIM115  (closed below; a fault in opening is its own)
    except OSError as error:
        yield Fault(source=source, line=0, message=_why(error))
        return
    with stream:
        try:
            yield from _read_stream(stream, source, question, fields)
        except OSError as error:
            yield Fault(source=source, line=0, message=_why(error))


def _why(error: OSError) -> str:
    if isinstance(error, IsADirectoryError):
        return "is a directory; name the files in it"
    return f"can't be read: {error.strerror or error}"


def _read_stream(
    stream: BinaryIO, source: str, question: str | None, fields: Fields | None
) -> Iterator[Entry]:
    suffix = Path(source).suffix.lower() if source != STDIN else ""
    if suffix in _TABLE_SUFFIXES:
        yield from _table(stream, source, question, fields)
        return
    if suffix == ".ipynb":
        yield _notebook(stream.read(MAX_BYTES + 1), source, question)
        return
    if fields or suffix in _ROW_SUFFIXES:
        yield from _rows(_lines(stream), source, question, fields)
    elif suffix == ".json":
        yield from _json_file(stream, source, question)
    elif suffix in _TEXT_SUFFIXES:
        yield _text(stream.read(MAX_BYTES + 1), source, question)
    else:
        yield from _sniffed(stream, source, question)


def _sniffed(stream: BinaryIO, source: str, question: str | None) -> Iterator[Entry]:
    """A source whose name says nothing: rows if no question is given and its first line is a JSON object."""
    head = b""
    while not head.strip() and len(head) <= MAX_BYTES:
        line = stream.readline(MAX_BYTES + 1)
        if not line:
            return
        head += line
    if question is None and (_is_object(head) or (len(head) > MAX_BYTES and head.lstrip().startswith(b"{"))):
        before = head.count(b"\n", 0, len(head.rstrip()))
        numbered = ((number + before, line) for number, line in _lines(stream, first=head.lstrip()))
        yield from _rows(numbered, source, question, None)
    else:
        yield _text(head + stream.read(MAX_BYTES + 1), source, question)


def _is_object(line: bytes) -> bool:
    text = line.removeprefix(_BOM).strip()
    if not text.startswith(b"{"):
        return False
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def _lines(stream: BinaryIO, first: bytes = b"") -> Iterator[tuple[int, bytes | None]]:
    """Numbered lines; ``None`` stands for one that is too long, which is skipped, not held."""
    line = first or stream.readline(MAX_BYTES + 1)
    number = 0
    while line:
        number += 1
        whole = len(line) <= MAX_BYTES
        yield number, (line if whole else None)
        while not whole and line and not line.endswith(b"\n"):
            line = stream.readline(MAX_BYTES + 1)
        line = stream.readline(MAX_BYTES + 1)


def _rows(
    lines: Iterable[tuple[int, bytes | None]], source: str, question: str | None, fields: Fields | None
) -> Iterator[Entry]:
    for number, line in lines:
        if line is None:
            message = f"the line is longer than {MAX_BYTES // 2**20} MiB"
            yield Fault(source=source, line=number, message=message)
            continue
        content = line.removeprefix(_BOM) if number == 1 else line
        if content.strip():
            yield _row(content, source, number, question, fields)


def _row(line: bytes, source: str, number: int, question: str | None, fields: Fields | None) -> Entry:
    try:
        exchange = read_row(_loads(line), fields)
    except RowError as error:
        return Fault(source=source, line=number, message=str(error))
    raw = line.decode()
    return _item(exchange, source, number, question, raw=raw, raw_line=number)


def _item(
    exchange: Exchange, source: str, number: int, question: str | None, *, raw: str = "", raw_line: int = 1
) -> Item:
    asked = question if exchange.question is None else exchange.question
    name = exchange.id or str(number)
    return Item(
        source=source,
        line=number,
        id=name,
        question=asked,
        answer=exchange.answer,
        raw=raw,
        raw_line=raw_line,
    )


def _loads(data: bytes) -> object:
    try:
        return json.loads(data.decode(), object_pairs_hook=_object, parse_float=Decimal)
    except UnicodeDecodeError as error:
        raise RowError(_not_utf8(data, error)) from None
    except json.JSONDecodeError as error:
        raise RowError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise RowError("not read: its JSON is nested too deeply") from None
    except RowError:
        raise
    except ValueError:
        raise RowError("not read: a number in it is too long") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RowError(f"the field {twice!r} stands twice in it; which one counts is not known")
    return members


def _json_file(stream: BinaryIO, source: str, question: str | None) -> Iterator[Entry]:
    """A whole file of JSON: one row, or a list of rows, which are numbered as lines would be."""
    data = stream.read(MAX_BYTES + 1).removeprefix(_BOM)
    if len(data) > MAX_BYTES:
        yield _too_long(source)
        return
    if not data.strip():
        return
    try:
        value = _loads(data)
    except RowError as error:
        yield Fault(source=source, line=0, message=f"{error} (one row a line? then name the file .jsonl)")
        return
    text = data.decode()
    for number, row in enumerate(value if isinstance(value, list) else [value], start=1):
        try:
            yield _item(read_row(row), source, number, question, raw=text)
        except RowError as error:
            yield Fault(source=source, line=number, message=f"row {number}: {error}")


def _table(stream: BinaryIO, source: str, question: str | None, fields: Fields | None) -> Iterator[Entry]:
    from verifier.cli._tables import read_table  # noqa: PLC0415  (few answers come in CSV)

    delimiter = _TABLE_SUFFIXES[Path(source).suffix.lower()]
    for line, raw, found in read_table(stream, fields, delimiter):
        if isinstance(found, RowError):
            yield Fault(source=source, line=line, message=str(found))
        else:
            item = _item(found, source, line, question, raw=raw, raw_line=line)
            yield replace(item, spelling="csv")


def _notebook(data: bytes, source: str, question: str | None) -> Entry:
    from verifier.cli._notebook import read_notebook  # noqa: PLC0415  (few documents are notebooks)

    if len(data) > MAX_BYTES:
        return _too_long(source)
    try:
        text, pieces = read_notebook(_loads(data.removeprefix(_BOM)))
    except RowError as error:
        return Fault(source=source, line=0, message=str(error))
    if not text.strip():
        return Fault(source=source, line=0, message="holds no answer: its cells are empty")
    return Item(
        source=source, line=1, id=name_of(source), question=question, answer=text, raw=data.decode(),
        pieces=pieces, spelling="notebook",
    )  # fmt: skip


def _text(data: bytes, source: str, question: str | None) -> Entry:
    if len(data) > MAX_BYTES:
        return _too_long(source)
    bom = data.startswith(_BOM)
    data = data.removeprefix(_BOM)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return Fault(source=source, line=_line_of(data, error.start), message=_not_utf8(data, error))
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        return Fault(source=source, line=line, message="is binary (it holds a zero byte), not text")
    if not text.strip():
        return Fault(source=source, line=0, message="holds no answer: it is empty")
    name = "stdin" if source == STDIN else name_of(source)
    return Item(source=source, line=1, id=name, question=question, answer=text, is_text=True, bom=bom)


def _too_long(source: str) -> Fault:
    return Fault(source=source, line=0, message=f"is longer than {MAX_BYTES // 2**20} MiB")


def _line_of(data: bytes, offset: int) -> int:
    return data.count(b"\n", 0, offset) + 1


def _not_utf8(data: bytes, error: UnicodeDecodeError) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is UTF-16; save it as UTF-8"
    return f"is not UTF-8 (byte {data[error.start]:#04x} at offset {error.start}); save it as UTF-8"
