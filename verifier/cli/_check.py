"""``amtfv check``: its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier.cli._checking import FailOn, Format, LogStyle, check
from verifier.cli._common_options import FieldsOfRows, Recorded, Tools
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags


@takes_models()
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
    mapping: FieldsOfRows = None,
    *,
    fix: Annotated[
        bool, Option("--fix", help="Correct text and Markdown files in place where it is certain.")
    ] = False,
    preview: Annotated[
        bool, Option("--diff", help="Show what --fix would change, and change nothing.")
    ] = False,
    output_format: Annotated[
        Format,
        Option(
            "--output-format",
            metavar="FORMAT",
            help="What stdout holds: text (the default), json or jsonl.",
            show_default=False,
        ),
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
            help="Exit with 1 on it too: inconclusive, not_checkable, weak_plan; repeatable.",
        ),
    ] = None,
    allow_undecided: Annotated[
        bool, Option("--allow-undecided", help="Exit with 0 even if nothing at all could be decided.")
    ] = False,
    jobs: Annotated[int, Option("-j", min=1, metavar="N", help="Worker processes.")] = 1,
    journal: Recorded = True,
    log: Annotated[
        LogStyle | None,
        Option("--log", metavar="STYLE", help="Log each transition and step to stderr: text or json."),
    ] = None,
    tools: Tools = None,
    models: ModelFlags,
) -> int:
    """Check answers: JSONL rows, Markdown or text.

    A text with --question is one answer; without it, a document whose claims are judged one by one. Text
    output shows what was refuted and a line of counts; progress and faults go to stderr.

    Exit codes: 0 nothing refuted, 1 refuted or what --fail-on names, 2 usage or input error, 3 could not
    verify (a tool failed, or nothing was decided), 130 interrupted.
    """
    return check(
        files,
        question,
        plan,
        data,
        mapping,
        fix=fix,
        preview=preview,
        output_format=output_format,
        outputs=outputs,
        fail_on=fail_on,
        allow_undecided=allow_undecided,
        jobs=jobs,
        journal=journal,
        log=log,
        tools=tools,
        models=models,
    )
