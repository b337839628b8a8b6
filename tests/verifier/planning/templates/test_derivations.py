"""What the derivations of shipped templates are made of."""

from __future__ import annotations

import pytest

from toolkits import default_registry
from toolkits.expressions import parse
from toolkits.formulas import facts_by_id
from toolkits.formulas._compare import same_expression
from verifier.plan._grounding import grounds_of, ungrounded
from verifier.plan._schema import Plan, Step
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.templates import load_library
from verifier.planning.templates._schema import substitute
from verifier.task import Task

from .tables import ANSWERED

LIBRARY = load_library()
QUESTIONS = [case.question for cases in ANSWERED.values() for case in cases]
COMPUTES = [
    pytest.param(compute, id=f"{template.id}.{answer.part}.{number}")
    for template in LIBRARY.templates.values()
    for answer in template.answers
    for number, compute in enumerate(answer.compute)
    if compute.formula and compute.expression
]


@pytest.mark.parametrize("compute", COMPUTES)
def test_each_expression_is_its_formula(compute) -> None:
    """What a template computes is a form of the fact that it cites."""
    letters = dict(zip(sorted(compute.parameters), "uvwxyz", strict=False))
    expression = parse(substitute(compute.expression, letters))
    forms = [parse(form.partition(" = ")[2]) for form in facts_by_id()[compute.formula].forms]
    assert any(same_expression(expression, form) is True for form in forms)


@pytest.mark.parametrize("question", QUESTIONS)
def test_every_literal_is_grounded(question: str) -> None:
    """Numbers of the input stand in the question, its formula or among the known constants."""
    for derivation in LIBRARY.match(QuestionText(text=question)):
        steps = (*derivation.before, _step(derivation))
        plan = Plan(steps=steps, author="offline")
        for step in steps:
            grounds = grounds_of(Task(question=question), step.formula)
            assert ungrounded(step, plan, grounds, default_registry()) == ""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_formula_look_up_holds(question: str) -> None:
    """The facts step returns the formula that the template relies on."""
    for derivation in LIBRARY.match(QuestionText(text=question)):
        for step in derivation.before:
            if step.tool_required == "facts":
                shown = default_registry().get("facts")(dict(step.tool_input))
                assert facts_by_id()[derivation.formula].formula in shown["value"]
                assert shown["verdict"] == "supported"


def test_the_published_case_gives_the_published_expression() -> None:
    """按季度复利 is four times a year, and the percentage a fraction."""
    question = "如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？"
    (found,) = LIBRARY.match(QuestionText(text=question))
    assert found.tool_input == {"expression": "10000 * (1 + 0.05/4) ^ (4*3)"}
    assert (found.tool, found.formula, found.unit) == ("arithmetic", "compound_interest", "CNY")
    assert [step.tool_required for step in found.before] == ["facts"]


def _step(derivation: Derivation) -> Step:
    return Step(
        step_id="q1",
        description=derivation.description,
        tool_required=derivation.tool,
        tool_input=derivation.tool_input,
        expected_check=None,
        basis="question",
        formula=derivation.formula,
    )
