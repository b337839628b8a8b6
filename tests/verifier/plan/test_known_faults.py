"""Faults that users of similar projects met, as they would look here: what must not pass, what must be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.verifier.plan.claims import FINAL, said, seen, stated
from toolkits import default_registry
from verifier.plan import (
    AllOf,
    AnyOf,
    Check,
    Claim,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    OutputEquals,
    PlanError,
    Raises,
    RoundsTo,
    RowsEqual,
    Succeeds,
    Supports,
    evaluate_check,
    parse_plan,
)

ANSWER, QUESTION = "The answer is 5.", "What is 2 + 3?"
CRASH = {
    "value": None,
    "stdout": "",
    "exception": {"type": "ZeroDivisionError", "message": "division by zero"},
}
MISSING = {
    "value": None,
    "stdout": "",
    "exception": {"type": "ModuleNotFoundError", "message": "No module named 'x'"},
}
SILENT: dict[str, Any] = {"value": None, "stdout": "", "exception": None}
YES = said(True, "boolean")

#: fault, check, output, claim: none of these may pass.
NEVER_PASS: list[tuple[str, Check, Any, Claim]] = [
    ("A1 a snippet that divides by zero", Equals(expected=FINAL), CRASH, YES),
    ("A1 a snippet whose import is missing", Equals(expected=FINAL), MISSING, YES),
    ("A1 an empty snippet", Equals(expected=FINAL), SILENT, YES),
    ("A1 a comparison that is never printed", OutputEquals(expected="True"), SILENT, YES),
    ("A1 success of a crash", Succeeds(), CRASH, YES),
    ("A2 False in an error's text", Contains(actual={"$ref": "output.stdout"}, expected="True"), CRASH, YES),
    ("A6 all of nothing", AllOf(checks=()), {"value": 1}, YES),
    ("A6 any of nothing", AnyOf(checks=()), {"value": 1}, YES),
    ("A6 no items to contain", Contains(expected=[]), {"value": ["a"]}, YES),
    ("A7 an expression with nothing to compare", Equivalent(expected=FINAL), {"value": "x + x"}, said(None, "expression")),
    ("A10 an ambiguous expression", Equivalent(expected="2"), {"value": "1/2(3+1)"}, YES),
    ("A12 an error's text as output", Equals(expected=FINAL), {"value": "Error: no such container"}, stated("5")),
    ("A15 no output", Equals(expected=FINAL), None, stated("5")),
    ("A15 an output without a verdict", Supports(), {"answer": "supported"}, YES),
    ("A15 a verdict that is null", Supports(), {"verdict": None}, YES),
    ("A15 no word on consistency", Consistent(), {}, YES),
    ("A15 rows that are not there", RowsEqual(expected=[]), {"rows": None}, YES),
    ("A15 no word on exceptions", Raises(exception="ValueError"), {}, YES),
    ("D1 integers beyond five digits", RoundsTo(expected=FINAL), {"value": "100002"}, stated("100001")),
    ("D4 a number inside another", Contains(expected="5"), {"value": "25"}, YES),
    ("D4 a number with another sign", RoundsTo(expected=FINAL), {"value": "-5"}, stated("5")),
    ("D15 nearly zero", Equals(expected=FINAL), {"value": "0.0000001"}, stated("0")),
    ("D15 a percent sign dropped", RoundsTo(expected=FINAL), {"value": "50"}, stated("0.5")),
    ("D16 a trailing zero dropped", RoundsTo(expected=FINAL), {"value": "15"}, stated("150")),
    ("D16 beyond a double's digits", Equals(expected=FINAL), {"value": str(2**53 + 1)}, stated(str(2**53))),
    ("D17 an ambiguous decimal comma", RoundsTo(expected="50,1"), {"value": "501"}, YES),
]  # fmt: skip


@pytest.mark.parametrize(
    ("fault", "check", "output", "claim"), NEVER_PASS, ids=[row[0] for row in NEVER_PASS]
)
def test_never_a_pass(fault: str, check: Check, output: Any, claim: Claim) -> None:
    """What crashed, is missing, empty or ambiguous, or is another number, does not pass."""
    assert evaluate_check(check, seen(output, claim)).result != "pass", fault


def test_zero_is_a_value() -> None:
    """B11, D15: 0 and false are values, not absent ones."""
    assert evaluate_check(RoundsTo(expected=FINAL), seen({"value": 0}, stated("0"))).result == "pass"
    assert (
        evaluate_check(Equals(expected=FINAL), seen({"value": False}, said(False, "boolean"))).result
        == "pass"
    )
    assert evaluate_check(Equals(expected=0), seen({"value": "0.0"})).result == "pass"


STEP = {
    "step_id": 1,
    "tool_required": "arithmetic",
    "tool_input": "2 + 3",
    "expected_check": "should equal 5",
}
PLAN = json.dumps({"verification_needed": True, "verification_steps": [STEP]})
CODE = {**STEP, "tool_required": "Fact_Checker", "tool_input": "```python\nprint('}')\n```"}

#: fault, text of a reply, tool input of the plan that must come out of it.
READ: list[tuple[str, str, Any]] = [
    ("C1 a fence inside a JSON string", f"```json\n{json.dumps([CODE])}\n```", {"query": CODE["tool_input"]}),
    ("C2 an example before the plan", f'For example ```json\n{{"a": 0}}\n``` Now:\n```json\n{PLAN}\n```', {"expression": "2 + 3"}),
    ("C3 a brace in prose", f"see {{draft}} then {PLAN}", {"expression": "2 + 3"}),
    ("C4 two objects in one sentence", f'{{"a": 1}} and {PLAN} here', {"expression": "2 + 3"}),
    ("C5 an array at the top", f"[{json.dumps(STEP)}]", {"expression": "2 + 3"}),
    ("C6 a brace that ends a string", json.dumps([{**STEP, "description": "brace } here"}]), {"expression": "2 + 3"}),
    ("C7 a back-tick in a string", json.dumps([{**STEP, "description": "use `print`"}]), {"expression": "2 + 3"}),
    ("C15 a fence with CRLF and a spaced word", f"``` json\r\n{PLAN}\r\n```", {"expression": "2 + 3"}),
    ("C16 an unclosed fence", f"```json\n{PLAN}", {"expression": "2 + 3"}),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "text", "tool_input"), READ, ids=[row[0] for row in READ])
def test_the_plan_is_read(fault: str, text: str, tool_input: Any) -> None:
    """The plan in a reply is found whatever stands around or inside it."""
    plan = parse_plan(text, answer=ANSWER, question=QUESTION, registry=default_registry())
    assert [step.tool_input for step in plan.steps] == [tool_input], fault


#: fault, text of a plan, what the error says.
REFUSED: list[tuple[str, str, str]] = [
    ("A6 an empty plan", '{"verification_steps": []}', "checks nothing"),
    ("A11 a misspelt key", json.dumps([{**STEP, "requird": False}]), "did you mean 'required'"),
    ("A13 checks one level too deep", json.dumps({"plan": json.loads(PLAN)}), "unknown key"),
    ("A13 checks beside the step's check", json.dumps([{**STEP, "checks": [{"type": "equals", "expected": 5}]}]), "unknown key"),
    ("C10 NaN", json.dumps([{**STEP, "expected_check": {"type": "equals", "expected": 5, "abs_tol": float("nan")}}]), "NaN"),
    ("C10 a key twice", PLAN.replace('"tool_required"', '"tool_required": "x", "tool_required"'), "stands twice"),
    ("C16 a plan cut off", PLAN[:-20], "not JSON"),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "text", "says"), REFUSED, ids=[row[0] for row in REFUSED])
def test_the_plan_is_refused(fault: str, text: str, says: str) -> None:
    """A plan that is not what it seems is an error that says why, never a plan without checks."""
    with pytest.raises(PlanError) as caught:
        parse_plan(text, answer=ANSWER, question=QUESTION, registry=default_registry())
    assert says in str(caught.value), fault
