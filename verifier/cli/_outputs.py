"""Where reports go: the standard output and the files of ``-o``, each in its format, row by row."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from os.path import realpath
from pathlib import Path
from typing import IO, Literal, Protocol, TypeAlias

from verifier.cli._exit import CliError
from verifier.cli._inputs import Fault
from verifier.cli._settings import Checked
from verifier.report import Summary

Format: TypeAlias = Literal["text", "json", "jsonl"]
_BY_SUFFIX: dict[str, Format] = {".json": "json", ".jsonl": "jsonl"}


class Output(Protocol):
    """One place that reports go to."""

    def add(self, checked: Checked) -> None:
        """Write one answer's report."""

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:
        """Write what comes after the last one."""


class TextOutput:
    """Findings and the summary line, for people."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def add(self, checked: Checked) -> None:
        """Write the answer's text, if it has any."""
        if checked.text:
            self._stream.write(checked.text)

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:  # noqa: ARG002  (told as they came)
        """Write the summary line."""
        self._stream.write(f"{summary}\n")


class JsonlOutput:
    """One row for each answer."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def add(self, checked: Checked) -> None:
        """Write the answer's row."""
        self._stream.write(f"{checked.row}\n")

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:
        """Rows are all there is."""


class JsonOutput:
    """One object: ``{"reports": […], "faults": […], "summary": {…}}``, written as the rows come."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._separator = '{"reports": [\n'

    def add(self, checked: Checked) -> None:
        """Write the answer's row."""
        self._stream.write(self._separator + checked.row)
        self._separator = ",\n"

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:
        """Write the faults and the counts."""
        places = [{"source": f.name, "line": f.line or None, "message": f.message} for f in faults]
        head = '{"reports": [' if self._separator.startswith("{") else ""
        rest = f'\n], "faults": {_dumps(places)}, "summary": {_dumps(summary.as_row())}}}\n'
        self._stream.write(head + rest)


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class FileOutput:
    """A file of ``-o``; its name says the format."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise _unwritten(path, error) from None
        self._path = path
        self._inner = _WRITERS[_BY_SUFFIX[path.suffix.lower()]](self._file)

    def add(self, checked: Checked) -> None:
        """Write the answer's row."""
        try:
            self._inner.add(checked)
        except OSError as error:
            raise _unwritten(self._path, error) from None

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:
        """Write the end and close the file."""
        try:
            with self._file:
                self._inner.close(summary, faults)
        except OSError as error:
            raise _unwritten(self._path, error) from None


def _unwritten(path: Path, error: OSError) -> CliError:
    return CliError(f"-o {path}: can't be written: {error.strerror or error}")


_WRITERS: dict[Format, type[TextOutput | JsonlOutput | JsonOutput]] = {
    "text": TextOutput,
    "json": JsonOutput,
    "jsonl": JsonlOutput,
}


def to_stdout(kind: Format) -> Output:
    """The standard output, in a format."""
    return _WRITERS[kind](sys.stdout)


def check_paths(outputs: Sequence[Path], sources: Sequence[str]) -> None:
    """Refuse files of ``-o`` whose name says no format, that stand twice, or that are inputs.

    Raises:
        CliError: names the file and what is wrong with it.
    """
    inputs = set(map(realpath, sources))
    for number, path in enumerate(outputs):
        if path.suffix.lower() not in _BY_SUFFIX:
            raise CliError(f"-o {path}: the name must end in .json or .jsonl, which is the format")
        if realpath(path) in inputs:
            raise CliError(f"-o {path}: is one of the files to check and would be overwritten")
        if realpath(path) in map(realpath, outputs[:number]):
            raise CliError(f"-o {path}: is named twice")
