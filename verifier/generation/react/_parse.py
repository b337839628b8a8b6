"""Reads a reply in the text format. Pure, never raises, linear in the reply's length.

What counts, where a reply holds more than it should:

- Of an action and an answer, the one that stands first; the rest is dropped.
- Of several actions the first, with its own input.
- Nothing after an observation: observations come from the tools, and what the model builds on one that it
  made up is worth nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from toolkits import lazy_re as re
from verifier.generation.react._loose import Input, read_input, unfenced
from verifier.generation.react._split import Section, sections

Fault: TypeAlias = Literal["", "empty", "unlabelled", "unfinished", "invented", "nameless", "truncated"]

#: Names that end the work instead of calling a tool.
FINISH: Final = frozenset(
    {"finish", "final answer", "final_answer", "answer", "完成", "结束", "最终答案", "回答"}
)
_NAMES: Final = ("action", "tool", "tool_name", "name", "function")
_INPUTS: Final = ("action_input", "tool_input", "input", "arguments", "parameters", "args")
_ANSWERS: Final = ("final_answer", "answer", "最终答案", "答案")
_DECORATION: Final = " \t\r*_`\"'“”‘’「」《》[]。."
_CALL = re.compile(r"[`*\"'“「]*(?P<name>[\w.-]{1,100})[`*\"'”」]*[ \t]*(?P<rest>.*)", re.DOTALL)
_CLOSING: Final = {"(": ")", "[": "]", "（": "）"}
_KEPT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A tool call that the model asks for: the tool's name as written, and its input."""

    name: str
    given: Input


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a reply says: an action, an answer, or a fault of its format.

    Attributes:
        thought: what stands before it.
        fault: ``empty``; ``unlabelled`` text; ``unfinished``: thoughts alone; ``invented``: nothing but what
            follows an observation of the model's own; ``nameless``: an action without a tool; ``truncated``.
        dropped: what was left out, for the trace: kind and beginning.
    """

    thought: str = ""
    action: Action | None = None
    answer: str | None = None
    fault: Fault = ""
    dropped: tuple[str, ...] = ()


def read_reply(reply: str) -> Reading:
    """Read a whole reply."""
    parts = sections(reply)
    if not any(part.label for part in parts):
        return _unlabelled(reply.strip())
    thoughts: list[str] = []
    for number, part in enumerate(parts):
        if part.label in (None, "thought"):
            thoughts.append(part.text)
        elif part.label == "answer" and part.text:
            return Reading(thought=_joined(thoughts), answer=part.text, dropped=_dropped(parts[number + 1 :]))
        elif part.label == "action":
            return _acted(part.text, parts[number + 1 :], _joined(thoughts))
        elif part.label == "observation":
            return Reading(thought=_joined(thoughts), fault="invented", dropped=_dropped(parts[number:]))
    return Reading(thought=_joined(thoughts), fault="unfinished")


def _joined(texts: Sequence[str]) -> str:
    return "\n".join(filter(None, texts))


def _dropped(parts: Sequence[Section]) -> tuple[str, ...]:
    return tuple(f"{part.label}: {part.text[:_KEPT]}" for part in parts if part.label)


def _unlabelled(text: str) -> Reading:
    """A reply without labels: a bare JSON call, or text of which nobody can say what it is."""
    if not text:
        return Reading(fault="empty")
    for start in _openings(text):
        given = read_input(text[start:])
        found = _from_object(given.value) if given.value is not None else None
        if found is not None:
            thought = text[:start].strip().removesuffix("<tool_call>").removesuffix("```json").strip()
            return Reading(thought=found.thought or thought, action=found.action, answer=found.answer)
    return Reading(thought=text, fault="unlabelled")


def _openings(text: str) -> Iterator[int]:
    """Where a call may begin: at a tag, a fence, or the start. Few places, so that reading stays linear."""
    for mark in ("<tool_call>", "```"):
        if mark in text:
            yield text.index(mark)
    if text.startswith("{"):
        yield 0


def _from_object(value: Mapping[str, Any]) -> Reading | None:
    """An object that says everything itself: ``{"action": …, "action_input": …}`` or ``{"answer": …}``."""
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), "")
    given: Any = next((value[key] for key in _INPUTS if key in value), {})
    thought = str(value.get("thought") or value.get("思考") or "")
    if name and any(key in value for key in _INPUTS):
        return _called(name, _as_input(given), thought)
    answer = next((value[key] for key in _ANSWERS if key in value), None)
    if isinstance(answer, str | int | float) and str(answer).strip():
        return Reading(thought=thought, answer=str(answer))
    return None


def _as_input(given: Any) -> Input:
    if isinstance(given, Mapping):
        return Input(text="", value=given)
    return read_input(given) if isinstance(given, str) else Input(text=str(given))


def _acted(text: str, rest: Sequence[Section], thought: str) -> Reading:
    """The first action: its name, and the input that stands with it or right after it."""
    labelled = rest[0].text if rest and rest[0].label == "input" else None
    dropped = _dropped(rest if labelled is None else rest[1:])
    name, given = _named(text, labelled)
    if not name:
        return Reading(thought=thought, fault="nameless", dropped=dropped)
    return _called(name, given, thought, dropped)


def _called(name: str, given: Input, thought: str, dropped: tuple[str, ...] = ()) -> Reading:
    if name.casefold() in FINISH:
        answer = _answer(given)
        fault: Fault = "" if answer else "unfinished"
        return Reading(thought=thought, answer=answer or None, fault=fault, dropped=dropped)
    return Reading(thought=thought, action=Action(name=name, given=given), dropped=dropped)


def _answer(given: Input) -> str:
    """The answer that is the input of a finishing action."""
    if given.value is None:
        return given.text
    values = [value for value in given.value.values() if isinstance(value, str | int | float)]
    return str(values[0]) if len(values) == 1 else given.text


def _named(text: str, labelled: str | None) -> tuple[str, Input]:
    """The tool's name and its input, from what stands under the two labels."""
    text = unfenced(text.strip())
    if text.startswith("{"):
        whole = read_input(text)
        found = _from_object(whole.value) if whole.value is not None else None
        if found is not None and found.action is not None:
            return found.action.name, found.action.given
        name = next((str(v) for v in (whole.value or {}).values() if isinstance(v, str)), "")
        return (name, read_input(labelled)) if labelled is not None else ("", whole)
    if labelled is not None:
        first = text.partition("\n")[0].strip(_DECORATION)
        call = _CALL.match(first)
        plain = call is not None and call["rest"][:1] in {"", "(", "[", "（"}
        name = call["name"] if plain and call is not None else "_".join(first.split())[:100]
        return name, read_input(labelled)
    call = _CALL.match(text)
    return (
        ("", Input(text=""))
        if call is None
        else (call["name"].strip(".-"), read_input(_inside(call["rest"])))
    )


def _inside(text: str) -> str:
    """The arguments of ``name(…)`` or ``name[…]``; other text as it is."""
    text = text.strip().lstrip(":：").strip()
    closing = _CLOSING.get(text[:1])
    if closing is None:
        return text
    end = text.rfind(closing)
    inner = text[1:end].strip() if end > 0 else text[1:].strip()
    quoted = len(inner) > 1 and inner[0] == inner[-1] and inner[0] in "\"'" and inner[0] not in inner[1:-1]
    return inner[1:-1] if quoted else inner
