"""``amtfv ask``: its options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from verifier.cli._asking import ask
from verifier.cli._model_options import (
    BaseUrl,
    Critic,
    Evidence,
    EvidenceName,
    MaxCalls,
    MaxMoney,
    MaxSeconds,
    MaxTokens,
    ModelName,
    ModelsFile,
    Planner,
    PlannerName,
    PolicyOption,
    Record,
    Replay,
    Tier,
)
from verifier.cli._models import ModelFlags


def command(
    question: Annotated[str, Argument(metavar="QUESTION|-", help="What is asked; - reads it from stdin.")],
    generator: Annotated[
        str,
        Option("--generator", metavar="NAME", help="Who answers: auto, direct, pot (programs), sql, react."),
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
    journal: Annotated[bool, Option("--journal/--no-journal", help="Record the run in .amtfv/.")] = True,
    tools: Annotated[
        list[str] | None, Option("--tools", metavar="MODULE", help="A module or .py file of your own tools.")
    ] = None,
    planner: Planner = PlannerName.LLM,
    tier: Tier = None,
    correct: Annotated[
        bool, Option("--correct/--no-correct", help="Have a model correct what is refuted.")
    ] = True,
    evidence: Evidence = EvidenceName.FULL,
    critic: Critic = False,
    policy: PolicyOption = None,
    models: ModelsFile = None,
    model: ModelName = None,
    base_url: BaseUrl = None,
    record: Record = None,
    replay: Replay = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    max_money: MaxMoney = None,
    max_seconds: MaxSeconds = None,
) -> int:
    """Have a question answered, check the answer with tools, correct what is refuted, and show all of it.

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
        models=ModelFlags(
            models=models,
            model=model,
            base_url=base_url,
            planner=planner.value,
            tier=None if tier is None else tier.value,
            correct=correct,
            evidence=evidence.value,
            critic=critic,
            policy=None if policy is None else policy.value,
            record=record,
            replay=replay,
            max_calls=max_calls,
            max_tokens=max_tokens,
            max_money=max_money,
            max_seconds=max_seconds,
        ),
    )
