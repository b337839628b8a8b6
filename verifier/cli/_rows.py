"""From one JSON object to a question and an answer: the shapes that a row may have."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]

#: (question, answer) names, in the order in which they are looked for; the first pair that a row has wins.
PAIRS = (
    ("question", "answer"),
    ("input", "output"),
    ("prompt", "completion"),
    ("prompt", "response"),
)
_QUESTION_NAMES = tuple(dict.fromkeys(question for question, _ in PAIRS))
_ANSWER_NAMES = tuple(dict.fromkeys(answer for _, answer in PAIRS))


class RowError(ValueError):
    """The row can't be read as a question and an answer; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What ``--map`` names: where the question, the answer and the id of a row stand (dotted paths)."""

    question: str = ""
    answer: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A row as we read it; ``id`` is ``None`` when the row names none."""

    question: str | None
    answer: str
    id: str | None = field(default=None)


def parse_fields(text: str) -> Fields:
    """``question=F,answer=F[,id=F]`` as :class:`Fields`. Raises :class:`RowError`."""
    pairs = dict(_field(part) for part in text.split(","))
    if "answer" not in pairs:
        raise RowError("--map needs at least answer=FIELD, for example --map question=q,answer=model.text")
    return Fields(**pairs)


def _field(part: str) -> tuple[str, str]:
    name, equals, path = (piece.strip() for piece in part.partition("="))
    if name not in {"question", "answer", "id"} or not equals or not path:
        raise RowError(f"--map takes question=FIELD, answer=FIELD and id=FIELD, not {part.strip()!r}")
    return name, path


def read_row(row: Any, fields: Fields | None = None) -> Exchange:
    """The question and the answer of a parsed JSON row.

    Args:
        row: the JSON value of one line.
        fields: where to look, when ``--map`` says so; else the known shapes are tried: the names of
            :data:`PAIRS`, chat ``messages``, and the output of the OpenAI Batch API.

    Raises:
        RowError: not an object, no known shape, a failed batch request, or text that is no text.
    """
    if not isinstance(row, Mapping):
        raise RowError(f"not a JSON object but {_kind(row)}")
    if fields:
        return _mapped(row, fields)
    question, answer = _pair(row)
    return Exchange(_optional(question, "question"), _text(answer, "answer"), _id(row))


def _mapped(row: Row, fields: Fields) -> Exchange:
    question = _dig(row, fields.question) if fields.question else None
    return Exchange(
        _optional(question, fields.question),
        _text(_dig(row, fields.answer), fields.answer),
        _name(_dig(row, fields.id)) if fields.id else _id(row),
    )


def _pair(row: Row) -> tuple[Any, Any]:
    for question, answer in PAIRS:
        if question in row and answer in row:
            return row[question], row[answer]
    if isinstance(row.get("messages"), list):
        return _chat(row)
    if "body" in _object(row, "response") or row.get("error"):
        return None, _batch_answer(row)
    asked: Any = next((row[name] for name in _QUESTION_NAMES if name in row), None)
    for name in _ANSWER_NAMES:
        if name in row:
            return asked, row[name]
    if isinstance(row.get("choices"), list):
        return asked, _body_answer(row)
    names = ", ".join(map(repr, list(row)[:8])) or "none"
    raise RowError(f"no answer found (fields: {names}); name it with --map question=FIELD,answer=FIELD")


def _chat(row: Row) -> tuple[Any, Any]:
    messages = [message for message in row["messages"] if isinstance(message, Mapping)]
    answers = [at for at, message in enumerate(messages) if message.get("role") == "assistant"]
    end = answers[-1] if answers else len(messages)
    question = next((m.get("content") for m in reversed(messages[:end]) if m.get("role") == "user"), None)
    if answers:
        return question, messages[end].get("content")
    for name in _ANSWER_NAMES:
        if name in row:
            return question, row[name]
    if isinstance(row.get("choices"), list):
        return question, _body_answer(row)
    raise RowError("the messages hold no answer: none has the role 'assistant'")


def _batch_answer(row: Row) -> Any:
    """The answer in a line of OpenAI Batch output: chat completions, completions or responses."""
    error = row.get("error")
    if error:
        raise RowError(
            f"the batch request failed: {error.get('message') if isinstance(error, Mapping) else error}"
        )
    response = row["response"]
    status = response.get("status_code", 200)
    if status != 200:
        raise RowError(f"the batch request failed with status {status}")
    return _body_answer(_object(response, "body"))


def _body_answer(body: Row) -> Any:
    choices = body.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], Mapping):
        first = choices[0]
        return _object(first, "message").get("content") if "message" in first else first.get("text")
    output = body.get("output")
    if isinstance(output, list):
        return [part for item in output for part in _parts(item)]
    raise RowError("the response body holds no answer (no choices, no output)")


def _parts(item: Any) -> list[Any]:
    is_message = isinstance(item, Mapping) and item.get("type", "message") == "message"
    content = item.get("content") if is_message else None
    return content if isinstance(content, list) else []


def _object(row: Row, name: str) -> Row:
    value = row.get(name)
    return value if isinstance(value, Mapping) else {}


def _dig(row: Row, path: str) -> Any:
    """The value at a dotted path, by key or by list index; a key that holds dots itself wins."""
    if path in row:
        return row[path]
    value: Any = row
    for part in path.split("."):
        if isinstance(value, Mapping) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isascii() and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise RowError(f"no field {path!r}")
    return value


def _optional(value: Any, name: str) -> str | None:
    return None if value is None else _text(value, name)


def _text(value: Any, name: str) -> str:
    """``value`` as text: a string, a number, a list of content parts, or the last user message of a list."""
    if isinstance(value, str):
        return _encodable(value, name)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        if isinstance(value, float) and not math.isfinite(value):
            raise RowError(f"{name!r} is {value}, which is no number; write the answer as text")
        return str(value)
    if isinstance(value, list) and value:
        return _encodable(_joined(value, name), name)
    raise RowError(f"{name!r} is not text but {_kind(value)}")


def _joined(parts: list[Any], name: str) -> str:
    users = [part for part in parts if isinstance(part, Mapping) and part.get("role") == "user"]
    if users:
        return _text(users[-1].get("content"), name)
    texts = [
        part["text"] for part in parts if isinstance(part, Mapping) and isinstance(part.get("text"), str)
    ]
    if not texts:
        raise RowError(f"{name!r} is a list with no text in it")
    return "".join(texts)


def _encodable(text: str, name: str) -> str:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise RowError(f"{name!r} holds half of a surrogate pair, which is no character") from None
    return text


def _id(row: Row) -> str | None:
    for name in ("custom_id", "id"):
        if name in row:
            return _name(row[name])
    return None


def _name(value: Any) -> str | None:
    if isinstance(value, str) and value:
        return _encodable(value, "id")
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a string", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")
