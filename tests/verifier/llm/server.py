"""An HTTP server that answers chat completions as a test tells it to: the real client speaks to it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Reply:
    """One HTTP response.

    Attributes:
        body: JSON, or bytes sent as they are.
        drip_s: seconds between two bytes.
    """

    body: Any = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    drip_s: float = 0.0
    cut: bool = False


def chat(text: str | None, finish: str = "stop", **message: Any) -> dict[str, Any]:
    """A chat completion with that text."""
    return {
        "id": "c1", "object": "chat.completion", "created": 1, "model": "m-1",
        "choices": [{"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text, **message}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }  # fmt: skip


def sse(*texts: str, finish: str = "stop", done: bool = True) -> Reply:
    """A stream of chunks, one for each text."""
    rows: list[dict[str, Any]] = [
        {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m-1",
         "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}]}
        for text in texts
    ]  # fmt: skip
    end = {"index": 0, "delta": {}, "finish_reason": finish}
    rows.append(
        {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m-1", "choices": [end]}
    )
    usage = {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
    rows.append(
        {
            "id": "c1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m-1",
            "choices": [],
            "usage": usage,
        }
    )
    text = "".join(f"data: {json.dumps(row)}\n\n" for row in rows) + ("data: [DONE]\n\n" if done else "")
    return Reply(text.encode(), headers={"content-type": "text/event-stream"})


class Server:
    """Answers with its script, the last entry again and again; keeps what it was asked."""

    def __init__(self, script: Sequence[Reply | Callable[[dict[str, Any]], Reply]]) -> None:
        self.script = list(script)
        self.asked: list[dict[str, Any]] = []
        self.url = ""

    def next_reply(self, body: dict[str, Any]) -> Reply:
        """The script's next entry."""
        self.asked.append(body)
        entry = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        return entry if isinstance(entry, Reply) else entry(body)


def _handler(server: Server, ending: threading.Event) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            reply = server.next_reply(body)
            content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
            self.send_response(reply.status)
            for name, value in {"content-type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content) + (100 if reply.cut else 0)))
            self.end_headers()
            try:
                self._write(content, reply.drip_s)
            except OSError:  # the client has gone, as some tests want
                self.close_connection = True
            if reply.cut:
                self.close_connection = True

        def _write(self, content: bytes, drip_s: float) -> None:
            if not drip_s:
                self.wfile.write(content)
                return
            for byte in content:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                if ending.wait(drip_s):
                    return

        def log_message(self, *_: Any) -> None:
            """Keep the tests' output clean."""

    return Handler


@contextmanager
def serving(*script: Reply | Callable[[dict[str, Any]], Reply] | dict[str, Any]) -> Iterator[Server]:
    """A server on a free port of the loopback interface; a plain object in the script is a body."""
    server = Server([Reply(entry) if isinstance(entry, dict) else entry for entry in script])
    ending = threading.Event()
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server, ending))
    http.daemon_threads = True
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{http.server_port}/v1"
    try:
        yield server
    finally:
        ending.set()
        http.shutdown()
        http.server_close()
        thread.join()
