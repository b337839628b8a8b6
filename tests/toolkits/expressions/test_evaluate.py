"""Exact values, certified enclosures, and what has no value."""

from __future__ import annotations

import math
from fractions import Fraction
from time import perf_counter

import pytest

from toolkits.expressions import EvaluationError, Interval, evaluate, parse

NO_VALUE = [
    ("1/0", "division_by_zero"),
    ("0/0", "division_by_zero"),
    ("1//0", "division_by_zero"),
    ("5 mod 0", "division_by_zero"),
    ("0^(-1)", "division_by_zero"),
    ("1/(sqrt(4) - 2)", "division_by_zero"),
    ("0^0", "domain"),
    ("sqrt(-4)", "domain"),
    ("(-8)^(1/3)", "domain"),
    ("ln(0)", "domain"),
    ("log(-1)", "domain"),
    ("asin(2)", "domain"),
    ("tan(pi/2)", "domain"),
    ("cot(0 * pi)", "domain"),
    ("2.5!", "domain"),
    ("(-1)!", "domain"),
    ("pi!", "domain"),
    ("gcd(1.5, 2)", "domain"),
    ("comb(-1, 2)", "domain"),
    ("x + 1", "unbound"),
    ("log(100)", "ambiguous"),
    ("cos(log(pi + 20))", "ambiguous"),
    ("sin(30)", "ambiguous"),
    ("asin(0.5)", "ambiguous"),
    ("round(2.5)", "ambiguous"),
    ("9**9**9", "limit"),
    ("9**9**9**9", "limit"),
    ("10000000!", "limit"),
    ("factorial(10**7)", "limit"),
    ("comb(10**6, 5*10**5)", "limit"),
    ("0.1**(10**9)", "limit"),
    ("2^(2^100)", "limit"),
    ("exp(exp(exp(exp(3))))", "limit"),
    ("4**(111111111111111111111/2222222222222)", "limit"),
    (r"\frac{7^{(7^{(7^{(7^7)})}-4)}-7}{16}", "limit"),
    ("floor(sqrt(2)*sqrt(2))", "limit"),
    ("1/(sqrt(2)*sqrt(2) - 2)", "limit"),
]


@pytest.mark.parametrize(("text", "code"), NO_VALUE)
def test_says_why_there_is_no_value(text: str, code: str) -> None:
    """An expression without a value is an error with a stable code, found at once."""
    started = perf_counter()
    with pytest.raises(EvaluationError) as caught:
        evaluate(parse(text))
    assert caught.value.code == code
    assert perf_counter() - started < 1


EXACT = [
    ("0.1 + 0.2", "3/10"),
    ("1 - 10^(-40)", f"{10**40 - 1}/{10**40}"),
    ("9007199254740993 - 9007199254740992", "1"),
    ("sqrt(49/4)", "7/2"),
    ("8^(2/3)", "4"),
    ("(1/8)^(-1/3)", "2"),
    ("cbrt(-27)", "-3"),
    ("1^(10^9)", "1"),
    ("(-1)^(10^9 + 1)", "-1"),
    ("0^5", "0"),
    ("sin(0) + cos(0) + exp(0) + ln(1)", "2"),
    ("sin(pi)", "0"),
    ("cos(pi)", "-1"),
    ("tan(pi/4)", "1"),
    ("sin(7*pi/6)", "-1/2"),
    ("sin(-30°)", "-1/2"),
    ("log(8, 2)", "3"),
    ("log(1/100, 10)", "-2"),
    ("log10(0.001)", "-3"),
    ("floor(-2.5) + ceil(-2.5)", "-5"),
    ("floor(pi * 100) / 100", "3.14"),
    ("round(2/3, 2)", "0.67"),
    ("round(pi, 4)", "3.1416"),
    ("-7 mod 3", "2"),
    ("comb(3, 5)", "0"),
    ("(1/3) * 3", "1"),
]


@pytest.mark.parametrize(("text", "value"), EXACT)
def test_is_exact(text: str, value: str) -> None:
    """Rational values come out exactly, whatever functions they went through."""
    assert evaluate(parse(text)) == Fraction(value)


IRRATIONAL = [
    ("sqrt(2)", math.sqrt(2)),
    ("pi", math.pi),
    ("e", math.e),
    ("2**0.5", math.sqrt(2)),
    ("2^(1/3)", 2 ** (1 / 3)),
    ("ln(10)", math.log(10)),
    ("log(8)/log(2)", 3.0),
    ("math.log(10)", math.log(10)),
    ("math.sin(30)", math.sin(30)),
    ("sin(30 rad)", math.sin(30)),
    ("exp(-1)", math.exp(-1)),
    ("tanh(1)", math.tanh(1)),
    ("atan(1) * 4 / atan(1)", 4.0),
    ("log(27, 2)", math.log2(27)),
    ("5 mod pi", 5 % math.pi),
    ("max(pi, 3) + min(pi, 3)", math.pi + 3),
    ("abs(3 - pi)", math.pi - 3),
    ("log(262537412640768744)/sqrt(163) * 0 + 1", 1.0),
]


@pytest.mark.parametrize(("text", "about"), IRRATIONAL)
def test_encloses(text: str, about: float) -> None:
    """An irrational value comes as an enclosure of 40 digits or more around the true value."""
    value = evaluate(parse(text))
    assert isinstance(value, Interval)
    assert float(value.midpoint) == pytest.approx(about, rel=1e-14)
    assert value.hi - value.lo <= abs(value.midpoint) / 10**40


def test_near_misses_are_told_apart() -> None:
    """Values that agree to thirty digits have enclosures that do not overlap."""
    near = evaluate(parse("ln(262537412640768744)/sqrt(163)"))
    pi = evaluate(parse("pi"))
    assert isinstance(near, Interval)
    assert isinstance(pi, Interval)
    assert not near.overlaps(pi)
    assert Fraction(1) not in evaluate(parse("tanh(20)"))  # type: ignore[operator]


def test_a_value_that_may_be_zero_keeps_it_inside() -> None:
    """An expression that is zero without being seen to be keeps zero in a narrow enclosure."""
    value = evaluate(parse("sqrt(2)*sqrt(3) - sqrt(6)"))
    assert isinstance(value, Interval)
    assert value.lo <= 0 <= value.hi
    assert value.hi - value.lo < Fraction(1, 10**50)


def test_takes_variables_from_the_environment() -> None:
    """Variables get the exact values of the environment."""
    tree = parse("P*(1 + r/n)^(n*t)")
    env = {"P": Fraction(10000), "r": Fraction(5, 100), "n": Fraction(4), "t": Fraction(3)}
    assert evaluate(tree, env) == Fraction(10000) * Fraction(81, 80) ** 12


def test_large_factorials_within_the_limit_are_exact() -> None:
    """1000! and quotients of larger ones are plain work."""
    assert evaluate(parse("1000!")) == math.factorial(1000)
    assert evaluate(parse("2013!/2011!")) == 2013 * 2012


def test_long_sums_are_no_deep_recursion() -> None:
    """A sum of thousands of terms is read, evaluated and printed."""
    tree = parse("+".join(["x"] * 3000))
    assert evaluate(tree, {"x": Fraction(2)}) == 6000
    assert str(tree).count("x") == 3000


def test_work_is_counted() -> None:
    """Many operations on large numbers are refused by count, not by the clock."""
    with pytest.raises(EvaluationError) as caught:
        evaluate(parse("+".join(f"1/(3^20000 + {k})" for k in range(200))))
    assert caught.value.code == "limit"
