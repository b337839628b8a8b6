"""Formulas as facts: the data, the look-up, statements, and comparison whatever the letters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError
from toolkits.expressions import parse
from toolkits.formulas import facts, facts_by_id, find, same_formula

FACTS = list(facts_by_id().values())


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.id)
def test_each_fact_is_well_formed(fact) -> None:
    """Every form parses, and its letters are the ones explained, distinct whatever their case."""
    letters, subjects = set(), set()
    for form in fact.forms:
        subject, _, body = form.partition(" = ")
        letters |= parse(body).variables
        subjects.add(subject)
    assert letters | subjects == set(fact.variables)
    assert len({letter.casefold() for letter in letters}) == len(letters)
    assert all(meaning.keys() == {"en", "zh", "unit"} for meaning in fact.variables.values())
    assert fact.source


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.id)
def test_each_fact_is_found_by_every_name(fact) -> None:
    """A query made of a name finds the fact, in both languages."""
    for name in fact.names["en"]:
        assert fact in find(f"What is the formula for the {name}?")
    for name in fact.names["zh"]:
        assert fact in find(f"{name.replace(' ', '的')}的计算公式是什么")


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.id)
def test_each_form_supports_its_own_statement(fact) -> None:
    """Stating a fact's own forms is supported."""
    for form in fact.forms:
        assert facts(claim=f"{fact.names['en'][0]}: {form}")["verdict"] == "supported"


QUERIES = [
    ("按季度复利的计算公式", "compound_interest"),
    ("quarterly compound interest formula", "compound_interest"),
    ("formula for calculating compound interest with quarterly compounding", "compound_interest"),
    ("area of a circle", "circle_area"),
    ("圆的面积公式", "circle_area"),
    ("圆柱体积怎么计算", "cylinder_volume"),
    ("勾股定理", "pythagoras"),
]
UNKNOWN = [
    "椭圆的面积公式",
    "半圆的面积",
    "area",
    "area of a semicircle",
    "What is the capital of France?",
    "continuous compound interest",
    "x" * 2000,
]


@pytest.mark.parametrize(("query", "expected"), QUERIES)
def test_a_query_returns_formulas_with_their_source(query: str, expected: str) -> None:
    """The value holds the formula texts, the verdict says supported, the facts explain them."""
    shown = facts(query)
    assert shown["verdict"] == "supported"
    assert facts_by_id()[expected].formula in shown["value"]
    assert expected in [fact["id"] for fact in shown["facts"]]
    assert shown["source"].startswith("amtfv formulas ")


@pytest.mark.parametrize("query", UNKNOWN)
def test_what_is_not_known_is_not_guessed(query: str) -> None:
    """A query that no name explains wholly has no answer."""
    assert facts(query) | {"source": ""} == {
        "value": [],
        "verdict": "not_enough_info",
        "facts": [],
        "source": "",
    }


STATEMENTS = [
    ("circle area = pi*r^2", "supported"),
    ("circle area = pi*r", "refuted"),
    ("the area of a circle is A = πr²", "supported"),
    ("area of a circle is pi*d^2/4", "supported"),
    ("圆的面积 = πr²", "supported"),
    ("圆的面积公式是 S = π*r", "refuted"),
    ("圆周长等于2πr", "supported"),
    ("circle area = pi*x", "not_enough_info"),
    ("circle area = 3.14*r^2", "not_enough_info"),
    ("area of a triangle = b*h", "refuted"),
    ("area of a triangle = ½bh", "supported"),
    ("volume of a sphere is (4/3)πr³", "supported"),
    ("simple interest is I = PRT", "supported"),
    ("compound interest: A = P*(1 + n/r)^(r*t)", "refuted"),
    ("compound interest = P*(1 + r)^t - P", "supported"),
    ("compound interest = P*r*t", "refuted"),
    ("area of an ellipse = pi*a*b", "not_enough_info"),
    ("The capital of Australia is Sydney", "not_enough_info"),
    ("circle area =", "not_enough_info"),
    ("= = =", "not_enough_info"),
]  # fmt: skip


@pytest.mark.parametrize(("claim", "verdict"), STATEMENTS)
def test_statements_are_judged(claim: str, verdict: str) -> None:
    """Known letters keep their meaning; a witness refutes; unknown letters or names leave it open."""
    assert facts(claim=claim)["verdict"] == verdict


def test_a_query_that_is_an_equation_is_a_statement() -> None:
    """Plans put statements into ``query`` too."""
    assert facts("circle area = pi*r")["verdict"] == "refuted"


def test_nothing_asked_is_an_error() -> None:
    """An empty call says so."""
    with pytest.raises(ToolInputError):
        facts(" ")


PAIRS = [
    ("A=P(1+r/n)^(nt)", "A = P*(1 + r/n)^(n*t)", True),
    ("$A = P\\left(1+\\frac{r}{n}\\right)^{nt}$", "A = P*(1 + r/n)^(n*t)", True),
    ("本息和 = P*(1 + r/n)^(n*t)", "A = P*(1 + r/n)^(n*t)", True),
    ("A = P*(1 + n/r)^(r*t)", "A = P*(1 + r/n)^(n*t)", False),
    ("FV = PV*(1 + i/m)^(m*n)", "A = P*(1 + r/n)^(n*t)", None),
    ("FV = PV*(1 + i/m)^(m*k)", "A = P*(1 + r/n)^(n*t)", True),
    ("S = πr²", "A = pi*r^2", True),
    ("A = pi*r", "A = pi*r^2", False),
    ("v = d/t", "d = v*t", True),
    ("v = d*t", "d = v*t", False),
    ("I = PRT", "I = P*r*t", True),
    ("(a+b)*h/2", "h*(a+b)/2", True),
    ("A = (a+b)^2", "A = a^2 + 2*a*b + b^2", True),
    ("A = (a-b)*(a+b)", "A = a^2 - b^2", True),
    ("A = a^2 - b^2", "A = b^2 - a^2", False),
    ("a^2 + b^2 = c^2", "c = sqrt(a^2 + b^2)", None),
    ("junk((", "A = b", None),
    ("x" * 1000, "A = b", None),
]


@pytest.mark.parametrize(("one", "two", "expected"), PAIRS)
def test_formulas_are_compared_whatever_their_letters(one: str, two: str, expected: bool | None) -> None:
    """Shared letters mean the same, others may be renamed; the order of the two does not matter."""
    assert same_formula(one, two) is expected
    assert same_formula(two, one) is expected


@given(st.sampled_from(FACTS), st.sampled_from(FACTS))
def test_different_facts_are_never_called_the_same_by_chance(one, two) -> None:
    """Two facts agree only when their expressions have one shape (length times width, base times height)."""
    if same_formula(one.formula, two.formula) is True:
        shapes = {len(parse(fact.formula.partition(" = ")[2]).variables) for fact in (one, two)}
        assert len(shapes) == 1


@given(st.text(max_size=120), st.text(max_size=120))
def test_arbitrary_text_is_survived(one: str, two: str) -> None:
    """Garbage is undecided, or a formula by accident; never an error."""
    assert same_formula(one, two) in (True, False, None)
    if one.strip():
        assert facts(claim=one)["verdict"] in ("supported", "refuted", "not_enough_info")
