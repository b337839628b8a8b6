"""Which model does which work, and within what bounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal, TypeAlias, get_args

from verifier.errors import UsageError

Role: TypeAlias = Literal["generator", "planner", "corrector", "interpreter", "judge"]
Structured: TypeAlias = Literal["json_schema", "json_object", "text"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a model's tokens cost, in any one currency, for a million of them."""

    prompt: Decimal
    completion: Decimal

    def of(self, prompt_tokens: int, completion_tokens: int) -> Decimal:
        """The money that a call cost."""
        return (self.prompt * prompt_tokens + self.completion * completion_tokens) / 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """One model behind an OpenAI-compatible endpoint.

    Attributes:
        model: its name there.
        base_url: the endpoint, ``http://127.0.0.1:8080/v1``; ``None`` for the client's own default.
        api_key_env: name of the environment variable that holds the key. Keys stand in no file of ours.
        structured: the most that the server can do for structured output. Where it turns out to refuse that,
            the next weaker form is used, and remembered.
        max_tokens: bound of one reply.
        temperature: ``None`` leaves it to the server.
        seed: sent to the server; separate replies to one prompt add their number to it.
        timeout_s: wall clock of one call, retries not included, seconds.
        tries: calls made for one reply before a rate limit or a server's fault is an error.
        price: for the budget of money; a model without one costs nothing there.
    """

    model: str
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    structured: Structured = "json_schema"
    max_tokens: int = 2_048
    temperature: float | None = 0.0
    seed: int | None = None
    timeout_s: float = 120.0
    tries: int = 4
    price: Price | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of a run: one for all roles, others where named.

    Raises:
        UsageError: a role that does not exist.
    """

    default: ModelSettings
    roles: Mapping[str, ModelSettings] = field(default_factory=dict[str, ModelSettings])

    def __post_init__(self) -> None:
        unknown = sorted(set(self.roles) - set(ROLES))
        if unknown:
            raise UsageError(f"no role is called {', '.join(unknown)}; there are {', '.join(ROLES)}")

    def of(self, role: Role) -> ModelSettings:
        """The model that plays ``role``."""
        return self.roles.get(role, self.default)
