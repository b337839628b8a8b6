"""``amtfv check``: its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier.cli._checking import FailOn, Format, LogStyle, ProgressStyle, check
from verifier.cli._common_options import FieldsOfRows, Recorded, Tools
from verifier.cli._facts import Closed, Facts
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags

#: The head under which the help page shows what makes the exit code.
_GATE = "What fails the check"


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
        Option("--data", metavar="FILE", help="Data that comes with the question: CSV, JSON or a database."),
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
            help="What stdout holds: text (the default), json, jsonl, junit, sarif, github, markdown, html.",
            show_default=False,
        ),
    ] = Format.TEXT,
    outputs: Annotated[
        list[Path] | None,
        Option(
            "-o",
            metavar="FILE",
            help="Also write the report to FILE (.json, .jsonl, .junit.xml, .sarif, .md or .html).",
        ),
    ] = None,
    fail_on: Annotated[
        list[FailOn] | None,
        Option(
            "--fail-on",
            metavar="WHAT",
            rich_help_panel=_GATE,
            help="Exit with 1 on it too: inconclusive, not_checkable, weak_plan; repeatable; or never.",
        ),
    ] = None,
    allow_undecided: Annotated[
        bool,
        Option(
            "--allow-undecided",
            rich_help_panel=_GATE,
            help="Exit with 0 even if nothing at all could be decided.",
        ),
    ] = False,
    min_pass_rate: Annotated[
        str | None,
        Option(
            "--min-pass-rate",
            metavar="SHARE",
            rich_help_panel=_GATE,
            help="The least share of answers to be verified, 0.9 or 90%.",
        ),
    ] = None,
    min_coverage: Annotated[
        str | None,
        Option(
            "--min-coverage",
            metavar="SHARE",
            rich_help_panel=_GATE,
            help="The least share of claims to be decided.",
        ),
    ] = None,
    baseline: Annotated[
        Path | None,
        Option(
            "--baseline",
            metavar="FILE",
            rich_help_panel=_GATE,
            help="Findings in FILE are known and fail nothing.",
        ),
    ] = None,
    write_baseline: Annotated[
        Path | None,
        Option(
            "--write-baseline", metavar="FILE", rich_help_panel=_GATE, help="Write what is found now to FILE."
        ),
    ] = None,
    changed_since: Annotated[
        str | None,
        Option("--changed-since", metavar="REV", help="Check only files that git says differ from REV."),
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="Go on with the last check: what it had finished is not checked again.")
    ] = False,
    retry_errors: Annotated[
        bool,
        Option("--retry-errors", help="The same, but check again what a failing tool had left undecided."),
    ] = False,
    cache: Annotated[
        bool, Option("--cache/--no-cache", help="Keep results in .amtfv/, and take those that are there.")
    ] = False,
    watch: Annotated[bool, Option("--watch", help="Check again whenever a file changes.")] = False,
    exit_zero: Annotated[
        bool,
        Option(
            "--exit-zero",
            rich_help_panel=_GATE,
            help="Exit with 0 whatever is found; faults of the input still count.",
        ),
    ] = False,
    jobs: Annotated[int, Option("-j", min=1, metavar="N", help="Worker processes.")] = 1,
    progress: Annotated[
        ProgressStyle,
        Option(
            "--progress",
            metavar="HOW",
            help="On stderr: auto (a bar on terminals; the default), plain or none.",
            show_default=False,
        ),
    ] = ProgressStyle.AUTO,
    journal: Recorded = True,
    log: Annotated[
        LogStyle | None,
        Option("--log", metavar="STYLE", help="Log each transition and step to stderr: text or json."),
    ] = None,
    tools: Tools = None,
    facts: Facts = None,
    facts_closed: Closed = False,
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
        min_pass_rate=min_pass_rate,
        min_coverage=min_coverage,
        baseline=baseline,
        write_baseline=write_baseline,
        changed_since=changed_since,
        resume=resume,
        retry_errors=retry_errors,
        cache=cache,
        watch=watch,
        allow_undecided=allow_undecided,
        exit_zero=exit_zero,
        jobs=jobs,
        journal=journal,
        progress=progress,
        log=log,
        tools=tools,
        facts=facts,
        facts_closed=facts_closed,
        models=models,
    )
