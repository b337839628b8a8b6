"""Replies of both APIs, for the server of the model tests, and clients that talk to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import openai

from tests.verifier.llm.server import Reply, Server, chat, serving

QUESTION = "What is 12 times 12?"
WRONG = "12 * 12 = 146, so the answer is 146."
RIGHT = "12 * 12 = 144, so the answer is 144."
CALL = {"id": "call_1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
ASK: dict[str, Any] = {"model": "m", "messages": [{"role": "user", "content": QUESTION}]}
ASK_RESPONSES: dict[str, Any] = {"model": "m", "input": QUESTION}


def choices(*texts: str) -> dict[str, Any]:
    """A chat completion with a choice for each text."""
    body = chat(None)
    body["choices"] = [chat(text)["choices"][0] | {"index": index} for index, text in enumerate(texts)]
    return body


def events(*rows: dict[str, Any]) -> Reply:
    """A stream of these rows."""
    text = "".join(f"event: {row.get('type', 'message')}\ndata: {json.dumps(row)}\n\n" for row in rows)
    return Reply(f"{text}data: [DONE]\n\n".encode(), headers={"content-type": "text/event-stream"})


def chunk(text: str | None = None, index: int = 0, finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """One chunk of a streamed chat completion."""
    content = {} if text is None else {"content": text}
    return {
        "id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m-1",
        "choices": [{"index": index, "delta": content | delta, "finish_reason": finish}],
    }  # fmt: skip


def message(*texts: str, kind: str = "output_text") -> dict[str, Any]:
    """A message of a response, with a part for each text."""
    key = "refusal" if kind == "refusal" else "text"
    parts = [{"type": kind, key: text} | ({"annotations": []} if key == "text" else {}) for text in texts]
    return {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": parts}


def response(*texts: str, **changes: Any) -> dict[str, Any]:
    """A response with that message."""
    return {
        "id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": "m-1",
        "output": [message(*texts)], "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
    } | changes  # fmt: skip


def response_events(*pieces: str, end: str = "response.completed") -> Reply:
    """A response's events, its text in these pieces."""
    text = "".join(pieces)
    place = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    opened, item = {"type": "output_text", "text": "", "annotations": []}, message(text)
    rows: list[dict[str, Any]] = [
        {"type": "response.created", "response": response(status="in_progress", output=[])},
        {"type": "response.output_item.added", "output_index": 0, "item": item | {"content": []}},
        {"type": "response.content_part.added", **place, "part": opened},
        *(
            {"type": "response.output_text.delta", **place, "delta": piece, "logprobs": []}
            for piece in pieces
        ),
        {"type": "response.output_text.done", **place, "text": text, "logprobs": []},
        {"type": "response.content_part.done", **place, "part": item["content"][0]},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {"type": end, "response": response(text)},
    ]
    return events(*(row | {"sequence_number": number} for number, row in enumerate(rows)))


@contextmanager
def client(*script: Any) -> Iterator[tuple[openai.OpenAI, Server]]:
    """The real sync client, and the server that it talks to."""
    with (
        serving(*script) as server,
        openai.OpenAI(base_url=server.url, api_key="x", max_retries=0, timeout=20) as made,
    ):
        yield made, server


def async_client(server: Server) -> openai.AsyncOpenAI:
    """The real async client of a server."""
    return openai.AsyncOpenAI(base_url=server.url, api_key="x", max_retries=0, timeout=20)
