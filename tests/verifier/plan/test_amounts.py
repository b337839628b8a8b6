"""Numbers with their units, as checks compare and show them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import said, stated
from toolkits.quantities import Interval
from verifier.plan._amounts import (
    Amount,
    Stated,
    UnitMismatch,
    number_text,
    of_claim,
    of_literal,
    of_output,
    readings,
)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Fraction(5), "5"),
        (Fraction(-5), "-5"),
        (Fraction(0), "0"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-5, 2), "-2.5"),
        (Fraction(1, 3), "0.333333333333…"),
        (Fraction(-1, 3), "-0.333333333333…"),
        (Fraction(1, 10**15), "0.0…"),
        (Fraction(10**100), "an integer of 333 bits"),
        (Fraction(10**100, 3), f"{10**100 // 3}…"),
        (Interval(Fraction("3.14159"), Fraction("3.14160")), "3.141…"),
        (Interval(Fraction("3.9"), Fraction("4.1")), "3.9…4.1"),
        (Interval(Fraction(-2), Fraction(3)), "-2.0…3.0"),
    ],
)
def test_numbers_for_people(number: Any, text: str) -> None:
    """Exact where it is short; an ellipsis where digits are cut off or not certain."""
    assert number_text(number) == text


@pytest.mark.parametrize(
    ("literal", "amount"),
    [
        ("78.50", Stated(Fraction("78.5"), None, Fraction(1, 100))),
        (5, Stated(Fraction(5), None, Fraction(1))),
        ("25%", Stated(Fraction(25), "%", Fraction(1))),
        ("5 km", Stated(Fraction(5), "km", Fraction(1))),
        ("1/3", Stated(Fraction(1, 3), None, None)),
        (Fraction(1, 3), Stated(Fraction(1, 3))),
        ("1e-7", Stated(Fraction(1, 10**7), None, Fraction(1, 10**7))),
        ("50,1", None),
        ("x", None),
        (True, None),
        (None, None),
        ([5], None),
    ],
)
def test_literals(literal: Any, amount: Stated | None) -> None:
    """A literal of a plan is read with its digits and unit; an ambiguous one is none."""
    assert of_literal(literal) == amount


@pytest.mark.parametrize(
    ("value", "unit", "amount"),
    [
        ("5", None, Amount(Fraction(5))),
        ("5", "km", Amount(Fraction(5), "km")),
        ("5 m", "km", Amount(Fraction(5), "m")),
        (" 20% ", None, Amount(Fraction(20), "%")),
        ({"lo": "1", "hi": "2"}, None, Amount(Interval(Fraction(1), Fraction(2)))),
        ("50,1", None, None),
        ("five of them", None, None),
        (True, None, None),
        (None, None, None),
        ({"lo": "2", "hi": "1"}, None, None),
        ([], None, None),
    ],
)
def test_outputs(value: Any, unit: str | None, amount: Amount | None) -> None:
    """A tool's number, or printed text with its own unit."""
    assert of_output(value, unit) == amount


def test_claims_count_percents() -> None:
    """A percent claim is a ratio; checks compare it as the percents that it prints."""
    assert of_claim(stated("25%")) == Stated(Fraction(25), "%", Fraction(1), False, True)
    assert of_claim(stated("2.5…", role="step")) == Stated(Fraction(5, 2), None, Fraction(1, 10), True, False)
    assert of_claim(stated("25%", quantum=None)) == Stated(Fraction(25), "%", None, False, True)
    assert of_claim(said("x")) is None
    assert of_claim(said(True)) is None


@pytest.mark.parametrize(
    ("amount", "unit", "numbers"),
    [
        (Amount(Fraction(5)), None, (5,)),
        (Amount(Fraction(5), "km"), "km", (5,)),
        (Amount(Fraction(5), "km"), "m", (5000,)),
        (Amount(Fraction(5), "km"), None, (5,)),
        (Amount(Fraction(5)), "km", (5,)),
        (Amount(Fraction(1, 4)), "%", (25, Fraction(1, 4))),
        (Amount(Fraction(25), "%"), None, (25, Fraction(1, 4))),
        (Amount(Fraction(1, 4), "1"), "%", (25,)),
        (Amount(Fraction(25), "%"), "1", (Fraction(1, 4),)),
        (Amount(Interval(Fraction(1), Fraction(2)), "km"), "m", (Interval(Fraction(1000), Fraction(2000)),)),
        (
            Amount(Interval(Fraction(1), Fraction(2))),
            "%",
            (Interval(Fraction(100), Fraction(200)), Interval(Fraction(1), Fraction(2))),
        ),
    ],
)
def test_readings(amount: Amount, unit: str | None, numbers: tuple[Any, ...]) -> None:
    """A missing unit is the other side's; percent against a bare number leaves two readings, the plain one first."""
    assert readings(amount, unit) == numbers


def test_units_that_do_not_fit() -> None:
    """Other dimensions, other currencies and unknown units cannot be converted."""
    for one, wanted in (("kg", "m"), ("USD", "EUR"), ("blorb", "m")):
        with pytest.raises(UnitMismatch):
            readings(Amount(Fraction(5), one), wanted)


@given(st.fractions(max_denominator=10**6))
def test_shown_digits_are_true(number: Fraction) -> None:
    """What is shown is the number, cut off towards zero."""
    shown = Fraction(number_text(number).rstrip("…"))
    assert abs(shown) <= abs(number) < abs(shown) + Fraction(1, 10**12)
