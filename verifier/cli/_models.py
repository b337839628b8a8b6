"""Which models a command uses, and what they may cost: from its options to a gateway."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from verifier.cli._exit import CliError
from verifier.errors import UsageError

if TYPE_CHECKING:
    from verifier.llm import Budget, Gateway, Models, Transport

_MODEL, _BASE_URL = "AMTFV_MODEL", "AMTFV_BASE_URL"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFlags:
    """The options about models, as they were given. Plain data: worker processes get a copy.

    Attributes:
        models: a TOML file of models by role (:func:`verifier.llm.load_models`).
        model: the default model's name; goes before the file's and ``AMTFV_MODEL``.
        base_url: its endpoint; goes before the file's and ``AMTFV_BASE_URL``.
        planner: who plans.
        correct: have a model correct what is refuted.
        evidence: how much of the evidence that model sees.
        critic: hear what a model has against each answer.
        policy: how independent derivations are judged, or ``None`` for none.
        tier: how much of models a question is worth.
        private: no value of the data stands in any prompt.
        examples: file of worked examples, "off" for none, ``None`` for the default file where it is there.
        record: file to which each call is appended.
        replay: file that answers in place of every endpoint.
        max_calls: per answer, as are the other bounds.
        max_seconds: wall clock.
    """

    models: Path | None = None
    model: str | None = None
    base_url: str | None = None
    planner: Literal["offline", "llm"] = "offline"
    correct: bool = False
    evidence: Literal["full", "verdict_only", "none"] = "full"
    critic: bool = False
    policy: Literal["strict", "balanced", "eager"] | None = None
    tier: Literal["auto", "none", "offline", "full"] | None = None
    private: bool = False
    examples: str | None = None
    record: Path | None = None
    replay: Path | None = None
    max_calls: int | None = None
    max_tokens: int | None = None
    max_money: Decimal | None = None
    max_seconds: float | None = None

    @property
    def wanted(self) -> bool:
        """Something that the options ask for needs a model."""
        return self.planner == "llm" or self.correct or self.critic or self.policy is not None

    def idle(self) -> str:
        """The first option that says which models, or what they may do, "" for none."""
        given = {
            "--models": self.models, "--model": self.model, "--base-url": self.base_url,
            "--tier": self.tier, "--record": self.record, "--replay": self.replay,
            "--max-calls": self.max_calls, "--max-tokens": self.max_tokens, "--max-money": self.max_money,
        }  # fmt: skip
        return next((name for name, value in given.items() if value is not None), "")


def gateway_of(flags: ModelFlags, *, needed: bool = False) -> Gateway | None:
    """The gateway that the options describe; ``None`` when nothing asks for a model.

    Args:
        flags: the options.
        needed: the command itself needs a model.

    Raises:
        CliError: no model is named, options exclude each other or have no effect, or a file can't be used.
    """
    if not (flags.wanted or needed):
        if flags.idle():
            raise CliError(
                f"{flags.idle()}: nothing asks for a model; "
                "add --planner llm, --correct, --policy or --critic"
            )
        return None
    if flags.record is not None and flags.replay is not None:
        raise CliError("--record and --replay exclude each other: a replay asks nobody")
    from verifier.llm import Gateway  # noqa: PLC0415  (plain checks do without)

    try:
        return Gateway(_models(flags), _transport(flags))
    except UsageError as error:
        raise CliError(str(error)) from None


def budget_of(flags: ModelFlags) -> Budget:
    """What the models may cost for each answer."""
    from verifier.llm import Budget  # noqa: PLC0415  (likewise)

    bounds: dict[str, Any] = {"calls": flags.max_calls, "tokens": flags.max_tokens, "money": flags.max_money}
    return Budget(**{name: bound for name, bound in bounds.items() if bound is not None})


def money(text: str) -> Decimal:
    """An amount as the option has it.

    Raises:
        ValueError: it is none.
    """
    try:
        amount = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{text!r} is no amount of money; write it like 0.05") from None
    if not amount.is_finite() or amount < 0:
        raise ValueError(f"{text!r} is no amount of money; write it like 0.05")
    return amount


def _models(flags: ModelFlags) -> Models:
    from verifier.llm import Models, ModelSettings, load_models  # noqa: PLC0415  (likewise)

    if flags.models is not None:
        models = load_models(flags.models)
        default = models.default
        named = replace(
            default, model=flags.model or default.model, base_url=flags.base_url or default.base_url
        )
        return replace(models, default=named)
    model = flags.model or os.environ.get(_MODEL)
    if not model:
        raise CliError(f"no model is named: give --model NAME or --models FILE, or set {_MODEL}")
    url = flags.base_url or os.environ.get(_BASE_URL) or None
    if url is not None and not url.startswith(("http://", "https://")):
        raise CliError(f"--base-url {url!r} is no URL: it begins with http:// or https://")
    return Models(default=ModelSettings(model=model, base_url=url))


def _transport(flags: ModelFlags) -> Transport | None:
    if flags.replay is not None:
        from verifier.cli._misses import NotingReplay  # noqa: PLC0415  (likewise)
        from verifier.llm import Tape  # noqa: PLC0415  (likewise)

        return NotingReplay(Tape.load(flags.replay))
    if flags.record is None:
        return None
    from verifier.llm import RecordingTransport  # noqa: PLC0415  (likewise)
    from verifier.llm._openai import OpenAITransport  # noqa: PLC0415  (likewise)

    return RecordingTransport(OpenAITransport(), flags.record)
