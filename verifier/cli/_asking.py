"""What ``amtfv ask`` does with its options, however they were parsed."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from verifier import Options, Report
from verifier._api import ask_task
from verifier._data import Data, DataError, load_data
from verifier.cli._exit import OK, REFUTED, UNVERIFIED, USAGE, CliError
from verifier.cli._inputs import MAX_BYTES, STDIN, utf8_argument
from verifier.cli._models import ModelFlags, gateway_of
from verifier.cli._plugins import load_tools
from verifier.cli._session import is_broken, missing, model_options, open_journal
from verifier.errors import JournalError, TemplateError, UsageError
from verifier.generation import GENERATORS, Recipe
from verifier.journal import DEFAULT_PATH, Journal
from verifier.report import (
    Line,
    coloured,
    full_report,
    generation_lines,
    plain,
    printable,
    report_row,
    wants_colour,
)
from verifier.task import Task

_DATABASES = frozenset({".db", ".sqlite", ".sqlite3"})
_MAX_WIDTH = 120
#: Beside the journal.
_PLOTS = DEFAULT_PATH.parent / "plots"


def ask(
    question: str,
    generator: str,
    data: Sequence[Path],
    *,
    confirm: bool,
    as_json: bool,
    full: bool,
    allow_undecided: bool,
    journal: bool,
    tools: Sequence[str],
    models: ModelFlags,
) -> int:
    """Answer, check, correct and show; the exit code. The options are told by ``amtfv ask --help``.

    Raises:
        CliError: the request can't be carried out.
    """
    load_tools(tools)
    task, recipe = _task(_question(question), generator, data)
    if confirm and generator != "react":
        raise CliError("--confirm: only --generator react acts, and can be asked to wait")
    live = generator == "react" and not as_json
    if generator == "react":
        recipe = _with_terminal(recipe, task.question or "", live=live, confirm=confirm, full=full)
    gateway = gateway_of(models, needed=True)
    options = model_options(models, gateway)
    with _journal(journal) as opened, _watching(recipe):
        options["journal"] = opened
        report = _asked(task, recipe, options)
    _show(report, as_json=as_json, full=full, live=live)
    _keep_plots(report)
    lacking = missing(gateway)
    if lacking:
        _say(lacking)
        return USAGE
    return _code(report, allow_undecided=allow_undecided)


# --- in ---------------------------------------------------------------------------------------------------
def _question(word: str) -> str:
    if word != STDIN:
        text = utf8_argument(word, "the question")
    else:
        raw = sys.stdin.buffer.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise CliError(f"the question is longer than {MAX_BYTES // 2**20} MiB")
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise CliError("the question is not UTF-8") from None
    if not text.strip():
        raise CliError("the question is empty")
    return text.strip()


def _task(question: str, generator: str, paths: Sequence[Path]) -> tuple[Task, Recipe]:
    if generator not in GENERATORS:
        raise CliError(f"--generator {generator}: there are {', '.join(GENERATORS)}")
    databases = [path for path in paths if path.suffix.lower() in _DATABASES]
    parts = [_loaded(path) for path in paths if path not in databases]
    task = Task(
        question=question,
        data=tuple(table for part in parts for table in part.tables),
        values={name: value for part in parts for name, value in part.values.items()},
    )
    return task, _recipe(generator, databases, tables=len(parts))


def _loaded(path: Path) -> Data:
    try:
        return load_data(path)
    except DataError as error:
        raise CliError(f"--data {error}") from None


def _recipe(generator: str, databases: Sequence[Path], *, tables: int) -> Recipe:
    """The generator wanted, with the database where there is one."""
    if not databases:
        if generator == "sql" and not tables:
            raise CliError("--generator sql needs --data: a SQLite database, or tables")
        return Recipe(generator)
    if len(databases) > 1 or tables:
        raise CliError(
            f"--data {databases[0]}: a database comes alone; a query can't join it with other files"
        )
    if generator not in {"auto", "sql", "pot"}:
        raise CliError(f"--data {databases[0]}: only --generator sql and pot query a database")
    from toolkits.errors import ToolInputError  # noqa: PLC0415  (few questions come with a database)
    from toolkits.sql import SQLite  # noqa: PLC0415  (likewise)

    try:
        return Recipe("pot" if generator == "pot" else "sql", {"database": SQLite(databases[0])})
    except ToolInputError as error:
        raise CliError(f"--data {error}") from None


def _with_terminal(recipe: Recipe, question: str, *, live: bool, confirm: bool, full: bool) -> Recipe:
    """ReAct at a terminal: its parts on the output as they come, a person's questions beside it."""
    from verifier.cli._react import react_settings  # noqa: PLC0415  (other generators are told afterwards)

    settings = react_settings(
        output=sys.stdout if live else None,
        source=sys.stdin if confirm else None,
        asking=sys.stderr,
        question=question,
        colour=wants_colour(sys.stdout, os.environ),
        width=_width(),
        fold=not full,
    )
    return Recipe(recipe.name, {**recipe.settings, **settings})


@contextmanager
def _watching(recipe: Recipe) -> Iterator[None]:
    """What is shown as it comes ends its line, however the run ends."""
    view = recipe.settings.get("watch")
    try:
        yield
    finally:
        if view is not None:
            view.close()


@contextmanager
def _journal(wanted: bool) -> Iterator[Journal | None]:
    opened = open_journal(str(DEFAULT_PATH) if wanted else None, "ask")
    if opened is None:
        yield None
        return
    with closing(opened):
        yield opened


def _asked(task: Task, recipe: Recipe, options: Options) -> Report:
    try:
        return ask_task(task, generator=recipe, **options)
    except UsageError as error:
        raise CliError(str(error)) from None
    except TemplateError as error:
        raise CliError(f"templates: {error}") from None
    except JournalError as error:
        raise CliError(f"the journal failed: {error} (--no-journal does without)", UNVERIFIED) from None


# --- out --------------------------------------------------------------------------------------------------
def _show(report: Report, *, as_json: bool, full: bool, live: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(report_row(report), ensure_ascii=False, indent=2) + "\n")
        return
    paint = coloured if wants_colour(sys.stdout, os.environ) else plain
    sys.stdout.write("\n" * live + paint(_lines(report, full=full, live=live)))


def _keep_plots(report: Report) -> None:
    """Plots go into files named by their digest, as the trace has it; the user is told where."""
    made = report.generation
    for content in () if made is None else made.files.values():
        path = _PLOTS / f"{hashlib.sha256(content).hexdigest()[:16]}.png"
        try:
            _PLOTS.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise CliError(f"{path} can't be written: {error.strerror or error}", UNVERIFIED) from None
        _say(f"the plot is in {path}")


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, _MAX_WIDTH)


def _lines(report: Report, *, full: bool, live: bool) -> list[Line]:
    """The report, and before it how the answer was made, where that was not seen as it happened."""
    width = _width()
    generation = None if live else report.generation
    made = [] if generation is None else generation_lines(generation, width=width, whole=full)
    return [*made, *([()] if made else []), *full_report(report, width=width)]


def _code(report: Report, *, allow_undecided: bool) -> int:
    if report.verdict == "refuted":
        return REFUTED
    if report.verdict == "verified":
        return OK
    shown = report.attempts[report.best] if report.attempts else None
    if is_broken(report, shown):
        _say("a tool or a service failed, and left the answer undecided")
        return UNVERIFIED
    if allow_undecided:
        return OK
    _say("nothing was decided; --allow-undecided accepts that")
    return UNVERIFIED


def _say(message: str) -> None:
    sys.stderr.write("\n".join(map(printable, f"amtfv ask: {message}".split("\n"))) + "\n")
