"""Options that several eval commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from typer import Argument, Option

from evals.data import FORMS
from evals.scoring import BASELINES

if TYPE_CHECKING:  # members are made of tables, which type checkers can't read
    FormName: TypeAlias = StrEnum
    BaselineName: TypeAlias = StrEnum
else:
    FormName = StrEnum("FormName", {name.upper(): name for name in FORMS})
    BaselineName = StrEnum("BaselineName", {name.upper(): name for name in BASELINES})


class EvalPlanner(StrEnum):
    """Who plans."""

    OFFLINE = "offline"
    LLM = "llm"
    REPLAY = "replay"


DataFiles: TypeAlias = Annotated[
    list[Path] | None,
    Argument(metavar="DATA", help="JSONL in our form or a published one, JSON lists; .gz too."),
]
RunPath: TypeAlias = Annotated[Path, Argument(metavar="RUN", help="The folder of a run.")]
Form: TypeAlias = Annotated[
    FormName | None,
    Option("--format", metavar="FORM", help=f"The data's form, else told by content: {', '.join(FORMS)}."),
]
Baselines: TypeAlias = Annotated[
    list[BaselineName] | None,
    Option("--baseline", metavar="NAME", help=f"Judge the same rows by {', '.join(BASELINES)} too."),
]
Jobs: TypeAlias = Annotated[int, Option("-j", min=1, max=256, metavar="N", help="Worker processes.")]
Limit: TypeAlias = Annotated[
    int | None,
    Option("--limit", min=1, metavar="N", help="So many rows: the first, or with --seed a sample."),
]
Seed: TypeAlias = Annotated[
    int | None, Option("--seed", metavar="N", help="Of the sample and of bootstrapped intervals.")
]
PlannerOption: TypeAlias = Annotated[
    EvalPlanner,
    Option("--planner", metavar="WHO", help="offline, llm, or replay: a model's recorded plans (--replay)."),
]
Quorum: TypeAlias = Annotated[
    int | None,
    Option(
        "--quorum", min=1, max=8, metavar="N", help="So many programs' votes decide, in place of a policy."
    ),
]
