"""A structural constant has a role of its own, or stands in the question."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.expressions import parse
from verifier import check
from verifier.plan._roles import loose_constants


@pytest.mark.parametrize(
    "expression",
    [
        "10000*(1+0.05/4)^(4*3)", "500*(1-20%)", "n*(n-1)/2", "7*(7+1)/2", "2*(3+5)", "1/2*6*4", "6^2", "3*10^5",
        "0+5", "1/(1/3+1/6)", "40*1", "(1+5%)^2", "2*pi*3",
    ],
)  # fmt: skip
def test_roles(expression: str) -> None:
    """Rates beside one, halves and squares, powers of ten."""
    assert loose_constants(parse(expression)) == ()


@pytest.mark.parametrize(
    ("expression", "loose"),
    [
        ("17*24+10", 10), ("17*24-2", 2), ("17*24+1", 1), ("17*24*10", 10), ("17*24/100", 100), ("100+17", 100),
        ("17-(24+10)", 10), ("17^10", 10),
    ],
)  # fmt: skip
def test_loose_constants(expression: str, loose: int) -> None:
    """What only moves a value."""
    assert loose_constants(parse(expression)) == (Fraction(loose),)


@pytest.mark.parametrize(
    ("question", "expression", "verdict"),
    [
        ("Ann sells 17 boxes of 24 pens she found. How many pens?", "17*24+10", "inconclusive"),
        ("Ann sells 17 boxes of 24 pens and 10 more. How many pens?", "17*24+10", "verified"),
        ("安卖出17盒笔，每盒24支，她很高兴。一共多少支？", "17*24+10", "inconclusive"),
        ("安卖出17盒笔，每盒24支，又卖出10支。一共多少支？", "17*24+10", "verified"),
    ],
)
def test_a_plan_may_not_move_a_value(question: str, expression: str, verdict: str) -> None:
    """418 holds only where the question says ten."""
    plan = {
        "verification_steps": [
            {
                "step_id": 1,
                "description": "",
                "tool_required": "Python_Calculator",
                "tool_input": {"expression": expression},
                "expected_check": "the result should equal 418",
            }
        ]
    }
    assert check("The answer is 418.", question, plan=plan).verdict == verdict
