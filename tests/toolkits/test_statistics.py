"""Exact descriptive statistics."""

from __future__ import annotations

import statistics as reference
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolRefused
from toolkits.quantities import Interval, number_from_json
from toolkits.statistics import root, statistics

_NUMBERS = st.lists(st.integers(-1000, 1000), min_size=1, max_size=20)


@pytest.mark.parametrize(
    ("tool_input", "value"),
    [
        ({"op": "mean", "values": ["1", "2"]}, "1.5"),
        ({"op": "mean", "values": ["1/3", "1/3", "0"]}, "2/9"),
        ({"op": "median", "values": ["9", "1", "4"]}, "4"),
        ({"op": "median", "values": ["9", "1", "4", "2"]}, "3"),
        ({"op": "mode", "values": ["2", "2", "3"]}, "2"),
        ({"op": "mode", "values": ["2", "2", "3", "3", "5"]}, ["2", "3"]),
        ({"op": "variance", "values": ["2", "4"]}, "1"),
        ({"op": "sample_variance", "values": ["2", "4"]}, "2"),
        ({"op": "stdev", "values": ["2", "6"]}, "2"),
        ({"op": "mean_deviation", "values": ["1", "3"]}, "1"),
        ({"op": "product", "values": ["2", "-3", "0.5"]}, "-3"),
        ({"op": "range", "values": ["-2", "5"]}, "7"),
        ({"op": "kth_largest", "values": ["4", "9", "7"], "k": "second"}, "7"),
        ({"op": "kth_smallest", "values": ["4", "9", "7"], "k": "第三"}, "9"),
        ({"op": "sort", "values": ["1/2", "0.4", "-1"], "descending": True}, ["0.5", "0.4", "-1"]),
        ({"op": "nearest", "values": ["1", "5", "9"], "to": "6"}, "5"),
        ({"op": "weighted_mean", "values": ["80", "90"], "weights": ["1", "3"]}, "87.5"),
        ({"op": "percent_of", "values": ["3", "12"]}, "0.25"),
        ({"op": "rank", "values": ["5", "8", "2"], "to": "5"}, "2"),
        ({"op": "count", "values": [1, 2.5, "3"]}, "3"),
    ],
)
def test_value(tool_input: dict[str, Any], value: object) -> None:
    """Each operation gives the exact value."""
    assert statistics(**tool_input)["value"] == value


def test_population_and_sample_are_both_shown() -> None:
    """A population's variance comes with the sample's, because a question may mean either."""
    assert statistics("variance", ["1", "2", "3"]) == {"value": "2/3", "sample": "1"}


def test_the_owner_of_a_value_is_named() -> None:
    """With labels the output says whose the largest value is; two owners are refused."""
    assert statistics("max", ["3", "7"], labels=["Ann", "Ben"])["label"] == "Ben"
    with pytest.raises(ToolRefused):
        statistics("max", ["7", "7"], labels=["Ann", "Ben"])


@pytest.mark.parametrize(
    ("tool_input", "error"),
    [
        ({"op": "mean", "values": []}, ToolInputError),
        ({"op": "mean", "values": ["many"]}, ToolInputError),
        ({"op": "sample_variance", "values": ["1"]}, ToolInputError),
        ({"op": "kth_largest", "values": ["1"], "k": "2"}, ToolInputError),
        ({"op": "kth_largest", "values": ["1"], "k": "some"}, ToolInputError),
        ({"op": "percent_of", "values": ["1", "0"]}, ToolInputError),
        ({"op": "mode", "values": ["1", "2"]}, ToolRefused),
        ({"op": "nearest", "values": ["1", "3"], "to": "2"}, ToolRefused),
        ({"op": "rank", "values": ["1", "1"], "to": "1"}, ToolRefused),
        ({"op": "skew", "values": ["1"]}, ToolInputError),
    ],
)
def test_refusals(tool_input: dict[str, Any], error: type[Exception]) -> None:
    """Nothing to compute, no numbers, or no single answer."""
    with pytest.raises(error):
        statistics(**tool_input)


@given(_NUMBERS)
def test_like_the_standard_library(values: list[int]) -> None:
    """Mean, median and variance equal those of Python's statistics on fractions."""
    exact = [Fraction(v) for v in values]
    texts = [str(v) for v in values]
    assert number_from_json(statistics("mean", texts)["value"]) == reference.mean(exact)
    assert number_from_json(statistics("median", texts)["value"]) == reference.median(exact)
    assert number_from_json(statistics("variance", texts)["value"]) == reference.pvariance(exact)


@given(_NUMBERS)
def test_sorted_is_an_ordered_permutation(values: list[int]) -> None:
    """Sorting keeps the numbers and orders them."""
    assert [int(v) for v in statistics("sort", [str(v) for v in values])["value"]] == sorted(values)


@given(st.fractions(min_value=0))
def test_roots_are_enclosed(value: Fraction) -> None:
    """A root is exact, or an interval whose squares enclose the radicand closely."""
    found = root(value)
    if isinstance(found, Interval):
        assert found.lo**2 <= value <= found.hi**2
        assert found.hi - found.lo == Fraction(1, 10**60)
    else:
        assert found**2 == value
