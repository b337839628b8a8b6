"""Recorded conversations: JSONL rows ``{key, request, response}``, replayed by key."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from verifier.errors import ModelRejected, ReplayMiss, UsageError
from verifier.llm._chunks import as_chunks, joined
from verifier.llm._request import Request
from verifier.llm._settings import ModelSettings
from verifier.llm._transport import Response, Transport

#: Characters of a message, and of a system message, that an error shows.
_PROMPT, _RULES = 4_000, 200
_REJECTED = "rejected"


class Tape:
    """A file of recorded replies, read once. A request's last recording counts."""

    def __init__(self, rows: Mapping[str, Response]) -> None:
        self._rows = dict(rows)

    def __len__(self) -> int:
        return len(self._rows)

    @classmethod
    def load(cls, path: Path) -> Tape:
        """Read a recording.

        Raises:
            UsageError: the file is missing, or a line of it is no recorded reply (with its number). A last
                line that was cut off while it was written is left out.
        """
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else error
            raise UsageError(f"the recording {path} can't be read: {why}") from error
        return cls(dict(_rows(text, path)))

    def reply(self, request: Request) -> Response:
        """The recorded response.

        Raises:
            ReplayMiss: there is none; the error carries the prompt.
            ModelRejected: the server refused this request when it was recorded.
        """
        found = self._rows.get(request.key)
        if found is None:
            prompt = _shown(request)
            message = f"the recording holds no reply to this request (key {request.key[:12]}…):\n{prompt}"
            raise ReplayMiss(message, key=request.key, prompt=prompt)
        rejected = found.get(_REJECTED)
        if isinstance(rejected, Mapping):
            status = rejected.get("status")
            raise ModelRejected(
                str(rejected.get("message")), status=status if isinstance(status, int) else 400
            )
        return found


def _shown(request: Request) -> str:
    """The request for a person; the rules that its system message holds are long, and the same for many."""
    lines = [f"[model] {request.body.get('model', '')}"]
    for message in request.body["messages"]:
        text = str(message.get("content") or "")
        limit = _RULES if message.get("role") == "system" else _PROMPT
        cut = f"… ({len(text) - limit} more characters)" if len(text) > limit else ""
        lines.append(f"[{message.get('role', '')}] {text[:limit]}{cut}")
    return "\n".join(lines)


def _rows(text: str, path: Path) -> Iterator[tuple[str, Response]]:
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            key, response = row["key"], row["response"]
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            if number == len(lines):  # no newline after it: its writer was killed
                return
            raise UsageError(
                f"{path}:{number}: no recorded reply, {{key, request, response}}: {_fault(error)}"
            ) from error
        if not isinstance(key, str) or not isinstance(response, dict):
            raise UsageError(f"{path}:{number}: `key` must be text and `response` an object")
        yield key, response


def _fault(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"there is no {error}"
    return "it is no object" if isinstance(error, TypeError) else f"not JSON: {error}"


def rejection(status: int, message: str) -> Response:
    """What stands in a recording for a request that the server refused."""
    return {_REJECTED: {"status": status, "message": message}}


class ReplayTransport:
    """Answers from a recording, and from nothing else."""

    def __init__(self, tape: Tape) -> None:
        self._tape = tape

    async def send(self, request: Request, settings: ModelSettings) -> Response:  # noqa: ARG002  (the seam's)
        """See :class:`verifier.llm.Transport`; raises :class:`ReplayMiss`."""
        return self._tape.reply(request)

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """See :class:`verifier.llm.Transport`; raises :class:`ReplayMiss`."""
        for chunk in as_chunks(await self.send(request, settings)):
            yield chunk

    async def aclose(self) -> None:
        """See :class:`verifier.llm.Transport`."""


class RecordingTransport:
    """Passes requests on and appends every reply to a file, one whole line at a time."""

    def __init__(self, inner: Transport, path: Path) -> None:
        self._inner = inner
        self._path = path
        self._lock = threading.Lock()
        self._file: int | None = None

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """See :class:`verifier.llm.Transport`."""
        with self._refusals(request):
            response = await self._inner.send(request, settings)
        self._write(request, response)
        return response

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """See :class:`verifier.llm.Transport`. What was streamed is recorded as the whole that it makes."""
        chunks = []
        with self._refusals(request):
            async for chunk in self._inner.stream(request, settings):
                chunks.append(chunk)
                yield chunk
        self._write(request, joined(chunks))

    @contextmanager
    def _refusals(self, request: Request) -> Iterator[None]:
        """Keep what a server refuses: what was asked next only follows from it."""
        try:
            yield
        except ModelRejected as error:
            self._write(request, rejection(error.status, str(error)))
            raise

    def _write(self, request: Request, response: Response) -> None:
        row: dict[str, Any] = {"key": request.key, "request": request.body, "response": response}
        if request.sample:
            row["sample"] = request.sample
        line = json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
        with self._lock:
            if self._file is None:
                self._file = _opened(self._path)
            with _alone(self._file):
                _mend(self._file)
                _write_all(self._file, line.encode("utf-8", "replace"))

    async def aclose(self) -> None:
        """See :class:`verifier.llm.Transport`."""
        with self._lock:
            if self._file is not None:
                os.close(self._file)
                self._file = None
        await self._inner.aclose()


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Appending: several processes may record into one file.
        return os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o644)
    except OSError as error:
        raise UsageError(f"the recording {path} can't be written: {error}") from error


@contextmanager
def _alone(file: int) -> Iterator[None]:
    """No other process writes meanwhile: a line that it has half written is not one that was cut off."""
    try:
        import fcntl  # noqa: PLC0415  (not on Windows, where recordings have one writer)
    except ImportError:
        yield
        return
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def _mend(file: int) -> None:
    """Take away the start of a line whose writer was killed."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        os.ftruncate(file, os.pread(file, size, 0).rfind(b"\n") + 1)


def _write_all(file: int, line: bytes) -> None:
    while line:
        line = line[os.write(file, line) :]
