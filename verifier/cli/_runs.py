"""``amtfv runs``: what the journal holds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from typer import Option

from verifier.cli._common_options import JournalFile
from verifier.cli._exit import OK, CliError
from verifier.errors import JournalBroken, JournalError
from verifier.journal import DEFAULT_PATH, History, Journal
from verifier.report import excerpt, printable

_ANSWER_WIDTH = 50


def command(
    journal: JournalFile = DEFAULT_PATH,
    count: Annotated[int, Option("-n", min=1, metavar="N", help="How many, the latest ones.")] = 20,
) -> int:
    """List the recorded runs: id, how each ended, and its answer.

    Exits with 2 when a journal was changed after it was written; the runs before the change are listed.
    """
    try:
        for path in journal_files(journal):
            for line in _runs(path, count):
                sys.stdout.write(f"{printable(line)}\n")
    except JournalError as error:
        raise CliError(str(error)) from None
    return OK


def journal_files(path: Path) -> list[Path]:
    """The journal and the files that ran beside it (one for each process of ``-j``)."""
    beside = path.parent.glob(f"{path.stem}-*{path.suffix}")
    numbered = [p for p in beside if p.stem.removeprefix(f"{path.stem}-").isdigit()]
    return [path, *sorted(numbered, key=lambda p: int(p.stem.removeprefix(f"{path.stem}-")))]


def _runs(path: Path, count: int) -> Iterator[str]:
    with Journal.read(path) as journal:
        broken = _broken(journal)
        sound = [r for r in journal.runs() if broken is None or _is_before(journal, r, broken)]
        for run in sound[-count:]:
            yield _line(journal.history(run))
    if broken is not None:
        raise broken


def _is_before(journal: Journal, run: str, broken: JournalBroken) -> bool:
    """Whether all of a run stands before the entry that was changed."""
    try:
        return journal.entries(run)[-1].seq < broken.seq
    except JournalError:
        return False


def _broken(journal: Journal) -> JournalBroken | None:
    """Where the chain of hashes breaks, or ``None``."""
    try:
        journal.verify_chain()
    except JournalBroken as broken:
        return broken
    return None


def _line(history: History) -> str:
    answer = history.attempts[-1].answer
    shown = excerpt(" ".join(answer.split()), (0, 0), width=_ANSWER_WIDTH).after
    return f"{history.run}  {_ending(history):<24}  {history.task.id}  {shown}"


def _ending(history: History) -> str:
    if not history.ended:
        return "cut off (amtfv resume)"
    return history.state.value + (f" {history.reason}" if history.reason else "")
