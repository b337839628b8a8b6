"""The literals of a step's input stand in the question, its data, a formula, or are constants; all else is found."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import said, stated
from toolkits import Registry, Tool, default_registry
from verifier.plan import Claim, Plan, RoundsTo, Step
from verifier.plan._grounding import KNOWN_CONSTANTS, Grounds, constants_of, grounds_of, ungrounded
from verifier.task import DataTable, Task

REGISTRY = default_registry()


def step(tool: str, tool_input: Any, **changes: Any) -> Step:
    """A step of basis question."""
    made = Step(
        step_id="1",
        description="",
        tool_required=tool,
        tool_input=tool_input,
        expected_check=RoundsTo(expected={"$ref": "claims.final.value"}),
        claim="final",
        basis="question",
    )
    return replace(made, **changes)


def fault(
    question: str, tool: str, tool_input: Any, *, claims: tuple[Claim, ...] = (stated("5"),), **changes: Any
) -> str:
    """The first literal that is not grounded, or ""."""
    author = changes.pop("author", "given")
    registry = changes.pop("registry", REGISTRY)
    task = changes.pop("task", Task(question=question))
    others = changes.pop("others", ())
    made = step(tool, tool_input, **changes)
    return ungrounded(
        made,
        Plan(claims=claims, steps=(*others, made), author=author),
        grounds_of(task, made.formula),
        registry,
    )


INTEREST = "如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？"


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        (INTEREST, "10000 * (1 + 0.05/4) ** (4*3)"),
        (INTEREST, "10000 * (1 + 5/100/4) ** (4*3)"),
        (INTEREST, "10000 * (1 + 5%/4) ** 12"),
        ("Tom has a dozen eggs and gives half of them away.", "12 / 2"),
        ("She walks twice as far: 3 km.", "2 * 3"),
        ("Three friends share 7 1/2 pizzas.", "(7 + 1/2) / 3"),
        ("What is -5 + 3?", "-5 + 3"),
        ("What is 1,200 plus 3?", "1200 + 3"),
        ("一共有三百二十个苹果，平均分给8个人", "320 / 8"),
        ("He is paid 20 dollars an hour for 3 months.", "20 * 12"),
        ("A circle has radius 5.", "3.14 * 5^2"),
        ("A circle has radius 5.", "pi * 5^2"),
        ("How many minutes are 3 hours?", "3 * 60"),
        ("打八五折后多少钱？原价200元", "200 * 0.85"),
    ],
)
def test_grounded_expressions(question: str, expression: str) -> None:
    """Numbers of the question in any form, structure, π and constants of what it speaks of."""
    assert fault(question, "arithmetic", {"expression": expression}) == ""


@pytest.mark.parametrize(
    ("question", "expression", "literal"),
    [
        (INTEREST, "11608.92", "11608.92"),
        (INTEREST, "10000 * (1 + 0.06/4) ** (4*3)", "0.06"),
        (INTEREST, "10000 * 1.05 ** 3", "1.05"),
        ("He has 5 apples.", "5 + 3", "3"),
        ("He has 5 apples.", "5 * 12", "12"),
        ("He has 5 apples.", "3.14 * 5", "3.14"),
        ("He has 5 apples.", "5 * 60", "60"),
        ("He has 5 apples.", "x + 5", "x"),
        ("He has 5 apples.", "5 +", "5 +"),
    ],
)
def test_ungrounded_expressions(question: str, expression: str, literal: str) -> None:
    """A literal that stands nowhere is named with its path; constants need their subject in the question."""
    found = fault(question, "arithmetic", {"expression": expression})
    assert literal in found
    assert "$.tool_input.expression" in found


@pytest.mark.parametrize(
    ("tool", "tool_input", "grounded"),
    [
        ("statistics", {"op": "mean", "values": ["3", "4.5", "7"]}, True),
        ("statistics", {"op": "mean", "values": ["3", "4.5", "8"]}, False),
        ("statistics", {"op": "median", "values": [3, 4.5]}, True),
        ("statistics", {"op": "median", "values": [3, 4.6]}, False),
        ("statistics", {"op": "guess", "values": ["3"]}, False),
        ("units", {"value": "3", "from_unit": "km", "to_unit": "m"}, True),
        ("units", {"value": "3", "from_unit": "mi", "to_unit": "m"}, False),
        ("units", {"value": "3 km", "to_unit": "m"}, True),
        ("units", {"value": "3 mi", "to_unit": "m"}, False),
        ("units", {"value": "9 km", "to_unit": "m"}, False),
        ("units", {"value": "3", "from_unit": "1", "to_unit": "%"}, True),
        ("facts", {"query": "anything at all, even 99"}, True),
        ("python", {"code": "print(3)"}, False),
        ("python", {"code": "sum([3, 4.5, 7])"}, True),
        ("python", {"code": "3"}, True),
        ("sort_words", {"words": ["apple", "km"]}, True),
        ("sort_words", {"words": ["apple", "pear"]}, False),
        ("sort_words", {"words": ["app"]}, False),
        ("solve", {"equations": ["2x+1=7"]}, True),
        ("solve", {"equations": ["2 * x + 1 = 7"]}, False),
        ("dates", {"op": "shift", "date": "March 5, 2024"}, True),
        ("dates", {"op": "shift", "date": "2024-03-05"}, True),
        ("dates", {"op": "shift", "date": "2024-06-05"}, False),
        ("dates", {"op": "shift", "date": "2024-03-09"}, False),
        ("dates", {"op": "shift", "date": "2023-03-05"}, False),
        ("dates", {"op": "shift", "date": "2024-13-05"}, False),
        ("unheard_of", {"x": True, "y": None, "z": ""}, True),
        ("unheard_of", {"x": {"deep": [99]}}, False),
        ("unheard_of", {"x": "km in"}, True),
    ],
)
def test_inputs_of_tools(tool: str, tool_input: Any, grounded: bool) -> None:
    """Numbers by value, options by the tool's signature, units by meaning, text verbatim, fact queries not at all."""
    question = "Values 3, 4.5 and 7 in km: an apple. How many metres? 2x + 1 = 7. sum([3, 4.5, 7]) on March 5, 2024. km in"
    assert (fault(question, tool, tool_input) == "") is grounded


def test_words_are_whole_words() -> None:
    """A word inside another word of the question does not stand there."""
    assert fault("a banana", "sort_words", {"words": ["an"]}) != ""
    assert fault("an apple", "sort_words", {"words": ["an"]}) == ""


def test_data_grounds() -> None:
    """Cells, column names and named values that come with the question count as its own."""
    table = DataTable(name="t", columns=("price",), rows=((41.5,), ("London",), (None,), (True,)))
    task = Task(question="What is the mean price?", data=(table,), values={"rate": {"x": [43]}})
    for tool_input in (
        {"values": ["41.5"]},
        {"values": ["43"]},
        {"values": ["London"]},
        {"values": ["rate"]},
        {"values": ["price"]},
    ):
        assert fault("", "statistics", tool_input, task=task) == ""
        assert fault("Mean?", "statistics", tool_input, task=Task(question="Mean?")) != "" or "price" in str(
            tool_input
        )
    assert fault("", "statistics", {"values": ["44"]}, task=task) != ""


def test_a_curated_formula_grounds_its_constants() -> None:
    """The constants of the step's formula are the source's, those of another formula are not."""
    from toolkits.formulas import facts_by_id

    with_constants = [name for name in facts_by_id() if constants_of(name) - {0, 1, 2, 10, 100}]
    assert with_constants
    for name in with_constants[:5]:
        number = min(constants_of(name) - {0, 1, 2, 10, 100})
        expression = {"expression": f"7 * {number}"}
        assert fault("Given 7.", "arithmetic", expression, formula=name) == ""
        assert fault("Given 7.", "arithmetic", expression) != "" or number in Grounds("Given 7.")._numbers
    assert constants_of("no such formula") == frozenset()


# --- references -------------------------------------------------------------------------------------------------------


def test_references_to_steps_need_their_basis() -> None:
    """An earlier step of basis answer does not ground a later one."""
    ref = {"expression": {"$ref": "steps.0.output.value"}}
    good, bad = step("arithmetic", {}, step_id="0"), step("arithmetic", {}, step_id="0", basis="answer")
    assert fault("q", "arithmetic", ref, others=(good,)) == ""
    assert "come from the answer" in fault("q", "arithmetic", ref, others=(bad,))
    assert fault("q", "arithmetic", ref, others=(bad,), basis="answer") == ""
    assert fault("q", "arithmetic", ref) != ""
    assert fault("q", "arithmetic", {"expression": {"$ref": "x"}}) != ""
    assert fault("q", "arithmetic", {"expression": {"$ref": 5}}) != ""


def test_only_the_claim_under_test_may_be_an_input() -> None:
    """The step's own claim is under audit; another claim of the answer is the answer's word."""
    own = {"a": {"$ref": "claims.final.value"}}
    other = {"a": {"$ref": "claims.final.2.value"}}
    claims = (stated("5"), stated("6", id="final.2"))
    assert fault("q", "equivalence", own, claims=claims) == ""
    assert "another claim" in fault("q", "equivalence", {"a": {"$ref": "claims.c1.value"}}, claims=claims)
    assert fault("q", "equivalence", {"a": {"$ref": "claims.c1.value"}}, claims=claims, basis="answer") == ""
    assert fault("q", "equivalence", other, claims=claims, claim="final.2") == ""


@pytest.mark.parametrize(("claim", "other"), [("final", "final.2"), ("c1", "c10")])
def test_a_claim_is_not_another_that_starts_like_it(claim: str, other: str) -> None:
    """``final.2`` is another claim than ``final``."""
    claims = (stated("5", id=claim), stated("6", id=other))
    assert "another claim" in fault(
        "q", "equivalence", {"a": {"$ref": f"claims.{other}.value"}}, claims=claims, claim=claim
    )


# --- authors ----------------------------------------------------------------------------------------------------------


def test_our_own_planner_is_asked_for_its_numbers_only() -> None:
    """Text that our solvers make is trusted, their numbers are not."""
    assert fault("He has 5.", "ordering", {"items": ["made up"]}, author="offline") == ""
    assert fault("He has 5.", "ordering", {"items": ["made up"]}) != ""
    assert fault("He has 5.", "solve", {"equations": ["2*x = 5"]}, author="offline") == ""
    assert fault("He has 5.", "arithmetic", {"expression": "5*7"}, author="offline") != ""
    assert fault("He has 5.", "arithmetic", {"expression": "5*x"}, author="offline") == ""


@pytest.mark.parametrize(
    ("code", "grounded"),
    [
        ("print(5 * 7 - 1)", True),
        ("print(5 * 8)", False),
        ("x = 'five'\nprint(x, True)", True),
        ("print(", False),
        ("\0", False),
    ],
)
def test_a_written_program_may_only_refute(code: str, grounded: bool) -> None:
    """A program that is not the question's own has no basis question; its numbers must stand in question or answer."""
    task = Task(question="He has 5.")
    made = step("python", {"code": code}, basis="answer")
    plan = Plan(claims=(stated("7"),), steps=(made,))
    assert (ungrounded(made, plan, grounds_of(task, answer="so 7"), REGISTRY) == "") is grounded
    assert ungrounded(replace(made, basis="question"), plan, grounds_of(task, answer="so 7"), REGISTRY) != ""


def test_a_users_tool_has_options_too() -> None:
    """A ``Literal`` in a user's signature lists words that need no ground."""

    def turn(way: Literal["left", "right"], text: str) -> dict[str, str]:
        return {"value": way + text}

    registry = Registry()
    registry.add(Tool("turn", "1", turn))
    assert fault("say hi", "turn", {"way": "left", "text": "hi"}, registry=registry) == ""
    assert fault("say hi", "turn", {"way": "up", "text": "hi"}, registry=registry) != ""
    assert fault("say hi", "turn", {"way": "left", "text": "ho"}, registry=registry) != ""


def test_the_answer_adds_to_the_grounds_of_its_own_basis() -> None:
    """With the answer, its numbers and words stand there too."""
    task = Task(question="He has 5.")
    assert not grounds_of(task).has_number(Fraction(7))
    assert grounds_of(task, answer="so 7").has_number(Fraction(7))
    assert not grounds_of(task).has_text("so")
    assert grounds_of(task, answer="so 7").has_text("so")


def test_units_of_a_text() -> None:
    """Units behind numbers and standing alone, in both languages; prepositions are no inches."""
    assert {"km", "m"} <= Grounds("How many metres are 5 km?").units
    assert {"kg", "h"} <= Grounds("每小时多少千克？").units
    assert "in" not in Grounds("How many are in a box?").units
    assert "in" in Grounds("5 inches of rain").units
    assert "USD" in Grounds("He has $5.").units


def test_what_the_text_itself_says() -> None:
    """A number stands in the text when it is printed; an article is no 1, a constant no token."""
    assert Grounds("what is 1*3").stands(Fraction(1))
    assert not Grounds("a car at 3 km/h").stands(Fraction(1))
    assert not Grounds("10 cars").stands(Fraction(1))
    assert not Grounds("3 hours").stands(Fraction(60))
    assert Grounds("half of it").stands(Fraction(1, 2))


def test_known_constants_are_numbers() -> None:
    """Every line of the table reads, and each needs its subject."""
    for numbers, _ in KNOWN_CONSTANTS:
        for number in map(Fraction, numbers.split()):
            assert not Grounds("nothing").has_number(number) or number in {0, 1, 2, 10, 100}


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from(["expression", "code", "unit", "x"]), json_values, max_size=3),
    st.text(max_size=30),
)
def test_grounding_never_raises(tool_input: Any, question: str) -> None:
    """Any input against any question gives a fault or none."""
    assert isinstance(fault(question, "arithmetic", tool_input, claims=(said("x"),)), str)


@given(st.integers(3, 9999).filter(lambda n: n not in (10, 100)))
def test_a_number_is_grounded_exactly_when_it_stands_there(number: int) -> None:
    """Printed in the question it is grounded, else it is not."""
    assert fault(f"He has {number} of them.", "arithmetic", {"expression": f"{number} + 1"}) == ""
    assert fault("He has none of them.", "arithmetic", {"expression": f"{number} + 1"}) != ""
