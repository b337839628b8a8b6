"""One round in: lines of the service's output and error files, joined by ``custom_id`` in any order."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from evals.batch._state import State
from verifier.errors import UsageError
from verifier.llm import rejection

Kind: TypeAlias = Literal["failed", "unknown", "unreadable", "repeated", "differs"]
#: What each kind of line means, for people.
MEANING: dict[Kind, str] = {
    "failed": "the service could not answer; asked again in the next round, where that may help",
    "unknown": "of another export: this batch never asked it",
    "unreadable": "no line of a batch's output",
    "repeated": "answered already, with the same words",
    "differs": "answered already, with other words; the first answer stays, runs went on with it",
}
_REASON = 300
#: Statuses that no second try would change: the server refuses the request as it is. That is an answer.
_REFUSALS = frozenset({400, 413, 415, 422, 501})


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A line that added no answer."""

    path: Path
    line: int
    kind: Kind
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}"


@dataclass(slots=True, kw_only=True)
class Taken:
    """What an import did.

    Attributes:
        answers: how many were new.
        problems: every line that added none.
        open: requests that were exported and still have neither an answer nor a failure.
    """

    answers: int = 0
    problems: list[Problem] = field(default_factory=list[Problem])
    open: int = 0

    def counts(self) -> Mapping[Kind, int]:
        """Problems by kind."""
        return Counter(problem.kind for problem in self.problems)


class _FailedRow(Exception):  # noqa: N818  (says what happened)
    """The service has no answer to this request."""

    def __init__(self, status: int | None, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason[:_REASON]


def take(state: State, paths: Sequence[Path]) -> Taken:
    """Take the answers of output and error files into the state.

    Raises:
        UsageError: a file can't be read; nothing was taken.
    """
    taken = Taken()
    answers: dict[str, Mapping[str, Any]] = {}
    refused: dict[str, Mapping[str, Any]] = {}
    failed: dict[str, tuple[int | None, str]] = {}
    for path, number, line in _numbered(paths):

        def tell(kind: Kind, reason: str, path: Path = path, number: int = number) -> None:
            taken.problems.append(Problem(path=path, line=number, kind=kind, reason=reason))

        row = _object(line)
        key = None if row is None else row.get("custom_id")
        if row is None or not isinstance(key, str):
            tell("unreadable", "no JSON object with a custom_id")
            continue
        if state.standing(key) is None:
            tell("unknown", f"custom_id {key[:80]!r} is of another export")
            continue
        try:
            body = _body(row)
        except _FailedRow as error:
            tell("failed", f"{key[:12]}…: {error.reason}")
            failed[key] = (error.status, error.reason)
            if error.status in _REFUSALS and state.standing(key) == "open":
                refused[key] = rejection(error.status, error.reason)
            continue
        before = answers.get(key) or state.answers.get(key)
        if before is None:
            answers[key] = body
        elif before == body:
            tell("repeated", f"{key[:12]}… was answered already")
        else:
            tell("differs", f"{key[:12]}… was answered already, with other words; the first answer stays")
    state.add_answers({**refused, **answers})
    state.add_failures(failed)  # of those that are still open: an answer goes before a failure
    taken.answers, taken.open = len(answers), len(state.open_keys())
    return taken


def _numbered(paths: Sequence[Path]) -> Iterator[tuple[Path, int, bytes]]:
    """Every line of the files, all of which are opened before the first is read."""
    for path in paths:
        try:
            with path.open("rb") as stream:
                stream.read(1)
        except OSError as error:
            raise UsageError(f"{path} can't be read: {error.strerror or error}") from error
    for path in paths:
        with path.open("rb") as stream:
            for number, line in enumerate(stream, start=1):
                if line.strip():
                    yield path, number, line


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
    return row if isinstance(row, dict) else None


def _body(row: Mapping[str, Any]) -> Mapping[str, Any]:
    """The response in a line; some services leave out all around it."""
    response = row.get("response")
    if not isinstance(response, Mapping):
        if row.get("error") or not isinstance(row.get("choices"), list):
            raise _FailedRow(None, _told(row.get("error")) or "there is no response")
        return {name: value for name, value in row.items() if name != "custom_id"}
    status, body = response.get("status_code", 200), response.get("body")
    status = status if isinstance(status, int) else None
    if status != 200:
        raise _FailedRow(
            status, f"HTTP {status}: {_told(body) or _told(row.get('error')) or 'no reason given'}"
        )
    if row.get("error"):
        raise _FailedRow(None, _told(row["error"]))
    if not isinstance(body, Mapping):
        raise _FailedRow(None, "the response has no body")
    return body


def _told(value: Any) -> str:
    """An error's own words, from the shapes that services use."""
    if isinstance(value, Mapping):
        inner = value.get("error")
        return _told(inner) if isinstance(inner, Mapping) else str(value.get("message") or inner or "")
    return str(value) if value else ""
