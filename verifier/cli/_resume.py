"""``amtfv resume``: a run that was cut off, taken to its end."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier.cli._exit import OK, REFUTED, UNVERIFIED, CliError
from verifier.cli._plugins import load_tools
from verifier.correction import patch_locally
from verifier.errors import JournalError
from verifier.journal import DEFAULT_PATH, Journal, locate
from verifier.replay import resume
from verifier.report import coloured, full_report, plain, wants_colour

_CODES = {"verified": OK, "refuted": REFUTED}


def command(
    run: Annotated[str, Argument(metavar="RUN", help="The run's id, as `amtfv runs` lists it.")],
    journal: Annotated[
        Path, Option("--journal", metavar="FILE", help="The journal.", show_default=True)
    ] = DEFAULT_PATH,
    tools: Annotated[
        list[str] | None, Option("--tools", metavar="MODULE", help="A module or .py file of your own tools.")
    ] = None,
) -> int:
    """Finish a run that was cut off, without running a finished step again, and show its report.

    A finished run is only shown. No file is changed, even if the run was one of --fix.
    """
    load_tools(tools or [])
    try:
        corrector = patch_locally if _had_corrector(run, journal) else None
        report = resume(run, journal, corrector=corrector)
    except JournalError as error:
        raise CliError(str(error)) from None
    lines = full_report(report, name=report.task.id)
    sys.stdout.write((coloured if wants_colour(sys.stdout, os.environ) else plain)(lines))
    return _CODES.get(report.verdict, OK if report.document else UNVERIFIED)


def _had_corrector(run: str, journal: Path) -> bool:
    with Journal.read(locate(journal, run)) as opened:
        return opened.history(run).corrector
