"""Questions on coloured things on a table: their colours, their neighbours, how many are left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.scene import scene
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import ARTICLES, ENGLISH, in_digits

_COLORS = "red|orange|yellow|green|blue|brown|magenta|fuchsia|mauve|teal|turquoise|burgundy|silver|gold|black|white|grey|gray|purple|pink|violet|beige|tan|maroon|navy|cyan|lavender|indigo"
_PLACE = r"(?:table|desk|floor|nightstand|shelf|bench|counter|rug|bed)"
_INTRO = re.compile(
    rf"on the (?P<place>{_PLACE}), (?:(?:you|i|we) see|there (?:is|are))(?: (?:a set of|a bunch of|several|the following)(?: \w+)?(?: arranged in a row)?:?)? (?P<items>[^.?]+)\. (?P<ask>[^?]+)\?",
    re.IGNORECASE,
)
_ITEM = re.compile(
    rf"(?P<n>\d{{1,3}}|{'|'.join((*ENGLISH, *ARTICLES))}) (?P<c>{_COLORS}) (?P<name>[a-z][a-z -]*)",
    re.IGNORECASE,
)
_THING = r"(?:object|item|thing)s?"
_OF = rf"the (?P<of>(?:{_COLORS})(?= {_THING})|[a-z][a-z -]*?)(?: {_THING})?"
_SIDE = r"(?P<side>left|right)"

_ASKS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], dict[str, Any]]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (rf"what color is {_OF}", lambda m: {"op": "color", "of": m["of"]}),
        (rf"is {_OF} (?P<c>{_COLORS})", lambda m: {"op": "is_color", "of": m["of"], "color": m["c"]}),
        (rf"what is the color of the {_THING} directly to the {_SIDE} of {_OF}", lambda m: {"op": "beside", "of": m["of"], "side": m["side"]}),
        (rf"what is the color of the {_SIDE}-?most {_THING}", lambda m: {"op": "end", "side": m["side"]}),
        (rf"what is the color of the {_THING} (?:furthest|farthest) from {_OF}", lambda m: {"op": "furthest", "of": m["of"]}),
        (rf"how many {_THING} are neither (?P<c>{_COLORS}) nor (?P<d>{_COLORS})", lambda m: {"op": "count", "without": [m["c"], m["d"]]}),
        (rf"how many non-(?P<c>{_COLORS}) {_THING} do (?:you|i|we) see to the {_SIDE} of {_OF}", lambda m: {"op": "count_beside", "of": m["of"], "side": m["side"], "without": [m["c"]]}),
        (rf"if (?:i|you|we) remove all (?:of )?the (?P<r>(?:{_COLORS})(?= {_THING})|[a-z][a-z -]*?)(?: {_THING})? from the {_PLACE}, how many (?P<of>(?:{_COLORS})(?= {_THING})|[a-z][a-z -]*?)(?: {_THING})? remain on it", lambda m: {"op": "count", "of": m["of"], "removed": m["r"]}),
        (rf"what is the color of {_OF}", lambda m: {"op": "color", "of": m["of"]}),
    )
)  # fmt: skip


def solve(question: QuestionText) -> list[Derivation]:
    """The colour, number or yes/no that the question asks for."""
    if not question.stem.startswith("On the "):
        return []
    match = _INTRO.fullmatch(core(question.stem))
    things = _things(match["items"]) if match else None
    request = _request(match["ask"]) if match and things else None
    if request is None or not things:
        return []
    tool_input = {"things": things, **request}
    try:
        value = scene(**tool_input)["value"]
    except ToolkitError:
        return []
    return [
        Derivation(
            kind="boolean" if isinstance(value, bool) else "number" if value.isdigit() else "text",
            tool="scene",
            tool_input=tool_input,
            description=f"{request['op']} among {len(things)} things",
        )
    ]


def _things(text: str) -> list[dict[str, str]] | None:
    found: list[dict[str, str]] = []
    for item in re.split(r",\s*(?:and\s+)?|\s+and\s+", text):
        match = _ITEM.fullmatch(item.strip())
        if match is None:
            return None
        count = match["n"].lower()
        found.append({"count": in_digits(count), "color": match["c"], "name": match["name"]})
    return found


def _request(text: str) -> dict[str, Any] | None:
    for pattern, make in _ASKS:
        match = pattern.fullmatch(text)
        if match:
            return make(match)
    return None
