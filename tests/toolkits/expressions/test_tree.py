"""Trees: equality, rewriting, SymPy objects."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits import expressions
from toolkits.expressions import Binary, Number, evaluate, parse, rename, replace_literal, to_sympy


def test_export_list() -> None:
    """The public names of the package."""
    assert expressions.__all__ == sorted(expressions.__all__)
    assert {
        "parse",
        "evaluate",
        "Interval",
        "Expression",
        "ExpressionError",
        "EvaluationError",
        "to_sympy",
    } <= set(expressions.__all__)
    assert all(hasattr(expressions, name) for name in expressions.__all__)


def test_equal_by_meaning_of_the_text() -> None:
    """Trees are equal when their canonical texts are: spaces and signs don't count, order does."""
    assert parse("3×4 + 1") == parse("3 * 4+1")
    assert hash(parse("3×4")) == hash(parse("3*4"))
    assert parse("3*4") != parse("4*3")
    assert parse("3") != "3"


@pytest.mark.parametrize(
    ("text", "index", "value", "expected"),
    [
        ("16 - 3 - 4", 1, "5", "16 - 5 - 4"),
        ("20% of 50", 0, "25", "25%*50"),
        ("2*3", 1, "-3", "2*(-3)"),
        ("2*3", 0, "1/3", "1/3*3"),
        ("2^3", 0, "-2", "(-2)^3"),
        ("6/3", 1, "1/2", "6/0.5"),
        ("6/3", 1, "2/3", "6/(2/3)"),
        ("max(1, 2)", 1, "7", "max(1, 7)"),
        ("sqrt(4) + 1", 0, "9", "sqrt(9) + 1"),
    ],
)
def test_replaces_a_literal(text: str, index: int, value: str, expected: str) -> None:
    """One number is put in place of another, and the canonical text still means the same."""
    changed = replace_literal(parse(text), index, Fraction(value))
    assert str(changed) == expected
    assert evaluate(parse(expected)) == evaluate(changed)
    assert changed.literals[index] == Fraction(value)


def test_replace_outside_the_literals() -> None:
    """There is no literal beyond the last."""
    with pytest.raises(IndexError, match="2 numbers"):
        replace_literal(parse("1+2"), 2, Fraction(1))


def test_renames_at_once() -> None:
    """Two variables can be swapped."""
    assert str(rename(parse("a - b*a"), {"a": "b", "b": "a"})) == "b - a*b"


def test_nodes_are_frozen() -> None:
    """No part of a tree can be changed in place."""
    node = parse("1 + 2")
    assert isinstance(node, Binary)
    with pytest.raises(AttributeError):
        node.op = "-"  # type: ignore[misc]
    assert Number(3).value == 3


@pytest.mark.parametrize(
    "text",
    [
        "2 + 3*4 - 5/6", "2^10", "sqrt(16)", "cbrt(-27)", "20% * 5", "5!", "7 mod 3", "7 // 2", "comb(5, 2)", "perm(5, 2)",
        "max(2, 3)", "min(2, 3)", "sum(1, 2)", "gcd(12, 18)", "lcm(4, 6)", "abs(-3)", "floor(2.5)", "ceil(2.5)",
        "log10(1000)", "log2(8)", "log(8, 2)", "ln(1)", "exp(0)", "sin(30°)", "cos(pi/3)", "5‰", "-3", "round(2.26, 1)",
        "root(32, 5)", "cosh(0)", "tan(0 rad)",
    ],
)  # fmt: skip
def test_sympy_object_has_the_same_value(text: str) -> None:
    """The SymPy object, built by constructors, equals our exact value."""
    import sympy

    value = evaluate(parse(text))
    assert isinstance(value, Fraction)
    assert sympy.simplify(to_sympy(parse(text)) - sympy.Rational(value.numerator, value.denominator)) == 0


def test_sympy_variables_are_real_symbols() -> None:
    """Variables become real symbols and constants SymPy's own."""
    import sympy

    x = sympy.Symbol("x", real=True)
    assert to_sympy(parse("x^2 + pi*e")) == x**2 + sympy.pi * sympy.E
