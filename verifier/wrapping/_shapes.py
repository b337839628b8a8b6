"""Where question and answers stand in the calls and replies of the two APIs, as objects or plain JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verifier.records import Verdict
from verifier.wrapping._attached import field, set_field

#: Items of a response that the caller has to act on before there is an answer.
_PENDING = frozenset({
    "function_call", "custom_tool_call", "computer_call", "local_shell_call", "shell_call",
    "apply_patch_call", "mcp_approval_request",
})  # fmt: skip
_CUT = frozenset({"length", "max_tokens", "max_output_tokens"})
_TOOLS = "the model calls tools: there is no answer yet"
_DECLINED = "the model declined to answer"
_CUT_OFF = "the answer broke off at its token limit"
_FILTERED = "a content filter held the answer back"
_EMPTY = "the model answered with nothing"


@dataclass(frozen=True, slots=True)
class Unjudged:
    """Why an answer is not checked, with the verdict that this amounts to."""

    verdict: Verdict
    why: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a reply.

    Attributes:
        unjudged: why it is not checked, where it is not.
        put: writes another text in its place; ``None`` where it must stay as it is.
        holder: the part of the reply that carries its report: a choice, or ``None`` for the whole.
    """

    text: str
    unjudged: Unjudged | None = None
    put: Callable[[str], None] | None = None
    holder: Any = None


def judgeable(text: str, *, refusal: bool, calls: bool, finish: str) -> Unjudged | None:
    """Whether a text is an answer that can be judged, and if not, why.

    One that broke off is not: "12 * 12 = 14" may have been about to say 144.
    """
    if calls:
        return Unjudged("not_checkable", _TOOLS)
    if refusal:
        return Unjudged("not_checkable", _DECLINED)
    if finish in _CUT:
        return Unjudged("inconclusive", _CUT_OFF)
    if finish == "content_filter":
        return Unjudged("inconclusive", _FILTERED)
    return None if text.strip() else Unjudged("not_checkable", _EMPTY)


@dataclass(frozen=True, slots=True)
class Shape:
    """One API.

    Attributes:
        asked: name of the argument that holds the conversation.
        answers: the answers of a reply.
    """

    name: str
    asked: str
    answers: Callable[[Any], list[Answer]]

    def question(self, arguments: Mapping[str, Any]) -> str | None:
        """The last user message, its text parts joined by line breaks; ``None`` when there is none.

        System and developer messages are not the question, nor is anything said before.
        """
        talk = arguments.get(self.asked)
        if isinstance(talk, str):
            return talk
        said = [item for item in talk or () if field(item, "role") == "user"]
        return _text(field(said[-1], "content")) if said else None

    def settled(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The arguments with a conversation that can be read twice."""
        talk = arguments.get(self.asked)
        if isinstance(talk, Iterable) and not isinstance(talk, str | Sequence | Mapping):
            return {**arguments, self.asked: list(talk)}
        return arguments


def _text(content: Any) -> str | None:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, Sequence) else ()
    texts = [
        field(part, "text") for part in parts if field(part, "type") in {"text", "input_text", "output_text"}
    ]
    return "\n".join(text for text in texts if isinstance(text, str)) or None


# --- chat completions ---------------------------------------------------------------------------------
def _choices(completion: Any) -> list[Answer]:
    found = field(completion, "choices")
    return [_choice(choice) for choice in found] if isinstance(found, Sequence) else []


def _choice(choice: Any) -> Answer:
    message = field(choice, "message")
    content = field(message, "content")
    text = content if isinstance(content, str) else _text(content) or ""
    unjudged = judgeable(
        text,
        refusal=bool(field(message, "refusal")),
        calls=bool(field(message, "tool_calls") or field(message, "function_call")),
        finish=str(field(choice, "finish_reason") or ""),
    )
    changeable = isinstance(content, str) and field(message, "parsed") is None
    return Answer(
        text, unjudged, (lambda new: set_field(message, "content", new)) if changeable else None, choice
    )


# --- responses ----------------------------------------------------------------------------------------
def _response(response: Any) -> list[Answer]:
    items = field(response, "output") or ()
    parts = [
        part for item in items for part in (field(item, "content") or ()) if field(item, "type") == "message"
    ]
    texts = [part for part in parts if field(part, "type") == "output_text"]
    text = "".join(field(part, "text") or "" for part in texts)
    pending = any(field(item, "type") in _PENDING for item in items)
    idle = not text and any(str(field(item, "type")).endswith("_call") for item in items)
    unjudged = _unfinished(response) or judgeable(
        text,
        refusal=any(field(part, "type") == "refusal" for part in parts),
        calls=pending or idle,
        finish=str(field(field(response, "incomplete_details"), "reason") or ""),
    )
    changeable = texts and all(field(part, "parsed") is None for part in texts)
    return [Answer(text, unjudged, (lambda new: _put(texts, new)) if changeable else None)]


def _unfinished(response: Any) -> Unjudged | None:
    status = field(response, "status")
    if status in {"queued", "in_progress", "cancelled", "failed"}:
        error = field(field(response, "error"), "message")
        return Unjudged("inconclusive", f"the response is {status}{f': {error}' if error else ''}")
    return None


def _put(parts: Sequence[Any], text: str) -> None:
    """The whole text into the first part; what it was spread over is left empty."""
    for part, piece in zip(parts, (text, *[""] * (len(parts) - 1)), strict=True):
        set_field(part, "text", piece)


CHAT = Shape("chat", "messages", _choices)
RESPONSES = Shape("responses", "input", _response)
