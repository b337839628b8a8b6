"""Verdicts on answers that state a right value badly, or a wrong one well."""

from __future__ import annotations

import pytest

from verifier import check

CIRCLE = "What is the area of a circle with radius 5?"


def verdict(question: str, answer: str) -> str:
    """How an answer comes out."""
    return check(answer, question).verdict


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        ("Calculate 28383 divided by 10.", "2838", "inconclusive"),
        ("Calculate 28383 divided by 10.", "about 2838", "verified"),
        ("Calculate 28383 divided by 10 and round to the nearest integer.", "2838.3", "inconclusive"),
        ("Calculate 28383 divided by 10.", "2838.3", "verified"),
        ("Calculate 28383 divided by 10.", "2839", "refuted"),
        ("What is 10 divided by 3?", "3", "inconclusive"),
        ("What is 10 divided by 3?", "3.33", "verified"),
        ("What is 7 / 8?", "0.87", "inconclusive"),
        (CIRCLE, "79", "inconclusive"),
        (CIRCLE, "78.5", "verified"),
        (
            "A meal costs $50.10 and sales tax is 8%. What is the total cost including tax?",
            "$54.11",
            "verified",
        ),
        ("计算28383除以10", "2838", "inconclusive"),
        ("一辆火车的速度是60千米/时，行驶150千米需要多少小时？", "3小时", "inconclusive"),
    ],
)
def test_a_value_that_is_only_rounded_is_left_open(question: str, answer: str, expected: str) -> None:
    """Where nobody asked for rounding, a rounded final that does not say so is neither right nor wrong."""
    assert verdict(question, answer) == expected


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Calculate 2^10.", "2^10"),
        ("Calculate 2^10.", r"\boxed{2^{10}}"),
        ("Calculate 3 * 4.", "The answer is 3 * 4."),
        ("Expand (x + 1)**2.", "(x + 1)^2"),
    ],
)
def test_repeating_the_expression_is_no_answer(question: str, answer: str) -> None:
    """The computation that was asked for, written down again, is not its result."""
    assert verdict(question, answer) not in {"verified", "refuted"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What are the prime factors of 36?", "2 and 3"),
        ("What are the prime factors of 36?", "2^2 * 3^2"),
        ("List the prime factors of 54.", "2, 3, 3, 3"),
        ("What is the variance of 2, 4, 4, 4, 5, 5, 7, 9?", "The sample variance is 32/7."),
        ("Sort the following words alphabetically: List: pear apple fig banana", "1. apple\n2. banana\n3. fig\n4. pear"),
    ],
)  # fmt: skip
def test_another_form_is_no_wrong_value(question: str, answer: str) -> None:
    """What we can't compare is left open, not refuted."""
    assert verdict(question, answer) != "refuted"
