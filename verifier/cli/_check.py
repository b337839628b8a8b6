"""``amtfv check``: its options."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier._data import Data, DataError, load_data
from verifier.cli._exit import CliError
from verifier.cli._gate import Request, run
from verifier.cli._inputs import MAX_BYTES, STDIN, utf8_argument
from verifier.cli._plugins import load_tools
from verifier.cli._rows import Fields, RowError, parse_fields
from verifier.cli._settings import Settings
from verifier.journal import DEFAULT_PATH
from verifier.report import wants_colour

_MAX_WIDTH = 120


class Format(StrEnum):
    """What the standard output holds."""

    TEXT = "text"
    JSON = "json"
    JSONL = "jsonl"


class LogStyle(StrEnum):
    """How events are logged."""

    TEXT = "text"
    JSON = "json"


class FailOn(StrEnum):
    """What fails the gate beside a refuted answer."""

    INCONCLUSIVE = "inconclusive"
    NOT_CHECKABLE = "not_checkable"
    WEAK_PLAN = "weak_plan"


def command(
    files: Annotated[
        list[str] | None,
        Argument(metavar="[FILES|-]", help="JSONL rows, Markdown or text; - is stdin."),
    ] = None,
    question: Annotated[
        str | None, Option("--question", metavar="TEXT", help="What was asked; makes a text one answer.")
    ] = None,
    plan: Annotated[Path | None, Option("--plan", metavar="FILE", help="The plan to run, as JSON.")] = None,
    data: Annotated[
        list[Path] | None,
        Option("--data", metavar="FILE", help="Data that comes with the question: CSV or JSON."),
    ] = None,
    mapping: Annotated[
        str | None,
        Option("--map", metavar="question=F,answer=F", help="The fields of a row, as dotted paths."),
    ] = None,
    *,
    fix: Annotated[
        bool, Option("--fix", help="Correct text and Markdown files in place where it is certain.")
    ] = False,
    preview: Annotated[
        bool, Option("--diff", help="Show what --fix would change, and change nothing.")
    ] = False,
    output_format: Annotated[
        Format,
        Option("--output-format", metavar="FORMAT", help="What stdout holds: text, json or jsonl."),
    ] = Format.TEXT,
    outputs: Annotated[
        list[Path] | None,
        Option("-o", metavar="FILE", help="Also write the report to FILE (.json or .jsonl)."),
    ] = None,
    fail_on: Annotated[
        list[FailOn] | None,
        Option(
            "--fail-on",
            metavar="WHAT",
            help="Exit with 1 on this too: inconclusive, not_checkable, weak_plan; may be repeated.",
        ),
    ] = None,
    allow_undecided: Annotated[
        bool, Option("--allow-undecided", help="Exit with 0 even if nothing at all could be decided.")
    ] = False,
    jobs: Annotated[int, Option("-j", min=1, metavar="N", help="Worker processes.")] = 1,
    journal: Annotated[bool, Option("--journal/--no-journal", help="Record the runs in .amtfv/.")] = True,
    log: Annotated[
        LogStyle | None,
        Option("--log", metavar="STYLE", help="Log each transition and step to stderr: text or json."),
    ] = None,
    tools: Annotated[
        list[str] | None, Option("--tools", metavar="MODULE", help="A module or .py file of your own tools.")
    ] = None,
) -> int:
    """Check answers: JSONL rows, Markdown or text.

    A text with --question is one answer; without it, a document whose claims are judged one by one. Text
    output shows what was refuted and a line of counts; progress and faults go to the standard error.

    Exit codes: 0 nothing refuted, 1 refuted or what --fail-on names, 2 usage or input error, 3 could not
    verify (a tool failed, or nothing was decided), 130 interrupted.
    """
    load_tools(tools or [])
    tables = _load(data or [])
    paths = outputs or []
    settings = Settings(
        plan=_read_plan(plan),
        data=tuple(table for part in tables for table in part.tables),
        values={name: value for part in tables for name, value in part.values.items()},
        tools=tuple(tools or ()),
        fix=fix or preview,
        preview=preview,
        journal=str(DEFAULT_PATH) if journal else None,
        log=None if log is None else log.value,
        named=frozenset(name.value for name in fail_on or ()),
        json=bool(paths) or output_format is not Format.TEXT,
        text=output_format is Format.TEXT,
        colour=wants_colour(sys.stdout, os.environ),
        width=min(shutil.get_terminal_size((100, 24)).columns, _MAX_WIDTH),
    )
    return run(
        Request(
            sources=_sources(files),
            question=None if question is None else utf8_argument(question, "--question"),
            fields=_fields(mapping),
            format=output_format.value,
            outputs=paths,
            jobs=jobs,
            allow_undecided=allow_undecided,
            settings=settings,
        )
    )


def _sources(files: Sequence[str] | None) -> list[str]:
    if files:
        return list(files)
    if sys.stdin.isatty():
        raise CliError("name the files to check, or - for the standard input")
    return [STDIN]


def _fields(mapping: str | None) -> Fields | None:
    try:
        return None if mapping is None else parse_fields(utf8_argument(mapping, "--map"))
    except RowError as error:
        raise CliError(str(error)) from None


def _load(paths: Sequence[Path]) -> list[Data]:
    try:
        return [load_data(path) for path in paths]
    except DataError as error:
        raise CliError(f"--data {error}") from None


def _read_plan(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        text = raw.decode("utf-8-sig")
    except OSError as error:
        raise CliError(f"--plan {path}: can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise CliError(f"--plan {path}: is not UTF-8; save it as UTF-8") from None
    if len(raw) > MAX_BYTES:
        raise CliError(f"--plan {path}: is longer than {MAX_BYTES // 2**20} MiB")
    return text
