"""Derivatives and integrals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits._precision import precision
from toolkits.calculus import calculus, derive, integrate
from toolkits.equivalence import equivalence
from toolkits.equivalence._enclose import enclose
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused
from toolkits.expressions import parse


@pytest.mark.parametrize(
    ("function", "derivative"),
    [
        ("x^5", "5x^4"),
        ("sin(x)*x", "sin(x) + x*cos(x)"),
        ("exp(3x)", "3*exp(3x)"),
        ("e^(x^2)", "2x*e^(x^2)"),
        ("2^x", "2^x*ln(2)"),
        ("ln(x^2+1)", "2x/(x^2+1)"),
        ("tan(x)", "1/cos(x)^2"),
        ("sqrt(1+x)", "1/(2*sqrt(1+x))"),
        ("(x+1)/(x-1)", "-2/(x-1)^2"),
        ("1/x", "-1/x^2"),
        ("a*x^2 + b", "2*a*x"),
        ("7", "0"),
    ],
)
def test_derivative(function: str, derivative: str) -> None:
    """The rules of calculus, compared by the equivalence tool."""
    found = calculus("differentiate", function)["value"]
    assert equivalence(found, derivative)["value"] == "equivalent"


@pytest.mark.parametrize(
    ("tool_input", "value"),
    [
        ({"op": "differentiate", "expression": "x^4", "order": "third"}, "24*x"),
        ({"op": "differentiate", "expression": "t^2*x", "variable": "t"}, "2*t*x"),
        ({"op": "differentiate", "expression": "x^3", "at": "2"}, "12"),
        ({"op": "integrate", "expression": "6x^2 - 2", "lower": "0", "upper": "2"}, "12"),
        ({"op": "integrate", "expression": "sqrt(x)", "lower": "0", "upper": "9"}, "18"),
        ({"op": "integrate", "expression": "1/(x+1)^2", "lower": "0", "upper": "1"}, "0.5"),
        ({"op": "integrate", "expression": "cos(x)", "lower": "0", "upper": "pi/2"}, "1"),
        ({"op": "integrate", "expression": "3", "lower": "2", "upper": "-1"}, "-9"),
        ({"op": "integrate", "expression": "2x"}, "x^2"),
    ],
)
def test_value(tool_input: dict[str, Any], value: str) -> None:
    """Orders, points and limits."""
    assert calculus(**tool_input)["value"] == value


def test_an_indefinite_integral_shows_its_constant() -> None:
    """The family of antiderivatives is written with + C."""
    assert calculus("integrate", "2x")["with_constant"] == "x^2 + C"


@pytest.mark.parametrize(
    ("tool_input", "error"),
    [
        ({"op": "differentiate", "expression": "abs(x)"}, ToolRefused),
        ({"op": "differentiate", "expression": "x!"}, ToolRefused),
        ({"op": "integrate", "expression": "x*sin(x)"}, ToolRefused),
        ({"op": "integrate", "expression": "e^(x^2)"}, ToolRefused),
        ({"op": "integrate", "expression": "1/x", "lower": "-1", "upper": "1"}, ToolRefused),
        ({"op": "integrate", "expression": "ln(x)", "lower": "-1", "upper": "1"}, ToolRefused),
        ({"op": "integrate", "expression": "x", "lower": "1"}, ToolInputError),
        ({"op": "differentiate", "expression": "x", "order": "99"}, ToolLimit),
        ({"op": "differentiate", "expression": "open('x')"}, ToolkitError),
    ],
)
def test_refusals(tool_input: dict[str, Any], error: type[Exception]) -> None:
    """No rule, no value between the limits, half of the limits, or no expression."""
    with pytest.raises(error):
        calculus(**tool_input)


_TERMS = st.sampled_from(
    [
        "x^3",
        "5",
        "2*x",
        "sin(2*x)",
        "cos(x)",
        "exp(x)",
        "e^(3*x)",
        "1/(x+4)",
        "(2*x+5)^3",
        "sqrt(x+9)",
        "3^x",
        "-x/7",
    ]
)


@given(st.lists(_TERMS, min_size=1, max_size=4))
def test_derivative_of_a_sum(terms: list[str]) -> None:
    """The derivative of a sum is the sum of the derivatives, at a point, to many digits."""
    point = {"x": Fraction(3, 7)}
    with precision(200):
        whole = enclose(derive(parse(" + ".join(f"({t})" for t in terms)), "x"), point)
        parts = sum(enclose(derive(parse(t), "x"), point) for t in terms)
        assert abs(whole - parts).upper() < 1e-30


@given(st.lists(_TERMS, min_size=1, max_size=3))
def test_derivative_undoes_the_integral(terms: list[str]) -> None:
    """The derivative of the antiderivative is the integrand, at a point, to many digits."""
    point = {"x": Fraction(3, 7)}
    integrand = parse(" + ".join(f"({t})" for t in terms))
    again = parse(str(integrate(integrand, "x")).replace("abs", ""))
    with precision(200):
        assert abs(enclose(derive(again, "x"), point) - enclose(integrand, point)).upper() < 1e-30
