"""Calendar arithmetic and the reading of dates."""

from __future__ import annotations

import calendar
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.dates import dates, read_date, weekday_names
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit

_DATES = st.dates(date(1600, 1, 1), date(2400, 12, 31))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("March 5, 2031", date(2031, 3, 5)),
        ("5th of March 2031", date(2031, 3, 5)),
        ("Sept. 3rd, 1999", date(1999, 9, 3)),
        ("Wednesday, 5 March 2031", date(2031, 3, 5)),
        ("2031-03-05", date(2031, 3, 5)),
        ("二〇三一年三月五日", date(2031, 3, 5)),
        ("二零三一年十二月三十一日", date(2031, 12, 31)),
        ("2031年三月十五号", date(2031, 3, 15)),
        ("2031/3/5", date(2031, 3, 5)),
        ("3/25/2031", date(2031, 3, 25)),
        ("25/3/2031", date(2031, 3, 25)),
        ("4/4/2031", date(2031, 4, 4)),
        ("2031年3月5日", date(2031, 3, 5)),
        ("２０３１年３月５号", date(2031, 3, 5)),
        ("New Year's Eve of 1987", date(1987, 12, 31)),
        ("1987年的元旦", date(1987, 1, 1)),
        ("the US Thanksgiving of 2024", date(2024, 11, 28)),
        ("the last day of February 2028", date(2028, 2, 29)),
        ("the first day of 1950", date(1950, 1, 1)),
        ("the third day of the eleventh month of 1950", date(1950, 11, 3)),
        ("the last day of the second quarter of 1950", date(1950, 6, 30)),
        ("the last Friday of May 2024", date(2024, 5, 31)),
        ("the first Sunday of 2023", date(2023, 1, 1)),
        ("2024年5月的最后一个星期五", date(2024, 5, 31)),
        ("1950年第二季度的最后一天", date(1950, 6, 30)),
    ],
)
def test_reads(text: str, day: date) -> None:
    """Dates as people write them, in both languages."""
    assert read_date(text) == day


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3/4/2031", "ambiguous_date"),
        ("February 30, 2031", "no_such_day"),
        ("2031-13-01", "no_such_day"),
        ("the fifth Monday of February 2031", "no_such_day"),
        ("soon", "tool_input"),
        ("March 5", "tool_input"),
        ("x" * 200, "tool_input"),
    ],
)
def test_refuses(text: str, code: str) -> None:
    """What is ambiguous, impossible or no date is told apart."""
    with pytest.raises(ToolInputError) as caught:
        read_date(text)
    assert caught.value.code == code


def test_order_decides() -> None:
    """The stated order of day and month settles an ambiguous date."""
    assert read_date("3/4/2031", "mdy") == date(2031, 3, 4)
    assert read_date("3/4/2031", "dmy") == date(2031, 4, 3)


def _move(amount: str, unit: str, direction: str) -> dict[str, str]:
    return {"amount": amount, "unit": unit, "direction": direction}


@pytest.mark.parametrize(
    ("tool_input", "value"),
    [
        ({"op": "shift", "date": "2024-01-31", "shift": [_move("1", "month", "after")]}, "2024-02-29"),
        ({"op": "shift", "date": "2024-02-29", "shift": [_move("1", "year", "before")]}, "2023-02-28"),
        ({"op": "shift", "date": "2024-12-31", "shift": [_move("48", "hour", "after")]}, "2025-01-02"),
        (
            {
                "op": "shift",
                "date": "2024-12-31",
                "shift": [_move("2", "week", "before"), _move("1", "day", "after")],
            },
            "2024-12-18",
        ),
        ({"op": "difference", "date": "2024-02-28", "other": "2024-03-01"}, "2"),
        ({"op": "weekday", "date": "July 20, 1969"}, "Sunday"),
        ({"op": "weekday", "date": "Monday", "shift": [_move("100", "day", "after")]}, "Wednesday"),
        ({"op": "weekday", "date": "星期一", "shift": [_move("3", "day", "before")]}, "Friday"),
        ({"op": "day_of_year", "date": "2024-12-31"}, "366"),
        ({"op": "days_in_month", "date": "February 1, 1900"}, "28"),
        ({"op": "is_leap_year", "date": "2000-1-1"}, True),
    ],
)
def test_value(tool_input: dict[str, Any], value: object) -> None:
    """Moves by months keep to the month's end; weekdays, differences and lengths are the calendar's."""
    assert dates(**tool_input)["value"] == value


@pytest.mark.parametrize(
    ("tool_input", "error"),
    [
        ({"op": "shift", "date": "2024-1-1", "shift": [_move("36", "hour", "after")]}, ToolInputError),
        ({"op": "shift", "date": "2024-1-1", "shift": [_move("1", "moon", "after")]}, ToolInputError),
        ({"op": "shift", "date": "2024-1-1", "shift": [_move("-1", "day", "after")]}, ToolInputError),
        ({"op": "shift", "date": "9999-12-31", "shift": [_move("1", "day", "after")]}, ToolInputError),
        ({"op": "weekday", "date": "Monday", "shift": [_move("1", "month", "after")]}, ToolInputError),
        ({"op": "age", "date": "2024-1-1"}, ToolInputError),
        ({"op": "shift", "date": "2024-1-1", "shift": [_move("1", "day", "after")] * 30}, ToolLimit),
    ],
)
def test_refusals(tool_input: dict[str, Any], error: type[Exception]) -> None:
    """Half days, unknown units, dates off the calendar."""
    with pytest.raises(error):
        dates(**tool_input)


@given(_DATES, st.integers(0, 5000))
def test_days_there_and_back(day: date, count: int) -> None:
    """A move and its opposite cancel, and the difference is the move."""
    there = dates("shift", day.isoformat(), shift=[_move(str(count), "day", "after")])["value"]
    assert there == (day + timedelta(count)).isoformat()
    assert dates("difference", day.isoformat(), there)["value"] == str(count)


@given(_DATES, st.integers(0, 500))
def test_months_never_leave_the_month_asked_for(day: date, count: int) -> None:
    """Moving by months changes month and year as counted, and the day only where the month is too short."""
    moved = date.fromisoformat(
        dates("shift", day.isoformat(), shift=[_move(str(count), "month", "after")])["value"]
    )
    assert moved.year * 12 + moved.month == day.year * 12 + day.month + count
    assert moved.day == min(day.day, calendar.monthrange(moved.year, moved.month)[1])


@given(_DATES)
def test_reading_what_was_written(day: date) -> None:
    """Each way of writing a day reads back as it."""
    for text in (
        f"{day:%B} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day} {day:%b} {day.year}",
    ):
        assert read_date(text) == day


def test_weekdays_have_names_in_both_languages() -> None:
    """Sunday has both of its Chinese names."""
    assert weekday_names(6) == ["Sunday", "Sun", "星期日", "星期天", "周日", "周天", "礼拜日", "礼拜天"]


@pytest.mark.parametrize(
    ("tool_input", "value"),
    [
        ({"op": "business_days", "date": "2024-03-02", "other": "2024-03-10", "holidays": []}, "5"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "holidays": [], "ends": "both"}, "5"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "holidays": [], "ends": "first"}, "4"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "holidays": [], "ends": "neither"}, "3"),
        ({"op": "business_days", "date": "2024-12-23", "other": "2024-12-29", "holidays": ["Dec 25, 2024", "2024-12-28"], "ends": "both"}, "4"),
        ({"op": "business_days", "date": "2024-03-01", "other": "2024-03-07", "holidays": [], "weekend": ["Friday", "周六"], "ends": "both"}, "5"),
        ({"op": "shift", "date": "2024-12-20", "shift": [_move("5", "business-day", "after")], "holidays": ["2024-12-25"]}, "2024-12-30"),
        ({"op": "shift", "date": "2024-12-21", "shift": [_move("1", "business-day", "before")], "holidays": []}, "2024-12-20"),
        ({"op": "age", "date": "2000-03-05", "other": "2024年3月4日"}, "23"),
        ({"op": "age", "date": "2000-02-29", "other": "2023-03-01"}, "23"),
        ({"op": "age", "date": "2000-02-29", "other": "2024-02-29"}, "24"),
        ({"op": "duration", "date": "2020-01-31", "other": "2021-03-01"}, "P1Y1M1D"),
        ({"op": "iso_week", "date": "January 3, 2021"}, "53"),
        ({"op": "iso_week", "date": "2024-12-30"}, "1"),
        ({"op": "quarter", "date": "2024年10月1日"}, "4"),
        ({"op": "is_weekday", "date": "1969-07-20", "weekday": "星期日"}, True),
        ({"op": "count_weekday", "date": "February 2024", "weekday": "Thursday"}, "5"),
        ({"op": "count_weekday", "date": "2024年", "weekday": "周一"}, "53"),
        ({"op": "count_weekday", "date": "2024-03-05", "other": "2024-03-07", "weekday": "Monday"}, "0"),
        ({"op": "difference", "date": "2024-01-01", "other": "2024-01-10", "unit": "week"}, "9/7"),
        ({"op": "difference", "date": "2024-01-31", "other": "2024-02-29", "unit": "month"}, "1"),
        ({"op": "difference", "date": "2020-03-01", "other": "2024-02-29", "unit": "year"}, "3"),
        ({"op": "days_in_year", "date": "3/4/2021"}, "365"),
    ],
)  # fmt: skip
def test_spans_and_counts(tool_input: dict[str, Any], value: object) -> None:
    """Business days, ages, weeks and quarters; an ambiguous date that makes no difference is none."""
    assert dates(**tool_input)["value"] == value


@pytest.mark.parametrize(
    ("tool_input", "code"),
    [
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "holidays": []}, "ambiguous_ends"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "ends": "both"}, "holidays_unknown"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-01", "holidays": []}, "tool_input"),
        ({"op": "business_days", "date": "0001-01-01", "other": "9999-01-01", "holidays": []}, "limit"),
        ({"op": "business_days", "date": "2024-03-04", "other": "2024-03-08", "holidays": [], "weekend": ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]}, "tool_input"),
        ({"op": "shift", "date": "2024-12-20", "shift": [_move("99999", "business-day", "after")], "holidays": []}, "limit"),
        ({"op": "age", "date": "2000-02-29", "other": "2023-02-28"}, "leap_birthday"),
        ({"op": "age", "date": "2000-03-05", "other": "1999-03-05"}, "tool_input"),
        ({"op": "is_weekday", "date": "2024-03-05", "weekday": "Someday"}, "tool_input"),
        ({"op": "count_weekday", "date": "2024-03-05", "other": "2024-03-01", "weekday": "Monday"}, "tool_input"),
        ({"op": "weekday", "date": "3/4/2021"}, "ambiguous_date"),
    ],
)  # fmt: skip
def test_what_is_left_open(tool_input: dict[str, Any], code: str) -> None:
    """Conventions that matter and are not given are refused by name."""
    with pytest.raises(ToolkitError) as caught:
        dates(**tool_input)
    assert caught.value.code == code


@given(_DATES, st.integers(0, 3_000), st.lists(_DATES, max_size=5), st.sets(st.integers(0, 6), max_size=6))
def test_business_days_are_those_counted_one_by_one(
    day: date, count: int, holidays: list[date], weekend: set[int]
) -> None:
    """Counting by weeks comes to the same as looking at every day."""
    last = day + timedelta(count)
    free = set(holidays)
    names = [weekday_names(n)[0] for n in weekend]
    by_one = sum(
        (day + timedelta(n)).weekday() not in weekend and day + timedelta(n) not in free
        for n in range(count + 1)
    )
    found = dates(
        "business_days", day.isoformat(), last.isoformat(), ends="both", weekend=names,
        holidays=[h.isoformat() for h in holidays],
    )  # fmt: skip
    assert found["value"] == str(by_one)


@given(_DATES, st.integers(0, 30_000))
def test_a_duration_leads_to_its_end(day: date, count: int) -> None:
    """Moving by its years and months, then its days, is the second date."""
    last = day + timedelta(count)
    found = dates("duration", day.isoformat(), last.isoformat())
    moves = [
        _move(str(12 * found["years"] + found["months"]), "month", "after"),
        _move(str(found["days"]), "day", "after"),
    ]
    assert dates("shift", day.isoformat(), shift=moves)["value"] == last.isoformat()
