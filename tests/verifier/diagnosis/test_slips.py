"""One planted slip is named, or none is: never another one; and a right value never gets a diagnosis."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Expression, Interval, Number, Unary, evaluate, parse, walk
from toolkits.quantities import read, round_to
from verifier.diagnosis import KINDS, Pair, Slip, explain
from verifier.diagnosis._expressions import BUDGET, _changes
from verifier.diagnosis._tree import Tree


def value_of(expression: Expression) -> Fraction:
    """The value, or the middle of its enclosure."""
    value = evaluate(expression)
    return value.midpoint if isinstance(value, Interval) else value


def explained(expression: str, printed: str, question: tuple[Fraction, ...] = ()) -> Slip | None:
    """The slip that explains ``printed`` for the value of ``expression``."""
    quantity = read(printed)
    percent = quantity.unit == "%"
    return explain(
        Pair(quantity.value, value_of(parse(expression)), quantity.quantum, percent), expression, question
    )


NAMED = [
    ("pi*3.5^2", "11.0", "exponent", "3.5 for 3.5^2"),
    ("2*pi*3.5^2", "22.0", "exponent", "3.5 for 3.5^2"),
    ("100*1.05^3", "110.25", "exponent", "1.05^2 for 1.05^3"),
    ("(2+3)^2", "13", "exponent", "2^2 + 3^2 for (2 + 3)^2"),
    ("100*(1+5/100)^6", "140.71", "exponent", "^7 for"),
    ("sqrt(9+16)", "7", "function", "sqrt(9) + sqrt(16) for sqrt(9 + 16)"),
    ("10*sqrt(50)", "500", "function", "50 for sqrt(50)"),
    ("sin(30°)", "-0.988", "angle", "30 is taken in radians"),
    ("cos(pi/3)", "0.999833", "angle", "pi/3 is taken in degrees"),
    ("20*5", "120", "period", "6 in place of 5, one more"),
    ("20*5", "80", "period", "4 in place of 5, one fewer"),
    ("8/5", "0.625", "operator", "two sides exchanged"),
    ("1/16", "16", "reciprocal", "one divided by"),
    ("3*4+2/5", "7.4", "operator", "+ in place of ×"),
    ("pi*10^2", "314.00", "early_rounding", "3.14 for pi"),
    ("pi*10^2", "314.29", "early_rounding", "22/7 for pi"),
    ("100/3*3", "99.99", "early_rounding", "100/3 is rounded to 33.33 first"),
    ("100/7*14", "199.92", "early_rounding", "100/7 is cut off to 14.28 first"),
    ("63*12", "432", "parameter", "36 in place of 63"),
    ("2*60+30", "32", "operand", "60 is left out"),
    ("365*24", "365", "operand", "24 is left out"),
    ("1200*(1-5%)", "-4800", "percent", "5 for 5%"),
    ("1200*5%", "6000", "scale", "factor of 100"),
    ("7-10-2", "5", "sign", "sign"),
    ("20-5*3", "45", "parentheses", "before the product"),
    ("12*31", "22320", "unit", "factor of 60"),
    ("45+2", "165", "unit", "120 in place of 2"),
]


@pytest.mark.parametrize(("expression", "printed", "kind", "said"), NAMED)
def test_slips_are_named(expression: str, printed: str, kind: str, said: str) -> None:
    """Each kind of slip is found in an expression, and said in both languages."""
    found = explained(expression, printed)
    assert found is not None
    assert (found.kind, said in found.en) == (kind, True)
    assert kind in KINDS
    assert re.search("[\u4e00-\u9fff]{2}", found.zh)


SILENT = [
    ("10-(3-2)", "5", "no brackets, or + for -"),
    ("3-(-5)", "-2", "no minus, or + for -"),
    ("(45+30)*2", "160", "nothing gives it"),
    ("17+25", "43", "which of the two is one more?"),
    ("17/3", "6.1", "many things do at two figures"),
    ("1.05^10", "1.63", "it is right"),
]


@pytest.mark.parametrize(("expression", "printed", "why"), SILENT)
def test_no_single_slip(expression: str, printed: str, why: str) -> None:
    """Where several slips give the number, or none, or it is right, no cause is named."""
    found = explained(expression, printed)
    assert found is None or found.kind == "off_by_one", why


def test_numbers_of_the_question_are_taken_for_each_other() -> None:
    """A number of the question that the expression does not have may be the one that was used."""
    assert explained("(45+30)*2", "160") is None
    found = explained("(45+30)*2", "160", (Fraction(45), Fraction(30), Fraction(35)))
    assert found is not None
    assert found.details == {"right": "30", "used": "35"}


def test_one_of_too_many_changes_is_none() -> None:
    """Beyond the budget nothing is named; an expression of the usual size stays far below it."""
    usual = Tree(parse("10000*(1+0.05/4)^(4*3) - 12*(3.5+2)/7"))
    assert sum(1 for _ in _changes(usual, tuple(map(Fraction, range(100, 112))))) < BUDGET / 2
    assert explained("+".join(f"{n}.5*{n + 1}" for n in range(2, 17)), "7") is None


# --- planted slips --------------------------------------------------------------------------------------

LEAVES = st.one_of(
    st.integers(2, 60).map(Number), st.integers(11, 999).map(lambda n: Number(Fraction(n, 100)))
)
TREES = st.recursive(
    LEAVES,
    lambda parts: st.one_of(
        st.builds(Binary, st.sampled_from("+-*/"), parts, parts),
        st.builds(lambda base, n: Binary("^", base, Number(n)), LEAVES, st.integers(2, 4)),
    ),
    max_leaves=6,
)


def changed_at(tree: Expression, index: int, made: Expression) -> Expression:
    """``tree`` with its ``index``-th node (parents first) replaced."""
    position = -1

    def rebuilt(node: Expression) -> Expression:
        nonlocal position
        position += 1
        if position == index:
            position += sum(1 for _ in walk(node)) - 1
            return made
        if isinstance(node, Binary):
            return Binary(node.op, rebuilt(node.left), rebuilt(node.right))
        return Unary(node.op, rebuilt(node.operand)) if isinstance(node, Unary) else node

    return rebuilt(tree)


@st.composite
def planted(draw: st.DrawFn) -> tuple[Expression, Expression, dict[str, str]]:
    """An expression, the same with one slip, and what a diagnosis of it would say."""
    tree = draw(TREES)
    nodes = list(walk(tree))
    index = draw(st.integers(0, len(nodes) - 1))
    node = nodes[index]
    if isinstance(node, Binary):
        kind = draw(st.sampled_from(["operator", "exchange", "operand", "exponent", "early"]))
        if kind == "operator":
            op = draw(st.sampled_from("+-*/"))
            assume(op != node.op)
            said = {"kind": "operator", "at": str(node), "used": op}
            return tree, changed_at(tree, index, Binary(op, node.left, node.right)), said
        if kind == "exchange" and node.op in "-/":
            said = {"kind": "operator", "at": str(node), "used": "exchanged"}
            return tree, changed_at(tree, index, Binary(node.op, node.right, node.left)), said
        if kind == "operand" and node.op != "^":
            said = {"kind": "operand", "dropped": str(node.right)}
            return tree, changed_at(tree, index, node.left), said
        if kind == "exponent" and node.op == "^":
            return tree, changed_at(tree, index, node.left), {"kind": "exponent", "right": str(node)}
        assume(index > 0)
        try:
            rounded = Number(round_to(value_of(node), Fraction(1, 100)))
        except ToolkitError:
            assume(False)
            raise
        return tree, changed_at(tree, index, rounded), {"kind": "early_rounding"}
    assume(isinstance(node, Number) and index > 0)
    assert isinstance(node, Number)
    factor = draw(st.sampled_from([Fraction(10), Fraction(1, 10), Fraction(1, 100)]))
    other = Fraction(node.value) * factor
    said = {"kind": "parameter", "right": str(Number(Fraction(node.value))), "used": str(Number(other))}
    return tree, changed_at(tree, index, Number(other)), said


#: Relations between two numbers, which are true whatever the slip was.
RELATIONS = frozenset(
    ("sign", "scale", "percent", "reciprocal", "unit", "off_by_one", "rounding", "truncated")
)


@given(made=planted(), places=st.integers(0, 4))
def test_a_planted_slip_is_explained_by_itself_or_not_at_all(
    made: tuple[Expression, Expression, dict[str, str]], places: int
) -> None:
    """Printed in full or to three figures, it is the planted slip that is named, or a relation of the numbers."""
    tree, wrong, said = made
    try:
        exact, value = value_of(tree), value_of(wrong)
    except ToolkitError:
        assume(False)
        raise
    quantum = Fraction(1, 10**places)
    claimed = round_to(value, quantum)
    assume(claimed == value or abs(claimed) >= 100 * quantum)
    pair = Pair(claimed, exact, quantum)
    found = explain(pair, str(tree))
    if pair.rounds(exact):
        assert found is None
        return
    if found is None or (found.kind in RELATIONS and (found.gives is None or pair.rounds(found.gives))):
        return
    assert found.kind == said["kind"]
    details = {name: str(detail) for name, detail in found.details.items()}
    assert all(details.get(name, text) == text for name, text in said.items() if name != "kind")


@given(tree=TREES, places=st.integers(0, 5), up=st.booleans())
def test_a_right_value_is_never_diagnosed(tree: Expression, places: int, up: bool) -> None:
    """Rounded to the nearest, either way at a tie, or printed as the exact fraction, a value has no slip."""
    try:
        exact = value_of(tree)
    except ToolkitError:
        assume(False)
        raise
    quantum = Fraction(1, 10**places)
    claimed = round_to(exact, quantum, "half_up" if up else "half_down")
    assert explain(Pair(claimed, exact, quantum), str(tree)) is None
    assert explain(Pair(exact, exact, None), str(tree)) is None


@given(tree=TREES)
def test_the_floats_beside_the_nodes_are_those_of_the_values(tree: Expression) -> None:
    """The flat tree rebuilds its expression, and each change by itself gives the value that it says."""
    flat = Tree(tree)
    assert str(flat.replaced({})) == str(tree)
    try:
        exact = value_of(tree)
    except ToolkitError:
        return
    assert flat.values[0] == pytest.approx(float(exact), rel=1e-9, abs=1e-9)
    assert flat.whole_with(0, 5.0) == 5.0


def test_the_page_tells_every_kind() -> None:
    """The table of the docs has each kind of diagnosis."""
    page = Path(__file__).parents[3].joinpath("docs", "diagnosis.md").read_text(encoding="utf-8")
    assert [kind for kind in KINDS if f"`{kind}`" not in page] == []
