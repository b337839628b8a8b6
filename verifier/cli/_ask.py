"""``amtfv ask``: its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier.cli._asking import ask
from verifier.cli._common_options import Recorded, Tools
from verifier.cli._model_options import PlannerName, takes_models
from verifier.cli._models import ModelFlags


@takes_models(planner=PlannerName.LLM, correct=True)
def command(
    question: Annotated[str, Argument(metavar="QUESTION|-", help="What is asked; - reads it from stdin.")],
    generator: Annotated[
        str,
        Option(
            "--generator",
            metavar="NAME",
            help="Who answers: auto (the default), direct, pot, sql or react.",
            show_default=False,
        ),
    ] = "auto",
    data: Annotated[
        list[Path] | None,
        Option("--data", metavar="FILE", help="CSV or JSON, or a SQLite database (.db, .sqlite)."),
    ] = None,
    *,
    confirm: Annotated[
        bool, Option("--confirm", help="With react: ask at the terminal before each action.")
    ] = False,
    as_json: Annotated[bool, Option("--json", help="Print the report as JSON.")] = False,
    full: Annotated[bool, Option("--full", help="Show long programs and outputs whole.")] = False,
    allow_undecided: Annotated[
        bool, Option("--allow-undecided", help="Exit with 0 even if the answer could not be decided.")
    ] = False,
    journal: Recorded = True,
    tools: Tools = None,
    models: ModelFlags,
) -> int:
    """Have a question answered, check the answer, correct what is refuted, and show it all.

    With data, auto has the model write programs over it (pot), or queries where it is a database (sql);
    without data it answers directly.

    Exit codes: 0 not refuted, 1 refuted, 2 usage or input error, 3 could not verify (a tool or model failed,
    or nothing was decided), 130 interrupted.
    """
    return ask(
        question,
        generator,
        data or [],
        confirm=confirm,
        as_json=as_json,
        full=full,
        allow_undecided=allow_undecided,
        journal=journal,
        tools=tools or [],
        models=models,
    )
