"""One measure in several units, the larger first: "2 hours 30 minutes", "2小时30分", "5 feet 4 inches"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from toolkits import lazy_re as re
from toolkits.quantities import unit_symbol
from verifier.reading._found import Found
from verifier.reading._measures import MEASURES

_PART: Final = re.compile(
    r"\s*(?P<number>\d+(?:\.\d+)?)(?P<gap>[ \t]*-?)(?P<unit>[A-Za-z]+(?![A-Za-z])\.?"
    r"|个?小时|个?钟头|分钟|秒钟|个?星期|千米|公里|分米|厘米|毫米|千克|公斤|[时分秒天日周米克斤吨](?![\u4e00-\u9fff]))"
)
_JOIN: Final = re.compile(r"[ \t]*(?:,[ \t]*)?(?:and\b|又|零)?[ \t]*", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"\s*(?:[-+*/×÷^=≈]|per\b|an?\b|每|\d)")
_HALF: Final = re.compile(r"半(?!径)")
#: Short words that measure time only in a row with others.
_IN_A_ROW: Final = {"时": "h", "分": "min", "钟头": "h"}
_CLOCK: Final = frozenset(("h", "hr", "hrs", "hour", "hours", "s", "sec", "secs"))
_SUMMED: Final = frozenset({"time", "length", "mass"})
_FEWEST: Final = 2


def read_compound(text: str, start: int, end: int) -> Found | None:
    """The measure that ``text[start:end]`` starts with, in its smallest unit; ``None`` where it is none.

    Each part is smaller than one of the unit before it, and all but the last are whole: "5 feet 40 inches"
    and "1.5 h 30 min" are not read.
    """
    first = _PART.match(text, start, end)
    if first is None:
        return None
    half = _half(text, first)
    if half is not None:
        return half
    parts = [first]
    while (joined := _next(text, parts[-1], end)) is not None:
        parts.append(joined)
    last = parts[-1].end()
    return None if len(parts) < _FEWEST or _GOES_ON.match(text, last, end) else _summed(parts)


def _next(text: str, part: re.Match[str], end: int) -> re.Match[str] | None:
    join = _JOIN.match(text, part.end(), end)
    at = join.end() if join else part.end()
    return _PART.match(text, at, end)


def _half(text: str, part: re.Match[str]) -> Found | None:
    """A half behind the unit ("2小时半"); "2个半小时" is read elsewhere."""
    half, word = _HALF.match(text, part.end()), _words([part])[0]
    measure = _measure(word)
    if half is None or measure is None or measure[0] != "time" or "." in part["number"]:
        return None
    span = (part.start("number"), half.end())
    value = Fraction(part["number"]) + Fraction(1, 2)
    return Found("quantity", value, span, span, quantum=Fraction(1, 2), unit=unit_symbol(word))


def _summed(parts: list[re.Match[str]]) -> Found | None:
    words = _words(parts)
    scales = [_measure(word) for word in words]
    known = [scale for scale in scales if scale is not None and scale[0] in _SUMMED and scale[1]]
    if len(known) < len(parts) or len({dimension for dimension, _ in known}) > 1:
        return None
    total = Fraction(0)
    for index, part in enumerate(parts):
        number, scale = Fraction(part["number"]), known[index][1]
        if index and number * scale >= known[index - 1][1]:
            return None
        if "." in part["number"] and part is not parts[-1]:
            return None
        total += number * scale
    last, unit = parts[-1], unit_symbol(words[-1])
    if unit is None:
        return None
    span = (parts[0].start("number"), last.end("unit"))
    quantum = Fraction(1, 10 ** len(last["number"].partition(".")[2]))
    return Found("quantity", total / known[-1][1], span, span, quantum=quantum, unit=unit)


def _measure(word: str) -> tuple[str, Fraction] | None:
    return MEASURES.get(word) or MEASURES.get(word.lower())


def _words(parts: list[re.Match[str]]) -> list[str]:
    """The units' words; beside hours or seconds "m" is minutes, not metres."""
    words = [part["unit"].rstrip(".").removeprefix("个") for part in parts]
    clock = not _CLOCK.isdisjoint(words)
    return [("min" if clock and word == "m" else _IN_A_ROW.get(word, word)) for word in words]
