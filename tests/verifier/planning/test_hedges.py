"""Values that an answer names and does not stand for, and what stands around a value that it does."""

from __future__ import annotations

import pytest

from verifier import check

PRODUCT = "What is 1234567 * 89?"
ROOT = "Solve 3*x + 7 = 22 for x."
DERIVATIVE = "What is the derivative of 3*x**3 + 2*x - 1 with respect to x?"
SHIFT = "What date is 45 days after January 20, 2024?"
DAY = "What day of the week is July 4, 2026?"
INTEREST = "Find the simple interest on $1200 at 5% per annum for 3 years."
FALSE = "not ( True ) and ( True ) is"
WORDS = "Sort the following words alphabetically: List: banana apple cherry"
BRACKETS = (
    "Complete the rest of the sequence, making sure that the parentheses are closed properly. "
    "Input: < { [ ( [ ] )"
)
BASE = "What is 45 (base 10) in base 2?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PRODUCT, "The answer is 109876463? No, I can't tell."),
        (FALSE, "The answer is False? No, I can't tell."),
        (DAY, "Is it Saturday?"),
        (DAY, "The answer is Saturday or 7."),
        (SHIFT, "The answer cannot be March 5, 2024."),
        (SHIFT, "The answer is not 2024-03-05."),
        (SHIFT, "The answer is March 5, 2024 or March 6, 2024."),
        (SHIFT, "The date is later than March 5, 2024."),
        ("If it is 9:45 am now, what time will it be in 3 hours and 20 minutes?", "It is before 1:05 pm."),
        (SHIFT, "It's the day after March 5, 2024."),
        (SHIFT, "March 5, 2024 + 1 day"),
        (DAY, "the day after Saturday"),
        (INTEREST, "$180 per year"),
        (INTEREST, "half of $180"),
        (INTEREST, "$180 is wrong."),
        ("What is the gcd of 48 and 180?", "12 squared"),
        ("What is the gcd of 48 and 180?", "a divisor of 12"),
        ("True and not not ( not False ) is", "True is wrong; it's False"),
        (ROOT, "The answer is at least x = 5."),
        (ROOT, "Some say x = 5, but I can't verify it."),
        (DERIVATIVE, "The answer is less than 9x^2 + 2."),
        (INTEREST, "The answer is at most \\$180."),
    ],
)
def test_a_value_that_is_not_stood_for_is_left_open(question: str, answer: str) -> None:
    """A right value that is asked about, denied, doubted, a bound or one of several is no right answer."""
    assert check(answer, question).verdict in ("inconclusive", "not_checkable")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (SHIFT, "45 days after January 20, 2024 is March 5, 2024."),
        (SHIFT, "From January 20, 2024 we get to February 20, 2024, and 14 days on to March 5, 2024."),
        (INTEREST, "$180 in interest (total $1,380)"),
        (DERIVATIVE, "Thus, it equals 2 + 9x^2."),
        (DERIVATIVE, "Result: 2 + 9x^2"),
        (WORDS, "I believe it's apple banana cherry."),
        (WORDS, "The correct answer is apple, banana, cherry, since the others fail."),
        (WORDS, "apple, banana, and cherry is correct."),
        (BRACKETS, "Ans. ] } >"),
        (BRACKETS, "\\boxed{] } >}"),
        (BRACKETS, "The result is ]}>, I'm fairly confident."),
        (BRACKETS, "Answer: < { [ ( [ ] ) ] } >"),
        (FALSE, "Yes, so False"),
        (FALSE, "Approximately False, no doubt"),
        ("What is the remainder when 1234 is divided by 17?", "1234 = 17·72 + 10"),
    ],
)
def test_a_right_answer_with_words_around_it_is_not_refuted(question: str, answer: str) -> None:
    """What a reader can't part from the words around it is not read as another value."""
    assert check(answer, question).verdict != "refuted"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (FALSE, "No doubt it is True"),
        (FALSE, "更正：答案不是7，而是True。"),
        (BASE, "≈ 101100"),
        (BRACKETS, "Ans. } ] >"),
        (WORDS, "I believe it's banana apple cherry."),
    ],
)
def test_a_wrong_answer_with_words_around_it_is_not_verified(question: str, answer: str) -> None:
    """Words such as "no doubt" are no "no", "not 7 but True" is not false, and digits of a base are not rounded."""
    assert check(answer, question).verdict != "verified"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        (SHIFT, "45 days after January 20, 2024 is March 5, 2024.", "verified"),
        (SHIFT, "45 days after January 20, 2024 is March 6, 2024.", "refuted"),
        (BASE, "45 = 101101_2", "verified"),
        (BASE, "The answer is $101101_{2}$.", "verified"),
        (BASE, "101100_2", "refuted"),
        (BASE, "45_{10}", "inconclusive"),
        (PRODUCT, "1亿987万6463", "inconclusive"),
        (PRODUCT, "1亿987万6436", "refuted"),
        (WORDS, "Answer - apple banana cherry", "verified"),
        (WORDS, "Answer - banana apple cherry", "refuted"),
    ],
)
def test_values_in_other_notations(question: str, answer: str, expected: str) -> None:
    """Digits that name their base, 万 written apart, and a dash behind a marker are read."""
    assert check(answer, question).verdict == expected


@pytest.mark.parametrize(
    "answer", ["The answer is not 408, it is 409.", "Some say 408, I say 409.", "Is it 408?"]
)
def test_a_plan_cannot_make_the_answer_stand_for_a_value(answer: str) -> None:
    """A plan whose final claim quotes what the answer denies, doubts or asks about verifies nothing."""
    plan = {
        "claims": [{"id": "final", "kind": "number", "role": "final", "quote": "408", "value": "408"}],
        "steps": [
            {
                "step_id": "1",
                "description": "multiply",
                "tool_required": "arithmetic",
                "tool_input": {"expression": "17*24"},
                "expected_check": {"type": "equals", "expected": {"$ref": "claims.final.value"}},
                "claim": "final",
                "basis": "question",
            }
        ],
    }
    assert check(answer, "What is 17 * 24?", plan=plan).verdict == "inconclusive"
    assert check("The answer is 408.", "What is 17 * 24?", plan=plan).verdict == "verified"
