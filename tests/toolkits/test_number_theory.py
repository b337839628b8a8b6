"""Exact facts about whole numbers."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolLimit
from toolkits.number_theory import convert_base, divisors, factorize, number_theory, round_to


@pytest.mark.parametrize(
    ("tool_input", "value"),
    [
        ({"op": "is_prime", "numbers": ["97"]}, True),
        ({"op": "is_prime", "numbers": ["91"]}, False),
        ({"op": "is_prime", "numbers": ["1"]}, False),
        ({"op": "is_prime", "numbers": ["-7"]}, False),
        ({"op": "is_prime", "numbers": ["1000000000000000003"]}, True),
        ({"op": "is_composite", "numbers": ["1"]}, False),
        ({"op": "is_composite", "numbers": ["51"]}, True),
        ({"op": "divides", "numbers": ["7", "91"]}, True),
        ({"op": "divides", "numbers": ["0", "5"]}, False),
        ({"op": "gcd", "numbers": ["84", "36", "60"]}, "12"),
        ({"op": "lcm", "numbers": ["4", "6", "10"]}, "60"),
        ({"op": "common_denominator", "numbers": ["1/6", "3/4"]}, "12"),
        ({"op": "remainder", "numbers": ["-7", "3"]}, "2"),
        ({"op": "quotient", "numbers": ["17", "5"]}, "3"),
        ({"op": "prime_factors", "numbers": ["360"]}, ["2", "3", "5"]),
        ({"op": "factorization", "numbers": ["360"]}, ["2", "2", "2", "3", "3", "5"]),
        ({"op": "divisors", "numbers": ["12"]}, ["1", "2", "3", "4", "6", "12"]),
        ({"op": "divisor_count", "numbers": ["100"]}, "9"),
        ({"op": "divisor_sum", "numbers": ["28"]}, "56"),
        ({"op": "term_count", "numbers": ["-8", "-5", "-2", "40"]}, "17"),
        ({"op": "term_count", "numbers": ["9", "7", "1"]}, "5"),
        ({"op": "term_sum", "numbers": ["2", "4", "6", "20"]}, "110"),
        ({"op": "term_sum", "numbers": ["0.5", "1", "2"]}, "5"),
        ({"op": "digit", "numbers": ["59317"], "place": "hundreds"}, "3"),
        ({"op": "digit", "numbers": ["59317"], "place": "ten thousands"}, "5"),
        ({"op": "digit", "numbers": ["3.407"], "place": "hundredths"}, "0"),
        ({"op": "digit", "numbers": ["59317"], "place": "千位"}, "9"),
        ({"op": "digit_sum", "numbers": ["-407"]}, "11"),
        ({"op": "round", "numbers": ["2.345"], "to": "two places"}, "2.35"),
        ({"op": "round", "numbers": ["-2.5"], "to": "integer"}, "-3"),
        ({"op": "round", "numbers": ["64500"], "to": "ten thousand"}, "60000"),
        ({"op": "round", "numbers": ["17"], "to": "5"}, "15"),
        ({"op": "root_to_integer", "numbers": ["1000"], "to": "cube"}, "10"),
        ({"op": "root_to_integer", "numbers": ["43"], "to": "square"}, "7"),
        ({"op": "root_to_integer", "numbers": ["90"], "to": "fourth"}, "3"),
        ({"op": "is_even", "numbers": ["-4"]}, True),
        ({"op": "is_odd", "numbers": ["4"]}, False),
    ],
)
def test_value(tool_input: dict[str, Any], value: object) -> None:
    """Each operation gives the exact value."""
    assert number_theory(**tool_input)["value"] == value


def test_a_composite_shows_its_factors() -> None:
    """The answer "not prime" comes with the witness."""
    assert number_theory("is_prime", ["91"])["factors"] == ["7", "13"]


@pytest.mark.parametrize(
    ("tool_input", "error"),
    [
        ({"op": "is_prime", "numbers": ["2.5"]}, ToolInputError),
        ({"op": "remainder", "numbers": ["5", "0"]}, ToolInputError),
        ({"op": "remainder", "numbers": ["5"]}, ToolInputError),
        ({"op": "prime_factors", "numbers": ["0"]}, ToolInputError),
        ({"op": "digit", "numbers": ["12"], "place": "left"}, ToolInputError),
        ({"op": "round", "numbers": ["12"], "to": "0"}, ToolInputError),
        ({"op": "root_to_integer", "numbers": ["-8"], "to": "cube"}, ToolInputError),
        ({"op": "is_prime", "numbers": ["seven"]}, ToolInputError),
        ({"op": "term_count", "numbers": ["1", "3", "8"]}, ToolInputError),
        ({"op": "term_count", "numbers": ["1", "2", "4", "8"]}, ToolInputError),
        ({"op": "term_count", "numbers": ["1", "1", "9"]}, ToolInputError),
        ({"op": "term_sum", "numbers": ["1", "2"]}, ToolInputError),
        ({"op": "is_prime", "numbers": ["1" + "0" * 60]}, ToolLimit),
        ({"op": "sqrt", "numbers": ["4"]}, ToolInputError),
    ],
)
def test_refusals(tool_input: dict[str, Any], error: type[Exception]) -> None:
    """What makes no sense, or is too large, is refused by an error of the tools."""
    with pytest.raises(error):
        number_theory(**tool_input)


@given(st.integers(1, 10**12))
def test_factors_multiply_back(number: int) -> None:
    """The factorization multiplies to the number, and every factor is prime by Fermat's test."""
    factors = factorize(number)
    assert math.prod(factors) == number
    assert all(pow(2, f - 1, f) == 1 or f == 2 for f in factors)


@given(st.integers(1, 50_000))
def test_divisors_are_those_that_divide(number: int) -> None:
    """Trial division finds the same divisors."""
    assert divisors(number) == [d for d in range(1, number + 1) if number % d == 0]


@given(st.fractions(), st.fractions(min_value=Fraction(1, 100), max_value=100))
def test_rounding_moves_by_half_a_step_at_most(value: Fraction, step: Fraction) -> None:
    """The rounded value is a multiple of the step, and no multiple is nearer."""
    rounded = round_to(value, step)
    assert (rounded / step).denominator == 1
    assert abs(rounded - value) * 2 <= step


@given(st.integers(0, 10**18), st.integers(2, 10))
def test_nearest_integer_root(number: int, degree: int) -> None:
    """The root lies within a half of the value given."""
    root = int(number_theory("root_to_integer", [str(number)], to=str(degree))["value"])
    assert (2 * root - 1) ** degree <= number << degree if root else True
    assert number << degree <= (2 * root + 1) ** degree


@given(st.integers(), st.integers(2, 36), st.integers(2, 36))
def test_bases_round_trip(number: int, one: int, other: int) -> None:
    """There and back again is the same number."""
    there = convert_base([str(number)], "10", str(one))["value"]
    back = convert_base([convert_base([there], str(one), str(other))["value"]], str(other), "10")
    assert back["decimal"] == str(number)


def test_sums_in_a_base() -> None:
    """Two numbers of a base are joined in that base."""
    assert convert_base(["66", "3"], "7", "7", "+")["value"] == "102"
    assert convert_base(["a", "b"], "16", "16", "-")["value"] == "-1"


@pytest.mark.parametrize(
    ("numbers", "base", "op"),
    [(["129"], "8", ""), (["1", "1"], "2", ""), (["1"], "2", "+"), (["1"], "99", ""), (["1.5"], "8", "")],
)
def test_digits_must_fit_the_base(numbers: list[str], base: str, op: Any) -> None:
    """A digit that the base has not, a wrong count and a base out of range are input errors."""
    with pytest.raises(ToolInputError):
        convert_base(numbers, base, "10", op)
