"""The options about models, which several commands share: one table, and how a command takes them.

::

    @takes_models(planner=PlannerName.LLM)
    def command(question: …, *, models: ModelFlags) -> int: ...
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from decimal import Decimal
from enum import Enum, StrEnum
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

from typer import Option

from verifier.cli._models import ModelFlags, money


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


#: The heads under which help pages show these options.
_MODELS, _BOUNDS = "Models", "Bounds for each answer"


def _option(*names: str, metavar: str | None = None, text: str, head: str = _MODELS, **more: Any) -> Any:
    return Option(*names, metavar=metavar, help=text, rich_help_panel=head, show_default=False, **more)


#: The options by the field of :class:`ModelFlags` that each sets.
_OPTIONS: dict[str, Any] = {
    "planner": Annotated[
        PlannerName,
        _option("--planner", metavar="WHO", text="Who plans: offline, or llm where that is worth it."),
    ],
    "tier": Annotated[
        TierName | None,
        _option(
            "--tier", metavar="HOW", text="When --planner llm asks a model: auto, none, offline or full."
        ),
    ],
    "correct": Annotated[
        bool, _option("--correct", text="Have a model correct what is refuted, from the evidence.")
    ],
    "evidence": Annotated[
        EvidenceName,
        _option("--evidence", metavar="HOW", text="What that model sees of it: full, verdict_only or none."),
    ],
    "critic": Annotated[
        bool, _option("--critic", text="Show what a model has against an answer; it decides nothing.")
    ],
    "policy": Annotated[
        PolicyName | None,
        _option("--policy", metavar="HOW", text="Have programs vote on answers: strict, balanced or eager."),
    ],
    "private": Annotated[
        bool, _option("--private", text="Keep every value of the data out of every prompt.")
    ],
    "examples": Annotated[
        str | None,
        _option(
            "--examples", metavar="FILE", text="Worked examples, else those of `amtfv train`; off: none."
        ),
    ],
    "models": Annotated[
        Path | None, _option("--models", metavar="FILE", text="The models, by role, as TOML.")
    ],
    "model": Annotated[
        str | None, _option("--model", metavar="NAME", text="The model for all roles, else AMTFV_MODEL.")
    ],
    "base_url": Annotated[
        str | None,
        _option("--base-url", metavar="URL", text="An OpenAI-compatible endpoint, else AMTFV_BASE_URL."),
    ],
    "record": Annotated[
        Path | None,
        _option("--record", metavar="FILE", text="Append each call of a model to FILE, as JSONL."),
    ],
    "replay": Annotated[
        Path | None,
        _option(
            "--replay",
            metavar="FILE",
            text="Let a recording answer in place of the models.",
        ),
    ],
    "max_calls": Annotated[
        int | None,
        _option("--max-calls", metavar="N", text="Calls of models; 50 without it.", head=_BOUNDS, min=0),
    ],
    "max_tokens": Annotated[
        int | None,
        _option("--max-tokens", metavar="N", text="Tokens of models.", head=_BOUNDS, min=0),
    ],
    "max_money": Annotated[
        Decimal | None,
        _option(
            "--max-money",
            metavar="AMOUNT",
            text="Money, by the price table of --models.",
            head=_BOUNDS,
            parser=money,
        ),
    ],
    "max_seconds": Annotated[
        float | None,
        _option("--max-seconds", metavar="S", text="Seconds, by the clock.", head=_BOUNDS, min=0.001),
    ],
}
#: What ``--correct`` is where models correct unless they are told not to.
_CORRECTS = Annotated[
    bool, _option("--correct/--no-correct", text="Have a model correct what is refuted; on by default.")
]


def takes_models(
    *, planner: PlannerName = PlannerName.OFFLINE, correct: bool = False, without: Collection[str] = ()
) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Let a command take the options about models; it gets them together, as its argument ``models``.

    Args:
        planner: who plans by default.
        correct: a model corrects by default.
        without: fields of :class:`ModelFlags` whose options mean nothing to this command.
    """
    defaults = {field: getattr(ModelFlags(), field) for field in _OPTIONS if field not in without}
    own_defaults = {"planner": planner, "correct": correct}
    defaults |= {field: own_defaults[field] for field in own_defaults if field not in without}
    defaults |= {"evidence": EvidenceName.FULL} if "evidence" in defaults else {}
    options = _OPTIONS | ({"correct": _CORRECTS} if correct else {})
    shared = [
        Parameter(field, Parameter.KEYWORD_ONLY, default=default, annotation=options[field])
        for field, default in defaults.items()
    ]

    def taking(command: Callable[..., int]) -> Callable[..., int]:
        own = signature(command, eval_str=True)

        @wraps(command)
        def parsed(**given: Any) -> int:
            flags = {field: _plain(given.pop(field)) for field in defaults}
            return command(**given, models=ModelFlags(**flags))

        kept = [parameter for name, parameter in own.parameters.items() if name != "models"]
        parsed.__signature__ = own.replace(parameters=[*kept, *shared])  # type: ignore[attr-defined]
        parsed.__annotations__ = {each.name: each.annotation for each in (*kept, *shared)}
        return parsed

    return taking


def _plain(value: Any) -> Any:
    """Worker processes get the flags: words, not members of classes that load the framework."""
    return value.value if isinstance(value, Enum) else value
