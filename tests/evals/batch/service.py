"""A batch service of the tests: answers an exported file as a live server would, in another order, with losses."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.verifier.llm.server import Reply

#: A live server's answer to a request's body.
Model = Callable[[dict[str, Any]], Reply]


def answer_lines(requests: Iterable[Path], model: Model, *, seed: int = 0, failing: float = 0.0) -> list[str]:
    """The lines of the service's output: shuffled; a share of them failed on the way."""
    draw = random.Random(seed)
    rows = [json.loads(line) for path in requests for line in path.read_text(encoding="utf-8").splitlines()]
    draw.shuffle(rows)
    return [
        json.dumps(answered(row, model, lost=draw.random() < failing), ensure_ascii=False) for row in rows
    ]


def answered(row: dict[str, Any], model: Model, *, lost: bool = False) -> dict[str, Any]:
    """One line of output for one of input."""
    assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
    head = {"id": "batch_req_1", "custom_id": row["custom_id"]}
    if lost:
        return {**head, "response": None, "error": {"code": "batch_expired", "message": "not done in time"}}
    reply = model(row["body"])
    response = {"status_code": reply.status, "request_id": "r", "body": reply.body}
    return {**head, "response": response, "error": None}


def serve(requests: Iterable[Path], out: Path, model: Model, **options: Any) -> Path:
    """Write the service's output file."""
    out.write_text("\n".join(answer_lines(requests, model, **options)) + "\n", encoding="utf-8")
    return out
