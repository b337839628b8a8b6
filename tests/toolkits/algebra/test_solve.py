"""Equations and systems, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from toolkits.algebra import solve
from toolkits.errors import ToolkitError, ToolRefused
from toolkits.expressions import evaluate, parse


@pytest.mark.parametrize(
    ("equations", "variables", "value"),
    [
        (["3x + 4 = 19"], ["x"], "5"),
        (["2*x + y = 7", "x - y = 2"], ["x", "y"], ["3", "1"]),
        (["2*x + y = 7", "x - y = 2"], ["y"], "1"),
        (["x/3 = 2/7"], ["x"], "6/7"),
        (["x^2 = 9"], ["x"], ["-3", "3"]),
        (["x^2 - 6x + 9 = 0"], ["x"], "3"),
        (["(x-1)(x+2)(2x-1) = 0"], ["x"], ["-2", "0.5", "1"]),
        (["x^2 - 2 = 0"], ["x"], ["-sqrt(2)", "sqrt(2)"]),
        (["x^2 - x - 1 = 0"], ["x"], ["0.5 - sqrt(5)/2", "0.5 + sqrt(5)/2"]),
        (["x^3 = x"], ["x"], ["-1", "0", "1"]),
        (["(x^2+1)(x-4) = 0"], ["x"], "4"),
    ],
)
def test_solution(equations: list[str], variables: list[str], value: object) -> None:
    """Linear systems by elimination, polynomials in one unknown by their factors."""
    assert solve(equations, variables)["value"] == value


def test_each_unknown_is_named() -> None:
    """Besides the list, the solution says which value is whose."""
    assert solve(["a + b = 10", "a - b = 4"], ["b", "a"]) == {
        "value": ["3", "7"],
        "solution": {"b": "3", "a": "7"},
    }


@pytest.mark.parametrize(
    ("equations", "variables", "code"),
    [
        (["x = x + 1"], ["x"], "no_solution"),
        (["x + y = 1", "2x + 2y = 3"], ["x"], "no_solution"),
        (["x + y = 1"], ["x"], "undetermined"),
        (["x^2 + 1 = 0"], ["x"], "no_solution"),
        (["x^2 = x^2"], ["x"], "undetermined"),
        (["x*y = 6", "x + y = 5"], ["x", "y"], "unsupported"),
        (["x^3 - x - 1 = 0"], ["x"], "unsupported"),
        (["1/x = 2"], ["x"], "not_polynomial"),
        (["sqrt(2)*x = 2"], ["x"], "unsupported"),
        (["x + sqrt(2) = 2"], ["x"], "unsupported"),
    ],
)
def test_refusals(equations: list[str], variables: list[str], code: str) -> None:
    """No solution, many solutions, and what the method can't do, each have their code."""
    with pytest.raises(ToolRefused) as caught:
        solve(equations, variables)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "equations", [["x + 1"], ["x = 1 = 2"], ["x <= 3"], [], ["= 3"], ["x = __import__('os')"]]
)
def test_equations_must_be_equations(equations: list[str]) -> None:
    """One equals sign between two expressions, else an input error."""
    with pytest.raises(ToolkitError):
        solve(equations, ["x"])


@given(st.integers(-9, 9), st.integers(-9, 9), st.lists(st.integers(-9, 9), min_size=4, max_size=4))
def test_solutions_substitute_back(x: int, y: int, k: list[int]) -> None:
    """A system made to have a known solution is solved by it."""
    assume(k[0] * k[3] != k[1] * k[2])
    system = [
        f"{k[0]}*x + ({k[1]})*y = {k[0] * x + k[1] * y}",
        f"{k[2]}*x + ({k[3]})*y = {k[2] * x + k[3] * y}",
    ]
    assert solve(system, ["x", "y"])["value"] == [str(x), str(y)]


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(1, 9))
def test_quadratics_with_known_roots(one: int, other: int, scale: int) -> None:
    """Every root of the product form is found, once."""
    value = solve([f"{scale}*(x - ({one}))*(x - ({other})) = 0"], ["x"])["value"]
    assert value == (str(one) if one == other else [str(r) for r in sorted((one, other))])


@given(st.integers(-9, 9).filter(bool), st.integers(-9, 9), st.integers(-9, 9))
def test_real_roots_are_roots(a: int, b: int, c: int) -> None:
    """A root that is printed, rational or surd, makes the polynomial zero to many digits."""
    try:
        value = solve([f"{a}*x^2 + ({b})*x + ({c}) = 0"], ["x"])["value"]
    except ToolRefused:
        assert b * b - 4 * a * c < 0
        return
    for text in value if isinstance(value, list) else [value]:
        root = evaluate(parse(text))
        middle = root if isinstance(root, Fraction) else root.midpoint
        assert abs(a * middle**2 + b * middle + c) < Fraction(1, 10**30)
