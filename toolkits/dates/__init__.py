"""The ``dates`` tool: arithmetic on the Gregorian calendar."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.dates._business import Calendar, Ends, between, calendar_of, given, weekday_number
from toolkits.dates._read import MONTHS, WEEKDAYS, read_date
from toolkits.dates._spans import age, duration, iso_week, quarter, whole_months
from toolkits.errors import ToolInputError, ToolLimit

__all__ = ["MONTHS", "dates", "read_date", "weekday_names"]

Operation: TypeAlias = Literal[
    "shift", "difference", "weekday", "day_of_year", "days_in_month", "days_in_year", "is_leap_year",
    "is_weekday", "count_weekday", "business_days", "age", "duration", "iso_week", "quarter",
]  # fmt: skip
Order: TypeAlias = Literal["", "mdy", "dmy"]
Unit: TypeAlias = Literal["", "day", "week", "month", "year"]

_MAX_SHIFTS = 20
BUSINESS_DAY = "business-day"
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_MONTHS = {
    "month": 1, "quarter": 3, "half-year": 6, "year": 12, "decade": 120, "quarter-century": 300,
    "half-century": 600,
    "century": 1200,
}  # fmt: skip
_LENGTHS = {
    "days_in_month": re.compile(
        r"(?:(?P<name>[A-Za-z]{3,9}),? (?:of )?)?(?P<year>\d{4})(?:年\s*(?P<month>\d{1,2})月份?)?"
    ),
    "days_in_year": re.compile(r"(?P<year>\d{4})\s*年?"),
}
_SOME_MONDAY = dt.date(2001, 1, 1)


def dates(  # noqa: PLR0917  (the fields of one JSON object)
    op: Operation,
    date: str,
    other: str = "",
    shift: list[dict[str, str]] | None = None,
    order: Order = "",
    unit: Unit = "",
    weekday: str = "",
    ends: Ends = "",
    weekend: list[str] | None = None,
    holidays: list[str] | None = None,
) -> dict[str, Any]:
    """A date moved by days, weeks, months or years; spans between two dates; weekdays, business days, ages.

    A move by months or years keeps the day of the month, or goes to the month's last day where there is none
    (a month after January 31 is February 28 or 29).

    Args:
        op: what to compute.
        date: a date as people write it, in English or Chinese; for ``weekday`` also the name of a weekday,
            which moves by days and weeks only; for ``days_in_month``, ``days_in_year`` and ``count_weekday``
            also a month ("February 2024", "2024年2月") or year alone.
        other: the second date of ``difference``, ``business_days``, ``age``, ``duration``; the last day of
            ``count_weekday`` where ``date`` is a day.
        shift: moves made before anything else, in order: ``{"amount": "10", "unit": "day", "direction":
            "before"}``; units hour (whole days of them), day, business-day, week, fortnight, month, quarter,
            half-year, year, decade, quarter-century, half-century, century; directions before and after.
        order: how ``3/4/2021`` is meant; "" where it can be told, or makes no difference.
        unit: of ``difference``: day (the default) and week exactly, month and year completed.
        weekday: the day of ``is_weekday`` and ``count_weekday``, by its name.
        ends: which of the two dates ``business_days`` counts; "" where it makes no difference.
        weekend: names of the free weekdays; Saturday and Sunday by default.
        holidays: further free days, [] for none: needed where business days are counted, for none is known.

    Returns:
        ``{"value": …}``: an ISO date (``shift``; its ``names`` hold it without the year too), a number as
        text (``difference`` counts from ``date`` to ``other``), an English weekday with all its ``names`` in
        English and Chinese, a boolean; ``duration`` has ``years``, ``months`` and ``days`` beside it.

    Raises:
        ToolInputError: an unreadable date; an ambiguous one, with what each reading comes to
            (``ambiguous_date``); ends that matter (``ambiguous_ends``); unknown holidays
            (``holidays_unknown``); an unknown unit; a date outside the years 1 to 9999.
        ToolLimit: more than 20 moves, or 400,000 days of business.
    """
    if len(shift or ()) > _MAX_SHIFTS:
        raise ToolLimit(f"more than {_MAX_SHIFTS} moves")

    def by(way: Order) -> dict[str, Any]:
        free = None if holidays is None else calendar_of(weekend, holidays, way)
        return _answer(_Asked(op, date, other, tuple(shift or ()), way, unit, weekday, ends, free))

    try:
        return by(order)
    except ToolInputError as error:
        if error.code != "ambiguous_date":
            raise
        month_first, day_first = by("mdy"), by("dmy")
        if month_first == day_first:
            return month_first
        told = f"month first it is {month_first['value']}, day first {day_first['value']}"
        raise ToolInputError(f"{error}: {told}", code="ambiguous_date") from error


@dataclass(frozen=True, slots=True)
class _Asked:
    """The input, with one way to read dates."""

    op: str
    date: str
    other: str
    shift: tuple[dict[str, str], ...]
    order: Order
    unit: Unit
    weekday: str
    ends: Ends
    free: Calendar | None


def _answer(asked: _Asked) -> dict[str, Any]:
    op, date, shift = asked.op, asked.date, asked.shift
    if op == "weekday" and date.strip().lower() in WEEKDAYS:
        return _weekday(_moved(_named_day(date, shift), shift, asked.free))
    if op in _LENGTHS and (start := _start_of(date, op)) is not None:
        return _HANDLERS[op](start)
    if op == "count_weekday":
        return _count(asked)
    day = _moved(read_date(date, asked.order), shift, asked.free)
    if op in _OF_TWO:
        return _OF_TWO[op](day, read_date(asked.other, asked.order), asked)
    if op == "is_weekday":
        return {
            "value": day.weekday() == weekday_number(asked.weekday),
            "weekday": weekday_names(day.weekday())[0],
        }
    handler = _HANDLERS.get(op)
    if handler is None:
        known = ", ".join([*_OF_TWO, *_HANDLERS, "is_weekday", "count_weekday"])
        raise ToolInputError(f"unknown operation {op!r}; one of {known}")
    return handler(day)


def _difference(day: dt.date, other: dt.date, asked: _Asked) -> dict[str, Any]:
    if asked.unit in ("", "day"):
        return {"value": str((other - day).days)}
    if asked.unit == "week":
        return {"value": str(Fraction((other - day).days, 7))}
    return {"value": str(whole_months(day, other) // (12 if asked.unit == "year" else 1))}


def _count(asked: _Asked) -> dict[str, Any]:
    """How often a weekday occurs in a year, a month, or from one day to another."""
    number = weekday_number(asked.weekday)
    first, last = _period(asked)
    if last < first:
        raise ToolInputError(f"{last} lies before {first}")
    ahead = (number - first.weekday()) % 7
    return {"value": str(max(0, ((last - first).days - ahead) // 7 + 1))}


def _period(asked: _Asked) -> tuple[dt.date, dt.date]:
    if not asked.other:
        if (start := _start_of(asked.date, "days_in_year")) is not None:
            return start, start.replace(month=12, day=31)
        if (start := _start_of(asked.date, "days_in_month")) is not None:
            return start, start.replace(day=calendar.monthrange(start.year, start.month)[1])
    return read_date(asked.date, asked.order), read_date(asked.other, asked.order)


def _start_of(text: str, op: str) -> dt.date | None:
    """The first day of a month or year that is named without a day, or None."""
    match = _LENGTHS[op].fullmatch(text.strip())
    if match is None:
        return None
    parts = match.groupdict()
    named = MONTHS.get((parts.get("name") or "").lower(), 0)
    month = 1 if op == "days_in_year" else named or int(parts.get("month") or 0)
    if not (1 <= month <= 12 and int(match["year"])):
        raise ToolInputError(f"{text!r} names no month")
    return dt.date(int(match["year"]), month, 1)


def _named_day(name: str, moves: Sequence[dict[str, str]]) -> dt.date:
    if any(move.get("unit") not in _DAYS and move.get("unit") != "hour" for move in moves):
        raise ToolInputError("the weekday after months or years depends on the date")
    return _SOME_MONDAY + timedelta(WEEKDAYS[name.strip().lower()])


def weekday_names(number: int) -> list[str]:
    """What a weekday is called, Monday being 0: ``["Wednesday", "Wed", "星期三", "周三", "礼拜三"]``."""
    sign = "一二三四五六日"[number]
    chinese = [
        f"{week}{s}" for week in ("星期", "周", "礼拜") for s in ([sign, "天"] if number == 6 else [sign])
    ]
    return [calendar.day_name[number], calendar.day_abbr[number], *chinese]


def _moved(day: dt.date, moves: Sequence[dict[str, str]], free: Calendar | None) -> dt.date:
    for move in moves:
        try:
            day = _move(day, move, free)
        except (OverflowError, ValueError) as error:
            raise ToolInputError("the date leaves the years 1 to 9999") from error
    return day


def _move(day: dt.date, move: dict[str, str], free: Calendar | None) -> dt.date:
    amount, unit = move.get("amount", ""), move.get("unit", "")
    sign = {"after": 1, "before": -1}.get(move.get("direction", ""))
    if sign is None or not (amount.isascii() and amount.isdigit() and len(amount) < 8):
        raise ToolInputError(
            f"{move!r} needs an amount (a whole number), a unit and a direction (before, after)"
        )
    if unit == "hour" and int(amount) % 24 == 0:
        return day + timedelta(hours=sign * int(amount))
    if unit == BUSINESS_DAY:
        return given(free).moved(day, sign * int(amount))
    if unit in _DAYS:
        return day + timedelta(sign * int(amount) * _DAYS[unit])
    if unit in _MONTHS:
        return _by_months(day, sign * int(amount) * _MONTHS[unit])
    raise ToolInputError(f"{unit!r} is none of {', '.join([*_DAYS, BUSINESS_DAY, *_MONTHS])}")


def _by_months(day: dt.date, months: int) -> dt.date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError
    return day.replace(year=year, month=month + 1, day=min(day.day, calendar.monthrange(year, month + 1)[1]))


def _weekday(day: dt.date) -> dict[str, Any]:
    names = weekday_names(day.weekday())
    return {"value": names[0], "names": names}


_HANDLERS: dict[str, Callable[[dt.date], dict[str, Any]]] = {
    "shift": lambda day: {"value": day.isoformat(), "names": [day.isoformat(), f"{day:%m-%d}"]},
    "weekday": _weekday,
    "day_of_year": lambda day: {"value": str(day.timetuple().tm_yday)},
    "days_in_month": lambda day: {"value": str(calendar.monthrange(day.year, day.month)[1])},
    "days_in_year": lambda day: {"value": str(365 + calendar.isleap(day.year))},
    "is_leap_year": lambda day: {"value": calendar.isleap(day.year)},
    "iso_week": iso_week,
    "quarter": quarter,
}
_OF_TWO: dict[str, Callable[[dt.date, dt.date, _Asked], dict[str, Any]]] = {
    "difference": _difference,
    "business_days": lambda day, other, asked: {
        "value": str(between(given(asked.free), day, other, asked.ends))
    },
    "age": lambda day, other, _: age(day, other),
    "duration": lambda day, other, _: duration(day, other),
}
