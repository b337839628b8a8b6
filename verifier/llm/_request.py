"""One request to a model, as data, with the key by which it is recorded and found again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from verifier.llm._settings import ModelSettings, Structured
from verifier.plan import lint_strict

Message: TypeAlias = Mapping[str, Any]
"""As the chat API has it: ``{"role": "user", "content": "…"}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """What a structured reply must look like.

    Attributes:
        name: for the server: letters, digits, ``_`` and ``-``.
        definition: a JSON Schema within strict mode's subset.
        faults: where it is outside that subset.
    """

    name: str
    definition: Mapping[str, Any]
    faults: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faults", tuple(lint_strict(self.definition)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call of a model.

    Attributes:
        body: the JSON of a chat completion request, without ``stream``.
        sample: tells apart replies that are wanted separately for the same body (independent derivations).
    """

    body: Mapping[str, Any]
    sample: int = 0

    @property
    def key(self) -> str:
        """SHA-256 over the canonical body and the sample: the same request has the same key everywhere."""
        text = json.dumps([self.body, self.sample], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def prompt(self) -> str:
        """The messages as text, for people."""
        return "\n".join(f"[{m.get('role', '')}] {m.get('content', '')}" for m in self.body["messages"])


def make_request(
    settings: ModelSettings,
    messages: Sequence[Message],
    *,
    schema: Schema | None = None,
    form: Structured = "text",
    tools: Sequence[Mapping[str, Any]] = (),
    sample: int = 0,
) -> Request:
    """The request for ``messages`` to the model of ``settings``.

    Args:
        settings: the model and its bounds.
        messages: the conversation.
        schema: the reply wanted, when it is structured.
        form: how the server is asked for that reply; ``text`` asks only in words.
        tools: function tools that the model may call.
        sample: number of this reply among those wanted for the same messages; it is added to the seed.
    """
    body: dict[str, Any] = {"model": settings.model, "messages": [dict(m) for m in messages]}
    body["max_tokens"] = settings.max_tokens
    if settings.temperature is not None:
        # Separate derivations that were all drawn greedily would be one derivation.
        body["temperature"] = settings.temperature if sample == 0 else max(settings.temperature, 0.7)
    if sample or settings.seed is not None:
        body["seed"] = (settings.seed or 0) + sample
    if tools:
        body["tools"] = [dict(tool) for tool in tools]
    if schema is not None and form != "text":
        body["response_format"] = _format(schema, form)
    return Request(body=body, sample=sample)


def _format(schema: Schema, form: Literal["json_schema", "json_object"]) -> dict[str, Any]:
    if form == "json_object":
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": schema.name, "schema": dict(schema.definition), "strict": True},
    }
