"""Laws of the parser and the evaluator, on random trees and random text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from time import perf_counter

from hypothesis import given
from hypothesis import strategies as st

from toolkits.expressions import (
    Binary,
    Call,
    EvaluationError,
    Expression,
    ExpressionError,
    Interval,
    Number,
    Unary,
    Variable,
    evaluate,
    parse,
    replace_literal,
)
from toolkits.expressions._functions import FUNCTIONS

NUMBERS = st.one_of(
    st.integers(0, 10**6),
    st.fractions(min_value=0, max_value=1000, max_denominator=50),
    st.decimals(0, 1000, places=3).map(Fraction),
)
LEAVES: st.SearchStrategy[Expression] = NUMBERS.map(Number)


def trees(leaves: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    """Trees of the four operations, signs, percentages and a few functions."""
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.builds(Binary, st.sampled_from("+-*/"), inner, inner),
            st.builds(Unary, st.sampled_from("-%‰"), inner),
            st.builds(Call, st.just("abs"), st.tuples(inner)),
            st.builds(Call, st.sampled_from(["max", "min", "sum"]), st.tuples(inner, inner)),
            st.builds(lambda base, power: Binary("^", base, Number(power)), inner, st.integers(1, 3)),
        ),
        max_leaves=12,
    )


def by_fractions(node: Expression) -> Fraction:
    """The value by Python's own fractions; an independent model."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Unary):
        value = by_fractions(node.operand)
        return -value if node.op == "-" else value / (100 if node.op == "%" else 1000)
    if isinstance(node, Call):
        values = [by_fractions(argument) for argument in node.arguments]
        return {"abs": lambda: abs(values[0]), "max": lambda: max(values), "min": lambda: min(values)}.get(
            node.name, lambda: sum(values, Fraction(0))
        )()
    assert isinstance(node, Binary)
    left, right = by_fractions(node.left), by_fractions(node.right)
    if node.op == "^":
        return left ** int(right)
    return {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[node.op](right)


def outcome(tree: Expression, env: Mapping[str, Fraction] | None = None) -> Fraction | Interval | str:
    """The value, or the code of the error."""
    try:
        return evaluate(tree, env)
    except EvaluationError as error:
        return error.code


@given(trees(LEAVES))
def test_evaluation_is_pythons_fraction_arithmetic(tree: Expression) -> None:
    """The evaluator agrees with Python's fractions on every tree."""
    try:
        expected = by_fractions(tree)
    except ZeroDivisionError:
        assert outcome(tree) == "division_by_zero"
        return
    assert evaluate(tree) == expected


@given(trees(LEAVES | st.sampled_from(["x", "y", "n"]).map(Variable)))
def test_canonical_text_keeps_the_meaning(tree: Expression) -> None:
    """The canonical text is read back as a tree with the same text and, for any values, the same value."""
    again = parse(str(tree))
    assert str(again) == str(tree)
    env = {"x": Fraction(3), "y": Fraction(-7, 2), "n": Fraction(1, 3)}
    assert outcome(again, env) == outcome(tree, env)


@given(trees(LEAVES), st.data())
def test_replaced_literals_stand_in_their_place(tree: Expression, data: st.DataObject) -> None:
    """Replacing a literal changes that literal and no other."""
    index = data.draw(st.integers(0, len(tree.literals) - 1))
    value = data.draw(st.fractions(min_value=0, max_denominator=9))
    changed = replace_literal(tree, index, value).literals
    assert changed == (*tree.literals[:index], value, *tree.literals[index + 1 :])


CODES = {"syntax", "ambiguous", "unknown_name", "limit", "empty", "division_by_zero", "domain", "unbound"}
FRAGMENTS = st.sampled_from(
    [*"0123456789.,+-*/^()[]{}|!%‰°xXeπ√=_$\\ '½²⁻₂万亿百：，", "sqrt", "max(", "log", "\\frac", "\\sqrt", "\\text{", "{", "}", "mod",
     "of", "of ", "**", "//", "1,234", "10^", "sin ", "乘以", "math.", "\\dot{3}", "\\overline{", "rad", "factorial("]
)  # fmt: skip


@given(st.text(max_size=40) | st.lists(FRAGMENTS, max_size=14).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes anything but an expression with a value, or one of the two errors."""
    try:
        tree = parse(text)
    except ExpressionError as error:
        code, position = error.code, error.position
    else:
        code, position = outcome(tree), 0
    assert isinstance(code, Fraction | Interval) or code in CODES
    assert 0 <= position <= len(text)


EXTREMES = st.sampled_from(
    ["0", "1", "-1", "2", "0.5", "-0.5", "10^400", "-10^400", "10^-400", "(1 + 10^-30)", "pi", "-pi", "sqrt(2)", "e", "1e300", "3",
     "(sqrt(2)*sqrt(2))", "(pi - pi)", "90°", "10^4000", "0.1", "1/3", "100", "5000", "(2^500)", "(10^10 * pi)"]
)  # fmt: skip


@given(st.sampled_from(sorted(FUNCTIONS)), st.lists(EXTREMES, min_size=1, max_size=3))
def test_functions_of_extreme_arguments(name: str, arguments: list[str]) -> None:
    """Every function of any numbers has a value or one of the two errors, in bounded time."""
    started = perf_counter()
    try:
        tree = parse(f"{name}({', '.join(arguments)})")
    except ExpressionError as error:
        code: object = error.code
    else:
        code = outcome(tree)
    assert isinstance(code, Fraction | Interval) or code in CODES
    assert perf_counter() - started < 5


@given(st.fractions(min_value=Fraction(1, 1000), max_value=10**6, max_denominator=1000))
def test_enclosures_hold_the_root(radicand: Fraction) -> None:
    """The square of an enclosure of a root holds the radicand."""
    value = evaluate(parse(f"sqrt({radicand})"))
    if isinstance(value, Interval):
        assert value.lo**2 <= radicand <= value.hi**2
    else:
        assert value**2 == radicand


@given(
    st.sampled_from(["sin", "cos", "exp", "ln", "sqrt"]),
    st.fractions(min_value=1, max_value=50, max_denominator=20),
)
def test_enclosures_nest(name: str, argument: Fraction) -> None:
    """A value computed in two ways has overlapping enclosures."""
    one = evaluate(parse(f"{name}(({argument}) rad)" if name in ("sin", "cos") else f"{name}({argument})"))
    two = evaluate(parse(f"{name}(({argument} + pi - pi))"))
    assert isinstance(two, Interval)
    low, high = (one.lo, one.hi) if isinstance(one, Interval) else (one, one)
    assert low <= two.hi
    assert two.lo <= high
