"""``amtfv eval run``: every row of data sets checked, kept and scored."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from typer import Context, Option

from evals.cli._config import load_config
from evals.cli._options import (
    Baselines,
    DataFiles,
    EvalPlanner,
    Form,
    Jobs,
    Limit,
    PlannerOption,
    Quorum,
    Seed,
)
from evals.cli._show import say, write_reports
from evals.data import DataSetError, read
from evals.run import InProcess, LocalPool, RunFolder, Setting, limited, work
from verifier import __version__
from verifier.cli._exit import OK, UNVERIFIED, CliError
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags, gateway_of
from verifier.cli._progress import with_progress
from verifier.errors import UsageError

#: Options that a file may hold, with their types.
_CONFIG: dict[str, type | tuple[type, ...]] = {
    "planner": str, "policy": str, "tier": str, "evidence": str, "correct": bool, "critic": bool, "fix": bool,
    "private": bool, "quorum": int, "models": str, "model": str, "base_url": str, "replay": str,
    "record": str,
    "max_calls": int, "max_tokens": int, "max_money": str, "max_seconds": (int, float), "jobs": int,
    "limit": int, "seed": int, "journal": bool, "tools": list,
}  # fmt: skip


@takes_models(without={"planner"})
def run_data(
    context: Context,
    data: DataFiles = None,
    *,
    output: Annotated[Path, Option("--output", "-o", metavar="DIR", help="The folder of the run.")] = Path(
        "eval"
    ),
    config: Annotated[
        Path | None, Option("--config", metavar="FILE", help="These options as TOML; the command line wins.")
    ] = None,
    resume: Annotated[
        bool, Option("--resume", help="Go on with the run in --output, as it was begun.")
    ] = False,
    jobs: Jobs = 1,
    limit: Limit = None,
    seed: Seed = None,
    form: Form = None,
    baseline: Baselines = None,
    planner: PlannerOption = EvalPlanner.OFFLINE,
    quorum: Quorum = None,
    fix: Annotated[bool, Option("--fix", help="Correct what a local patch can.")] = False,
    journal: Annotated[bool, Option("--journal/--no-journal", help="Record runs in the folder.")] = True,
    tools: Annotated[
        list[str] | None, Option("--tools", metavar="MODULE", help="A module or .py file of your own tools.")
    ] = None,
    models: ModelFlags,
) -> int:
    """Check every row of data sets, keep every run, and score them against their labels.

    The folder keeps all: a run that was stopped goes on with --resume; what is done is not done again.
    Labels are
    read by the scorer alone. Reports: report.html, report.md, report.json.

    Exit codes: 0 every row was run, 2 usage or input error, 3 a row could not be run (its report says why),
    130
    interrupted.
    """
    options: dict[str, Any] = {
        "planner": planner.value, "quorum": quorum, "fix": fix, "jobs": jobs, "limit": limit, "seed": seed,
        "journal": journal, "tools": list(tools or ()),
    }  # fmt: skip
    given = {name for name in context.params if _is_given(context, name)}
    configured = load_config(config, _CONFIG)
    options |= {name: value for name, value in configured.items() if name in options and name not in given}
    models = _with_config(models, {name: v for name, v in configured.items() if name not in given})
    setting = setting_of(models, options)
    try:
        folder = _folder(data, output, setting, options, form=form, resume=resume)
        code = run_folder(folder, options["jobs"], journal=options["journal"])
        write_reports(folder, baselines=[name.value for name in baseline or ()])
    except (UsageError, DataSetError) as error:
        raise CliError(str(error)) from None
    return code


def _is_given(context: Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _with_config(models: ModelFlags, configured: dict[str, Any]) -> ModelFlags:
    from decimal import Decimal  # noqa: PLC0415

    fields = ModelFlags.__dataclass_fields__.keys() - {"planner"}
    found = {name: value for name, value in configured.items() if name in fields}
    for name in ("models", "replay", "record"):
        if name in found:
            found[name] = Path(found[name])
    if "max_money" in found:
        found["max_money"] = Decimal(found["max_money"])
    return replace(models, **found)


def setting_of(models: ModelFlags, options: dict[str, Any]) -> Setting:
    """How rows are checked, from options as they were given.

    Raises:
        CliError: they exclude each other, or lack something.
    """
    planner = options["planner"]
    if planner == "replay" and models.replay is None:
        raise CliError("--planner replay needs the recording: --replay FILE")
    models = replace(models, planner="offline" if planner == "offline" else "llm")
    if options["quorum"] is not None and models.policy is None:
        models = replace(models, policy="balanced")  # its numbers are replaced, but models are wanted
    if options["fix"] and models.correct:
        raise CliError("--fix and --correct exclude each other: one corrector corrects")
    gateway_of(models)  # what is wrong with it is told before anything is begun
    return Setting(models=models, fix=options["fix"], quorum=options["quorum"], tools=tuple(options["tools"]))


def _folder(
    data: Sequence[Path] | None, output: Path, setting: Setting, options: dict[str, Any], *, form: Any,
    resume: bool,
) -> RunFolder:  # fmt: skip
    if resume and RunFolder.exists(output):
        folder = RunFolder.load(output)
        _refuse_other_data(folder, data)
        if folder.manifest["amtfv"] != __version__:
            say(f"begun by amtfv {folder.manifest['amtfv']}, this is {__version__}: reports may differ")
        return folder
    if not data:
        raise CliError("name the data: amtfv eval run DATA… --output DIR")
    seed, limit = options["seed"], options["limit"]
    items = read(data, form=None if form is None else form.value)
    items = items if limit is None else limited(items, limit, seed)
    folder = RunFolder.begin(output, items, setting, data=data, seed=seed)
    if folder.manifest["faults"]:
        say(f"{folder.manifest['faults']} rows can't be read and are left out; see {output / 'faults.txt'}")
    return folder


def _refuse_other_data(folder: RunFolder, data: Sequence[Path] | None) -> None:
    from evals.run import digest_of  # noqa: PLC0415

    known = {one["sha256"] for one in folder.manifest["data"]}
    for path in data or ():
        if path.is_file() and digest_of(path) not in known:
            raise CliError(
                f"{path} is not what this run was begun with; leave the data out, or begin another"
            )


def run_folder(folder: RunFolder, jobs: int, *, journal: bool = True) -> int:
    """Check the rows that have no result yet; the exit code."""
    left = len(folder) - folder.count_done()
    if left < len(folder):
        say(f"{len(folder) - left} of {len(folder)} rows are done; {left} are left")
    executor = InProcess() if jobs == 1 else LocalPool(min(jobs, left or 1))
    rows = str(folder.path / "rows.jsonl")
    try:
        for _ in with_progress(work(folder, executor, journal=journal), [rows]):
            pass
    except KeyboardInterrupt:
        say(f"stopped; go on with: amtfv eval run --resume --output {folder.path}")
        raise
    except OSError as error:
        raise CliError(
            f"{error.filename or folder.path} can't be written: {error.strerror or error}; the rows that are "
            f"done are kept: go on with --resume",
            UNVERIFIED,
        ) from None
    failed = sum(bool(result.report["error"]) and not result.report["best"] for result in folder.results())
    if failed:
        say(f"{failed} rows could not be run; their reports say why")
    sys.stderr.flush()
    return UNVERIFIED if failed else OK
