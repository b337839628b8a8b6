"""The small tools: ``rounded``, ``shares``, ``letter_arrangements``, ``clock``, ``inequality``."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.algebra import inequality
from toolkits.clock import clock, read_time
from toolkits.dates import dates
from toolkits.errors import ToolkitError
from toolkits.rounding import rounded, shares
from toolkits.words import letter_arrangements


@pytest.mark.parametrize(
    ("value", "to", "expected"),
    [
        ("22/7", "2 places", "3.14"),
        ("2.5", "integer", "3"),
        ("-2.5", "integer", "-3"),
        ("3.14159", "百分位", "3.14"),
        ("3.14159", "三位小数", "3.142"),
        ({"lo": "1.41421", "hi": "1.41422"}, "3 places", "1.414"),
    ],
)
def test_values_are_rounded_where_asked(value: Any, to: str, expected: str) -> None:
    """Numbers and enclosures are rounded at a place named in English or Chinese."""
    assert rounded(value, to)["value"] == expected


def test_an_enclosure_that_rounds_apart_is_a_limit() -> None:
    """A value that is not known closely enough is not rounded."""
    with pytest.raises(ToolkitError) as caught:
        rounded({"lo": "1.4", "hi": "1.6"}, "integer")
    assert caught.value.code == "limit"


@pytest.mark.parametrize("value", ["no", True, None, ["1"]])
def test_what_is_no_number_is_not_rounded(value: Any) -> None:
    """Bad input is an error of the tool's own."""
    with pytest.raises(ToolkitError):
        rounded(value, "integer")


@given(st.integers(1, 10**6), st.lists(st.integers(1, 50), min_size=2, max_size=5))
def test_shares_add_up(total: int, ratio: list[int]) -> None:
    """The parts make the whole, whatever the ratio."""
    from fractions import Fraction

    parts = shares(str(total), [str(r) for r in ratio])["value"]
    assert sum(map(Fraction, parts)) == total


def test_a_ratio_needs_positive_numbers() -> None:
    """No share of nothing."""
    with pytest.raises(ToolkitError):
        shares("10", ["1", "0"])


@pytest.mark.parametrize(
    ("word", "expected"), [("BANANA", "60"), ("abc", "6"), ("Aa", "1"), ("MISSISSIPPI", "34650")]
)
def test_letters_are_arranged(word: str, expected: str) -> None:
    """Repeated letters count once; capitals don't matter."""
    assert letter_arrangements(word)["value"] == expected


@pytest.mark.parametrize("word", ["", "two words", "naïve", "x" * 61])
def test_no_word_is_not_arranged(word: str) -> None:
    """Only one word of Latin letters has arrangements."""
    with pytest.raises(ToolkitError):
        letter_arrangements(word)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10:30 pm", "22:30"), ("12 a.m.", "00:00"), ("12:15 PM", "12:15"), ("noon", "12:00"), ("14:05", "14:05"),
        ("9:45", "9:45?"), ("7 o'clock", "7:00?"), ("下午2点一刻", "14:15"), ("上午8:20", "08:20"), ("晚上10点半", "22:30"),
        ("中午12点", "12:00"), ("凌晨2:15", "02:15"), ("15时20分", "15:20"), ("3点", "3:00?"),
        ("下午三点半", "15:30"), ("十二点零五分", "12:05?"),
    ],
)  # fmt: skip
def test_times_are_read(text: str, expected: str) -> None:
    """Times of day in English and Chinese; "?" where the half of the day is open."""
    assert read_time(text).text == expected


@pytest.mark.parametrize("text", ["25:00", "13 pm", "7:75", "晚上2点", "凌晨12点", "yesterday"])
def test_no_times_are_refused(text: str) -> None:
    """What names no time, or may name two, is refused."""
    with pytest.raises(ToolkitError):
        read_time(text)


@given(st.integers(0, 1439), st.integers(0, 5000), st.sampled_from(["after", "before"]))
def test_a_move_there_and_back_is_none(start: int, amount: int, direction: str) -> None:
    """Later and earlier undo each other."""
    time = f"{start // 60:02d}:{start % 60:02d}"
    other = {"after": "before", "before": "after"}[direction]
    moves = [{"amount": str(amount), "unit": "minute", "direction": d} for d in (direction, other)]
    assert clock("shift", time, shift=moves)["names"][-1] == time


@pytest.mark.parametrize(
    ("time", "other", "expected"),
    [
        ("9:45 am", "1:20 pm", "215"),
        ("10 pm", "6 am", "480"),
        ("9:15", "11:00", "105"),
        ("9:15", "14:00", "285"),
    ],
)
def test_time_between(time: str, other: str, expected: str) -> None:
    """Minutes to the next time, over midnight too."""
    assert clock("between", time, other) == {"value": expected, "unit": "min"}


@pytest.mark.parametrize(("time", "other"), [("10:30", "9:15"), ("9:15 am", "1:20"), ("11:00", "11:00")])
def test_an_open_half_of_the_day_is_not_guessed(time: str, other: str) -> None:
    """Where the second time may be of either half, nothing is computed."""
    with pytest.raises(ToolkitError):
        clock("between", time, other)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2x + 3 < 11", "x < 4"), ("5 - 2x >= 7", "x <= -1"), ("3x ≤ x + 1", "x <= 0.5"), ("7 > x", "x < 7"),
        (r"4x \geq 3", "x >= 0.75"),
    ],
)  # fmt: skip
def test_inequalities_are_solved(text: str, expected: str) -> None:
    """Dividing by a negative number turns the sign."""
    assert inequality(text, "x")["value"] == expected


@pytest.mark.parametrize("text", ["x^2 < 4", "1 < x < 3", "x + y < 3", "3 < 4", "x = 4", "x < x + 1"])
def test_other_inequalities_are_refused(text: str) -> None:
    """Only one linear relation of one unknown is understood."""
    with pytest.raises(ToolkitError):
        inequality(text, "x")


@pytest.mark.parametrize(
    ("op", "date", "expected"),
    [
        ("days_in_month", "February 2024", "29"), ("days_in_month", "2023年2月", "28"), ("days_in_year", "2024", "366"),
        ("days_in_year", "2023年", "365"), ("days_in_month", "March 5, 2021", "31"),
    ],
)  # fmt: skip
def test_lengths_of_months_and_years(op: Any, date: str, expected: str) -> None:
    """A month or a year may be named without a day."""
    assert dates(op, date)["value"] == expected


@pytest.mark.parametrize("date", ["2024", "Foo 2024", "2024年13月"])
def test_no_month_has_no_length(date: str) -> None:
    """A year alone, or no month at all, is an error."""
    with pytest.raises(ToolkitError):
        dates("days_in_month", date)
