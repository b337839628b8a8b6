"""The data of a question as variables: how they are named, described to a model, and put into a job.

Their values go into the job as JSON, never as source, and into the prompt as a description: name, type, shape
and a few rows, each cell cut. ``rows=0`` keeps every value out of the prompt.
"""

from __future__ import annotations

import builtins
import json
import keyword
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from verifier.errors import UsageError
from verifier.prompts import Language
from verifier.tables._cells import csv_text, cut, json_text
from verifier.task import DataTable, Task

Json: TypeAlias = Any

_COLUMNS = 60
_TAKEN = frozenset({*dir(builtins), "answer", "ans", "result", "solution", "pandas", "pd", "np", "numpy"})
_WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "frame": "{name}: a pandas DataFrame of {rows} rows and {columns} columns, from {source}",
        "dicts": "{name}: a list of {rows} dicts with {columns} keys each, from {source}",
        "plain": "{name}: a table of {rows} rows and {columns} columns, from {source}",
        "columns": '{name}: a dict {{"columns": [{columns} names], "rows": [{rows} lists]}}, from {source}',
        "about": "  about it: {text}", "column": "  column {name}: {kind}", "missing": ", {count} missing",
        "more": "  … and {count} more columns",
        "head": "  its first {count} rows as CSV:", "value": "{name}: {kind}, from {source}",
        "sized": "{kind} of {count}", "sample": "  its start: {text}",
    },
    "zh": {
        "frame": "{name}：pandas DataFrame，{rows} 行 {columns} 列，来自 {source}",
        "dicts": "{name}：{rows} 个 dict 组成的 list，每个有 {columns} 个键，来自 {source}",
        "plain": "{name}：表格，{rows} 行 {columns} 列，来自 {source}",
        "columns": '{name}：dict {{"columns": [{columns} 个列名], "rows": [{rows} 行]}}，来自 {source}',
        "about": "  说明：{text}", "column": "  列 {name}：{kind}", "missing": "，缺失 {count} 个",
        "more": "  ……另有 {count} 列",
        "head": "  前 {count} 行（CSV）：", "value": "{name}：{kind}，来自 {source}",
        "sized": "{kind}，长度 {count}", "sample": "  开头：{text}",
    },
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """One table or value under the name that programs know it by.

    Attributes:
        name: a Python identifier; no builtin, no keyword.
        source: what the user calls it.
        data: a table, or JSON.
    """

    name: str
    source: str
    data: DataTable | Json


def variables(task: Task) -> tuple[Variable, ...]:
    """The task's tables and values, each under a name of its own."""
    named = [*((table.name, table) for table in task.data), *task.values.items()]
    used: set[str] = set()
    found = []
    for source, data in named:
        found.append(Variable(name=_name(source, used), source=source, data=data))
    return tuple(found)


def check_json(found: Iterable[Variable]) -> None:
    """Refuse data that can't go into a job, before any model is asked.

    Raises:
        UsageError: a value or a cell is no JSON.
    """
    for variable in found:
        try:
            json.dumps(_input(variable.data), allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise UsageError(f"the data {variable.source!r} holds what JSON cannot: {error}") from error


def _name(source: str, used: set[str]) -> str:
    """``sales 2024.csv`` → ``sales_2024``; Chinese names stay, as Python allows them."""
    stem = PurePath(source).stem if source.lower().endswith((".csv", ".json")) else source
    name = re.sub(r"\W+", "_", unicodedata.normalize("NFKC", stem)).strip("_")
    if not name.isidentifier() or keyword.iskeyword(name) or name in _TAKEN:
        name = f"data_{name}".rstrip("_")
    if not name.isidentifier():
        name = "data"
    number, made = 1, name
    while made in used:
        number += 1
        made = f"{name}_{number}"
    used.add(made)
    return made


# --- into a job -------------------------------------------------------------------------------------------
def inputs(found: Iterable[Variable]) -> dict[str, Json]:
    """What ``Job.inputs`` takes: a table as its columns and rows."""
    return {variable.name: _input(variable.data) for variable in found}


def _input(data: DataTable | Json) -> Json:
    if isinstance(data, DataTable):
        return {"columns": list(data.columns), "rows": [list(row) for row in data.rows]}
    return data


#: How a column's type begins -> what makes it of text and numbers.
_CASTS: Mapping[str, str] = {
    "datetime": "_pandas.to_datetime({})", "timedelta": "_pandas.to_timedelta({})",
    "float": "{}.astype(float)",
}  # fmt: skip


def prelude(found: Sequence[Variable], *, frames: bool) -> str:
    """Source that turns the tables of :func:`inputs` into what programs work with; it holds names alone."""
    names = [variable.name for variable in found if isinstance(variable.data, DataTable)]
    if not names:
        return ""
    if not frames:
        return "".join(f'{n} = [dict(zip({n}["columns"], row)) for row in {n}["rows"]]\n' for n in names)
    made = (f'{n} = _pandas.DataFrame({n}["rows"], columns={n}["columns"])\n' for n in names)
    return "import pandas as _pandas\n" + "".join(made) + "".join(_casts(found))


def _casts(found: Iterable[Variable]) -> Iterator[str]:
    """Columns that crossed as text, as what they were: by position, and by a word of our own for the type."""
    for variable in found:
        kinds = variable.data.kinds if isinstance(variable.data, DataTable) else ()
        for at, kind in enumerate(kinds):
            cast = next((c for begin, c in _CASTS.items() if kind.casefold().startswith(begin)), "")
            if cast:
                column = f"{variable.name}.iloc[:, {at}]"
                yield f"{variable.name}.isetitem({at}, {cast.format(column)})\n"


# --- into a prompt ----------------------------------------------------------------------------------------
def described(found: Iterable[Variable], language: Language, *, rows: int, shape: str = "plain") -> str:
    """The variables in words, for a prompt.

    Args:
        found: the variables.
        language: of the words.
        rows: rows of each table that are shown; with 0 no value of any variable is.
        shape: what a table is in the program: ``frame``, ``dicts``, ``columns`` (as :func:`inputs`
            has it), or ``plain`` where there is no program.
    """
    words = _WORDS[language]
    return "\n".join(line for variable in found for line in _lines(variable, words, rows, shape))


def _lines(variable: Variable, words: Mapping[str, str], rows: int, shape: str) -> Iterator[str]:
    if isinstance(variable.data, DataTable):
        yield from _table(variable, variable.data, words, rows, shape)
        return
    kind = type(variable.data).__name__
    if isinstance(variable.data, list | dict | str):
        kind = words["sized"].format(kind=kind, count=len(variable.data))
    yield words["value"].format(name=variable.name, kind=kind, source=variable.source)
    if rows:
        yield words["sample"].format(text=cut(json_text(variable.data)))


def _table(
    variable: Variable, table: DataTable, words: Mapping[str, str], rows: int, shape: str
) -> Iterator[str]:
    size = {"rows": len(table.rows), "columns": len(table.columns)}
    yield words[shape].format(name=variable.name, source=variable.source, **size)
    if table.description:
        yield words["about"].format(text=cut(table.description))
    for at, column in enumerate(table.columns[:_COLUMNS]):
        kind, missing = _kind([row[at] for row in table.rows])
        kind = table.kinds[at] if at < len(table.kinds) and table.kinds[at] else kind
        note = words["missing"].format(count=missing) if missing else ""
        yield words["column"].format(name=cut(column), kind=kind) + note
    if len(table.columns) > _COLUMNS:
        yield words["more"].format(count=len(table.columns) - _COLUMNS)
    if rows and table.rows:
        head = table.rows[:rows]
        yield words["head"].format(count=len(head))
        yield "\n".join(f"  {line}" for line in csv_text(table.columns[:_COLUMNS], head).splitlines())


def _kind(cells: Sequence[Any]) -> tuple[str, int]:
    """The type that a column's cells share, and how many are missing."""
    there = [cell for cell in cells if cell is not None]
    kinds = {type(cell).__name__ for cell in there}
    if kinds == {"int", "float"}:
        kinds = {"float"}
    return " / ".join(sorted(kinds)) or "None", len(cells) - len(there)
