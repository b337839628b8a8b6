"""The offline planner: binding what a question computes to what its answer claims."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verifier.plan._schema import Claim, Equals, RoundsTo
from verifier.planning._bind import bind
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning._offline import derive, plan_offline
from verifier.task import Task


def final(name: str = "final", **fields: Any) -> Claim:
    """A final claim of 5."""
    defaults = {"kind": "number", "value": Fraction(5), "quantum": Fraction(1)}
    return Claim(id=name, role="final", quote="5", span=(0, 1), **{**defaults, **fields})


def derivation(**fields: Any) -> Derivation:
    """One way to compute 5."""
    defaults = {
        "kind": "number",
        "tool": "arithmetic",
        "tool_input": {"expression": "2 + 3"},
        "description": "2 + 3",
    }
    return Derivation(**{**defaults, **fields})


def test_one_part_binds_to_one_final() -> None:
    """The step judges the final by reference, on the question's own numbers."""
    (step,), notes = bind([derivation()], [final()], {})
    assert (step.claim, step.basis, notes) == ("final", "question", [])
    assert step.expected_check == RoundsTo(expected={"$ref": "claims.final.value"}, exact=True)


def test_a_question_may_ask_for_rounding() -> None:
    """Then a rounded final is judged at its digits."""
    (step,), _ = bind([derivation()], [final()], {}, "What is 2 + 3 to the nearest integer?")
    assert step.expected_check == RoundsTo(expected={"$ref": "claims.final.value"})


def test_a_final_that_names_another_part_is_left_alone() -> None:
    """A mean is no median, even when each side has one value only."""
    steps, notes = bind([derivation(part="mean")], [final(subject="median")], {})
    assert steps == []
    assert notes


def test_parts_are_matched_by_their_names() -> None:
    """The order of the answer does not matter where both sides name their parts."""
    parts = [derivation(part="mean"), derivation(part="median")]
    finals = [final(subject="Median"), final("final.2", subject="mean")]
    steps, _ = bind(parts, finals, {})
    assert [s.claim for s in steps] == ["final", "final.2"]


@pytest.mark.parametrize("count", [2, 3])
def test_a_count_that_differs_binds_nothing(count: int) -> None:
    """One computed part cannot say which of several unnamed finals it is."""
    steps, notes = bind([derivation()], [final(f"final.{n}") for n in range(count)], {})
    assert steps == []
    assert notes


def test_a_choice_is_judged_by_its_letter() -> None:
    """A further step finds the letter of the option that states the computed value."""
    claim = final(kind="choice", value="B", quantum=None)
    first, last = bind([derivation()], [claim], {"A": "4", "B": "5"})[0]
    assert (first.claim, last.claim) == (None, "final")
    assert last.tool_required == "choice"
    assert last.depends_on == (first.step_id,)
    assert last.expected_check == Equals(expected={"$ref": "claims.final.value"})


def test_the_unit_of_the_computed_value_goes_into_the_check() -> None:
    """The check converts to the unit in which the claim was printed."""
    claim = final(kind="quantity", unit="m")
    (step,) = bind([derivation(kind="quantity", unit="km")], [claim], {})[0]
    assert step.expected_check == RoundsTo(expected={"$ref": "claims.final.value"}, unit="km", exact=True)


def test_kinds_that_cannot_be_compared_bind_nothing() -> None:
    """A date is not judged by a number."""
    steps, notes = bind([derivation()], [final(kind="date", value=None, quantum=None)], {})
    assert steps == []
    assert notes


def test_a_question_that_nothing_explains_gives_no_step_of_its_basis() -> None:
    """Only the answer's own sums are left to check."""
    task = Task(question="Anna picks some of her 7 pears and then gives a few to Ben. How many are left?")
    plan = plan_offline(task, "7 - 2 = 5, so 5 are left.")
    assert {s.basis for s in plan.steps} == {"answer"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("((3 + 4) * -2 - 5) =", "First the inner bracket: ((7) * -2"),
        ("Sort the following words alphabetically: List: cat bat apple", "We have apple < [cat ? bat"),
    ],
)
def test_an_attempt_that_breaks_off_claims_to_answer(question: str, answer: str) -> None:
    """Its claim is the whole text, and the look for the value can refute only."""
    plan = plan_offline(Task(question=question), answer)
    (claim,) = [c for c in plan.claims if c.role == "final"]
    assert answer[claim.span[0] : claim.span[1]] == claim.quote
    assert [s.basis for s in plan.steps if s.claim == claim.id] == ["answer"]


@pytest.mark.parametrize(
    "answer", ["", "  \n", "I can't help with that.", "抱歉，我无法回答。", "Which list do you mean?"]
)
def test_refusals_and_questions_back_claim_nothing(answer: str) -> None:
    """A text that does not attempt the question has nothing to refute."""
    plan = plan_offline(Task(question="((3 + 4) * -2 - 5) ="), answer)
    assert plan.claims == ()
    assert plan.steps == ()


def test_a_document_has_no_finals() -> None:
    """Without a question each claim stands alone."""
    plan = plan_offline(Task(), "3 * 4 = 12 and the answer is 12.")
    assert all(c.role == "step" for c in plan.claims)


@pytest.mark.parametrize("text", ["", "Tell me a story.", "讲个故事。", "What is love?"])
def test_questions_that_do_not_compute_have_no_derivation(text: str) -> None:
    """Silence is the answer where nothing explains the whole question."""
    assert derive(QuestionText(text=text)) == []


def test_an_equation_between_units_is_converted() -> None:
    """A left side that is a quantity in another unit goes to the units tool."""
    plan = plan_offline(Task(), "5 km = 5000 m")
    assert [(s.tool_required, s.tool_input) for s in plan.steps] == [
        ("units", {"value": "5", "from_unit": "km", "to_unit": "m"})
    ]
