"""Which values stand in a question, for grounding."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.quantities import CONSTANTS, literals

STANDS = [
    ("如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？", "10000 5 1/20 4 3"),
    ("A principal of $10,000 at 5% compounded quarterly for 3 years", "10000 5 1/20 4 3"),
    ("compounded monthly, weekly, daily, semiannually or annually", "12 52 365 2 1"),
    ("按月、按半年、按周、按日复利", "12 2 52 365"),
    ("半年付息一次", "1/2 2"),
    ("twice as many, half of a dozen, a third, three quarters", "2 1/2 12 1/3 3/4"),
    ("double the rest, triple it, thrice", "2 3"),
    ("twenty-five students in two hundred and six schools", "25 206"),
    ("三百二十人，两组，一半，一打", "320 2 1/2 12"),
    ("打八五折再打9折", "85 17/20 9/10 9"),
    ("打8折", "8 4/5"),
    ("Solve 2x + 3 = 7y", "2 3 7"),
    ("from 05/06/2002 to 2019-04-30 at 3:30", "5 6 2002 2019 4 30 3"),
    ("x2 and H2O and version 1.2.3", "2 1 3"),
    ("1/3 of 12½", "1/3 1 3 25/2"),
    ("5万元和1.2 million", "50000 1200000 1.2"),
    ("-5 degrees", "-5 5"),
    ("1,234.5", "1234.5"),
    ("50,1", "50.1 50 1"),
    ("百分之二十", "1/5 20"),
    ("a pair of twins", "2"),
    ("within a week or a fortnight", "7 14"),
    ("in a decade", "10"),
    ("１２．５％", "12.5 1/8"),
    ("3 dozen", "36 3 12"),
]


@pytest.mark.parametrize(("text", "values"), STANDS)
def test_stands_in_the_question(text: str, values: str) -> None:
    """Digits in any place, number words and words that stand for a number all ground a literal."""
    missing = {Fraction(value) for value in values.split()} - literals(text)
    assert not missing


ABSENT = [
    ("A principal of $10,000 at 5% compounded quarterly for 3 years", "12 6 100 11607.55"),
    ("打八五折", "12 15"),
    ("John has some apples", "3 4 5 10 12"),
    ("Weight and tenderness of money", "8 10 1/2 2"),
    ("小明有一些苹果", "3 4 5 10 12"),
]


@pytest.mark.parametrize(("text", "values"), ABSENT)
def test_does_not_stand_in_the_question(text: str, values: str) -> None:
    """A value that the question does not say is not grounded by it."""
    assert not {Fraction(value) for value in values.split()} & literals(text)


def test_constants_are_the_calendar_and_unit_factors() -> None:
    """Known constants need not be said."""
    assert {7, 12, 24, 60, 365, 52, 1000, 1760, 5280, 3600} <= CONSTANTS
    assert not {13, 17, 100000} & CONSTANTS
