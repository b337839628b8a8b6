"""What a model replied, read from the JSON of a chat completion that need not be well-formed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from verifier.errors import ModelEmpty, ModelError, ModelFiltered, ModelRefused, ModelTruncated
from verifier.reading import answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call, or of many."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def total(self) -> int:
        """Both together."""
        return self.prompt_tokens + self.completion_tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A function call that the model asks for; ``arguments`` is text that should be JSON."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """A reply.

    Attributes:
        text: what the model wrote, less what it thought aloud; "" when it only calls tools.
        finish: the server's reason for its end: ``stop``, ``length``, ``tool_calls``, …
        calls: the tools that it wants called.
        model: the model's name as the server says it.
        raw: all that it wrote, its thoughts (``<think>…</think>``) included.
    """

    text: str
    finish: str
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = Usage()
    model: str = ""
    raw: str = ""


def read_usage(body: Mapping[str, Any]) -> Usage:
    """The tokens that a response counts; zero where it counts none."""
    usage = body.get("usage")
    if not isinstance(usage, Mapping):
        return Usage()
    return Usage(
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
    )


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def read_completion(body: Mapping[str, Any], *, whole: bool = True) -> Completion:
    """The first choice of a chat completion.

    Args:
        body: the response's JSON.
        whole: a reply that was cut off at its token limit is an error.

    Raises:
        ModelRefused: the model declined.
        ModelFiltered: a content filter held the reply back.
        ModelTruncated: the reply broke off at the token limit.
        ModelEmpty: there is no choice, or nothing in it.
        ModelError: the response has another shape; the message shows its start.
    """
    choice = _choice(body)
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise ModelError(f"the response's choice has no message: {_start(body)}")
    finish = str(choice.get("finish_reason") or "")
    raw = _text(message.get("content"))
    text = answered(raw)
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal.strip():
        raise ModelRefused(f"the model declined: {refusal.strip()[:300]}")
    if finish == "content_filter":
        raise ModelFiltered("a content filter held the reply back")
    if whole and finish == "length":
        raise ModelTruncated("the reply broke off at its token limit; raise max_tokens", text=text)
    calls = tuple(_calls(message.get("tool_calls")))
    if not text.strip() and not calls:
        raise ModelEmpty("the model replied with nothing" + (" but its thoughts" if raw.strip() else ""))
    return Completion(
        text=text,
        finish=finish,
        calls=calls,
        usage=read_usage(body),
        model=str(body.get("model") or ""),
        raw=raw,
    )


def _choice(body: Mapping[str, Any]) -> Mapping[str, Any]:
    choices = body.get("choices")
    if not isinstance(choices, list):
        raise ModelError(f"the response holds no choices: {_start(body)}")
    if not choices:
        raise ModelEmpty("the response holds an empty list of choices")
    if not isinstance(choices[0], Mapping):
        raise ModelError(f"the response's choice is no object: {_start(body)}")
    return choices[0]


def _text(content: Any) -> str:
    """A message's text: a string, or a list of parts of which the texts count."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return ""


def _calls(found: Any) -> list[ToolCall]:
    calls = []
    for number, call in enumerate(found if isinstance(found, list) else ()):
        function = call.get("function") if isinstance(call, Mapping) else None
        if isinstance(function, Mapping) and isinstance(function.get("name"), str):
            calls.append(
                ToolCall(
                    id=str(call.get("id") or f"call_{number}"),
                    name=function["name"],
                    arguments=str(function.get("arguments") or ""),
                )
            )
    return calls


def _start(body: Mapping[str, Any]) -> str:
    return repr(dict(body))[:200]
