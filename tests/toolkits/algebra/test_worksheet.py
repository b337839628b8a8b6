"""Problems worked through definition by definition."""

from __future__ import annotations

from typing import Any

import pytest

from toolkits.algebra import worksheet
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused

_F = {"name": "f", "of": ["x"], "value": "x**2 - 3*x"}


@pytest.mark.parametrize(
    ("definitions", "ask", "value"),
    [
        ([], {"op": "value", "expression": "3/4 + 1/8"}, "0.875"),
        ([{"name": "a", "value": "2 - 5"}], {"op": "value", "expression": "a*a"}, "9"),
        ([_F], {"op": "value", "expression": "f(5) - f(1)"}, "12"),
        (
            [_F, {"name": "g", "of": ["t"], "value": "t + 1"}],
            {"op": "value", "expression": "f(g(z))"},
            "z^2 - z - 2",
        ),
        ([{**_F, "derivative": "first"}], {"op": "value", "expression": "f(4)"}, "5"),
        ([{"equations": ["2*p + q = 8", "p - q = 1"]}], {"op": "gcd", "numbers": ["p*4", "q*9"]}, "6"),
        (
            [{"name": "k", "op": "remainder", "numbers": ["17", "5"]}],
            {"op": "digit", "numbers": ["k*123"], "place": "tens"},
            "4",
        ),
        ([{"name": "k", "value": "3"}], {"op": "nearest", "values": ["1", "k", "9"], "to": "k + 1"}, "3"),
        (
            [{"name": "k", "value": "3"}],
            {"op": "solve", "equations": ["x + k = 10"], "variables": ["x"]},
            "7",
        ),
        ([{"name": "k", "value": "3"}], {"op": "compare", "numbers": ["k", "2"], "relation": "<="}, False),
        ([], {"op": "derivative", "expression": "x**3*y", "variable": "x", "order": "second"}, "6*x*y"),
        ([], {"op": "coefficient", "expression": "(x+2)**3", "variable": "x", "power": "1"}, "12"),
        ([], {"op": "value", "expression": "sqrt(12)*sqrt(3)"}, "6"),
        ([], {"op": "minimum", "expression": "2*t^2 - 6*t"}, "-4.5"),
        ([{"name": "k", "value": "3"}], {"op": "maximum", "expression": "k - (x + 1)^2"}, "3"),
    ],
)
def test_value(definitions: list[dict[str, Any]], ask: dict[str, Any], value: object) -> None:
    """Letters, functions, derivatives, systems and operations are put into the request."""
    assert worksheet(definitions, ask)["value"] == value


def test_an_irrational_value_is_enclosed_and_written() -> None:
    """The output has an enclosure for numbers and the expression for symbols."""
    output = worksheet([], {"op": "value", "expression": "(1 + sqrt(8))/2"})
    assert output["exact"] == "sqrt(2) + 1/2"
    assert output["value"]["lo"].startswith("1.914213562")
    assert worksheet([], {"op": "value", "expression": "pi/2"})["value"]["lo"].startswith("1.570796326")


@pytest.mark.parametrize(
    ("definitions", "ask", "error"),
    [
        ([], {"op": "value", "expression": "x + 1 + unknown_name"}, ToolkitError),
        ([{"name": "a", "value": "b + 1"}], {"op": "value", "expression": "a"}, ToolInputError),
        (
            [{"name": "a", "value": "1"}, {"name": "a", "value": "2"}],
            {"op": "value", "expression": "a"},
            ToolInputError,
        ),
        ([_F], {"op": "value", "expression": "f(1, 2)"}, ToolInputError),
        ([_F], {"op": "value", "expression": "f(1"}, ToolInputError),
        (
            [{"name": "f", "of": ["x"], "value": "x + y"}],
            {"op": "value", "expression": "f(1)"},
            ToolInputError,
        ),
        ([{"equations": ["x*x = 4"]}], {"op": "value", "expression": "x"}, ToolRefused),
        ([], {"op": "maximum", "expression": "x^2"}, ToolRefused),
        ([], {"op": "minimum", "expression": "x^3"}, ToolRefused),
        ([], {"op": "minimum", "expression": "x*y + x^2"}, ToolRefused),
        ([], {"op": "minimum", "expression": "7"}, ToolRefused),
        ([], {"op": "value", "expression": "1/0"}, ToolRefused),
        ([], {"op": "value"}, ToolInputError),
        ([{"value": "3"}], {"op": "value", "expression": "1"}, ToolInputError),
        ([], {}, ToolInputError),
        ([{"equations": ["x = 1"]}] * 60, {"op": "value", "expression": "1"}, ToolLimit),
    ],
)
def test_refusals(definitions: list[dict[str, Any]], ask: dict[str, Any], error: type[Exception]) -> None:
    """What is not defined, defined twice, or lacks a part is an error of the tools."""
    with pytest.raises(error):
        worksheet(definitions, ask)
