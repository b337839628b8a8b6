"""``amtfv replay``: a recorded run's tools, executed again."""

from __future__ import annotations

import sys
from typing import Annotated

from typer import Argument

from verifier._replay import Drift, replay
from verifier.cli._common_options import JournalFile, Tools
from verifier.cli._exit import OK, REFUTED, CliError
from verifier.cli._plugins import load_tools
from verifier.errors import JournalError
from verifier.journal import DEFAULT_PATH


def command(
    run: Annotated[str, Argument(metavar="RUN", help="The run's id, as `amtfv runs` lists it.")],
    journal: JournalFile = DEFAULT_PATH,
    tools: Tools = None,
) -> int:
    """Execute the tools of a recorded run again and report drift; no model is called.

    Exits with 1 when an outcome or an output is not what was recorded, with 2 when the journal was changed.
    """
    load_tools(tools or [])
    try:
        found = replay(run, journal)
    except JournalError as error:
        raise CliError(str(error)) from None
    for drift in found.drifts:
        sys.stdout.write(f"{_line(drift)}\n")
    noun = "step" if found.steps == 1 else "steps"
    sys.stdout.write(f"{found.run_id}: {found.steps} {noun} executed again, {len(found.drifts)} drifted\n")
    return REFUTED if found.drifts else OK


def _line(drift: Drift) -> str:
    then, now = drift.recorded, drift.now
    version = f" (version {drift.version})" if drift.version else ""
    return (
        f"attempt {drift.attempt}, step {drift.step_id}: {drift.what} drifted{version}: "
        f"recorded {then.result} {then.reason} {then.actual}, now {now.result} {now.reason} {now.actual}"
    )
