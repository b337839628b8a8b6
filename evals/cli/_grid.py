"""``amtfv eval grid``: the same rows under every combination of switches, each beside the first."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from evals.cli._options import DataFiles, EvalPlanner, Form, Jobs, Limit, PlannerOption, Seed
from evals.cli._run import run_folder, setting_of
from evals.cli._show import say
from evals.data import DataSetError, read
from evals.metrics import compared
from evals.reports import shown
from evals.run import RunFolder, Setting, limited
from evals.scoring import joined, scored
from verifier.cli._exit import OK, UNVERIFIED, CliError
from verifier.cli._model_options import takes_models
from verifier.cli._models import ModelFlags
from verifier.errors import UsageError
from verifier.report import printable

#: What can be varied, and the values of each; "none" stands for the switch left out.
SWITCHES: Mapping[str, tuple[str, ...]] = {
    "planner": ("offline", "llm", "replay"),
    "evidence": ("full", "verdict_only", "none"),
    "policy": ("none", "strict", "balanced", "eager"),
    "quorum": ("none", "1", "2", "3", "4"),
    "tier": ("auto", "none", "offline", "full"),
    "critic": ("off", "on"),
    "correct": ("off", "on"),
    "fix": ("off", "on"),
}


@takes_models(without={"planner"})
def grid(
    data: DataFiles = None,
    *,
    vary: Annotated[
        list[str],
        Option("--vary", metavar="SWITCH=A,B", help=f"What is varied: {', '.join(SWITCHES)}; repeatable."),
    ],
    output: Annotated[Path, Option("--output", "-o", metavar="DIR", help="A folder of runs.")] = Path("grid"),
    jobs: Jobs = 1,
    limit: Limit = None,
    seed: Seed = None,
    form: Form = None,
    planner: PlannerOption = EvalPlanner.OFFLINE,
    models: ModelFlags,
) -> int:
    """Run the same rows under every combination of switches, and compare each with the first.

    A combination that was run is not run again: the command can be stopped and given anew. Writes grid.json.

    Exit codes: 0 every row was run, 2 usage or input error, 3 a row could not be run.
    """
    if not data:
        raise CliError("name the data: amtfv eval grid DATA… --vary SWITCH=A,B")
    combinations = list(combined(vary))
    code, runs = OK, dict[str, RunFolder]()
    try:
        for values in combinations:
            name = ",".join(f"{switch}={value}" for switch, value in values.items())
            setting = _setting(models, planner.value, values)
            folder = _folder(output / name, data, setting, limit=limit, seed=seed, form=form)
            say(f"{name}:")
            code = max(code, run_folder(folder, jobs), key=lambda one: one == UNVERIFIED)
            runs[name] = folder
        _show(runs, output, seed or 0)
    except (UsageError, DataSetError) as error:
        raise CliError(str(error)) from None
    except OSError as error:
        raise CliError(f"{error.filename or output} can't be written: {error.strerror or error}") from None
    return code


def combined(vary: Sequence[str]) -> Iterator[dict[str, str]]:
    """Every combination of the switches' values, in the order given.

    Raises:
        CliError: no such switch or value.
    """
    axes: dict[str, list[str]] = {}
    for text in vary:
        switch, equals, values = text.partition("=")
        if switch not in SWITCHES or not equals:
            raise CliError(f"--vary {text}: write SWITCH=A,B; the switches are {', '.join(SWITCHES)}")
        axes[switch] = list(dict.fromkeys(value.strip() for value in values.split(",")))
        unknown = [value for value in axes[switch] if value not in SWITCHES[switch]]
        if unknown:
            raise CliError(f"--vary {switch}: no {unknown[0]!r}; there are {', '.join(SWITCHES[switch])}")
    for chosen in product(*axes.values()):
        yield dict(zip(axes, chosen, strict=True))


def _setting(models: ModelFlags, planner: str, values: Mapping[str, str]) -> Setting:
    options: dict[str, Any] = {"planner": planner, "quorum": None, "fix": False, "tools": ()}
    flags: dict[str, Any] = {}
    for switch, value in values.items():
        if switch in {"critic", "correct"}:
            flags[switch] = value == "on"
        elif switch == "fix":
            options["fix"] = value == "on"
        elif switch == "planner":
            options["planner"] = value
        elif switch == "quorum":
            options["quorum"] = None if value == "none" else int(value)
        else:
            flags[switch] = None if (switch, value) == ("policy", "none") else value
    return setting_of(replace(models, **flags), options)


def _folder(
    path: Path, data: Sequence[Path], setting: Setting, *, limit: int | None, seed: int | None, form: Any
) -> RunFolder:
    if RunFolder.exists(path):
        folder = RunFolder.load(path)
        if folder.manifest["setting"] != setting.as_data():
            raise UsageError(f"{path} was run with other settings; give another --output")
        return folder
    items = read(data, form=None if form is None else form.value)
    items = items if limit is None else limited(items, limit, seed)
    return RunFolder.begin(path, items, setting, data=data, seed=seed)


def _show(runs: Mapping[str, RunFolder], output: Path, seed: int) -> None:
    judged = {name: list(joined(folder)) for name, folder in runs.items()}
    first = next(iter(judged.values()))
    table: dict[str, Any] = {}
    for name, rows in judged.items():
        score = scored(rows, seed=seed)
        tests = compared(first, rows)
        table[name] = {
            "overall": {metric: asdict(figure) for metric, figure in score.overall.items()},
            "against_first": {question: asdict(test) for question, test in tests.items()},
        }
        told = (
            f"{name}: catch {shown(score.overall['catch_rate'])} (p = {tests['catch'].p:.3f}), "
            f"false alarms {shown(score.overall['false_alarm_rate'])} (p = {tests['false_alarm'].p:.3f}), "
            f"false passes {shown(score.overall['false_pass_rate'])}"
        )
        sys.stdout.write(printable(told) + "\n")
    text = json.dumps(table, ensure_ascii=False, indent=1) + "\n"
    (output / "grid.json").write_text(text, encoding="utf-8")
