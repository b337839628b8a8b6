"""The ``dates`` tool: arithmetic on the Gregorian calendar."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.dates._read import MONTHS, WEEKDAYS, read_date
from toolkits.errors import ToolInputError, ToolLimit

__all__ = ["MONTHS", "dates", "read_date", "weekday_names"]

Operation: TypeAlias = Literal[
    "shift", "difference", "weekday", "day_of_year", "days_in_month", "days_in_year", "is_leap_year"
]

_MAX_SHIFTS = 20
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


def dates(
    op: Operation,
    date: str,
    other: str = "",
    shift: list[dict[str, str]] | None = None,
    order: Literal["", "mdy", "dmy"] = "",
) -> dict[str, Any]:
    """A date moved by days, weeks, months or years; the days between two dates; the weekday of one.

    A move by months or years keeps the day of the month, or goes to the month's last day where there is none
    (a month after January 31 is February 28 or 29).

    Args:
        op: what to compute.
        date: a date as people write it, in English or Chinese; for ``weekday`` also the name of a weekday,
            which moves by days and weeks only; for ``days_in_month`` and ``days_in_year`` also a month
            ("February 2024", "2024年2月") or year alone.
        other: the second date of ``difference``.
        shift: moves made before anything else, in order: ``{"amount": "10", "unit": "day", "direction":
            "before"}``; units hour (whole days of them), day, week, fortnight, month, quarter, half-year,
            year, decade, quarter-century, half-century, century; directions before and after.
        order: how ``3/4/2021`` is meant; "" where it can be told.

    Returns:
        ``{"value": …}``: an ISO date (``shift``; its ``names`` hold it without the year too), a number of
        days as text (``difference`` counts from ``date`` to ``other``), an English weekday with all its
        ``names`` in English and Chinese, a boolean.

    Raises:
        ToolInputError: an unreadable or ambiguous date, an unknown unit, a date outside the years 1 to 9999.
        ToolLimit: more than 20 moves.
    """
    if len(shift or ()) > _MAX_SHIFTS:
        raise ToolLimit(f"more than {_MAX_SHIFTS} moves")
    if op == "weekday" and date.strip().lower() in WEEKDAYS:
        return _weekday(_moved(_named_day(date, shift or ()), shift or ()))
    if op in _LENGTHS and (start := _start_of(date, op)) is not None:
        return _HANDLERS[op](start)
    day = _moved(read_date(date, order), shift or ())
    if op == "difference":
        return {"value": str((read_date(other, order) - day).days)}
    handler = _HANDLERS.get(op)
    if handler is None:
        raise ToolInputError(f"unknown operation {op!r}; one of difference, {', '.join(_HANDLERS)}")
    return handler(day)


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


def _moved(day: dt.date, moves: Sequence[dict[str, str]]) -> dt.date:
    for move in moves:
        try:
            day = _move(day, move)
        except (OverflowError, ValueError) as error:
            raise ToolInputError("the date leaves the years 1 to 9999") from error
    return day


def _move(day: dt.date, move: dict[str, str]) -> dt.date:
    amount, unit = move.get("amount", ""), move.get("unit", "")
    sign = {"after": 1, "before": -1}.get(move.get("direction", ""))
    if sign is None or not (amount.isascii() and amount.isdigit() and len(amount) < 8):
        raise ToolInputError(
            f"{move!r} needs an amount (a whole number), a unit and a direction (before, after)"
        )
    if unit == "hour" and int(amount) % 24 == 0:
        return day + timedelta(hours=sign * int(amount))
    if unit in _DAYS:
        return day + timedelta(sign * int(amount) * _DAYS[unit])
    if unit in _MONTHS:
        return _by_months(day, sign * int(amount) * _MONTHS[unit])
    raise ToolInputError(f"{unit!r} is none of {', '.join([*_DAYS, *_MONTHS])}")


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
}
