"""``amtfv resume``: a run that was cut off, taken to its end."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier._api import Options
from verifier._replay import aresume, resume
from verifier.cli._common_options import JournalFile, Tools
from verifier.cli._exit import OK, REFUTED, UNVERIFIED, CliError
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags, gateway_of
from verifier.cli._plugins import load_tools
from verifier.cli._session import model_options
from verifier.correction import patch_locally
from verifier.engine import Limits
from verifier.engine._start import Parts
from verifier.errors import JournalError, UsageError
from verifier.journal import DEFAULT_PATH, Journal, locate
from verifier.records import Report
from verifier.report import coloured, full_report, plain, wants_colour

_CODES = {"verified": OK, "refuted": REFUTED}


@takes_models()
def command(
    run: Annotated[str, Argument(metavar="RUN", help="The run's id, as `amtfv runs` lists it.")],
    journal: JournalFile = DEFAULT_PATH,
    tools: Tools = None,
    *,
    generator: Annotated[
        str | None,
        Option("--generator", metavar="NAME", help="Who answers, where there was no answer yet; as for ask."),
    ] = None,
    models: ModelFlags,
) -> int:
    """Finish a run that was cut off, without running a finished step again, and show its report.

    A finished run is only shown. No file is changed, even if the run was one of --fix. A run that had models
    needs them again; what they had cost counts against the budget.
    """
    load_tools(tools or [])
    try:
        report = _resumed(run, journal, models, generator)
    except (JournalError, UsageError) as error:
        raise CliError(str(error)) from None
    lines = full_report(report, name=report.task.id)
    sys.stdout.write((coloured if wants_colour(sys.stdout, os.environ) else plain)(lines))
    return _CODES.get(report.verdict, OK if report.document else UNVERIFIED)


def _resumed(run: str, journal: Path, flags: ModelFlags, generator: str | None) -> Report:
    patched = not flags.correct and _had_corrector(run, journal)
    gateway = gateway_of(flags, needed=generator is not None)
    if gateway is None:
        parts = Parts(corrector=patch_locally if patched else None)
        if flags.max_seconds is not None:
            parts["limits"] = Limits(deadline_s=flags.max_seconds)
        return resume(run, journal, **parts)
    import anyio  # noqa: PLC0415  (only with models)

    options: Options = {**model_options(flags, gateway), "fix": patched}

    async def whole() -> Report:
        try:
            return await aresume(run, journal, generator=generator, **options)
        finally:
            await gateway.aclose()

    return anyio.run(whole)


def _had_corrector(run: str, journal: Path) -> bool:
    with Journal.read(locate(journal, run)) as opened:
        return opened.history(run).corrector
