"""Where reports go: the standard output and the files of ``-o``, each in its format."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from os.path import realpath
from pathlib import Path
from typing import IO, Literal, Protocol, TypeAlias

from verifier.cli._exit import CliError
from verifier.cli._inputs import Fault
from verifier.cli._judgement import Judgement
from verifier.cli._settings import Checked
from verifier.report import Ending, Summary, Told

Format: TypeAlias = Literal["text", "json", "jsonl", "junit", "sarif", "github", "markdown", "html"]
#: Formats that need an answer's findings, and are written when all are there.
WHOLE: frozenset[Format] = frozenset({"junit", "sarif", "github", "markdown", "html"})
#: The longest suffix that fits decides.
_BY_SUFFIX: Mapping[str, Format] = {
    ".junit.xml": "junit", ".xml": "junit", ".sarif.json": "sarif", ".sarif": "sarif", ".jsonl": "jsonl",
    ".json": "json", ".md": "markdown", ".html": "html",
}  # fmt: skip
_SUFFIXES = ".json, .jsonl, .junit.xml, .sarif, .md or .html"


def format_of(path: Path) -> Format | None:
    """The format that a file's name says."""
    name = path.name.lower()
    return next((kind for suffix, kind in _BY_SUFFIX.items() if name.endswith(suffix)), None)


class Output(Protocol):
    """One place that reports go to."""

    def add(self, checked: Checked, told: Told | None) -> None:
        """Take one answer's report; ``told`` is there where a format of :data:`WHOLE` is asked for."""

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Write what comes after the last one."""


class TextOutput:
    """Findings, the summary line and, where a gate was asked for, its verdict, for people."""

    def __init__(self, stream: IO[str], *, gate: bool = False) -> None:
        self._stream = stream
        self._gate = gate

    def add(self, checked: Checked, told: Told | None) -> None:  # noqa: ARG002  (rendered already)
        """Write the answer's text, if it has any."""
        if checked.text:
            self._stream.write(checked.text)

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:  # noqa: ARG002  (told as they came)
        """Write the summary line."""
        self._stream.write(f"{summary}\n")
        if self._gate:
            self._stream.writelines(f"{line}\n" for line in gate_lines(judgement))


def gate_lines(judgement: Judgement) -> list[str]:
    """The gate's verdict for people."""
    from verifier.report import printable  # noqa: PLC0415  (where a gate is asked for)

    return [f"gate {judgement.line}", *(f"  {printable(note)}" for note in judgement.notes)]


class JsonlOutput:
    """One row for each answer."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream

    def add(self, checked: Checked, told: Told | None) -> None:  # noqa: ARG002  (the row is all)
        """Write the answer's row."""
        self._stream.write(f"{checked.row}\n")

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Rows are all there is."""


class JsonOutput:
    """One object: ``{"reports": […], "faults": […], "summary": {…}, "gate": {…}}``."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._separator = '{"reports": [\n'

    def add(self, checked: Checked, told: Told | None) -> None:  # noqa: ARG002  (the row is all)
        """Write the answer's row."""
        self._stream.write(self._separator + checked.row)
        self._separator = ",\n"

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Write the faults, the counts and the gate's judgement."""
        places = [{"source": f.name, "line": f.line or None, "message": f.message} for f in faults]
        head = '{"reports": [' if self._separator.startswith("{") else ""
        rest = {"faults": places, "summary": summary.as_row(), "gate": judgement.as_row()}
        self._stream.write(f"{head}\n], {_dumps(rest)[1:]}\n")


class WholeOutput:
    """A report on the whole, written at the end."""

    def __init__(self, stream: IO[str], kind: Format, more: str = "") -> None:
        self._stream = stream
        self._kind: Format = kind
        self._more = more
        self._told: list[Told] = []

    def add(self, checked: Checked, told: Told | None) -> None:  # noqa: ARG002  (all is in ``told``)
        """Keep what there is to tell of the answer."""
        if told is not None:
            self._told.append(told)

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Write the report."""
        ending = Ending(
            summary=summary,
            faults=tuple((fault.name, fault.line, fault.message) for fault in faults),
            code=judgement.code,
            verdict=judgement.line,
            notes=judgement.notes,
        )
        self._stream.write(_renderer(self._kind, self._more)(self._told, ending))


def _renderer(kind: Format, more: str) -> Callable[[Sequence[Told], Ending], str]:
    from functools import partial  # noqa: PLC0415  (reports on the whole only)

    from verifier.report import whole  # noqa: PLC0415  (likewise)

    if kind == "github":
        return partial(whole.commands, more=more or "the text report")
    return {"junit": whole.junit, "sarif": whole.sarif, "markdown": whole.markdown, "html": whole.html}[kind]


def _dumps(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


class FileOutput:
    """A file of ``-o``; its name says the format."""

    def __init__(self, path: Path) -> None:
        try:
            # What is no character (half of a surrogate pair) must not cost the whole report.
            self._file = path.open("w", encoding="utf-8", errors="replace", newline="\n")
        except OSError as error:
            raise _unwritten(path, error) from None
        self._path = path
        self._inner = _writer(format_of(path) or "jsonl", self._file)

    def add(self, checked: Checked, told: Told | None) -> None:
        """Write the answer's row."""
        try:
            self._inner.add(checked, told)
        except OSError as error:
            raise _unwritten(self._path, error) from None

    def close(self, summary: Summary, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Write the end and close the file."""
        try:
            with self._file:
                self._inner.close(summary, faults, judgement)
        except OSError as error:
            raise _unwritten(self._path, error) from None


def _unwritten(path: Path, error: OSError) -> CliError:
    return CliError(f"-o {path}: can't be written: {error.strerror or error}")


def _writer(kind: Format, stream: IO[str], *, gate: bool = False, more: str = "") -> Output:
    if kind == "text":
        return TextOutput(stream, gate=gate)
    if kind == "json":
        return JsonOutput(stream)
    return JsonlOutput(stream) if kind == "jsonl" else WholeOutput(stream, kind, more)


def to_stdout(kind: Format, *, gate: bool = False, more: str = "") -> Output:
    """The standard output, in a format.

    Args:
        kind: the format.
        gate: text ends with the gate's verdict.
        more: where annotations say that the rest is to be found.
    """
    return _writer(kind, sys.stdout, gate=gate, more=more)


def check_paths(outputs: Sequence[Path], sources: Sequence[str]) -> None:
    """Refuse files of ``-o`` whose name says no format, that stand twice, or that are inputs.

    Raises:
        CliError: names the file and what is wrong with it.
    """
    inputs = set(map(realpath, sources))
    for number, path in enumerate(outputs):
        if format_of(path) is None:
            raise CliError(f"-o {path}: the name must end in {_SUFFIXES}, which is the format")
        if realpath(path) in inputs:
            raise CliError(f"-o {path}: is one of the files to check and would be overwritten")
        if realpath(path) in map(realpath, outputs[:number]):
            raise CliError(f"-o {path}: is named twice")
