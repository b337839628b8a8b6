"""The whole numbers of a range that have given properties."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolkitError
from toolkits.integers import integers


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"op": "count", "properties": ["prime"], "low": "1", "high": "100"}, "25"),
        ({"op": "sum", "properties": ["composite"], "low": "8", "high": "12", "without": "ends"}, "19"),
        ({"op": "list", "properties": ["prime"], "high": "12"}, ["2", "3", "5", "7", "11"]),
        ({"op": "list", "properties": ["cube"], "low": "-10", "high": "10"}, ["-8", "-1", "0", "1", "8"]),
        ({"op": "list", "properties": ["square"], "low": "-9", "high": "16"}, ["0", "1", "4", "9", "16"]),
        ({"op": "count", "properties": ["odd", "not prime"], "low": "1", "high": "9"}, "2"),
        ({"op": "list", "properties": ["divisor of 28"]}, ["1", "2", "4", "7", "14", "28"]),
        ({"op": "list", "properties": ["divisor of 28", "divisor of 20"]}, ["1", "2", "4"]),
        ({"op": "product", "properties": ["even"], "low": "3", "high": "9"}, "192"),
        ({"op": "greatest", "properties": ["multiple of 13"], "digits": "3"}, "988"),
        ({"op": "least", "properties": ["multiple of 13"], "digits": "3", "low": "500"}, "507"),
        ({"op": "count", "properties": ["2 modulo 5"], "low": "1,000", "high": "1,010"}, "2"),
        ({"op": "count", "properties": ["multiple of 7"], "high": "14", "without": "high"}, "1"),
        ({"op": "count", "properties": [], "low": "5", "high": "9", "without": "low"}, "4"),
        ({"op": "count", "properties": ["prime"], "low": "999999999900", "high": "1000000000000"}, "4"),
    ],
)
def test_value(given: dict[str, Any], expected: object) -> None:
    """What is asked of the integers that have all the properties."""
    assert integers(**given)["value"] == expected


def test_the_first_are_shown() -> None:
    """The output says how many there are and which come first."""
    found = integers("sum", ["even"], high="100")
    assert (found["count"], found["first"][:3], len(found["first"])) == ("50", ["2", "4", "6"], 10)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"op": "least", "properties": ["prime"], "low": "24", "high": "28"}, "missing"),
        ({"op": "count", "properties": ["lucky"], "high": "9"}, "tool_input"),
        ({"op": "count", "properties": ["7 modulo 5"], "high": "9"}, "tool_input"),
        ({"op": "count", "properties": ["prime"]}, "tool_input"),
        ({"op": "count", "properties": ["prime"], "low": "9", "high": "1"}, "tool_input"),
        ({"op": "count", "properties": ["prime"], "high": "1.5"}, "tool_input"),
        ({"op": "count", "properties": ["prime"], "digits": "0"}, "tool_input"),
        ({"op": "middle", "properties": ["prime"], "high": "9"}, "tool_input"),
        ({"op": "count", "properties": ["even"], "high": "900000"}, "limit"),
        ({"op": "list", "properties": ["even"], "high": "9000"}, "limit"),
        ({"op": "count", "properties": ["prime"], "low": "9" * 20, "high": "9" * 20}, "limit"),
    ],
)
def test_refused(given: dict[str, Any], code: str) -> None:
    """No such integer, nothing readable, or too many."""
    with pytest.raises(ToolkitError) as caught:
        integers(**given)
    assert caught.value.code == code


@given(st.integers(-300, 300), st.integers(0, 60), st.integers(1, 12))
def test_laws(low: int, length: int, number: int) -> None:
    """A property and its denial share out the range; each kind is what its definition says."""
    ends = {"low": str(low), "high": str(low + length)}
    held = [int(n) for n in integers("list", [f"multiple of {number}"], **ends)["value"]]
    rest = [int(n) for n in integers("list", [f"not multiple of {number}"], **ends)["value"]]
    assert sorted(held + rest) == list(range(low, low + length + 1))
    assert all(n % number == 0 for n in held)
    primes = {int(n) for n in integers("list", ["prime"], **ends)["value"]}
    for n in range(low, low + length + 1):
        assert (n in primes) == (n > 1 and all(n % d for d in range(2, math.isqrt(n) + 1)))
