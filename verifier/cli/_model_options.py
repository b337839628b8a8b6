"""The options about models, as the command lines of several commands have them."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TypeAlias

from typer import Option

from verifier.cli._models import money


class PlannerName(StrEnum):
    """Who plans."""

    OFFLINE = "offline"
    LLM = "llm"


class TierName(StrEnum):
    """How much of models an answer is worth."""

    AUTO = "auto"
    NONE = "none"
    OFFLINE = "offline"
    FULL = "full"


class EvidenceName(StrEnum):
    """How much of the evidence a correcting model sees."""

    FULL = "full"
    VERDICT_ONLY = "verdict_only"
    NONE = "none"


class PolicyName(StrEnum):
    """When programs that models write from the question alone decide."""

    STRICT = "strict"
    BALANCED = "balanced"
    EAGER = "eager"


ModelsFile: TypeAlias = Annotated[
    Path | None, Option("--models", metavar="FILE", help="Models by role, as TOML.")
]
ModelName: TypeAlias = Annotated[
    str | None, Option("--model", metavar="NAME", help="The model; AMTFV_MODEL without it.")
]
BaseUrl: TypeAlias = Annotated[
    str | None,
    Option("--base-url", metavar="URL", help="An OpenAI-compatible endpoint; AMTFV_BASE_URL without it."),
]
Planner: TypeAlias = Annotated[
    PlannerName, Option("--planner", metavar="WHO", help="Who plans: offline, or llm where that is worth it.")
]
Tier: TypeAlias = Annotated[
    TierName | None,
    Option("--tier", metavar="HOW", help="When --planner llm asks a model: auto, none, offline or full."),
]
Correct: TypeAlias = Annotated[
    bool, Option("--correct", help="Have a model correct what is refuted, from the evidence.")
]
Evidence: TypeAlias = Annotated[
    EvidenceName,
    Option("--evidence", metavar="HOW", help="What that model sees of it: full, verdict_only or none."),
]
PolicyOption: TypeAlias = Annotated[
    PolicyName | None,
    Option("--policy", metavar="HOW", help="Have programs vote on answers: strict, balanced or eager."),
]
Critic: TypeAlias = Annotated[
    bool, Option("--critic", help="Show what a model has against an answer; it decides nothing.")
]
Record: TypeAlias = Annotated[
    Path | None, Option("--record", metavar="FILE", help="Append each call of a model to FILE, as JSONL.")
]
Replay: TypeAlias = Annotated[
    Path | None, Option("--replay", metavar="FILE", help="Let a recording answer in place of the models.")
]
MaxCalls: TypeAlias = Annotated[
    int | None, Option("--max-calls", min=0, metavar="N", help="Calls of models for each answer.")
]
MaxTokens: TypeAlias = Annotated[
    int | None, Option("--max-tokens", min=0, metavar="N", help="Tokens of models for each answer.")
]
MaxMoney: TypeAlias = Annotated[
    Decimal | None,
    Option("--max-money", parser=money, metavar="AMOUNT", help="Money for each answer, by the price table."),
]
MaxSeconds: TypeAlias = Annotated[
    float | None, Option("--max-seconds", min=0.001, metavar="S", help="Seconds for each answer.")
]
