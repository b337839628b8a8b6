"""Answers that say something other than they seem to: none is verified by accident, none is refuted as a final."""

from __future__ import annotations

import pytest

from verifier import check

PRIME = "Is 91 a prime number?"
PRIME_ZH = "91是质数吗？"
SEVEN = "Is 84 divisible by 7?"
SHIRT = "A shirt costs $80 and is discounted by 25%. What is the sale price?"
SHIRT_ZH = "一件衬衫原价80元，打七五折，现价多少元？"
LINE = "Solve 2*x + 3 = 11 for x."
SYSTEM = "Solve the system: x + y = 10, x - y = 4. Find x and y."
ROOTS = "Solve x^2 - 5x + 6 = 0."
DIFFERENCE = "What is 3 - 10?"
DIFFERENCE_ZH = "3减10等于多少？"
PRODUCT_ZH = "17 * 24 等于多少？"
CHOICE_ZH = "7乘以8等于多少？\nA. 54\nB. 56\nC. 63\nD. 48"
CIRCLE = "What is the area of a circle with radius 3 cm?"
CIRCLE_ZH = "半径为3厘米的圆的面积是多少？"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PRIME, "No, it's prime."),
        (PRIME, "Yes, it is composite."),
        (PRIME_ZH, "是的，不是质数。"),
        (PRIME_ZH, "是合数"),
        (SEVEN, "Yes, it is not divisible."),
        (SHIRT, "$60 off"),
        (SHIRT, "It is $60 less."),
        (SHIRT, "less than $60"),
        (SHIRT, "at least $60"),
        (SHIRT, "$50-$60"),
        (SHIRT_ZH, "不到60元"),
        (SHIRT_ZH, "60美元"),
        (LINE, "x = 4, y = 2"),
        (LINE, "x=4 or x=-4"),
        (SYSTEM, "x = 7, y = 3 or x = 3, y = 7"),
        (CHOICE_ZH, "A和B"),
        (CIRCLE, "28.26"),
        (CIRCLE_ZH, "28.26平方厘米"),
        (PRODUCT_ZH, "答案是418，等等，是408"),
        (PRODUCT_ZH, "答案是418，等等，是408或418"),
    ],
)
def test_left_open(question: str, answer: str) -> None:
    """What contradicts itself, is a bound, a change, a range or one of several is not judged."""
    assert check(answer, question).verdict in ("inconclusive", "not_checkable")


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PRIME, "Yes. Wait, no."),
        (PRIME, "Yes... wait, 7*13 = 91, so no."),
        (PRIME_ZH, "是，等等，91=7*13，所以不是。"),
        (PRIME_ZH, "不是质数。"),
        (PRIME_ZH, "它不是质数。"),
        (DIFFERENCE, "negative 7"),
        (DIFFERENCE, "The result is negative 7."),
        (DIFFERENCE_ZH, "负7"),
        (LINE, "x = 4. Check: 2*4+3=11."),
        (ROOTS, "x = 2, x = 3"),
        (ROOTS, "{2, 3}"),
        (ROOTS, "$\\{2, 3\\}$"),
        (CIRCLE, "28.27"),
        (CHOICE_ZH, "选B"),
    ],
)
def test_verified(question: str, answer: str) -> None:
    """What is taken back does not count, what checks the value does not replace it."""
    assert check(answer, question).verdict == "verified"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (PRIME, "Yes, 91 is prime."),
        (PRIME_ZH, "是。"),
        (PRIME_ZH, "是质数。"),
        (DIFFERENCE, "positive 7"),
        (DIFFERENCE_ZH, "7"),
        (LINE, "x = 5. Check: 2*5+3=13."),
        (ROOTS, "x = 2, x = 4"),
        (CIRCLE, "6π cm²"),
    ],
)
def test_refuted_as_a_final(question: str, answer: str) -> None:
    """The wrong ones in the same forms."""
    report = check(answer, question)
    assert (report.verdict, report.scope) == ("refuted", "final")


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("不能，12能被5整除。", "not_checkable"),
        ("不可以：12能被5整除。", "not_checkable"),
        ("否，12能被5整除。", "not_checkable"),
        ("不能，12不能被5整除。", "verified"),
        ("不能。如果12能被5整除，余数应为0。", "verified"),
    ],
)
def test_no_and_then_what_was_asked_is_no_answer(answer: str, verdict: str) -> None:
    """A denial that goes on with the very statement of the question contradicts itself; a supposition does not."""
    assert check(answer, "12能被5整除吗？").verdict == verdict
