"""Spans of whole years and months between two dates, and the names that a day has in a year."""

from __future__ import annotations

import calendar
from datetime import date
from typing import Any

from toolkits.errors import ToolInputError

_LEAP_DAY = (2, 29)


def whole_months(first: date, last: date) -> int:
    """Complete months; one that begins on the 31st is complete on a shorter month's last day."""
    if last < first:
        raise ToolInputError(f"{last} lies before {first}")
    months = 12 * (last.year - first.year) + last.month - first.month
    end = calendar.monthrange(last.year, last.month)[1]
    return months - (last.day < min(first.day, end))


def age(born: date, on: date) -> dict[str, Any]:
    """Complete years, as ages are counted.

    Raises:
        ToolInputError: before the birth; or on February 28 of a common year for one born on February 29, who
            is counted a year older on that day in some places and on March 1 in others (``leap_birthday``).
    """
    if on < born:
        raise ToolInputError(f"{on} lies before the birth, {born}")
    if (born.month, born.day) == _LEAP_DAY and (on.month, on.day) == (2, 28) and not calendar.isleap(on.year):
        raise ToolInputError(
            "born on February 29: one year older on February 28 or on March 1, by the law of the place",
            code="leap_birthday",
        )
    return {"value": str(on.year - born.year - ((on.month, on.day) < (born.month, born.day)))}


def duration(first: date, last: date) -> dict[str, Any]:
    """Years, months and days from one date to another, the largest first; as ISO 8601 writes it."""
    months = whole_months(first, last)
    years, rest = divmod(months, 12)
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    day = min(first.day, calendar.monthrange(year, month + 1)[1])
    days = (last - date(year, month + 1, day)).days
    return {"value": f"P{years}Y{rest}M{days}D", "years": years, "months": rest, "days": days}


def iso_week(day: date) -> dict[str, Any]:
    """The week of ISO 8601, which begins on Monday; week 1 holds the year's first Thursday."""
    year, week, weekday = day.isocalendar()
    name = f"{year}-W{week:02d}"
    return {"value": str(week), "year": str(year), "names": [name, f"{name}-{weekday}"]}


def quarter(day: date) -> dict[str, Any]:
    """The quarter of the calendar year."""
    number = (day.month + 2) // 3
    ordinal = ("first", "second", "third", "fourth")[number - 1]
    chinese = "一二三四"[number - 1]
    names = [f"Q{number}", f"{ordinal} quarter", f"第{chinese}季度", f"{day.year}Q{number}"]
    return {"value": str(number), "names": names}
