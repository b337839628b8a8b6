"""Reads the text of one date, as people write it in English and Chinese."""

from __future__ import annotations

import calendar
import unicodedata
from collections.abc import Callable
from datetime import date, timedelta

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError
from toolkits.quantities import with_digits

MONTHS: dict[str, int] = {
    **{name.lower(): number for number, name in enumerate(calendar.month_name) if name},
    **{name.lower(): number for number, name in enumerate(calendar.month_abbr) if name},
    "sept": 9,
    "feburary": 2,
}
WEEKDAYS: dict[str, int] = {
    **{name.lower(): number for number, name in enumerate(calendar.day_name)},
    **{name.lower(): number for number, name in enumerate(calendar.day_abbr)},
    "tues": 1, "wednes": 2, "thur": 3, "thurs": 3,
    **{f"{w}{day}": number for w in ("星期", "周", "礼拜") for number, day in enumerate("一二三四五六日")},
    **{f"{week}天": 6 for week in ("星期", "周", "礼拜")},
}  # fmt: skip
_ORDINALS_EN = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
ORDINALS: dict[str, int] = {
    **{name: n for n, name in enumerate(_ORDINALS_EN, start=1)},
    **{f"第{name}": n for n, name in enumerate("一二三四五六七八九十", start=1)},
    **{f"第{n}": n for n in range(1, 13)},
    "last": -1, "final": -1, "最后一": -1, "最后": -1,
}  # fmt: skip
_HOLIDAYS: dict[str, tuple[int, int]] = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "new year's day": (1, 1),
    "new years day": (1, 1), "new year's eve": (12, 31), "new years eve": (12, 31), "halloween": (10, 31),
    "valentine's day": (2, 14), "valentines day": (2, 14),
    "平安夜": (12, 24), "圣诞节": (12, 25), "元旦": (1, 1), "情人节": (2, 14),
}  # fmt: skip

_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = "|".join(sorted((w for w in WEEKDAYS if w.isascii()), key=len, reverse=True))
_DAY_ZH = r"(?:星期|周|礼拜)[一二三四五六日天]"
_NTH = "|".join(sorted((w for w in ORDINALS if w.isascii()), key=len, reverse=True))
_NTH_ZH = r"第[一二三四五六七八九十]|第\d{1,2}|最后一|最后"
_LEAD = rf"(?:(?:{_DAY})\.?,?\s+)?(?:the\s+)?"

#: Longest text that can be a date.
MAX_LENGTH = 80


def read_date(text: str, order: str = "") -> date:
    """The day that ``text`` names.

    Args:
        text: such as ``Jun 1, 2021``, ``1 June 2021``, ``2021-06-01``, ``6/18/2019``, ``2021年6月1日``,
            ``二〇二一年六月一日``, ``Christmas Eve of 1937``, ``the last day of January 2012``,
            ``the first Monday of 2019``, ``2008年第一季度的最后一天``.
        order: how all-digit dates that end in the year are meant: ``mdy``, ``dmy``, or "" (then both parts
            must fit one order only).

    Raises:
        ToolInputError: not a date, not a day of the calendar (``no_such_day``), or ambiguous
            (``ambiguous_date``).
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("’", "'").lower().split()).rstrip(".")
    if len(plain) > MAX_LENGTH:
        raise ToolInputError("too long for a date")
    plain = with_digits(plain, "年月日号")
    numeric = _NUMERIC.fullmatch(plain)
    if numeric:
        return _day(*_ordered(int(numeric[1]), int(numeric[2]), int(numeric[3]), order))
    for pattern, make in _FORMS:
        match = pattern.fullmatch(plain)
        if match:
            return make(match)
    raise ToolInputError(f"{text!r} is not a date that can be read")


def _ordered(first: int, second: int, year: int, order: str) -> tuple[int, int, int]:
    if order == "dmy" or (not order and first > 12 >= second):
        return year, second, first
    if order == "mdy" or (not order and (second > 12 >= first or first == second)):
        return year, first, second
    raise ToolInputError(
        f"day and month of {first}/{second}/{year} can't be told apart; say which comes first",
        code="ambiguous_date",
    )


def _day(year: int, month: int, day: int) -> date:
    try:
        return date(year, month, day)
    except ValueError as error:
        raise ToolInputError(f"there is no day {year}-{month}-{day}", code="no_such_day") from error


def _holiday(match: re.Match[str]) -> date:
    return _day(int(match["y"]), *_HOLIDAYS[match["name"]])


def _from_end(start: date, end: date, nth: int) -> date:
    """The nth day from ``start``, or from ``end`` backwards; both belong to the period."""
    found = start + timedelta(nth - 1) if nth > 0 else end + timedelta(nth + 1)
    if not start <= found <= end:
        raise ToolInputError(f"the period has no day number {nth}", code="no_such_day")
    return found


def _period(match: re.Match[str]) -> tuple[date, date]:
    """First and last day of the month, quarter or year that the match names."""
    parts = match.groupdict()
    year = int(parts["y"])
    first, last = 1, 12
    if parts.get("q"):
        quarter = ORDINALS[parts["q"]]
        first, last = 3 * quarter - 2, 3 * quarter
    elif parts.get("m") or parts.get("mth"):
        first = last = MONTHS.get(parts.get("m") or "") or _number(parts.get("m") or parts["mth"])
    if not 1 <= first <= last <= 12:
        raise ToolInputError("there is no such month or quarter", code="no_such_day")
    return _day(year, first, 1), _day(year, last, calendar.monthrange(year, last)[1])


def _number(text: str) -> int:
    return int(text) if text.isdigit() else ORDINALS[text]


def _nth_day(match: re.Match[str]) -> date:
    return _from_end(*_period(match), ORDINALS[match["n"]])


def _nth_weekday(match: re.Match[str]) -> date:
    start, end = _period(match)
    nth, weekday = ORDINALS[match["n"]], WEEKDAYS[match["w"].rstrip(".")]
    if nth > 0:
        first = start + timedelta((weekday - start.weekday()) % 7)
        found = first + timedelta(7 * (nth - 1))
    else:
        found = end - timedelta((end.weekday() - weekday) % 7)
    if found > end:
        raise ToolInputError("the period has too few of that weekday", code="no_such_day")
    return found


def _thanksgiving(match: re.Match[str]) -> date:
    first = _day(int(match["y"]), 11, 1)
    return first + timedelta((3 - first.weekday()) % 7 + 21)


def _written(match: re.Match[str]) -> date:
    return _day(int(match["y"]), MONTHS[match["m"]], int(match["d"]))


def _digits(match: re.Match[str]) -> date:
    return _day(int(match["y"]), int(match["m"]), int(match["d"]))


_NUMERIC = re.compile(rf"(?:(?:{_DAY})\.?,?\s+)?(\d{{1,2}})[/.-](\d{{1,2}})[/.-](\d{{4}})")
_IN = r"(?:\s+of|\s+in|,)?\s+"
_PERIOD = (
    rf"(?:(?:the\s+)?(?P<q>{_NTH})\s+quarter{_IN}|(?:the\s+)?(?P<mth>{_NTH})\s+month{_IN}"
    rf"|(?P<m>{_MONTH})\.?{_IN})?(?:the\s+year\s+)?(?P<y>\d{{4}})"
)
_PERIOD_ZH = r"(?P<y>\d{4})\s*年(?:的?\s*(?P<q>第[一二三四])个?季度|的?\s*(?P<m>\d{1,2})\s*月(?:份)?)?的?\s*"
_ASCII_HOLIDAYS = "|".join(name for name in _HOLIDAYS if name.isascii())
_OTHER_HOLIDAYS = "|".join(name for name in _HOLIDAYS if not name.isascii())
_D, _TH = r"(?P<d>\d{1,2})", r"(?:st|nd|rd|th)?"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], date]], ...] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (r"(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})", _digits),
        (rf"{_LEAD}(?P<m>{_MONTH})\.?\s+(?:the\s+)?{_D}{_TH}(?:,\s*|\s+of\s+|\s+)(?P<y>\d{{4}})", _written),
        (
            rf"{_LEAD}{_D}{_TH}\s+(?:day\s+)?(?:of\s+)?(?P<m>{_MONTH})\.?,?(?:\s+of)?\s+(?P<y>\d{{4}})",
            _written,
        ),
        (
            rf"(?P<y>\d{{4}})\s*年\s*(?P<m>\d{{1,2}})\s*月\s*{_D}\s*[日号](?:\s*[,，(]?\s*{_DAY_ZH}\)?)?",
            _digits,
        ),
        (rf"(?P<name>{_ASCII_HOLIDAYS})(?:\s+(?:of|in)|,)?\s+(?P<y>\d{{4}})", _holiday),
        (rf"(?:the\s+)?(?:us|u\.s\.|american)\s+thanksgiving(?:\s+day)?{_IN}(?P<y>\d{{4}})", _thanksgiving),
        (rf"(?P<y>\d{{4}})\s*年的?\s*(?P<name>{_OTHER_HOLIDAYS})", _holiday),
        (rf"(?:the\s+)?(?P<n>{_NTH})\s+day\s+(?:of|in)\s+{_PERIOD}", _nth_day),
        (rf"{_PERIOD_ZH}(?P<n>{_NTH_ZH})天", _nth_day),
        (rf"(?:the\s+)?(?P<n>{_NTH})\s+(?P<w>{_DAY})\s+(?:of|in)\s+{_PERIOD}", _nth_weekday),
        (rf"{_PERIOD_ZH}(?P<n>{_NTH_ZH})个?(?P<w>{_DAY_ZH})", _nth_weekday),
    )
)
