"""Finals in the ways people write them: compound measures, points, names without verbs, tables, lists, weekdays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verifier import check
from verifier.reading import read

TRAIN = "A train travels 150 km at 60 km/h. How long does it take?"
TRAIN_ZH = "一列火车以每小时60千米的速度行驶150千米，需要多长时间？"
SYSTEM = "Solve the system: x + y = 10, x - y = 4. Find x and y."
SYSTEM_ZH = "解方程组：x + y = 10，x - y = 4，求x和y。"
MEANS = "Find the mean and median of 2, 3, 3, 8."
MEANS_ZH = "求2, 3, 3, 8的平均数和中位数。"
DAY = "What day of the week was July 4, 2021?"
DAY_ZH = "2021年7月4日是星期几？"
WORDS = "Sort the following words alphabetically: pear apple fig"
WORDS_ZH = "将下列单词按字母顺序排序：pear apple fig"
NUMBERS = "Sort the numbers 5, 2, 9 in ascending order."
PRODUCT = "What is 17 * 24?"
PRODUCT_ZH = "17 * 24 等于多少？"
TENTH = "What is 373/20 to one decimal place?"


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (
            TRAIN,
            ["2 hours 30 minutes", "It takes 2 hours 30 minutes.", "2 h 30 min", "2h30m", "2h 30min",
             "The answer is 2 hours, 30 minutes.", "2½ hours", "2 hours and 30 minutes"],
        ),
        (TRAIN_ZH, ["2小时30分钟", "2小时30分", "需要2小时30分钟。", "2个小时30分钟", "2小时半", "２小时３０分钟"]),
        (
            SYSTEM,
            ["(7, 3)", "The solution is (7, 3).", "(x, y) = (7, 3)", "(y, x) = (3, 7)", r"\boxed{(7,3)}",
             "x is 7 and y is 3", "x: 7, y: 3", r"\boxed{7} and \boxed{3}"],
        ),
        (SYSTEM_ZH, ["(7, 3)", "解为(7，3)", "x＝7，y＝3", "答案：x＝７，y＝３"]),
        (
            MEANS,
            ["Mean 4, Median 3", "4 and 3", "| Mean | Median |\n|---|---|\n| 4 | 3 |",
             "| Mean | 4 |\n|---|---|\n| Median | 3 |", "- Mean: **4**\n- Median: **3**", "\\boxed{4}, \\boxed{3}"],
        ),
        (MEANS_ZH, ["平均数4，中位数3", "平均数：4，中位数：3", "平均数是 **4**，中位数是 **3**"]),
        (DAY, ["Sunday", "It was a Sunday.", "The answer is a Sunday.", "**Sunday**", "July 4, 2021 was a Sunday."]),
        (DAY_ZH, ["星期日", "星期天", "是周日。", "2021年7月4日是星期日。", "答案是星期日"]),
        (
            WORDS,
            ['["apple", "fig", "pear"]', "['apple', 'fig', 'pear']", "- **apple**\n- **fig**\n- **pear**",
             'The sorted list is ["apple","fig","pear"].', "apple, fig, pear"],
        ),
        (WORDS_ZH, ['["apple","fig","pear"]', "apple、fig、pear"]),
        (NUMBERS, ["[2, 5, 9]", "2 < 5 < 9", "The sorted numbers are 2, 5, 9.", "2, 5, 9"]),
        (
            PRODUCT,
            ["The product is **408**.", "**Final Answer**: $408$", "Answer: 408 (since 17*24 = 408)", "So, 408.",
             "| Expression | Value |\n|---|---|\n| 17*24 | 408 |", "17*24＝408"],
        ),
        (PRODUCT_ZH, ["答案：４０８", "所以，408。", "最终答案：**408**。"]),
        (TENTH, ["18.7", "18.6"]),
    ],
)  # fmt: skip
def test_right_ones_are_verified(question: str, answers: list[str]) -> None:
    """Each way of writing the right final is read and holds."""
    verdicts = {answer: check(answer, question).verdict for answer in answers}
    assert set(verdicts.values()) == {"verified"}, verdicts


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        (TRAIN, ["It takes 2 hours 40 minutes.", "2 h 3 min", "2½ minutes"]),
        (TRAIN_ZH, ["答案是2小时40分钟", "3小时半"]),
        (SYSTEM, ["(3, 7)", "The answer is (x,y) = (7, 4).", "(x, y) = (3, 7)"]),
        (SYSTEM_ZH, ["(3, 7)", "解为(7，4)"]),
        (MEANS, ["Mean 4, Median 3.5", "3 and 4", "| Mean | Median |\n|---|---|\n| 3 | 4 |"]),
        (MEANS_ZH, ["平均数4，中位数3.5"]),
        (DAY, ["It is a Monday.", "Monday", "The answer is a Monday."]),
        (DAY_ZH, ["答案是星期三", "那天是星期三。"]),
        (WORDS, ['["apple", "pear", "fig"]', "- **apple**\n- **pear**\n- **fig**"]),
        (NUMBERS, ["[2, 9, 5]", "2 < 9 < 5", "The sorted numbers are 9, 5, 2."]),
        (PRODUCT, ["The product is **418**.", "Answer: 418 (since 17*24 is so)", "So, 418."]),
        (TENTH, ["18.8", "18.5"]),
    ],
)
def test_wrong_ones_are_refuted(question: str, answers: list[str]) -> None:
    """And the wrong final in the same forms is refuted as a final."""
    verdicts = {answer: (r := check(answer, question)).scope or r.verdict for answer in answers}
    assert set(verdicts.values()) == {"final"}, verdicts


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (SYSTEM, "x = 7, y = 3, z = 5"),
        (SYSTEM, "The answer is x=7, y=3 and z=5."),
        (SYSTEM_ZH, "x=7，y=3，z=5"),
        (DAY, "It was a Saturday or a Sunday."),
        (SYSTEM, "(7, 3) or (3, 7)"),
    ],
)
def test_what_is_not_sure_or_not_checked_keeps_it_open(question: str, answer: str) -> None:
    """A further value in the same breath is a final claim that nobody checked (law 1)."""
    assert check(answer, question).verdict in ("inconclusive", "not_checkable")


def test_an_unasked_value_is_a_final_of_its_own_name() -> None:
    """It is in the coverage, not passed over."""
    claims = [c for c in read("x = 7, y = 3, z = 5", SYSTEM).claims if c.role == "final"]
    assert [(c.subject, c.value) for c in claims] == [
        ("x", Fraction(7)),
        ("y", Fraction(3)),
        ("z", Fraction(5)),
    ]


@pytest.mark.parametrize("text", ["25/12/1937", "The answer is 25/12/1937."])
def test_a_date_in_another_order_than_asked_cannot_be_judged(text: str) -> None:
    """The day is right, the form is not the one that was asked for."""
    question = "Today is Christmas Day of 1937. What is the date today in MM/DD/YYYY?"
    claims = [c for c in read(text, question).claims if c.role == "final"]
    assert [c.reason for c in claims] == ["date_order"]
    asked = "Today is Christmas Day of 1937. What is the date today in DD/MM/YYYY?"
    assert [c.reason for c in read(text, asked).claims if c.role == "final"] == [""]


@pytest.mark.parametrize(
    "text",
    ["3 hours 80 minutes", "1.5 hours 30 minutes", "2 hours 30 pages", "30 minutes 2 hours", "5 km/h 3 m/s"],
)
def test_no_compound_measure(text: str) -> None:
    """Parts that do not go on with one another are no one measure."""
    claims = [c for c in read(text, TRAIN).claims if c.role == "final"]
    assert all(c.span[1] - c.span[0] < len(text) for c in claims)


def test_an_interval_is_no_point() -> None:
    """[2, 5) states no two values."""
    assert [c.value for c in read(r"\boxed{[2, 5)}", "What is the domain?").claims] == ["[2, 5)"]
