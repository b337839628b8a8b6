"""Numbers in JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import Interval, QuantityError, number_from_json, number_json

FORMS = [
    (Fraction(5), "5"),
    (Fraction(-5), "-5"),
    (Fraction(1, 8), "0.125"),
    (Fraction(-1, 2), "-0.5"),
    (Fraction(1, 3), "1/3"),
    (Fraction(-22, 7), "-22/7"),
    (Fraction(1, 10**30), "0." + "0" * 29 + "1"),
    (Fraction(1, 2**300), f"1/{2**300}"),
    (Interval(Fraction(1), Fraction(3, 2)), {"lo": "1", "hi": "1.5"}),
]


@pytest.mark.parametrize(("value", "form"), FORMS)
def test_form(value: Fraction | Interval, form: Any) -> None:
    """A terminating decimal is decimal text, other numbers p/q, an enclosure its two ends."""
    assert number_json(value) == form
    assert number_from_json(form) == value


@pytest.mark.parametrize(
    ("obj", "value"),
    [(5, "5"), (0.1, "1/10"), (1e-7, "1/10000000"), (2.5e10, "25000000000"), ("1e-3", "1/1000"), ("+5", "5"), ("5.", "5"),
     (".5", "1/2"), (" 7 ", "7"), ("6/4", "3/2"), ("-1.5E+2", "-150"), (Fraction(2, 3), "2/3")],
)  # fmt: skip
def test_takes_other_spellings(obj: Any, value: str) -> None:
    """JSON numbers, floats by their shortest decimal and usual spellings are read."""
    assert number_from_json(obj) == Fraction(value)


@pytest.mark.parametrize(
    "obj",
    [None, True, "", "abc", "1,234", "٣", "1/0", "1/0.5", "nan", "inf", float("nan"), float("inf"), [], {}, {"lo": "1"},
     {"lo": "2", "hi": "1"}, {"lo": "1", "hi": "x"}, {"lo": {"lo": "1", "hi": "2"}, "hi": "3"}, "1e999999", "0x10", "1_000",
     "5 km", "1e", "--1", b"5"],
)  # fmt: skip
def test_refuses_all_else(obj: Any) -> None:
    """What is no number is refused with the reader's own error."""
    with pytest.raises(QuantityError):
        number_from_json(obj)


@given(st.fractions() | st.decimals(allow_nan=False, allow_infinity=False, places=8).map(Fraction))
def test_round_trip(value: Fraction) -> None:
    """Every rational survives JSON exactly."""
    assert number_from_json(json.loads(json.dumps(number_json(value)))) == value


@given(st.fractions(), st.fractions(min_value=0))
def test_interval_round_trip(low: Fraction, width: Fraction) -> None:
    """Every interval survives JSON exactly."""
    interval = Interval(low, low + width)
    assert number_from_json(json.loads(json.dumps(number_json(interval)))) == interval


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_by_their_repr(value: float) -> None:
    """A float is the decimal that Python prints for it."""
    assert number_from_json(value) == Fraction(repr(value))


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(["lo", "hi", "x"]), inner, max_size=3)
        ),
    )
)
def test_any_json_is_read_or_refused(obj: Any) -> None:
    """Nothing but the reader's error comes out of arbitrary JSON."""
    try:
        value = number_from_json(obj)
    except QuantityError:
        return
    assert isinstance(value, Fraction | Interval)


def test_numbers_of_many_digits() -> None:
    """Numbers beyond the interpreter's limit on digits survive too."""
    value = Fraction(7**9000, 10**20 + 1)
    assert number_from_json(number_json(value)) == value
    assert number_from_json(number_json(Fraction(7**9000))) == 7**9000


def test_intervals_run_upwards() -> None:
    """An interval whose ends are in the wrong order can't be made."""
    with pytest.raises(ValueError, match="upwards"):
        Interval(Fraction(2), Fraction(1))
