"""Hand-made runs to draw."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from verifier.plan._outcome import CheckOutcome
from verifier.plan._schema import Claim, Plan, RoundsTo, Step
from verifier.records import Attempt, Coverage, Evidence, Failure, Report
from verifier.task import Task

ANSWER = "根据公式A=P*(1+r/n)^(nt)，\n计算得约为11608.92元。"
START = ANSWER.index("11608.92")
CLAIM = Claim(
    id="final",
    kind="number",
    role="final",
    quote="11608.92",
    span=(START, START + 8),
    value=Fraction("11608.92"),
    quantum=Fraction(1, 100),
    unit="CNY",
    value_span=(START, START + 8),
)
STEP = Step(
    step_id="q1",
    description="compound interest",
    tool_required="Python_Calculator",
    tool_input={"expression": "10000 * (1 + 0.05/4) ** (4*3)"},
    expected_check=RoundsTo(expected={"$ref": "claims.final.value"}),
    claim="final",
    basis="question",
)
LATER = Step(
    step_id="eq1",
    description="a sum",
    tool_required="arithmetic",
    tool_input={"expression": "1 + 1"},
    expected_check=None,
    sentence="looks fine",
)


def evidence(result, reason, detail=""):
    """Evidence of the one step, with the outcome given."""
    return Evidence(
        step_id="q1",
        tool="arithmetic",
        tool_version="1",
        tool_input={"expression": "10000 * (1 + 0.05/4) ** (4*3)"},
        output={"value": "11607.5451772"},
        output_digest="d" * 64,
        check={"type": "rounds_to"},
        basis="question",
        claim="final",
        outcome=CheckOutcome(
            result=result, reason=reason, expected="11608.92", actual="11607.5451772", detail=detail
        ),
        diagnosis={"kind": "value", "summary": "off by 1.37"} if result == "fail" else None,
        duration_s=0.25,
    )


@pytest.fixture
def refuted():
    """A run that rests in FAILED: the final value is off."""
    found = evidence("fail", "mismatch")
    attempt = Attempt(
        number=1,
        answer=ANSWER,
        plan=Plan(claims=(CLAIM,), steps=(STEP, LATER), notes=("one part",)),
        evidence=(found,),
        verdict="refuted",
        scope="final",
        final="failed",
        coverage=Coverage(final_checked=1, final_total=1),
        reason="mismatch",
    )
    return Report(
        run_id="r-1",
        task=Task(id="7", question="最终本息和是多少？"),
        verdict="refuted",
        scope="final",
        final="failed",
        stop_reason="no_corrector",
        final_answer=ANSWER,
        coverage=attempt.coverage,
        attempts=(attempt,),
        best=0,
        failure=Failure(step_id="q1", claim=CLAIM, evidence=found, summary="off by 1.37", rule="arithmetic"),
        path=("INITIAL_GENERATION", "PLANNING", "EXECUTING", "FAILED"),
        needs_human=False,
        reproducible=True,
    )


@pytest.fixture
def corrected(refuted):
    """The same run after one correction that held."""
    answer = ANSWER.replace("11608.92", "11607.55")
    second = replace(
        refuted.attempts[0], number=2, answer=answer, evidence=(evidence("pass", "match"),), verdict="verified",
        scope=None, final="held", reason="",
    )  # fmt: skip
    return replace(
        refuted, verdict="verified", scope=None, final="held", stop_reason="passed", final_answer=answer,
        attempts=(*refuted.attempts, second), best=1, failure=None,
        path=(*refuted.path, "CORRECTING", "PLANNING", "EXECUTING", "PASSED"),
    )  # fmt: skip
