"""Rounding as a relation: which rounding gives the printed number, and by how many last digits it misses."""

from __future__ import annotations

from decimal import (
    ROUND_CEILING,
    ROUND_DOWN,
    ROUND_FLOOR,
    ROUND_HALF_DOWN,
    ROUND_HALF_EVEN,
    ROUND_HALF_UP,
    Decimal,
)
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import (
    Interval,
    Rounding,
    read,
    round_to,
    round_to_figures,
    rounding,
    rounding_as_printed,
    rounds_to,
)
from toolkits.quantities._relation import MODES

BY_DECIMAL = dict(
    zip(
        MODES,
        (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN, ROUND_DOWN, ROUND_FLOOR, ROUND_CEILING),
        strict=True,
    )
)
GROWTH = "11607.54480325"

AS_PRINTED = [
    (GROWTH, "11607.54", "rounded", 0),
    ("11607.5451", "11607.54", "truncated", -1),
    ("11607.5451", "11607.55", "rounded", 0),
    ("11607.5451", "11607.56", "off", 1),
    ("11607.5451", "11607", "truncated", -1),
    ("11607.5451", "11,608", "rounded", 0),
    ("11607.5451", "1.161e4", "rounded", 0),
    ("11607.5451", "1.160e4", "truncated", -1),
    ("11607.5451", "11614.80", "off", 725),
    ("11607.5451", "约1.16万", "rounded", 0),
    ("34.2", "35", "raised", 1),
    ("-34.2", "-35", "raised", -1),
    ("-34.2", "-34", "rounded", 0),
    ("-5/3", "-1.6", "truncated", 1),
    ("2/3", "66%", "truncated", -1),
    ("2/3", "百分之六十七", "rounded", 0),
    ("5/2", "2", "rounded", -1),
    ("5/2", "3", "rounded", 0),
    ("0.004", "0.00", "rounded", 0),
    ("0.006", "0.00", "truncated", -1),
    ("18", "18.0", "exact", 0),
    ("1/3", "1/3", "exact", 0),
    ("0.3333", "1/3", "off", None),
    ("999.6", "1000", "rounded", 0),
    ("999.4", "1000", "raised", 1),
]


@pytest.mark.parametrize(("exact", "claim", "relation", "steps"), AS_PRINTED)
def test_relations(exact: str, claim: str, relation: str, steps: int | None) -> None:
    """What the printed number is of the exact one, and how many last digits it is off."""
    found = rounding_as_printed(Fraction(exact), read(claim))
    assert (found.relation, found.steps) == (relation, steps)
    assert found.holds is (relation in ("exact", "rounded"))


@pytest.mark.parametrize(
    ("exact", "claim", "reason"),
    [
        (GROWTH, "11600", "zeros"),
        (GROWTH, "12,000", "zeros"),
        ("1950", "2000", "zeros"),
        ("3", "3,22", "ambiguous"),
        ("2000", "2K", "ambiguous"),
    ],
)
def test_open_readings(exact: str, claim: str, reason: str) -> None:
    """Zeros that may only hold the place, and numbers with two readings, decide nothing."""
    found = rounding_as_printed(Fraction(exact), read(claim))
    assert (found.relation, found.reason, found.holds) == ("open", reason, None)


def test_zeros_say_to_how_many_figures_they_may_be_right() -> None:
    """11600 would be right to three figures, 12000 to two, 10000 to one."""
    figures = [
        rounding_as_printed(Fraction(GROWTH), read(text)).figures for text in ("11600", "12000", "10000")
    ]
    assert figures == [3, 2, 1]


def test_zeros_that_no_reading_saves_are_off() -> None:
    """13000 is 11,607 to no step, and about 11,600 has no doubt left."""
    assert rounding_as_printed(Fraction(GROWTH), read("13000")).relation == "off"
    assert rounding_as_printed(Fraction(GROWTH), read("about 11,800")).relation == "off"
    assert rounding_as_printed(Fraction(GROWTH), read("about 11,600")).relation == "rounded"


def test_ties_name_their_roundings() -> None:
    """5/2 as 3 is rounded half up, as 2 half even or half down."""
    assert rounding(Fraction(5, 2), Fraction(3), Fraction(1)).modes == ("half_up", "ceiling")
    down = rounding(Fraction(5, 2), Fraction(2), Fraction(1))
    assert down.modes == ("half_even", "half_down", "truncation", "floor")


def test_the_result_says_what_is_right() -> None:
    """The nearest value, the error in printed steps, the significant figures; as JSON too."""
    found = rounding(Fraction("11607.5451"), Fraction("11607.53"), Fraction(1, 100))
    assert (found.nearest, found.steps, found.error, found.figures) == (
        Fraction("11607.55"), -2, Fraction("-1.51"), 7,
    )  # fmt: skip
    assert found.json() == {
        "relation": "off", "modes": [], "quantum": "0.01", "nearest": "11607.55", "error": "-1.51", "steps": -2,
        "figures": 7,
    }  # fmt: skip


def test_enclosures() -> None:
    """An enclosure decides where both its ends agree, and leaves open what lies between."""
    pi = Interval(Fraction("3.14159265"), Fraction("3.14159266"))
    assert rounding(pi, Fraction("3.14"), Fraction(1, 100)).relation == "rounded"
    assert rounding(pi, Fraction("3.1415"), Fraction(1, 10_000)).relation == "truncated"
    assert rounding(pi, Fraction("3.15"), Fraction(1, 100)).relation == "raised"
    assert rounding(pi, Fraction("3.16"), Fraction(1, 100)).steps == 2
    assert rounding(pi, Fraction(22, 7), None).relation == "off"
    growth = Interval(Fraction("11607.544"), Fraction("11607.545"))
    assert rounding_as_printed(growth, read("11600")).reason == "zeros"
    wide = Interval(Fraction(2), Fraction(3))
    assert rounding(wide, Fraction(2), Fraction(1)) == Rounding(
        relation="open", quantum=Fraction(1), figures=1, reason="enclosure"
    )


NUMBERS = st.fractions(min_value=-50, max_value=50, max_denominator=400)
DECIMALS = st.decimals(min_value=-50, max_value=50, places=3)
PLACES = st.integers(0, 2)


@given(exact=DECIMALS, places=PLACES)
def test_every_mode_rounds_as_the_decimal_module_does(exact: Decimal, places: int) -> None:
    """The six roundings are those that everybody knows by these names."""
    step = Decimal(1).scaleb(-places)
    for mode, rounding_mode in BY_DECIMAL.items():
        shown = Fraction(exact.quantize(step, rounding=rounding_mode))
        assert round_to(Fraction(exact), Fraction(step), mode) == shown


@given(exact=NUMBERS, value=st.integers(-500, 500), places=PLACES)
def test_modes_are_exactly_those_that_give_the_value(exact: Fraction, value: int, places: int) -> None:
    """A mode is named if and only if rounding so gives the printed number."""
    quantum = Fraction(1, 10**places)
    stated = value * quantum
    found = rounding(exact, stated, quantum)
    assert found.modes == tuple(mode for mode in MODES if round_to(exact, quantum, mode) == stated)
    assert found.nearest == round_to(exact, quantum)
    assert found.steps == (stated - round_to(exact, quantum)) / quantum


@given(exact=NUMBERS, near=st.integers(-2, 2), places=PLACES)
def test_it_agrees_with_rounds_to(exact: Fraction, near: int, places: int) -> None:
    """``holds`` is what the short question says, with truncation where that is asked for."""
    quantum = Fraction(1, 10**places)
    stated = round_to(exact, quantum) + near * quantum
    found = rounding(exact, stated, quantum)
    assert found.holds is rounds_to(exact, stated, quantum)
    cut = found.holds or found.relation == "truncated"
    assert cut is rounds_to(exact, stated, quantum, truncation=True)


@given(
    low=NUMBERS,
    width=st.fractions(0, 2, max_denominator=50),
    at=st.fractions(0, 1),
    value=st.integers(-52, 52),
)
def test_what_an_enclosure_decides_holds_inside(
    low: Fraction, width: Fraction, at: Fraction, value: int
) -> None:
    """Whatever is decided from an enclosure is true of each number in it."""
    found = rounding(Interval(low, low + width), Fraction(value), Fraction(1))
    inside = rounding(low + at * width, Fraction(value), Fraction(1))
    assert found.holds in (None, inside.holds)
    assert set(found.modes) <= set(inside.modes)
    if found.nearest is not None and low + at * width not in (low, low + width):
        assert found.nearest == inside.nearest


def test_significant_figures() -> None:
    """Rounded to figures, whatever the size; a carry makes one digit more."""
    assert round_to_figures(Fraction("0.0012345"), 2) == Fraction("0.0012")
    assert round_to_figures(Fraction("9.996"), 3) == 10
    assert round_to_figures(Fraction(-123456), 2) == -120000
    assert round_to_figures(Fraction(0), 3) == 0
