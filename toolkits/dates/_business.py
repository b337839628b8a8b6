"""Business days: every day but the weekend and the holidays that are given; none is known by itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal, TypeAlias

from toolkits.dates._read import WEEKDAYS, read_date
from toolkits.errors import ToolInputError, ToolLimit

Ends: TypeAlias = Literal["", "both", "first", "last", "neither"]
_MOST_DAYS = 400_000
_MOST_HOLIDAYS = 1_000
_MOST_STEPS = 40_000
_CONVENTIONS: tuple[Ends, ...] = ("both", "first", "last", "neither")


@dataclass(frozen=True, slots=True)
class Calendar:
    """Which days are free. ``weekend``: 0 is Monday."""

    weekend: frozenset[int]
    holidays: frozenset[date] = frozenset()

    def is_open(self, day: date) -> bool:
        """Whether a day is a business day."""
        return day.weekday() not in self.weekend and day not in self.holidays

    def count(self, first: date, last: date) -> int:
        """Business days from ``first`` to ``last``, both counted where they are some."""
        days = (last - first).days + 1
        if days <= 0:
            return 0
        if days > _MOST_DAYS:
            raise ToolLimit(f"{days} days are more than {_MOST_DAYS}")
        weeks, rest = divmod(days, 7)
        found = weeks * (7 - len(self.weekend))
        found += sum((first.weekday() + n) % 7 not in self.weekend for n in range(rest))
        return found - sum(first <= h <= last and h.weekday() not in self.weekend for h in self.holidays)

    def moved(self, day: date, count: int) -> date:
        """The ``count``-th business day after ``day`` (before it where negative)."""
        if abs(count) > _MOST_STEPS:
            raise ToolLimit(f"more than {_MOST_STEPS} business days")
        step = timedelta(1 if count > 0 else -1)
        left = abs(count)
        while left:
            day += step
            left -= self.is_open(day)
        return day


def given(calendar: Calendar | None) -> Calendar:
    """The calendar, which nobody may leave open: a public holiday more or less is another day."""
    if calendar is None:
        raise ToolInputError(
            "which days are holidays is not known; give holidays, [] for none", code="holidays_unknown"
        )
    return calendar


def calendar_of(weekend: Sequence[str] | None, holidays: Collection[str], order: str) -> Calendar:
    """The calendar that names of weekdays and texts of dates describe; by default weekends are free."""
    if len(holidays) > _MOST_HOLIDAYS:
        raise ToolLimit(f"more than {_MOST_HOLIDAYS} holidays")
    free = frozenset(map(weekday_number, ("saturday", "sunday") if weekend is None else weekend))
    if len(free) == 7:
        raise ToolInputError("a week of free days has no business day")
    return Calendar(free, frozenset(read_date(text, order) for text in holidays))


def weekday_number(name: str) -> int:
    """The number of a weekday, Monday being 0."""
    number = WEEKDAYS.get(name.strip().lower())
    if number is None:
        raise ToolInputError(f"{name!r} is no day of the week")
    return number


def between(calendar: Calendar, first: date, last: date, ends: Ends) -> int:
    """Business days between two dates.

    Args:
        calendar: which days are free.
        first: the earlier date.
        last: the later one.
        ends: which of the two are counted; "" where that must make no difference.

    Raises:
        ToolInputError: ``last`` lies before ``first``; or with "" it matters (``ambiguous_ends``).
    """
    if last < first:
        raise ToolInputError(f"{last} lies before {first}")
    if ends:
        return _between(calendar, first, last, ends)
    found = {convention: _between(calendar, first, last, convention) for convention in _CONVENTIONS}
    if len(set(found.values())) > 1:
        told = ", ".join(f"{count} with {name} counted" for name, count in found.items())
        raise ToolInputError(f"which ends are counted matters: {told}", code="ambiguous_ends")
    return found["both"]


def _between(calendar: Calendar, first: date, last: date, ends: Ends) -> int:
    start = first + timedelta(ends in {"last", "neither"})
    stop = last - timedelta(ends in {"first", "neither"})
    return calendar.count(start, stop)
