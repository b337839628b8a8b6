"""A plan from elsewhere does not outvote what our own planner derives from the question."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verifier import check
from verifier._replay import replay
from verifier.journal import Journal
from verifier.plan import Claim, Equals, Plan, Step
from verifier.records import Report
from verifier.task import Task

PRODUCT = "What is 17 * 24?"
ZH = "17 * 24 等于多少？"
STORY = "Tom has 17 bags of 24 marbles. How many marbles does his club have if Ann knows it?"


def plan_of(expression: str, value: str) -> dict[str, Any]:
    """The published form of a plan with one calculation."""
    return {
        "verification_needed": True,
        "verification_steps": [
            {
                "step_id": 1,
                "description": "compute",
                "tool_required": "Python_Calculator",
                "tool_input": {"expression": expression},
                "expected_check": f"the result should equal {value}",
            }
        ],
    }


def outcomes(report: Report) -> list[tuple[str, str, str]]:
    """Each step's id, result and reason."""
    return [(e.step_id, e.outcome.result, e.outcome.reason) for e in report.attempts[-1].evidence]


@pytest.mark.parametrize(
    ("question", "answer", "expression", "value"),
    [
        (PRODUCT, "The answer is 816.", "17*24*2", "816"),
        (PRODUCT, "The answer is 41.", "17+24", "41"),
        (ZH, "答案是816。", "17*24*2", "816"),
        (ZH, "答案是41。", "17+24", "41"),
    ],
)
def test_a_plan_that_contradicts_our_derivation_verifies_nothing(
    question: str, answer: str, expression: str, value: str
) -> None:
    """The plan's pass and our contradiction are a tie: undecided, with both in the evidence."""
    report = check(answer, question, plan=plan_of(expression, value))
    assert (report.verdict, report.stop_reason) == ("inconclusive", "undecided")
    assert outcomes(report) == [("1", "pass", "match"), ("derived.q1", "undecided", "disputed")]
    derived = report.attempts[-1].evidence[-1]
    assert derived.output is not None
    assert derived.output["value"] == "408"


@pytest.mark.parametrize(("question", "answer"), [(PRODUCT, "The answer is 408."), (ZH, "答案是408。")])
def test_a_plan_that_we_agree_with_verifies(question: str, answer: str) -> None:
    """Both ways come to the value."""
    report = check(answer, question, plan=plan_of("17*24", "408"))
    assert report.verdict == "verified"
    assert outcomes(report) == [("1", "pass", "match"), ("derived.q1", "pass", "match")]


def test_a_plan_that_fails_costs_no_second_look() -> None:
    """After the plan's own fail no step of ours starts."""
    report = check("The answer is 409.", PRODUCT, plan=plan_of("17*24", "409"))
    assert report.verdict == "refuted"
    assert [name for name, _, _ in outcomes(report)] == ["1"]


def test_nothing_is_added_where_we_derive_nothing() -> None:
    """The plan stands alone on a question that no template or solver explains."""
    report = check("The answer is 408.", STORY, plan=plan_of("17*24", "408"))
    assert report.verdict == "verified"
    assert [name for name, _, _ in outcomes(report)] == ["1"]


def test_our_pass_verifies_nothing_that_the_plan_left_open() -> None:
    """A plan whose only step cannot verify gets no steps of ours."""
    weak = plan_of("17*24", "408")
    weak["verification_steps"][0]["expected_check"] = {"type": "succeeds"}
    report = check("The answer is 408.", PRODUCT, plan=weak)
    assert report.verdict == "inconclusive"
    assert [name for name, _, _ in outcomes(report)] == ["1"]


def test_any_foreign_planner_is_looked_at(tmp_path: Any) -> None:
    """A planner function too; the dispute is in the journal, and replays without drift."""

    def planner(task: Task, answer: str, attempt: int, /) -> Plan:
        claim = Claim(id="mine", kind="number", role="final", quote="816", span=(14, 17), value=Fraction(816))
        step = Step(
            step_id="derived.q1",  # an id like ours
            description="twice",
            tool_required="arithmetic",
            tool_input={"expression": "17*24*2"},
            expected_check=Equals(expected={"$ref": "claims.mine.value"}),
            claim="mine",
            basis="question",
        )
        return Plan(claims=(claim,), steps=(step,), author="llm:x")

    path = tmp_path / "runs.db"
    report = check("The answer is 816.", PRODUCT, planner=planner, journal=path)
    assert report.verdict == "inconclusive"
    assert outcomes(report)[1:] == [("derived.2.q1", "undecided", "disputed")]
    with Journal.read(path) as journal:
        again = replay(report.run_id, journal)
    assert (again.steps, again.drifts) == (2, ())


def test_a_percent_chain_is_renamed_whole() -> None:
    """Steps of ours that refer to one another still do under their new names."""
    question = "A price rises from 40 to 50. What is the percent increase?"
    wrong = check("The answer is 80%.", question, plan=plan_of("40/50*100", "80"))
    right = check("The answer is 25%.", question, plan=plan_of("(50-40)/40*100", "25"))
    assert wrong.verdict != "verified"
    assert right.verdict == "verified"
    assert all(result == "pass" for _, result, _ in outcomes(right))
