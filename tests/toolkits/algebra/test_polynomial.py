"""Polynomials over the rationals: ring laws, text, bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.algebra import Polynomial, to_polynomial
from toolkits.errors import ToolLimit
from toolkits.expressions import parse

_COEFFICIENTS = st.fractions(min_value=-20, max_value=20, max_denominator=6)
_MONOMIALS = st.tuples(st.integers(0, 3), st.integers(0, 3)).map(
    lambda p: tuple((n, e) for n, e in zip("xy", p, strict=True) if e)
)
POLYNOMIALS = st.lists(st.tuples(_MONOMIALS, _COEFFICIENTS), max_size=5).map(Polynomial.of)


@given(POLYNOMIALS, POLYNOMIALS, POLYNOMIALS)
def test_ring(a: Polynomial, b: Polynomial, c: Polynomial) -> None:
    """Sums and products commute and distribute; subtraction undoes addition."""
    assert a + b == b + a
    assert a * b == b * a
    assert a * (b + c) == a * b + a * c
    assert (a + b) - b == a


@given(POLYNOMIALS)
def test_text_reads_back(polynomial: Polynomial) -> None:
    """The text of a polynomial parses to the same polynomial."""
    assert to_polynomial(parse(str(polynomial)), {}) == polynomial


@given(POLYNOMIALS, POLYNOMIALS)
def test_derivative_is_linear_and_obeys_leibniz(a: Polynomial, b: Polynomial) -> None:
    """(a + b)' = a' + b' and (a b)' = a' b + a b'."""
    assert (a + b).derivative("x") == a.derivative("x") + b.derivative("x")
    assert (a * b).derivative("x") == a.derivative("x") * b + a * b.derivative("x")


@given(POLYNOMIALS)
def test_derivative_undoes_the_integral(polynomial: Polynomial) -> None:
    """The integral's derivative is the polynomial, and the integral vanishes at zero."""
    integral = polynomial.integral("x")
    assert integral.derivative("x") == polynomial
    assert integral.substitute({"x": Polynomial.constant(0)}) == Polynomial.constant(0)


@given(POLYNOMIALS, st.integers(-5, 5), st.integers(-5, 5))
def test_substitution_is_evaluation(polynomial: Polynomial, x: int, y: int) -> None:
    """Putting in numbers gives the sum of the terms at that point."""
    point = {"x": Polynomial.constant(x), "y": Polynomial.constant(y)}
    direct = sum(
        (
            c * Fraction(x) ** dict(m).get("x", 0) * Fraction(y) ** dict(m).get("y", 0)
            for m, c in polynomial.terms.items()
        ),
        Fraction(0),
    )
    assert polynomial.substitute(point).value == direct


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("(x+1)^2", "x^2 + 2*x + 1"),
        ("-(x - y/3)", "-x + y/3"),
        ("0*x", "0"),
        ("2x*3y - 1", "6*x*y - 1"),
        ("sqrt(8)*sqrt(2)", "4"),
        ("(1+sqrt(5))*(1-sqrt(5))/4", "-1"),
        ("1/(sqrt(3)-1) - sqrt(3)/2", "1/2"),
        ("x^(2-1)", "x"),
        ("2^-2 * x", "x/4"),
    ],
)
def test_built_from_text(text: str, shown: str) -> None:
    """Expressions become polynomials, square roots of numbers included."""
    assert str(to_polynomial(parse(text), {})) == shown


def test_growth_is_bounded() -> None:
    """Powers are refused by count before they are worked out."""
    with pytest.raises(ToolLimit):
        to_polynomial(parse("(x+1)^5000"), {})
    with pytest.raises(ToolLimit):
        to_polynomial(parse("(a+b+c+d+f)^40"), {})
