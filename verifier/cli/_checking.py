"""What ``amtfv check`` does with its options, however they were parsed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from verifier._data import Data, DataError, load_data
from verifier.cli._exit import OK, CliError
from verifier.cli._gate import Request, run
from verifier.cli._inputs import MAX_BYTES, STDIN, utf8_argument
from verifier.cli._judgement import Gate
from verifier.cli._kept import Keeping
from verifier.cli._models import ModelFlags, gateway_of
from verifier.cli._outputs import WHOLE, format_of
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
    JUNIT = "junit"
    SARIF = "sarif"
    GITHUB = "github"
    MARKDOWN = "markdown"
    HTML = "html"


class LogStyle(StrEnum):
    """How events are logged."""

    TEXT = "text"
    JSON = "json"


class FailOn(StrEnum):
    """What fails the gate: a refuted answer always does, unless nothing is to."""

    REFUTED = "refuted"
    INCONCLUSIVE = "inconclusive"
    NOT_CHECKABLE = "not_checkable"
    WEAK_PLAN = "weak_plan"
    NEVER = "never"


class ProgressStyle(StrEnum):
    """How progress is shown."""

    AUTO = "auto"
    PLAIN = "plain"
    NONE = "none"


def check(
    files: list[str] | None = None,
    question: str | None = None,
    plan: Path | None = None,
    data: list[Path] | None = None,
    mapping: str | None = None,
    *,
    fix: bool = False,
    preview: bool = False,
    output_format: Format = Format.TEXT,
    outputs: list[Path] | None = None,
    fail_on: list[FailOn] | None = None,
    min_pass_rate: str | None = None,
    min_coverage: str | None = None,
    baseline: Path | None = None,
    write_baseline: Path | None = None,
    changed_since: str | None = None,
    resume: bool = False,
    retry_errors: bool = False,
    cache: bool = False,
    watch: bool = False,
    allow_undecided: bool = False,
    exit_zero: bool = False,
    jobs: int = 1,
    progress: ProgressStyle = ProgressStyle.AUTO,
    journal: bool = True,
    log: LogStyle | None = None,
    tools: list[str] | None = None,
    facts: list[str] | None = None,
    facts_closed: bool = False,
    models: ModelFlags | None = None,
) -> int:
    """Check what the options name; the exit code. Their meaning is told by ``amtfv check --help``.

    Raises:
        CliError: the request can't be carried out.
    """
    load_tools(tools or [])
    _refuse_unfit(plan, models, fix=fix or preview, jobs=jobs)
    if facts and jobs > 1:  # what is wrong with them is told once, and not by each worker
        from verifier.cli._facts import open_facts  # noqa: PLC0415  (loads the framework for options)

        open_facts(facts or [], closed=facts_closed)
    tables = _load(data or [])
    paths = outputs or []
    gate = Gate(
        fail_on=_named(fail_on or ()),
        min_pass_rate=_share("--min-pass-rate", min_pass_rate),
        min_coverage=_share("--min-coverage", min_coverage),
        baseline=None if baseline is None else _baseline(baseline),
        allow_undecided=allow_undecided,
        exit_zero=exit_zero,
    )
    formats = {output_format.value, *map(format_of, paths)}
    rows = bool(paths) or output_format is not Format.TEXT or gate.baseline is not None
    settings = Settings(
        plan=_read_plan(plan),
        data=tuple(table for part in tables for table in part.tables),
        databases=tuple(database for part in tables for database in part.databases),
        values={name: value for part in tables for name, value in part.values.items()},
        facts=tuple(facts or ()),
        closed=facts_closed,
        tools=tuple(tools or ()),
        fix=fix or preview,
        preview=preview,
        journal=str(DEFAULT_PATH) if journal else None,
        log=None if log is None else log.value,
        named=gate.fail_on,
        json=rows or write_baseline is not None,
        detail=bool(WHOLE & formats),
        text=output_format is Format.TEXT,
        colour=wants_colour(sys.stdout, os.environ),
        models=models or ModelFlags(),
        width=min(shutil.get_terminal_size((100, 24)).columns, _MAX_WIDTH),
    )
    request = Request(
        question=None if question is None else utf8_argument(question, "--question"),
        fields=_fields(mapping),
        format=output_format.value,
        outputs=paths,
        jobs=jobs,
        settings=settings,
        gate=gate,
        write_baseline=write_baseline,
        keeping=_keeping(resume=resume, retry=retry_errors, cache=cache, record=journal),
        progress=progress.value,
    )

    def check_sources(sources: Sequence[str]) -> int:
        if not sources:
            sys.stderr.write(f"amtfv check: nothing to check has changed since {changed_since}\n")
            return OK
        return run(replace(request, sources=sources)).code

    if not watch:
        return check_sources(_sources(files, changed_since))
    if not files or STDIN in files:
        raise CliError("--watch needs files, directories or globs to look at")
    from verifier.cli._watch import watch as watched  # noqa: PLC0415  (at a desk only)

    return watched(check_sources, lambda: _sources(files, changed_since))


def _keeping(*, resume: bool, retry: bool, cache: bool, record: bool) -> Keeping:
    if resume and retry:
        raise CliError("--resume and --retry-errors: give one of them; the latter checks again what failed")
    return Keeping("resume" if resume else "retry" if retry else "", cache, record)


def _named(names: Sequence[FailOn]) -> frozenset[str]:
    """What fails the gate; ``never`` alone is nothing."""
    if FailOn.NEVER in names:
        if len(names) > 1:
            raise CliError("--fail-on never stands alone: what else fails the gate is not clear")
        return frozenset()
    return frozenset({"refuted", *(name.value for name in names)})


def _share(option: str, text: str | None) -> Fraction | None:
    """A share: ``0.9`` or ``90%``."""
    if text is None:
        return None
    percent = text.endswith("%")
    number = text.removesuffix("%").strip()
    if number.replace(".", "", 1).isascii() and number.replace(".", "", 1).isdigit():
        share = Fraction(number) / (100 if percent else 1)
        if share <= 1:
            return share
    raise CliError(f"{option} {text}: a share is a number from 0 to 1, or from 0% to 100%")


def _baseline(path: Path) -> Mapping[str, Mapping[str, Any]]:
    from verifier.cli._baseline import read_baseline  # noqa: PLC0415  (few checks have one)

    return read_baseline(path)


def _refuse_unfit(plan: Path | None, models: ModelFlags | None, *, fix: bool, jobs: int) -> None:
    if models is None:
        return
    if models.correct and fix:
        raise CliError("--fix corrects what is certain by itself; give it or --correct, not both")
    if models.planner == "llm" and plan is not None:
        raise CliError("--plan is the plan; give it or --planner llm, not both")
    if jobs > 1:  # what is wrong with them is told once, and not by each worker
        gateway_of(models)


def _sources(files: Sequence[str] | None, revision: str | None) -> list[str]:
    wide = any(
        file != STDIN and (any(c in file for c in "*?[") or Path(file).is_dir()) for file in files or ()
    )
    if wide or revision is not None:
        from verifier.cli._select import changed_since, expanded  # noqa: PLC0415  (files are mostly named)

        found = expanded(files or ())
        return found if revision is None else changed_since(revision, found)
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
