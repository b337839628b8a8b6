"""What a model sees of its earlier turns: the last few whole, the others in a digest, each text capped.

However long a run goes on, a request holds no more than the question, the digest's bound and ``turns`` turns.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from verifier.generation.react._words import cut, said
from verifier.llm import Message
from verifier.prompts import Language, fenced

#: Characters of a thought and of an input that are sent back to their model.
THOUGHT: Final = 1_500
INPUT: Final = 4_000
#: Lines of the digest, and characters of an input and of an observation in one.
LINES, SHORT_INPUT, SHORT_OBSERVATION = 24, 120, 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """An action and what came of it.

    Attributes:
        written: the input as the model wrote it.
        observation: what the model is shown, capped already.
        call_id: of a native tool call; "" for one in text.
    """

    step: int
    thought: str
    tool: str
    written: str
    observation: str
    call_id: str = ""


def digest(turns: Sequence[Turn], language: Language) -> str:
    """Turns in one line each, the latest of them."""
    lines = [
        f"{turn.step}. {_short(turn.tool, SHORT_INPUT)} {_short(turn.written, SHORT_INPUT)} → "
        f"{_short(turn.observation, SHORT_OBSERVATION)}"
        for turn in turns[-LINES:]
    ]
    left_out = len(turns) - len(lines)
    return "\n".join([said(language, "earlier", count=left_out)] * bool(left_out) + lines)


def _short(text: str, length: int) -> str:
    line = " ".join(text[: 2 * length].split())
    return line if len(line) <= length and len(text) <= 2 * length else f"{line[:length]}…"


def talk(turns: Sequence[Turn], language: Language, *, native: bool) -> list[Message]:
    """Whole turns as the chat API has them."""
    found: list[Message] = []
    for turn in turns:
        found += _native(turn, language) if native else _text(turn, language)
    return found


def _native(turn: Turn, language: Language) -> list[Message]:
    call_id = turn.call_id or f"call_{turn.step}"
    function = {"name": turn.tool, "arguments": _arguments(turn.written)}
    call = {"id": call_id, "type": "function", "function": function}
    thought = said(language, "thought", text=cut(turn.thought, THOUGHT, language)) if turn.thought else ""
    return [
        {"role": "assistant", "content": thought, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call_id, "content": fenced(turn.observation, "observation")},
    ]


def _arguments(written: str) -> str:
    """The input as the object that servers want there, also where the model wrote none."""
    try:
        value: Any = json.loads(written)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict) and len(written) <= INPUT:
        return written
    return json.dumps({"input": written[:INPUT]}, ensure_ascii=False)


def _text(turn: Turn, language: Language) -> list[Message]:
    parts = [
        said(language, "thought", text=cut(turn.thought, THOUGHT, language)) if turn.thought else "",
        said(language, "action", text=turn.tool[:INPUT]),
        said(language, "input", text=cut(turn.written, INPUT, language)),
    ]
    observation = f"{said(language, 'observation')}\n{fenced(turn.observation, 'observation')}"
    return [
        {"role": "assistant", "content": "\n".join(filter(None, parts))},
        {"role": "user", "content": observation},
    ]
