"""Plans, steps, checks and claims come back from their JSON unchanged."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import FINAL, said, stated
from verifier.plan import (
    AllOf,
    AnyOf,
    Claim,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Plan,
    Raises,
    RoundsTo,
    RowsEqual,
    Step,
    Succeeds,
    Supports,
    check_json,
    claim_json,
    load_check,
    load_claim,
    load_plan,
    load_step,
    plan_json,
    step_json,
)

CLAIMS = [
    stated("78.5"),
    stated("25%", approx=True, truncated=True, subject="rate"),
    stated("1.234", alternatives=(Fraction(1234),), reason="ambiguous_number"),
    stated("1/3"),
    said(True, "boolean"),
    said(date(2024, 3, 1), "date"),
    said(("a", Fraction(1, 3), True, (date(2024, 3, 1), "b")), "list"),
    said((), "list"),
    said(None, "fact"),
    stated("5", value=Fraction(10) ** 5000),
]
CHECKS: list[Any] = [
    Equals(expected=FINAL, abs_tol="0.1", rel_tol="0.2", unit="km"),
    Equals(expected=[1, {"a": None}, FINAL], actual={"$first": [{"$ref": "output.value"}]}),
    RoundsTo(expected=FINAL, truncation=True, places=2),
    Equivalent(expected="x"),
    Compare(op="<=", expected=5),
    Contains(expected=True),
    Matches(pattern="a*"),
    Succeeds(),
    Raises(exception="ValueError"),
    OutputEquals(expected="x"),
    RowsEqual(expected=[[None]], order="bag"),
    Supports(),
    Consistent(),
    AllOf(checks=(Succeeds(), AnyOf(checks=(Supports(),)))),
    Not(check=Not(check=Succeeds())),
]


def through_json(value: Any) -> Any:
    """A value after a journal has written and read it."""
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.kind} {claim.quote[:12]}")
def test_claims(claim: Claim) -> None:
    """Exact numbers, dates, booleans and nested lists keep value and type."""
    again = load_claim(through_json(claim_json(claim)))
    assert again == claim
    assert type(again.value) is type(claim.value)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.type)
def test_checks(check: Any) -> None:
    """Every check type, with every member."""
    assert load_check(through_json(check_json(check))) == check


def test_steps_and_plans() -> None:
    """Steps with a check, with a sentence alone, and everything that a plan holds."""
    full = Step(
        step_id="a.1",
        description="d",
        tool_required="arithmetic",
        tool_input={"expression": {"$ref": "steps.0.output.value"}, "list": [1, None]},
        expected_check=CHECKS[0],
        sentence="should be 5",
        claim="final",
        depends_on=("0",),
        required=False,
        basis="question",
        formula="f",
    )
    bare = Step(
        step_id="0", description="", tool_required="x", tool_input={}, expected_check=None, sentence="hm"
    )
    assert load_step(through_json(step_json(full))) == full
    assert load_step(through_json(step_json(bare))) == bare
    plan = Plan(
        claims=tuple(CLAIMS),
        steps=(bare, full),
        verification_needed=False,
        asked=("mean",),
        notes=("n",),
        author="llm:x",
    )
    assert load_plan(through_json(plan_json(plan))) == plan


@given(st.fractions(), st.none() | st.fractions(min_value=0))
def test_any_number_survives(value: Fraction, quantum: Fraction | None) -> None:
    """Claims lose no digit."""
    claim = said(value, "number", quantum=quantum)
    assert load_claim(through_json(claim_json(claim))) == claim
