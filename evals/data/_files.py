"""Reads files of data sets: JSON lines, a JSON list, or an object that holds one; compressed or not."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

from evals.data._forms import FORMS, Context, Form, Raw
from evals.data._row import DataSetError, Example, Fault

#: The longest line, and the largest file that is no JSON lines, in bytes.
_MAX = 256 * 1024 * 1024
#: Names under which a file of one object holds its rows.
_LISTS = ("outputs", "data", "rows", "examples")


class _Object(NamedTuple):
    line: int
    value: Any
    wrong: str = ""


def read(paths: Sequence[Path], *, form: str | None = None) -> Iterator[Example | Fault]:
    """Rows of the files, in order, with their labels.

    Args:
        paths: ``.json`` or ``.jsonl``, each also with ``.gz``. HumanEval's problems stand before the
            completions.
        form: a name of :data:`FORMS`; without it each file's first object tells.

    Raises:
        DataSetError: a file can't be read, its form is not known, or there is no such form.
    """
    if form is not None and form not in FORMS:
        raise DataSetError(f"there is no form {form!r}; the forms are {', '.join(FORMS)}")
    forms = [_form_of(path) if form is None else FORMS[form] for path in paths]
    completed = any(known.name == "humaneval_samples" for known in forms)
    problems: dict[str, Raw] = {}
    taken: set[str] = set()
    for path, known in zip(paths, forms, strict=True):
        if completed and _holds_problems(path):
            problems |= _problems(path)
            continue
        for item in _examples(path, known, problems):
            yield item if isinstance(item, Fault) else _with_own_id(item, taken)


def _with_own_id(example: Example, taken: set[str]) -> Example:
    """The second row of a name gets another one: results are told apart by it."""
    name = example.row.id
    if name in taken:
        name = next(other for n in count(2) if (other := f"{name}#{n}") not in taken)
        example = Example(replace(example.row, id=name), replace(example.label, id=name))
    taken.add(name)
    return example


def _examples(path: Path, form: Form, problems: Mapping[str, Raw]) -> Iterator[Example | Fault]:
    stem = path.name.removesuffix(".gz").rpartition(".")[0] or path.name
    for number, found in enumerate(_objects(path), start=1):
        if found.wrong or not isinstance(found.value, Mapping):
            yield Fault(str(path), found.line, found.wrong or "not a JSON object")
            continue
        try:
            yield from list(form.read(found.value, Context(stem, number, problems)))
        except DataSetError as error:
            yield Fault(str(path), found.line, f"{error} (read as {form.name})")


def _holds_problems(path: Path) -> bool:
    first = next(_objects(path), None)
    return first is not None and isinstance(first.value, Mapping) and FORMS["humaneval"].fits(first.value)


def _problems(path: Path) -> dict[str, Raw]:
    return {
        str(found.value["task_id"]): found.value
        for found in _objects(path)
        if isinstance(found.value, Mapping) and "task_id" in found.value
    }


def _form_of(path: Path) -> Form:
    first = next((found.value for found in _objects(path) if isinstance(found.value, Mapping)), None)
    if first is None:
        raise DataSetError(
            f"{path}: holds no JSON object; data sets are JSON lines or a JSON list of objects"
        )
    for form in FORMS.values():
        if form.fits(first):
            return form
    names = ", ".join(map(repr, list(first)[:8]))
    raise DataSetError(
        f"{path}: of no known form (fields: {names}); rename them to question and answer, or say --format "
        f"{'|'.join(FORMS)}"
    )


# --- JSON in its several files ------------------------------------------------------------------------
def _objects(path: Path) -> Iterator[_Object]:
    with _opened(path) as stream:
        try:
            yield from _objects_of(path, stream)
        except (OSError, EOFError) as error:
            raise DataSetError(
                f"{path}: can't be read: {getattr(error, 'strerror', None) or error}"
            ) from error


def _opened(path: Path) -> IO[bytes]:
    try:
        with path.open("rb") as stream:
            packed = stream.read(2) == b"\x1f\x8b"
        return cast("IO[bytes]", gzip.open(path, "rb")) if packed else path.open("rb")
    except OSError as error:
        raise DataSetError(f"{path}: can't be read: {error.strerror or error}") from error


def _objects_of(path: Path, stream: IO[bytes]) -> Iterator[_Object]:
    numbered = ((number, line) for number, line in enumerate(_lines(stream), start=1))
    for number, line in numbered:
        if not line.strip():
            continue
        first = _parsed(number, line)
        held = _held(first.value)
        if held is not None:
            yield from held
        elif first.wrong and line.lstrip(b"\xef\xbb\xbf \t").startswith((b"[", b"{")) and _is_whole(line):
            yield from _whole_file(path, line + stream.read(_MAX))
        else:
            rest = (_parsed(at, line) for at, line in numbered if line.strip())
            yield from chain([first], rest)
        return


def _is_whole(line: bytes) -> bool:
    """Whether a first line that is no JSON begins a file that is one: it breaks off; a bad row would not."""
    text = line.strip()
    return text.endswith((b"[", b"{", b",")) or text in {b"[", b"{"}


def _lines(stream: IO[bytes]) -> Iterator[bytes]:
    while line := stream.readline(_MAX):
        yield line


def _whole_file(path: Path, content: bytes) -> Iterator[_Object]:
    found = _parsed(1, content)
    held = _held(found.value)
    if held is None:
        raise DataSetError(
            f"{path}: neither JSON lines nor a JSON list of objects: {found.wrong or 'no rows'}"
        )
    yield from held


def _held(value: Any) -> Iterable[_Object] | None:
    """The rows in a list, or in an object that holds one."""
    if isinstance(value, Mapping):
        value = next((value[name] for name in _LISTS if _is_rows(value.get(name))), None)
    if not isinstance(value, list):
        return None
    return [_Object(number, item) for number, item in enumerate(value, start=1)]


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _parsed(number: int, line: bytes) -> _Object:
    try:
        return _Object(number, json.loads(line.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        return _Object(number, None, f"not UTF-8 (offset {error.start})")
    except (ValueError, RecursionError) as error:
        return _Object(number, None, f"not JSON: {error}")
