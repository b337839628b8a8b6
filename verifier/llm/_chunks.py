"""A streamed reply and the whole that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from verifier.llm._transport import Response


def pieces(chunk: Response) -> str:
    """The text that a chunk adds, "" for none."""
    choices = chunk.get("choices")
    if not isinstance(choices, list) or not choices:
        return ""
    delta = choices[0].get("delta") if isinstance(choices[0], Mapping) else None
    content = delta.get("content") if isinstance(delta, Mapping) else None
    return content if isinstance(content, str) else ""


def joined(chunks: Iterable[Response]) -> dict[str, Any]:
    """The chat completion that chunks make; tool calls are put together by their index."""
    message: dict[str, Any] = {"role": "assistant", "content": ""}
    whole: dict[str, Any] = {"object": "chat.completion"}
    calls: dict[int, dict[str, Any]] = {}
    finish, seen = None, False
    for chunk in chunks:
        whole.update({key: chunk[key] for key in ("id", "model", "usage") if chunk.get(key)})
        message["content"] += pieces(chunk)
        for choice in (chunk.get("choices") or [])[:1]:
            seen = True
            finish = choice.get("finish_reason") or finish
            delta = choice.get("delta") or {}
            if delta.get("refusal"):
                message["refusal"] = message.get("refusal", "") + delta["refusal"]
            for call in delta.get("tool_calls") or ():
                _add_call(calls, call)
    if calls:
        message["tool_calls"] = [calls[index] for index in sorted(calls)]
    choices = [{"index": 0, "message": message, "finish_reason": finish}] if seen else []
    return {**whole, "choices": choices}


def _add_call(calls: dict[int, dict[str, Any]], part: Mapping[str, Any]) -> None:
    index = part.get("index")
    call = calls.setdefault(
        index if isinstance(index, int) else 0,
        {"id": "", "type": "function", "function": {"name": "", "arguments": ""}},
    )
    function = part.get("function") or {}
    call["id"] = part.get("id") or call["id"]
    call["function"]["name"] += function.get("name") or ""
    call["function"]["arguments"] += function.get("arguments") or ""


def as_chunks(response: Response) -> Iterator[dict[str, Any]]:
    """A recorded completion as the chunks of a stream: its message at once, then its end and usage."""
    head = {key: response[key] for key in ("id", "model") if key in response}
    for choice in (response.get("choices") or [])[:1]:
        message = choice.get("message") or {}
        delta = {key: message[key] for key in ("role", "content", "refusal") if message.get(key)}
        if message.get("tool_calls"):
            delta["tool_calls"] = [{"index": i, **call} for i, call in enumerate(message["tool_calls"])]
        yield {
            **head,
            "choices": [{"index": 0, "delta": delta, "finish_reason": choice.get("finish_reason")}],
        }
    yield {**head, "choices": [], "usage": response.get("usage")}
