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


TWO = "Solve -15*w + 6*m + 27 = 0, 5*w - 9*m = 23 for w."
NEAREST = "What is the nearest to 0 in -0.5, 4, -3?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (TWO, r"\boxed{w = 1, m = -2}"),
        (TWO, r"\boxed{w = 1, m = 5}"),
        (TWO, "The answer is w = 1 and m = 7."),
        (TWO, r"\boxed{w = 1, \quad m = -2}"),
        (TWO, "The final answer is \\( w = 1 \\) and \\( m = -2 \\).\n\\boxed{1, -2}"),
        ("Solve x + y = 4, x - y = 0 for x.", r"\boxed{x = 2, y = 2}"),
        ("Which is the closest to -15/4?  (a) -0.1  (b) 0.2  (c) -2",
         "The least difference is \\boxed{\\frac{7}{4}}.\n\nSo, the number closest to \\(-\\frac{15}{4}\\) is \\(-2\\)."),
        (NEAREST, "\\boxed{-0.5}\n\nSo, the number closest to 0 is -3."),
        ("Solve 3x + 7 = 22 for x.", "x ≠ 5"),
        ("Solve 3x + 7 = 22 for x.", "3x + 7 = 22"),
        ("What is 10 divided by 3?", "3 remainder 1"),
        ("What is the percent change from 50 to 65?", "A 30% decrease"),
        ("从50增加到65，增长了百分之几？", "下降了30%"),
        ("如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？", "答案是11607.55美元"),
        ("A train travels at 60 km/h. How long does it take to travel 150 km?", "2h30"),
        ("List the prime factors of 9.", r"\boxed{3^2}"),
    ],
)  # fmt: skip
def test_what_states_something_else_as_well_is_left_open(question: str, answer: str) -> None:
    """Every value that a final states needs its check, and a conclusion after it must agree."""
    assert verdict(question, answer) not in {"verified", "refuted"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (TWO, r"\boxed{w = 1}"),
        (NEAREST, "\\boxed{-0.5}\n\nSo, the number closest to 0 is -0.5."),
        ("What is \\frac{3}{5} of 21?", r"\boxed{12 \frac{3}{5}}"),
        ("What is the remainder when 17 is divided by 5?", "17 = 3*5 + 2, so the remainder is 2."),
        ("What is the volume of a cube with side 4 cm?", "64 cm^3"),
        ("三角形的底是10厘米，高是6厘米，面积是多少平方厘米？", "0.003平方米"),
        ("Rank the numbers 5, -1, 3, 0 in ascending order.", "-1, 0, 3, 5"),
        ("What is the percent change from 50 to 65?", "A 30% increase"),
    ],
)
def test_a_right_value_is_read_in_its_form(question: str, answer: str) -> None:
    """Mixed numbers, powers of units, Chinese units of area, a name after other equations."""
    assert verdict(question, answer) == "verified"


TRAIN = "A train travels at 60 km/h. How long does it take to travel 150 km?"
CIRCUMFERENCE = "What is the circumference of a circle with diameter 10 cm?"
SYSTEM = "Solve the system: x + y = 10, x - y = 4. Find x and y."
SYSTEM_ZH = "解方程组 x+y=10，x-y=4，求x和y。"
WORDS = "Sort the following words alphabetically: List: pear apple fig banana"


@pytest.mark.parametrize(
    ("question", "answer", "expected"),
    [
        (TRAIN, "It takes 150 minutes.", "verified"),
        (TRAIN, "It takes 2 hours and 30 minutes.", "verified"),
        (TRAIN, "It takes 2 hours and 20 minutes.", "refuted"),
        (TRAIN, "Going at 60 km/h it needs 150 km.", "not_checkable"),
        (TRAIN, "2小时30分钟", "verified"),
        ("How many grams are in 2.5 kg?", "There are 2500 grams in 2.5 kg.", "verified"),
        ("从50增加到65，增长了百分之几？", "百分之三十", "verified"),
        ("A shirt costs $80 and is on sale for 25% off. What is the sale price?",
         "The discount is $20, so the sale price is $60.", "verified"),
        (CIRCLE, "25π", "verified"),
        (CIRCLE, "25 pi", "verified"),
        (CIRCLE, "10π", "refuted"),
        (CIRCUMFERENCE, "10π cm", "verified"),
        (CIRCUMFERENCE, "10π m", "inconclusive"),
        ("What is the circumference of a circle of radius 7? Use π = 22/7.", "14π", "inconclusive"),
        ("The bill is $40. How much is a 15% tip?", "$6", "verified"),
        ("The bill is $40. How much is a 15% tip?", "$46", "refuted"),
        ("What are the prime factors of 36?", "2, 3", "verified"),
        ("What are the prime factors of 36?", "2, 3, 5", "refuted"),
        ("What are the prime factors of 36?", "2, 3, 3", "inconclusive"),
        (SYSTEM, "x = 7, y = 3", "verified"),
        (SYSTEM, "x = 7 and y = 3", "verified"),
        (SYSTEM, "x = 3, y = 7", "refuted"),
        (SYSTEM, "x = 7", "inconclusive"),
        (SYSTEM_ZH, "x=7，y=3", "verified"),
        ("已知x+y=10，x-y=4，求x和y的值。", "x=7", "inconclusive"),
        ("Solve x + y = 10, x - y = 4.", "x = 7", "inconclusive"),
        (TRAIN, "After 150 minutes it has not arrived.", "not_checkable"),
        (SYSTEM_ZH, "x=3，y=7", "refuted"),
        (WORDS, "1. apple\n2. banana\n3. fig\n4. pear", "verified"),
        (WORDS, "- apple\n- fig\n- banana\n- pear", "refuted"),
        ("Is 91 prime?", "91 is not prime.", "verified"),
        ("Is 91 prime?", "91 is a prime number.", "refuted"),
        ("Is 1000 divisible by 8?", "1000 isn't divisible by 8.", "refuted"),
        ("91是质数吗？", "91不是质数。", "verified"),
        ("What is 2 + 4?\n(A) 5\n(B) 6\n(C) 7", "(B) 6", "verified"),
        ("What is 2 + 4?\n(A) 5\n(B) 6\n(C) 7", "(B) 7", "refuted"),
    ],
)  # fmt: skip
def test_a_value_is_found_where_people_put_it(question: str, answer: str, expected: str) -> None:
    """Sentences without a marker, compound measures, multiples of pi, systems and lists are judged."""
    assert verdict(question, answer) == expected
