"""What a run may spend on models, and what it has spent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from verifier.errors import BudgetSpent, UsageError
from verifier.llm._completion import Usage
from verifier.llm._settings import ModelSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """Bounds of one run's calls; ``None`` for none.

    Attributes:
        calls: requests sent, repairs included.
        tokens: prompt and completion tokens as the server counts them.
        money: in the currency of the models' prices.

    Raises:
        UsageError: a bound is negative, or no number.
    """

    calls: int | None = 50
    tokens: int | None = None
    money: Decimal | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens"):
            bound = getattr(self, name)
            if bound is not None and (isinstance(bound, bool) or not isinstance(bound, int) or bound < 0):
                raise UsageError(f"Budget({name}={bound!r}): a whole number from 0 is needed, or None")
        money: object = self.money
        if money is not None and not _is_amount(money):
            raise UsageError(f"Budget(money={money!r}): a Decimal from 0 is needed, or None")


def _is_amount(money: object) -> bool:
    if isinstance(money, bool) or not isinstance(money, int | Decimal):
        return False
    return Decimal(money).is_finite() and money >= 0


class Ledger:
    """Counts one run's spending. A call in flight may take it over its bound; no further one is made."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self.calls = 0
        self.usage = Usage()
        self.money = Decimal(0)

    def exhausted(self) -> str:
        """What is used up, in words; "" while another call may be made."""
        for name, spent, bound in (
            ("calls", self.calls, self._budget.calls),
            ("tokens", self.usage.total, self._budget.tokens),
            ("money", self.money, self._budget.money),
        ):
            if bound is not None and spent >= bound:
                return f"the run's budget of {bound} {name} is spent"
        return ""

    def open_call(self) -> None:
        """Count a call that is about to be made.

        Raises:
            BudgetSpent: it may not be made.
        """
        reason = self.exhausted()
        if reason:
            raise BudgetSpent(reason)
        self.calls += 1

    def add(self, usage: Usage, settings: ModelSettings) -> None:
        """Count a call's tokens, and what they cost."""
        self.usage = Usage(
            prompt_tokens=self.usage.prompt_tokens + usage.prompt_tokens,
            completion_tokens=self.usage.completion_tokens + usage.completion_tokens,
        )
        if settings.price is not None:
            self.money += settings.price.of(usage.prompt_tokens, usage.completion_tokens)

    def restore(self, spent: Mapping[str, Any]) -> None:
        """Count what was spent before: a run that is taken up again has no new budget."""
        self.calls = int(spent["calls"])
        self.usage = Usage(
            prompt_tokens=int(spent["prompt_tokens"]), completion_tokens=int(spent["completion_tokens"])
        )
        self.money = Decimal(spent["money"])

    def as_data(self) -> dict[str, Any]:
        """For reports."""
        return {
            "calls": self.calls,
            "prompt_tokens": self.usage.prompt_tokens,
            "completion_tokens": self.usage.completion_tokens,
            "money": str(self.money),
        }
