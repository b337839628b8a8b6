"""Whole questions on business days, ages, weekdays in a month, weeks and quarters."""

from __future__ import annotations

import pytest

from toolkits.errors import ToolInputError
from verifier.planning.solvers._dates import solve

from .solving import ask, value


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How many weekdays are there between March 4, 2024 and March 15, 2024, inclusive?", "10"),
        ("How many business days are there from March 4, 2024 to March 15, 2024 (inclusive), ignoring public holidays?", "10"),
        ("从2024年3月4日到2024年3月17日（含首尾两天）有多少个工作日？不考虑节假日。", "10"),
        ("What date is 5 business days after December 20, 2024, ignoring holidays?", "2024-12-27"),
        ("不考虑节假日，2024年12月20日之后第5个工作日是哪一天？", "2024-12-27"),
        ("Ann was born on March 5, 2000. How old was she on March 4, 2024?", "23"),
        ("How old was a person born on May 1, 1980 on May 1, 2000?", "20"),
        ("小明出生于2000年3月5日，2024年3月4日时他多少岁？", "23"),
        ("How many Fridays are there in March 2024?", "5"),
        ("2024年2月有几个星期四？", "5"),
        ("Was July 20, 1969 a Sunday?", True),
        ("1969年7月20日是星期六吗？", False),
        ("What ISO week is January 3, 2021 in?", "53"),
        ("Which quarter does May 1, 2024 fall in?", "2"),
        ("2024年10月1日属于第几季度？", "4"),
        ("What day of the year is March 1, 2024?", "61"),
        ("2023年3月1日是当年的第几天？", "60"),
        ("How many weeks are there between January 1, 2024 and January 29, 2024?", "4"),
        ("How many full months are there between January 15, 2024 and June 14, 2024?", "4"),
    ],
)  # fmt: skip
def test_value(question: str, expected: object) -> None:
    """The question is explained to its last word, and the tool's value is the calendar's."""
    assert value(question) == expected


@pytest.mark.parametrize(
    ("question", "code", "told"),
    [
        ("How many weekdays are there between March 4, 2024 and March 8, 2024?", "ambiguous_ends", "4 with first"),
        ("How many business days are there between March 4, 2024 and March 8, 2024, inclusive?", "holidays_unknown", "holidays"),
        ("2024年2月28日之后的第3个工作日是几月几日？", "holidays_unknown", "holidays"),
        ("What day of the week was 3/4/2000?", "ambiguous_date", "Saturday.*Monday"),
        ("Ann was born on February 29, 2000. How old was she on February 28, 2023?", "leap_birthday", "February 29"),
    ],
)  # fmt: skip
def test_what_is_ambiguous_is_planned_and_left_open(question: str, code: str, told: str) -> None:
    """The step says which readings there are, in place of choosing one."""
    with pytest.raises(ToolInputError, match=told) as caught:
        ask(question, solver=solve)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "question",
    [
        "How many weeks are there between January 1, 2024 and January 30, 2024?",
        "How many business days does Ann work between March and May?",
        "How old is Ann's house on May 1, 2000?",
        "How old was Jimi Hendrix when he died?",
        "How many Fridays are there in a month?",
        "Which quarter was the best?",
        "这周是第几周？",
    ],
)
def test_near_misses(question: str) -> None:
    """What does not come out even, or says no dates, is nobody's."""
    assert ask(question) == []
