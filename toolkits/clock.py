"""The ``clock`` tool: times of day, later, earlier and apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit
from toolkits.quantities import with_digits

_DAY = 24 * 60
_HALF = 12 * 60
_MAX_MOVES = 10
_UNITS = {"minute": 1, "hour": 60}
_ENGLISH = re.compile(r"(?P<h>\d{1,2})(?:[:.](?P<m>\d{2}))?\s*(?P<half>[ap])\.?\s*m\.?", re.IGNORECASE)
_PLAIN = re.compile(
    r"(?P<h>\d{1,2}):(?P<m>\d{2})(?:\s*(?:o'clock|hours))?|(?P<h2>\d{1,2})\s*o'clock", re.IGNORECASE
)
_CHINESE = re.compile(
    r"(?P<part>凌晨|清晨|早晨|早上|上午|中午|下午|傍晚|晚上|夜里|夜晚|半夜|午夜)?\s*(?P<h>\d{1,2})"
    r"(?::(?P<m>\d{2})|\s*[点时](?:\s*(?P<m2>\d{1,2})\s*分?|(?P<half>半)|(?P<quarter>[一三]刻)|整|钟)?)"
)
_NAMED = {"noon": 12 * 60, "midday": 12 * 60, "midnight": 0, "正午": 12 * 60, "午夜": 0}
_MORNING = frozenset({"凌晨", "清晨", "早晨", "早上", "上午"})
_EVENING = frozenset({"下午", "傍晚", "晚上"})


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """``minutes`` after midnight; ``sure`` where the text says which half of the day it means."""

    minutes: int
    sure: bool

    @property
    def text(self) -> str:
        """``14:05``, or ``2:05?`` where the half of the day is open."""
        if self.sure:
            return f"{self.minutes // 60:02d}:{self.minutes % 60:02d}"
        hour = self.minutes // 60 % 12 or 12
        return f"{hour}:{self.minutes % 60:02d}?"


def read_time(text: str) -> TimeOfDay:
    """The time that ``text`` names: ``10:30 pm``, ``22:30``, ``noon``, ``下午2点一刻``, ``下午三点半``.

    Raises:
        ToolInputError: it names none.
    """
    plain = with_digits(text.strip().lower(), "点时分")
    if plain in _NAMED:
        return TimeOfDay(_NAMED[plain], sure=True)
    english = _ENGLISH.fullmatch(plain)
    if english:
        return _of_half(int(english["h"]), int(english["m"] or 0), late=english["half"] == "p")
    simple = _PLAIN.fullmatch(plain)
    if simple:
        return _of_day(int(simple["h"] or simple["h2"]), int(simple["m"] or 0))
    chinese = _CHINESE.fullmatch(plain)
    if chinese:
        return _chinese(chinese)
    raise ToolInputError(f"{text[:40]!r} is no time of day")


def _of_half(hour: int, minute: int, *, late: bool) -> TimeOfDay:
    if not (1 <= hour <= 12 and minute < 60):
        raise ToolInputError(f"{hour}:{minute:02d} is not on a clock of twelve hours")
    return TimeOfDay((hour % 12 + 12 * late) * 60 + minute, sure=True)


def _of_day(hour: int, minute: int) -> TimeOfDay:
    if not (hour < 24 and minute < 60):
        raise ToolInputError(f"{hour}:{minute:02d} is no time of day")
    return TimeOfDay(hour * 60 + minute, sure=hour > 12 or hour == 0)


def _chinese(match: re.Match[str]) -> TimeOfDay:
    quarter = {"一刻": 15, "三刻": 45}.get(match["quarter"] or "", 0)
    minute = int(match["m"] or match["m2"] or 0) + 30 * bool(match["half"]) + quarter
    hour, part = int(match["h"]), match["part"] or ""
    if part == "中午" and hour in (11, 12, 1):
        return (
            _of_day(hour + 12 * (hour == 1), minute) if hour != 12 else TimeOfDay(_HALF + minute, sure=True)
        )
    if part in _MORNING and hour <= 12 and not (part in ("凌晨", "早上") and hour == 12):
        return TimeOfDay(hour * 60 + minute, sure=True)
    if part in _EVENING and (
        12 < hour < 24 or (part != "晚上" and 1 <= hour <= 8) or (part == "晚上" and 5 <= hour < 12)
    ):
        return TimeOfDay((hour if hour > 12 else hour + 12) * 60 + minute, sure=True)
    if part:
        raise ToolInputError(f"{match[0]!r} is said of no time, or of two")
    return _of_day(hour, minute)


def clock(
    op: Literal["shift", "between"], time: str, other: str = "", shift: list[dict[str, str]] | None = None
) -> dict[str, Any]:
    """A time of day some hours and minutes before or after another, or the minutes from one to the next.

    Args:
        op: what to compute.
        time: a time as people write it, in English or Chinese.
        other: the later time of ``between``; where it is earlier on the clock it is of the next day.
        shift: moves in order: ``{"amount": "45", "unit": "minute", "direction": "after"}``; units hour and
            minute, directions before and after.

    Returns:
        ``{"value": "02:15"}`` (``shift``; ``2:15?`` where the half of the day is open, and then
        ``names`` holds the form of 24 hours too), or ``{"value": minutes as text, "unit": "min"}``.

    Raises:
        ToolInputError: an unreadable time or move; two times of which one says its half of the day and the
            other does not.
        ToolLimit: more than 10 moves.
    """
    start = read_time(time)
    if op == "between":
        return _between(start, read_time(other))
    moves = shift or []
    if len(moves) > _MAX_MOVES:
        raise ToolLimit(f"more than {_MAX_MOVES} moves")
    minutes = start.minutes + _total(moves)
    end = TimeOfDay(minutes % _DAY, start.sure)
    plain = TimeOfDay(end.minutes, sure=True).text
    return {"value": end.text, "names": [end.text] if end.sure else [end.text, plain]}


def _total(moves: Sequence[dict[str, str]]) -> int:
    total = 0
    for move in moves:
        amount, unit, direction = (move.get(key, "") for key in ("amount", "unit", "direction"))
        known = unit in _UNITS and direction in ("before", "after")
        if not known or not (amount.isascii() and amount.isdigit() and len(amount) < 6):
            raise ToolInputError(
                f"{move!r} needs an amount (a whole number), hour or minute, before or after"
            )
        total += int(amount) * _UNITS[unit] * (1 if direction == "after" else -1)
    return total


def _between(start: TimeOfDay, end: TimeOfDay) -> dict[str, Any]:
    if start.sure != end.sure and not (start.minutes < end.minutes and end.minutes >= _HALF):
        raise ToolInputError("only one of the times says which half of the day it means")
    if not start.sure and end.minutes <= start.minutes:
        raise ToolInputError("the half of the day is open")
    return {"value": str((end.minutes - start.minutes) % _DAY), "unit": "min"}
