"""The answers of a stream, put together from its chunks, and chunks rewritten for a corrected answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from verifier.wrapping._attached import field as of
from verifier.wrapping._attached import set_field
from verifier.wrapping._shapes import RESPONSES, Answer, Shape, Unjudged, judgeable

__all__ = ["UNFINISHED", "Tally", "tally_of"]

#: What is said of an answer whose stream ended, or was left, before it did.
UNFINISHED = "the stream ended before the answer did"
_ENDS = frozenset({"response.completed", "response.incomplete", "response.failed"})


class Tally(Protocol):
    """Reads along."""

    @property
    def complete(self) -> bool:
        """Every answer seen so far has come to its end."""
        ...

    def add(self, chunk: Any) -> None:
        """Take note of a chunk or event."""
        ...

    def answers(self, chunks: Sequence[Any]) -> list[Answer]:
        """The answers so far; ``chunks`` are those that may be rewritten, or none."""
        ...


def tally_of(shape: Shape) -> Tally:
    """An empty tally for that API's streams."""
    return _Events() if shape is RESPONSES else _Chunks()


@dataclass(slots=True)
class _Part:
    texts: list[str] = field(default_factory=list[str])
    refusal: bool = False
    calls: bool = False
    finish: str = ""

    @property
    def text(self) -> str:
        return "".join(self.texts)


class _Chunks:
    """Of chat completion chunks, or of the helper's events that hold them."""

    def __init__(self) -> None:
        self._parts: dict[int, _Part] = {}

    @property
    def complete(self) -> bool:
        return bool(self._parts) and all(part.finish for part in self._parts.values())

    def add(self, chunk: Any) -> None:
        choices = of(chunk, "choices")
        for choice in (of(of(chunk, "chunk"), "choices") if choices is None else choices) or ():
            part = self._parts.setdefault(of(choice, "index") or 0, _Part())
            delta = of(choice, "delta")
            part.texts.append(of(delta, "content") or "")
            part.refusal |= bool(of(delta, "refusal"))
            part.calls |= bool(of(delta, "tool_calls") or of(delta, "function_call"))
            part.finish = of(choice, "finish_reason") or part.finish

    def answers(self, chunks: Sequence[Any]) -> list[Answer]:
        return [self._answer(index, chunks) for index in sorted(self._parts)]

    def _answer(self, index: int, chunks: Sequence[Any]) -> Answer:
        part = self._parts[index]
        unjudged = judgeable(part.text, refusal=part.refusal, calls=part.calls, finish=part.finish)
        if not part.finish and not part.calls:
            unjudged = Unjudged("inconclusive", UNFINISHED)

        def put(text: str) -> None:
            _rewrite(_deltas(chunks, index), "content", text)

        return Answer(part.text, unjudged, put if chunks else None)


def _deltas(chunks: Iterable[Any], index: int) -> list[Any]:
    return [
        of(choice, "delta")
        for chunk in chunks
        for choice in of(chunk, "choices") or ()
        if (of(choice, "index") or 0) == index and of(of(choice, "delta"), "content")
    ]


class _Events:
    """Of the events of a response."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._response: Any = None

    @property
    def complete(self) -> bool:
        return self._response is not None

    def add(self, chunk: Any) -> None:
        kind = of(chunk, "type")
        if kind == "response.output_text.delta":
            self._texts.append(of(chunk, "delta") or "")
        if kind in _ENDS:
            self._response = of(chunk, "response")

    def answers(self, chunks: Sequence[Any]) -> list[Answer]:
        if self._response is None:
            return [Answer("".join(self._texts), Unjudged("inconclusive", UNFINISHED))]
        (answer,) = RESPONSES.answers(self._response)
        put = answer.put

        def put_all(text: str) -> None:
            if put is not None:
                put(text)
            _rewrite_events(chunks, text)

        # Its holder is the response that the last event hands out.
        return [replace(answer, put=put_all if put and chunks else None, holder=self._response)]


def _rewrite(holders: Sequence[Any], name: str, text: str) -> None:
    """The whole text into the first place, and nothing into the others."""
    for number, holder in enumerate(holders):
        set_field(holder, name, "" if number else text)


def _rewrite_events(events: Sequence[Any], text: str) -> None:
    """All places of a response's events in which its text stands."""

    def kind(name: str) -> list[Any]:
        return [event for event in events if of(event, "type") == name]

    _rewrite(kind("response.output_text.delta"), "delta", text)
    _rewrite(kind("response.output_text.done"), "text", text)
    parts = [of(event, "part") for event in kind("response.content_part.done")]
    _rewrite([part for part in parts if of(part, "type") == "output_text"], "text", text)
    items = [of(event, "item") for event in kind("response.output_item.done")]
    contents = [part for item in items for part in of(item, "content") or ()]
    _rewrite([part for part in contents if of(part, "type") == "output_text"], "text", text)
