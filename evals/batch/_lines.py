"""Lines of the OpenAI Batch API: a request as one, and how many of them a file may hold."""

from __future__ import annotations

import json

from verifier.llm import Request

#: What one file of the service may hold.
MAX_REQUESTS = 50_000
MAX_BYTES = 200_000_000
URL = "/v1/chat/completions"


def line_of(request: Request) -> str:
    """A request as a line. Its ``custom_id`` is its key: 64 characters, the same in every export."""
    row = {"custom_id": request.key, "method": "POST", "url": URL, "body": request.body}
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def key_of(line: str) -> str:
    """The key in a line that :func:`line_of` made."""
    return line[_KEY]


_KEY = slice(len('{"custom_id":"'), len('{"custom_id":"') + 64)
