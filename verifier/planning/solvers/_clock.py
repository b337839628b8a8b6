"""Questions on times of day: some hours and minutes later or earlier, and how long it is between two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from toolkits import lazy_re as re
from toolkits.clock import clock
from toolkits.errors import ToolkitError
from verifier.plan import Contains
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers._core import core
from verifier.planning.solvers._small_numbers import in_digits

_MAX_LENGTH = 240
_MARK = re.compile(r"\d\s*[ap]\.?m\b|\d:\d\d|o'clock|noon|midnight|\d\s*[点时:]", re.IGNORECASE)
_ASKED = re.compile(
    r"what time|when (?:does|did|will)|how (?:long|many)|几点|多长时间|多少(?:分钟|小时)|多久", re.IGNORECASE
)
_T = r"(?:\d{1,2}(?:[:.]\d{2})?\s*[ap]\.?m\.?|\d{1,2}:\d{2}|\d{1,2} o'clock|noon|midnight)"
_SPAN = r"(?P<s>(?:\d{1,3}(?:\.5)?|an|one|two|three|four|five|six|half an) ?(?:hours?|hrs?|h|minutes?|mins?|min)(?:,? (?:and )?(?:\d{1,3}|half|a half|an? quarter) ?(?:minutes?|mins?|min)?)?)"
_T_ZH = r"(?:(?:凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上)?\s*\d{1,2}(?::\d{2}|[点时](?:\d{1,2}分?|半|[一三]刻|整)?)|正午|午夜)"
_SPAN_ZH = r"(?P<s>(?:\d{1,3}|[一二两三四五六七八九十半])\s*个?(?:半)?\s*(?:小时|分钟|钟头)(?:零|又)?(?:\s*\d{1,3}\s*分钟?|一刻钟)?)"
_THING = r"(?!(?:an?|the|his|her|their|my|our) (?:flight|plane|airplane|jet))(?:an?|the|his|her|their|my|our|[A-Z]\w+'s) [a-z]+(?: [a-z]+)?"
_STARTS = r"(?:starts|begins|started|began|leaves|left|departs|departed|starts out)"
_LASTS = r"(?:lasts|lasted|takes|took|is|was|runs for|goes on for|lasts for|arrives)"
_ENDS = r"(?:end|finish|be over|arrive|ends|finishes)"

_SHIFTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), direction)
    for pattern, direction in (
        (rf"what time (?:is it|is|will it be|was it|would it be|will be) {_SPAN} (?:after|past|from|later than) (?P<t>{_T})", "after"),
        (rf"what time (?:is it|is|was it|would it be|was) {_SPAN} (?:before|prior to|earlier than) (?P<t>{_T})", "before"),
        (rf"(?:if )?(?:it is|it's|the time is|the time is now|it is now) (?P<t>{_T})(?: now)?[.,;] (?:then )?what time will it be (?:in )?{_SPAN}(?: later| from now)?", "after"),
        (rf"(?:if )?(?:it is|it's|the time is|the time is now|it is now) (?P<t>{_T})(?: now)?[.,;] (?:then )?what time was it {_SPAN} ago", "before"),
        (rf"(?:if )?{_THING} {_STARTS} at (?P<t>{_T})(?: and {_LASTS}(?: for)?|, and {_LASTS}(?: for)?|\. (?:it|the [a-z]+) {_LASTS}(?: for)?) {_SPAN}[.,] (?:(?:at )?what time|when) (?:does|did|will) (?:it|the [a-z]+(?: [a-z]+)?) {_ENDS}", "after"),
        (rf"(?:从|如果现在是|现在是)?(?P<t>{_T_ZH})[,，]?(?:再)?(?:过|经过|之后|以后|后)(?:再过)?\s*{_SPAN_ZH}(?:之?后)?(?:是|为)(?:几点(?:几分|钟)?|什么时间|什么时候)", "after"),
        (rf"(?:从)?(?P<t>{_T_ZH})(?:的)?\s*{_SPAN_ZH}(?:之|以)?后(?:是|为)(?:几点(?:几分|钟)?|什么时间|什么时候)", "after"),
        (rf"(?:从)?(?P<t>{_T_ZH})(?:的)?\s*{_SPAN_ZH}(?:之|以)?前(?:是|为)(?:几点(?:几分|钟)?|什么时间|什么时候)", "before"),
    )
)  # fmt: skip
_BETWEEN: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"how many (?P<u>minutes|hours) (?:are there |are |is it |pass |elapse )?(?:between|from) (?P<t>{_T}) (?:and|to|until|till) (?P<o>{_T})(?: (?:on|of) the same day)?",
        rf"how (?:long|much time) (?:is it|is there|passes|elapses|is)? ?(?:between|from) (?P<t>{_T}) (?:and|to|until|till) (?P<o>{_T})(?: (?:on|of) the same day)?",
        rf"(?:从)?(?P<t>{_T_ZH})\s*(?:到|至)\s*(?:当天|同一天)?(?P<o>{_T_ZH})(?:一共|共|总共)?(?:经过|过|相隔|间隔|是|有)?(?:了)?(?:多长时间|多少(?P<u>分钟|小时)|多久)",
    )
)  # fmt: skip
_PART = re.compile(
    r"(?P<n>\d+|an?|one|two|three|four|five|six|[一二两三四五六七八九十])\s*个?\s*(?P<half>半)?\s*(?P<u>hours?|hrs?|h|minutes?|mins?|min|小时|钟头|分钟?)(?![a-z])",
    re.IGNORECASE,
)


def solve(question: QuestionText) -> list[Derivation]:
    """The time of day, or the time between two, that the question asks for."""
    stem = question.stem
    if len(stem) > _MAX_LENGTH or question.options or not _MARK.search(stem) or not _ASKED.search(stem):
        return []
    text = core(stem).rstrip(" ?？。").rstrip(".")
    tool_input = _shifted(text) or _apart(text)
    try:
        return [_derivation(tool_input)] if tool_input else []
    except ToolkitError:
        return []


def _shifted(text: str) -> dict[str, Any] | None:
    for pattern, direction in _SHIFTS:
        match = pattern.fullmatch(text)
        moves = _moves(match.groupdict(), direction) if match else None
        if match and moves:
            return {"op": "shift", "time": match["t"].strip(), "shift": moves}
    return None


def _moves(parts: Mapping[str, str | None], direction: str) -> list[dict[str, str]] | None:
    """The hours and minutes of a span, each of them once; None where some of it is not read."""
    span = (parts.get("s") or "").strip()
    found = list(_PART.finditer(span))
    rest = re.sub(r"[\s,零又]|\band\b", "", _PART.sub("", span))
    units = [_unit(m["u"]) for m in found]
    if not found or rest or len(set(units)) < len(units) or any(m["half"] for m in found):
        return None
    return [
        {"amount": in_digits(m["n"]), "unit": unit, "direction": direction}
        for m, unit in zip(found, units, strict=True)
    ]


def _unit(word: str) -> str:
    return "hour" if word.lower().startswith("h") or word in ("小时", "钟头") else "minute"


def _apart(text: str) -> dict[str, Any] | None:
    match = next((m for pattern in _BETWEEN if (m := pattern.fullmatch(text))), None)
    if match is None:
        return None
    return {"op": "between", "time": match["t"].strip(), "other": match["o"].strip()}


def _derivation(tool_input: dict[str, Any]) -> Derivation:
    output = clock(**tool_input)
    if tool_input["op"] == "between":
        return Derivation(
            kind="quantity",
            tool="clock",
            tool_input=tool_input,
            unit=output["unit"],
            description="time between",
        )
    return Derivation(
        kind="text",
        tool="clock",
        tool_input=tool_input,
        description=f"{tool_input['time']} moved by {_spoken(tool_input['shift'])}",
        check=Contains(actual={"$ref": "output.names"}, expected={"$ref": "claims.final.value"}),
    )


def _spoken(moves: Sequence[Mapping[str, str]]) -> str:
    return ", ".join(f"{m['amount']} {m['unit']} {m['direction']}" for m in moves)
