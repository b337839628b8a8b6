"""The method's published plan runs as it stands, in both languages and both rounds."""

from __future__ import annotations

from typing import Any

import pytest

from toolkits import default_registry
from verifier.plan import (
    CheckContext,
    Plan,
    audit_fail,
    audit_pass,
    audit_static,
    evaluate_check,
    parse_plan,
    rebind,
    resolve,
)
from verifier.plan._outcome import CheckOutcome
from verifier.task import Task

REGISTRY = default_registry()
CHINESE = "如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？"
ENGLISH = (
    "If 10000 yuan are deposited at an annual interest rate of 5%, compounded quarterly, what is the final amount "
    "after 3 years?"
)
PLANS = {
    CHINESE: """{"verification_needed": true, "verification_steps": [
        {"step_id": 1, "description": "核实复利公式", "tool_required": "Fact_Checker", "tool_input": "按季度复利的计算公式",
         "expected_check": "工具返回的公式应包含或等价于 A = P*(1 + r/n)^(n*t)"},
        {"step_id": 2, "description": "计算本息和", "tool_required": "Python_Calculator",
         "tool_input": "10000 * (1 + 0.05/4) ** (4*3)",
         "expected_check": "工具输出结果应与初始答案11608.92在千分位内一致"}]}""",
    ENGLISH: """{"verification_needed": true, "verification_steps": [
        {"step_id": 1, "description": "Check the formula", "tool_required": "Fact_Checker",
         "tool_input": "compound interest formula",
         "expected_check": "The returned formula should contain or be equivalent to A = P*(1 + r/n)^(n*t)"},
        {"step_id": 2, "description": "Compute", "tool_required": "Python_Calculator",
         "tool_input": "10000 * (1 + 0.05/4) ** (4*3)",
         "expected_check": "The tool's output should agree with the initial answer 11608.92 to three decimal places"}]}""",
}
ANSWERS = {CHINESE: "最终本息和是11608.92元。", ENGLISH: "The final amount is 11608.92 yuan."}


def run(plan: Plan, question: str, answer: str) -> list[CheckOutcome]:
    """What each step comes to, audit included, as the engine would do it."""
    task, outputs = Task(question=question), dict[str, Any]()
    claims = {claim.id: claim for claim in plan.claims}
    outcomes: list[CheckOutcome] = []
    for step in plan.steps:
        static = audit_static(step, plan, task, answer, REGISTRY)
        assert static is None, static
        tool_input = resolve(dict(step.tool_input), CheckContext(claims=claims, steps=outputs))
        output = outputs[step.step_id] = REGISTRY.get(step.tool_required)(tool_input)
        assert step.expected_check is not None
        outcome = evaluate_check(
            step.expected_check, CheckContext(output=output, claims=claims, steps=outputs)
        )
        audited = audit_fail(step, plan, outcome) or audit_pass(
            step,
            plan,
            output,
            outcome,
            lambda tool, given: REGISTRY.get(tool)(dict(given)),
            task=task,
            steps=outputs,
        )
        outcomes.append(audited or outcome)
    return outcomes


@pytest.mark.parametrize("question", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_both_rounds(question: str) -> None:
    """The published answer is refuted by the calculation; the corrected one passes, audited, on the question's word."""
    answer = ANSWERS[question]
    plan = parse_plan(PLANS[question], answer=answer, question=question, registry=REGISTRY)
    assert [(step.claim, step.basis) for step in plan.steps] == [(None, "question"), ("final", "question")]
    formula, amount = run(plan, question, answer)
    assert (formula.result, amount.result, amount.reason) == ("pass", "fail", "mismatch")
    assert amount.expected == "11608.92"
    assert amount.actual.startswith("11607.5451772")
    corrected = answer.replace("11608.92", "11607.55")
    again = rebind(plan, corrected, question)
    assert [outcome.result for outcome in run(again, question, corrected)] == ["pass", "pass"]


@pytest.mark.parametrize("wrong", ["11614.80", "11607.54", "-11607.55", "116075.5"])
def test_other_wrong_answers_are_refuted(wrong: str) -> None:
    """A plan bound to one answer judges another by the same reference."""
    plan = parse_plan(PLANS[CHINESE], answer=ANSWERS[CHINESE], question=CHINESE, registry=REGISTRY)
    answer = ANSWERS[CHINESE].replace("11608.92", wrong)
    assert run(rebind(plan, answer, CHINESE), CHINESE, answer)[1].result == "fail"
