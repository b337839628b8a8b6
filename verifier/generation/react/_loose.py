"""Tool inputs as models write them: JSON or nearly so, a code fence, ``name=value`` pairs, bare text.

Nothing is evaluated: what is not JSON is turned into JSON by its tokens, and decoded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from toolkits import lazy_re as re
from verifier.errors import PlanError
from verifier.plan._json import decode as decode_json

#: Characters of one input that are looked at.
MAX_INPUT: Final = 100_000

# The fence's end stands at the start of a line: fences inside strings are no ends.
_FENCED = re.compile(
    r"```[^\n`]*\n(?P<block>.*?)(?:\n[ \t]*```[ \t]*(?:\n|\Z)|\Z)|```(?P<one>[^\n`]+)```", re.DOTALL
)
_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
# A quote that is never closed goes to the end: to try again from each later quote would cost the square.
_DOUBLE = r'"(?:[^"\\]++|\\.)*+"?'
_SINGLE = r"'(?:[^'\\]++|\\.)*+'?"
_BRACKETS = re.compile(rf"{_DOUBLE}|[\[\]{{}}]", re.DOTALL)
_BRACKETS_OR_QUOTES = re.compile(rf"{_DOUBLE}|{_SINGLE}|[\[\]{{}}]", re.DOTALL)
_FOREIGN = re.compile(
    rf"(?P<double>{_DOUBLE})|(?P<single>{_SINGLE})|(?P<word>\b(?:True|False|None)\b)|(?P<comma>,)(?=\s*[}}\]])",
    re.DOTALL,
)
_WORDS: Final = {"True": "true", "False": "false", "None": "null"}
_PAIR = re.compile(
    rf"\s*(?P<name>[A-Za-z_]\w{{0,60}})\s*=\s*(?P<value>{_DOUBLE}|{_SINGLE}|[^\s,\"'\[\]{{}}()=]++)\s*(?:,|\Z)",
    re.DOTALL,
)
_FENCE = "```"
_RAW = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_MAX_DEPTH = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """An input as it was written.

    Attributes:
        text: without fences and what stands around them.
        value: the JSON object that it is, ``None`` where it is none.
        pairs: what it says when read as ``name=value, …``; the tool's fields tell whether that is meant.
        fault: why it is no JSON, where it was begun as an object.
    """

    text: str
    value: Mapping[str, Any] | None = None
    pairs: Mapping[str, Any] | None = None
    fault: str = ""


def read_input(text: str) -> Input:
    """The input in a text: its first fenced block, its first object, or all of it. Never raises."""
    text = unfenced(text[:MAX_INPUT].strip())
    if text.startswith("{"):
        return _object(text)
    return Input(text=text, pairs=_pairs(text) or None)


def unfenced(text: str) -> str:
    """The content of the code fence that a text begins with, else the text."""
    tagged = _TAGGED.match(text)
    if tagged is not None:
        text = tagged[1].strip()
    fenced = _FENCED.match(text)
    if fenced is None:
        return text
    return (fenced["one"] or fenced["block"].removesuffix(_FENCE)).strip("\n")


def _object(text: str) -> Input:
    """The object at the start of a text, in JSON or nearly so."""
    fault = "it is not closed: a bracket or a quote is missing"
    for tokens, change in ((_BRACKETS, _as_it_is), (_BRACKETS, _mended), (_BRACKETS_OR_QUOTES, _mended)):
        end = _end(text, tokens)
        if end is None:
            continue
        try:
            value = decode_json(change(text[:end]))
        except PlanError as error:
            fault = str(error)
        else:
            return Input(text=text[:end], value=value)
    return Input(text=text, fault=fault)


def _end(text: str, tokens: re.Pattern[str]) -> int | None:
    """Where the bracket at the start closes."""
    depth = 0
    for token in tokens.finditer(text):
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        if depth == 0:
            return token.end()
        if depth > _MAX_DEPTH:
            return None
    return None


def _as_it_is(text: str) -> str:
    return text


def _mended(text: str) -> str:
    """JSON for an object with line breaks in its strings, single quotes, ``True`` or a comma too many."""
    return _FOREIGN.sub(_mended_token, text)


def _mended_token(token: re.Match[str]) -> str:
    if token["double"] is not None:
        return _one_line(token["double"])
    if token["single"] is not None:
        inner = token["single"].removeprefix("'").removesuffix("'").replace("\\'", "'")
        return f'"{_one_line(_QUOTE.sub(_escaped_quote, inner))}"'
    return _WORDS[token["word"]] if token["word"] else ""


_QUOTE = re.compile(r'\\.|"', re.DOTALL)


def _escaped_quote(found: re.Match[str]) -> str:
    return '\\"' if found[0] == '"' else found[0]


def _one_line(text: str) -> str:
    for raw, escaped in _RAW.items():
        text = text.replace(raw, escaped)
    return text


def _pairs(text: str) -> dict[str, Any]:
    """``name=value, …`` over the whole text, as an object; empty where it is something else."""
    found: dict[str, Any] = {}
    position = 0
    while position < len(text):
        pair = _PAIR.match(text, position)
        if pair is None or pair["name"] in found:
            return {}
        found[pair["name"]] = _scalar(pair["value"])
        position = pair.end()
    return found


def _scalar(text: str) -> Any:
    """A JSON scalar, else the text itself."""
    try:
        value = decode_json(_mended(text))
    except PlanError:
        return text
    return value
