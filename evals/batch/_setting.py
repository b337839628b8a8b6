"""How the runs of a batch are made: kept with its state, so that every round is the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Literal

from verifier.errors import UsageError
from verifier.llm import Budget, Models, ModelSettings, Price


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Who works in each run.

    Attributes:
        models: who plays which role.
        planner: who plans.
        corrector: ``"llm"``, or ``None`` for none.
        fix: local patches only, in place of a corrector.
        evidence: how much of the evidence the corrector is shown.
        generator: who answers the questions; ``None`` where the rows hold answers.
        policy: of independent derivations, ``None`` for none.
        tier: how much of models a question is worth.
        budget: bounds of each run's calls.
    """

    models: Models
    planner: Literal["offline", "llm"] = "llm"
    corrector: Literal["llm"] | None = None
    fix: bool = False
    evidence: Literal["full", "verdict_only", "none"] = "full"
    generator: str | None = None
    policy: str | None = None
    tier: Literal["auto", "none", "offline", "full"] = "auto"
    budget: Budget | None = None

    def as_data(self) -> dict[str, Any]:
        """JSON."""
        data: dict[str, Any] = _plain(asdict(self))
        return data

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> Setting:
        """Read what :meth:`as_data` wrote.

        Raises:
            UsageError: it is something else.
        """
        try:
            models, budget = data["models"], data["budget"]
            return cls(
                **{**data, "models": _models(models), "budget": None if budget is None else _budget(budget)}
            )
        except (KeyError, TypeError, ValueError, ArithmeticError) as error:
            raise UsageError(f"no settings of a batch: {error!r}") from error

    def options(self) -> dict[str, Any]:
        """For :func:`verifier.acheck_task`, less the gateway."""
        options: dict[str, Any] = {"planner": self.planner, "fix": self.fix, "evidence": self.evidence}
        options["tier"] = self.tier
        wanted = {"corrector": self.corrector, "policy": self.policy, "budget": self.budget}
        return options | {name: value for name, value in wanted.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    return str(value) if isinstance(value, Decimal) else value


def _models(data: Mapping[str, Any]) -> Models:
    roles = {name: _model(role) for name, role in data["roles"].items()}
    return Models(default=_model(data["default"]), roles=roles)


def _model(data: Mapping[str, Any]) -> ModelSettings:
    price = data["price"]
    if price is None:
        return ModelSettings(**data)
    money = Price(**{name: Decimal(value) for name, value in price.items()})
    return ModelSettings(**{**data, "price": money})


def _budget(data: Mapping[str, Any]) -> Budget:
    money = data["money"]
    return Budget(**{**data, "money": None if money is None else Decimal(money)})
