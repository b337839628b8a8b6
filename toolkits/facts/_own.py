"""Your own tables as sources: CSV, TSV, JSON Lines and SQLite files, one cell a fact.

A table is *long* when its columns are entity, attribute, value (and unit, as_of, aliases), in English or
Chinese; else it is *wide*: the first column names the entity, each other one is an attribute, with its unit in
brackets behind its name.

What the file is may stand in comment lines at its head (``# closed: true``) or in a JSON file beside it
(``FILE.facts.json``): ``closed``, ``origin``, ``retrieved``, ``as_of``, ``entity`` (the column that names it).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit
from toolkits.facts._records import Fact
from toolkits.facts._table import Table
from toolkits.facts._words import key

TABLES: Final = (".csv", ".tsv", ".jsonl", ".sqlite", ".sqlite3", ".db")
MAX_BYTES: Final = 64 * 2**20
MAX_CELLS: Final = 2_000_000
_HEAD: Final = re.compile(r"#\s*([\w ]+?)\s*[:：]\s*(.*?)\s*$")
_UNIT: Final = re.compile(r"^(?P<name>.+?)\s*[(（\[](?P<unit>[^()（）\[\]]+)[)）\]]$")
_LONG: Final[Mapping[str, str]] = {
    "entity": "entity|subject|实体|主体|对象", "attribute": "attribute|property|predicate|属性|指标", "value": "value|object|值|数值",
    "unit": "unit|单位", "as_of": "as_of|as of|date|year|年份|截至|日期", "aliases": "aliases|alias|别名|又名",
    "value_aliases": "value_aliases|value aliases|值别名",
}  # fmt: skip
_COLUMN: Final = {key(form): name for name, forms in _LONG.items() for form in forms.split("|")}
_TRUE: Final = frozenset({"true", "yes", "1", "是"})


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    raw: bytes
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def says(self, name: str) -> str:
        """A word of what the file says about itself."""
        return str(self.about.get(name) or "")


def open_table(path: Path, *, closed: bool = False) -> Table:
    """The facts of a table file.

    Raises:
        ToolInputError: it can't be read, or its form is wrong.
        ToolLimit: it is too long.
    """
    raw = _bytes(path)
    file = _File(path, raw, {**_head(path, raw), **_sidecar(path)})
    declared = file.about.get("closed", False)
    sha = hashlib.sha256(raw + json.dumps(file.about, sort_keys=True, default=str).encode()).hexdigest()[:16]
    facts, names = _read(file)
    return Table(
        id=path.name, load=lambda: facts, names=lambda: names, origin=file.says("origin") or path.name,
        closed=closed or declared is True or str(declared).casefold() in _TRUE, retrieved=file.says("retrieved"),
        stamp=f"{sha}{'+closed' if closed else ''}",
    )  # fmt: skip


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ToolInputError(f"{path}: can't be read: {error.strerror or error}", code="facts_file") from None
    if len(raw) > MAX_BYTES:
        raise ToolLimit(f"{path}: is longer than {MAX_BYTES // 2**20} MiB")
    return raw


def _head(path: Path, raw: bytes) -> dict[str, str]:
    if path.suffix.lower() not in {".csv", ".tsv"}:
        return {}
    found: dict[str, str] = {}
    for line in raw[:4096].decode("utf-8-sig", "replace").splitlines():
        match = _HEAD.match(line)
        if not match:
            break
        found[match[1].strip().lower().replace(" ", "_")] = match[2]
    return found


def _sidecar(path: Path) -> dict[str, Any]:
    beside = path.with_name(f"{path.name}.facts.json")
    if not beside.is_file():
        return {}
    try:
        found = json.loads(beside.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError) as error:
        raise ToolInputError(f"{beside}: is not JSON: {error}", code="facts_file") from None
    if not isinstance(found, dict):
        raise ToolInputError(f"{beside}: must hold a JSON object", code="facts_file")
    return found


# --- rows ---------------------------------------------------------------------------------------------
_Names = dict[str, tuple[str, ...]]


def _read(file: _File) -> tuple[tuple[Fact, ...], _Names]:
    facts: list[Fact] = []
    names: dict[str, set[str]] = {}
    cells = 0
    for title, header, rows in _tables(file):
        columns = [_COLUMN.get(key(name), "") for name in header]
        long = {"entity", "attribute", "value"} <= set(columns)
        for number, row in rows:
            cells += len(row)
            if cells > MAX_CELLS:
                raise ToolLimit(f"{file.path}: has more than {MAX_CELLS} cells")
            where = f"{title}#{number}"
            made = list(
                _long(file, columns, row, where) if long else _wide(file, header, columns, row, where)
            )
            facts += made
            if "aliases" in columns and made:
                for alias in str(row[columns.index("aliases")] or "").split("|"):
                    names.setdefault(alias.strip(), set()).add(made[0].entity)
    names.pop("", None)
    return tuple(facts), {name: tuple(sorted(entities)) for name, entities in names.items()}


def _long(file: _File, columns: Sequence[str], row: Sequence[Any], where: str) -> Iterator[Fact]:
    cell = {name: _text(value) for name, value in zip(columns, row, strict=False) if name}
    if cell.get("entity") and cell.get("value"):
        yield Fact(
            entity=cell["entity"], attribute=cell.get("attribute", ""), value=cell["value"], unit=cell.get("unit", ""),
            as_of=cell.get("as_of", "") or file.says("as_of"), locator=where,
            aliases=tuple(filter(None, map(str.strip, cell.get("value_aliases", "").split("|")))),
        )  # fmt: skip


def _wide(
    file: _File, header: Sequence[str], columns: Sequence[str], row: Sequence[Any], where: str
) -> Iterator[Fact]:
    wanted = key(file.says("entity"))
    first = next((i for i, name in enumerate(header) if wanted and key(name) == wanted), 0)
    as_of = next((_text(row[i]) for i, c in enumerate(columns) if c == "as_of" and i < len(row)), "")
    entity = _text(row[first]) if row else ""
    for index, value in enumerate(row[: len(header)]):
        text = _text(value)
        if index == first or not text or not entity or columns[index] in {"as_of", "aliases"}:
            continue
        match = _UNIT.match(header[index].strip())
        yield Fact(
            entity=entity, attribute=match["name"] if match else header[index].strip(), value=text,
            unit=match["unit"].strip() if match else "", as_of=as_of or file.says("as_of"),
            locator=f"{where}/{header[index].strip()}",
        )  # fmt: skip


def _text(value: Any) -> str:
    if isinstance(value, bool) or value is None or isinstance(value, bytes):
        return ""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value).strip()


# --- files --------------------------------------------------------------------------------------------
_Rows = Iterable[tuple[int, Sequence[Any]]]


def _tables(file: _File) -> Iterator[tuple[str, Sequence[str], _Rows]]:
    suffix = file.path.suffix.lower()
    if suffix in {".csv", ".tsv"}:
        yield _csv(file, "\t" if suffix == ".tsv" else ",")
    elif suffix == ".jsonl":
        yield _jsonl(file)
    else:
        yield from _sqlite(file)


def _decoded(file: _File) -> str:
    try:
        return file.raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ToolInputError(f"{file.path}: is not UTF-8; save it as UTF-8", code="facts_file") from None


def _csv(file: _File, delimiter: str) -> tuple[str, Sequence[str], _Rows]:
    lines = _decoded(file).splitlines(keepends=True)
    skipped = 0
    while skipped < len(lines) and lines[skipped].startswith("#"):
        skipped += 1
    reader = csv.reader(io.StringIO("".join(lines[skipped:]), newline=""), delimiter=delimiter)
    try:
        rows = [(skipped + reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise ToolInputError(f"{file.path}:{skipped + reader.line_num}: {error}", code="facts_file") from None
    if not rows:
        raise ToolInputError(f"{file.path}: holds no header", code="facts_file")
    return file.path.name, rows[0][1], rows[1:]


def _jsonl(file: _File) -> tuple[str, Sequence[str], _Rows]:
    rows: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(_decoded(file).splitlines(), start=1):
        if line.strip():
            try:
                row = json.loads(line)
            except (ValueError, RecursionError) as error:
                raise ToolInputError(
                    f"{file.path}:{number}: is not JSON: {error}", code="facts_file"
                ) from None
            if not isinstance(row, dict):
                raise ToolInputError(f"{file.path}:{number}: must be a JSON object", code="facts_file")
            rows.append((number, row))
    header = list(dict.fromkeys(name for _, row in rows for name in row))
    return file.path.name, header, [(number, [row.get(name) for name in header]) for number, row in rows]


def _sqlite(file: _File) -> Iterator[tuple[str, Sequence[str], _Rows]]:
    try:
        with closing(sqlite3.connect(f"{file.path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            database.execute("PRAGMA query_only = 1")
            tables = [
                row[0]
                for row in database.execute(
                    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
                )
            ]
            for table in tables:
                quoted = '"' + table.replace('"', '""') + '"'
                cursor = database.execute(f"SELECT * FROM {quoted} ORDER BY rowid LIMIT {MAX_CELLS}")  # noqa: S608  (a name of the file's own, quoted)
                header = [column[0] for column in cursor.description]
                yield f"{file.path.name}/{table}", header, list(enumerate(cursor.fetchall(), start=1))
    except sqlite3.Error as error:
        raise ToolInputError(
            f"{file.path}: is no SQLite database that can be read: {error}", code="facts_file"
        ) from None
