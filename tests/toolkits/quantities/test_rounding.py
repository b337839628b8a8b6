"""When a printed number is the exact value rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import Interval, read, rounds_to

EXACT = "46430179213/4000000"  # 11607.54480325

ROUNDED = [
    ("11607.5451772", "11607.55", True),
    ("11607.5451772", "11607.54", False),
    ("11607.5451772", "11614.80", False),
    ("11607.5451772", "11608", True),
    ("11607.5451772", "11607", False),
    ("11607.5451772", "about 11,600", True),
    ("11607.5451772", "约1.16万", True),
    ("11607.5451772", "11600", False),
    ("11607.5451772", "1.161e4", True),
    ("11607.5451772", "1.160e4", False),
    ("5/2", "2", True),
    ("5/2", "3", True),
    ("5/2", "4", False),
    ("2/3", "0.67", True),
    ("2/3", "0.66", False),
    ("1/3", "33%", True),
    ("1/12", "0.083", True),
    ("1/12", "0.84", False),
    ("-5/3", "-1.7", True),
    ("-5/3", "1.7", False),
    ("999.6", "1000", True),
    ("999.4", "1000", False),
    ("0.004", "0.00", True),
    ("1/3", "1/3", True),
    ("0.3333", "1/3", False),
    ("18", "18", True),
    ("18.0001", "18", True),
    ("100001", "100002", False),
]


@pytest.mark.parametrize(("exact", "claim", "right"), ROUNDED)
def test_rounding(exact: str, claim: str, right: bool) -> None:
    """A claim is right when it is the exact value rounded at its printed step, a tie either way."""
    quantity = read(claim)
    assert rounds_to(Fraction(exact), quantity.value, quantity.quantum) is right


CUT = [
    ("2.6789", "2.67", True),
    ("2.6789", "2.68", True),
    ("2.6789", "2.66", False),
    ("-2.6789", "-2.67", True),
    ("-2.6789", "-2.66", False),
    ("2.68", "2.67", False),
    ("2.67", "2.67", True),
    ("0.999", "0", True),
    ("-0.999", "0", True),
    ("1", "0", False),
    ("1/3", "1/3", True),
]


@pytest.mark.parametrize(("exact", "claim", "right"), CUT)
def test_truncation(exact: str, claim: str, right: bool) -> None:
    """Where digits may be cut off, the cut value is right too, and the next step never is."""
    quantity = read(claim)
    assert rounds_to(Fraction(exact), quantity.value, quantity.quantum, truncation=True) is right


ENCLOSED = [
    ("3.1415", "3.1416", "3.14", "1/100", True),
    ("3.1415", "3.1416", "3.15", "1/100", False),
    ("3.134", "3.136", "3.14", "1/100", None),
    ("3.14", "3.15", "3.14", None, None),
    ("3.14", "3.15", "3", None, False),
]


@pytest.mark.parametrize(("low", "high", "value", "quantum", "right"), ENCLOSED)
def test_an_enclosure_may_leave_it_open(
    low: str, high: str, value: str, quantum: str | None, right: bool | None
) -> None:
    """An enclosure decides when it lies inside or outside of what rounds to the claim, else nothing."""
    exact = Interval(Fraction(low), Fraction(high))
    assert rounds_to(exact, Fraction(value), Fraction(quantum) if quantum else None) is right


def test_an_enclosure_of_a_cut() -> None:
    """A cut is open at its far end, so an enclosure that reaches it decides nothing."""
    assert (
        rounds_to(
            Interval(Fraction("2.675"), Fraction("2.68")), Fraction("2.67"), Fraction("0.01"), truncation=True
        )
        is None
    )
    assert rounds_to(
        Interval(Fraction("2.675"), Fraction("2.679")), Fraction("2.67"), Fraction("0.01"), truncation=True
    )


RATIONALS = st.fractions(min_value=-1000, max_value=1000, max_denominator=997)
PLACES = st.integers(-2, 4)


@given(RATIONALS, PLACES)
def test_pythons_rounding_always_passes(exact: Fraction, places: int) -> None:
    """The value as Python rounds it passes, two steps away it never does."""
    quantum = Fraction(10) ** -places
    value = round(exact / quantum) * quantum
    assert rounds_to(exact, value, quantum)
    for steps in (-2, 2):
        assert rounds_to(exact, value + steps * quantum, quantum) is False
        assert rounds_to(exact, value + steps * quantum, quantum, truncation=True) is False


@given(RATIONALS, PLACES)
def test_cut_values_pass_as_cuts(exact: Fraction, places: int) -> None:
    """The value cut off towards zero passes where cutting is allowed."""
    quantum = Fraction(10) ** -places
    value = int(exact / quantum) * quantum
    assert rounds_to(exact, value, quantum, truncation=True)


@given(
    RATIONALS, RATIONALS, PLACES, st.booleans(), st.fractions(min_value=0, max_value=1, max_denominator=100)
)
def test_an_enclosure_agrees_with_its_points(
    exact: Fraction, value: Fraction, places: int, cut: bool, width: Fraction
) -> None:
    """What an enclosure decides holds for the points inside."""
    quantum = Fraction(10) ** -places
    found = rounds_to(Interval(exact, exact + width), value, quantum, truncation=cut)
    if found is not None:
        for point in (exact, exact + width / 2, exact + width):
            assert rounds_to(point, value, quantum, truncation=cut) is found
