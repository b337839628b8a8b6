"""Finals: one for each asked part, from the strongest place that states it, or none."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import pytest

from verifier.plan import Claim
from verifier.reading import read

EGGS = "How many eggs are left?"
EGGS_ZH = "还剩几个鸡蛋？"
COLOURS = "Which colour?\n(A) red\n(B) blue\n(C) green"
COLOURS_ZH = "下列哪个正确？\nA. 红\nB. 蓝\nC. 绿"


def finals(answer: str, question: str) -> list[Claim]:
    """The final claims, their quotes checked."""
    claims = read(answer, question).claims
    for claim in claims:
        assert answer[slice(*claim.span)] == claim.quote
    return [c for c in claims if c.role == "final"]


def values(answer: str, question: str) -> list[Any]:
    """Their values."""
    return [c.value for c in finals(answer, question)]


@pytest.mark.parametrize(
    "answer",
    [
        "#### 18", "She sells 18.\n#### 18", "The answer is 18.", "the answer is: 18", "So the answer is:\n18", "Answer: 18",
        "A: 18", "**Answer:** 18 eggs", "Final Answer: **18**", "Ans: 18", "Result: 18", "The final answer is 18!",
        "\\boxed{18}", "$\\boxed{18}$", "The answer is \\(\\boxed{18}\\).", "\\[\n\\boxed{18}\n\\]", "\\boxed{18\\text{ eggs}}",
        "The answer (arabic numerals) is 18.", "The answer is 18 because 9 * 2 = 18.", "The answer is 9 * 2 = 18.",
        "18", "(18)", "18.", "**18**", "= 18", "It is 18.", "So there are 18 eggs left in total.", "She has 20 - 2 = 18 eggs.",
        "First 20 - 2 = 18.\nTherefore, she has 18 eggs left.", "Eighteen eggs are left.", "The answer is not 10 but 18.",
        "The answer is 10. Wait, I made a mistake. The answer is 18.",
    ],
)  # fmt: skip
def test_reads_the_final_number(answer: str) -> None:
    """Markers, boxes, a bare value and the end of the last sentence all state the final."""
    assert values(answer, EGGS) == [18]


@pytest.mark.parametrize(
    "answer",
    [
        "答案是18。",
        "故答案为：18",
        "答：还剩18个鸡蛋。",
        "所以，答案是：$\\boxed{18}$。",
        "因此还剩18个。",
        "答案不是10，而是18",
    ],
)
def test_reads_the_final_number_in_chinese(answer: str) -> None:
    """Chinese markers and last sentences are equals."""
    assert values(answer, EGGS_ZH) == [18]


@pytest.mark.parametrize(
    "answer",
    [
        "The answer is not 18.", "The answer cannot be 18.", "答案不是18。", "The answer might be 18.", "I'm not sure, maybe 18?",
        "The answer is between 3 and 5.", "It is 3 or 4.", "There is no solution.",
        "We use 15 eggs and 3 boxes for 12 people.", "Roses are red.", "",
    ],
)  # fmt: skip
def test_claims_no_final_that_is_not_certain(answer: str) -> None:
    """Denied, hedged, alternative and compound values are not claimed."""
    assert finals(answer, EGGS) == []


@pytest.mark.parametrize(
    ("answer", "question", "value", "unit"),
    [
        ("The total is $1,234.56.", "How much?", Fraction(123456, 100), "USD"),
        ("So the answer is:\n$230 thousand", "How much?", 230_000, "USD"),
        ("Answer: -6,216 thousand", "What is the change from 69,549 to 63,333?", -6_216_000, None),
        ("It increased by 25%.", "By what percent did it rise?", Fraction(1, 4), "%"),
        ("增长了25%。", "增长了百分之几？", Fraction(1, 4), "%"),
        ("总共需要3.5万元。", "需要多少钱？", 35_000, "CNY"),
        ("The train goes 180 miles in 3 hours.", "How far does a train at 60 mph go in 3 hours?", 180, "mi"),
        ("5 km = 5000 m", "How many meters is 5 km?", 5000, "m"),
        ("The answer is 3/4.", "What fraction is left?", Fraction(3, 4), None),
        ("\\boxed{\\frac{48}{11}}", "Solve 11*x = 48 for x.", Fraction(48, 11), None),
        ("The answer is 2^10.", "How many?", 1024, None),
        ("The answer is −5.", "What is 2 - 7?", -5, None),
        ("The answer is 1e-3.", "What is 1/1000?", Fraction(1, 1000), None),
    ],
)
def test_reads_money_percent_units_and_fractions(
    answer: str, question: str, value: Fraction, unit: str | None
) -> None:
    """The final is an exact number in the unit that the answer prints."""
    (claim,) = finals(answer, question)
    assert (claim.value, claim.unit) == (value, unit)


def test_about_makes_trailing_zeros_count_for_nothing() -> None:
    """To say "about 11,600" prints to the hundred, as 约1.16万 does."""
    for answer, question in (
        ("The final amount is about $11,600.", "What is the final amount of 10000 at 5 %?"),
        ("约1.16万元", "本息和是多少元？"),
    ):
        (claim,) = finals(answer, question)
        assert (claim.value, claim.quantum, claim.approx) == (11_600, 100, True)


def test_reads_past_a_formula_in_the_same_sentence() -> None:
    """The numbers of a formula are not the answer."""
    question = "本金10000元，年利率5%，按季度复利，存3年，本息和是多少？"
    assert values("根据公式A=P*(1+r/n)^(nt)，计算得约为11608.92元。", question) == [Fraction(1160892, 100)]


@pytest.mark.parametrize(
    ("answer", "question", "letter"),
    [
        ("So the answer is (C).", COLOURS, "C"), ("Solution: Choice_C", COLOURS, "C"), ("Solution: Choice\\_C: green", COLOURS, "C"),
        ("The correct answer is C, because grass is.", COLOURS, "C"), ("\\boxed{(C)}", COLOURS, "C"), ("\\boxed{\\text{C}}", COLOURS, "C"),
        ("Choice A is red. Based on this, the correct choice is Choice C.", COLOURS, "C"), ("C", COLOURS, "C"), ("(C) green", COLOURS, "C"),
        ("Choice C is the most appropriate answer.\nOption C is therefore correct.", COLOURS, "C"), ("Answer: green", COLOURS, "C"),
        ("答案：C", COLOURS_ZH, "C"), ("故选C。", COLOURS_ZH, "C"), ("Choice_D is not feasible, so the correct answer is Choice_C.", COLOURS, "C"),
    ],
)  # fmt: skip
def test_reads_a_choice(answer: str, question: str, letter: str) -> None:
    """A letter in any spelling, or the option's own text."""
    assert [(c.kind, c.value) for c in finals(answer, question)] == [("choice", letter)]


@pytest.mark.parametrize(
    "answer", ["Solution: Choice_A/B/C", "A or B", "red is nice", "The answer is not (C)."]
)
def test_claims_no_choice_among_several(answer: str) -> None:
    """Two letters are no choice, and a denied one is none."""
    assert finals(answer, COLOURS) == []


@pytest.mark.parametrize(
    ("answer", "question", "truth"),
    [
        ("Yes, because 91 = 7*13.", "Is 91 composite?", True), ("No, 7·13", "91 is prime?", False), ("So the answer is No.", "Is 4 odd?", False),
        ("不是，91=7×13。", "91是质数吗？", False), ("是的。", "4是偶数吗？", True), ("So the answer is False.", "True and False is", False),
        ("\\boxed{\\text{No}}", "Is it prime?", False), ("No.", "Do you return?\nOptions:\n- Yes\n- No", False),
    ],
)  # fmt: skip
def test_reads_yes_and_no(answer: str, question: str, truth: bool) -> None:
    """Truth values come from the first word or a marker."""
    assert [(c.kind, c.value) for c in finals(answer, question)] == [("boolean", truth)]


@pytest.mark.parametrize(
    ("answer", "question", "items"),
    [
        ("apple banana cherry", "Sort the words: banana apple cherry", ("apple", "banana", "cherry")),
        ("So the answer is apple, banana, cherry.", "Sort the words: banana apple cherry", ("apple", "banana", "cherry")),
        ("Sorted: apple < banana < cherry", "Sort the words: banana apple cherry", ("apple", "banana", "cherry")),
        ("The answer is can't cat tiger", "tiger can't cat", ("can't", "cat", "tiger")),
        ("So the answer is > ]\nAnswer: > ]", "[ < ( )", (">", "]")),
        ("] } )", "Complete the rest of the sequence: ( { [", ("]", "}", ")")),
        ("\\boxed{2, 3}", "List the prime factors of 18.", (2, 3)),
    ],
)  # fmt: skip
def test_reads_a_list(answer: str, question: str, items: tuple[Any, ...]) -> None:
    """Words, brackets and numbers in order."""
    assert [(c.kind, c.value) for c in finals(answer, question)] == [("list", items)]


@pytest.mark.parametrize(
    ("answer", "question", "day", "alternatives"),
    [
        ("The answer is 05/31/2021.", "What is the date tomorrow?", date(2021, 5, 31), ()),
        ("The date is May 31, 2021.", "What date is tomorrow?", date(2021, 5, 31), ()),
        ("明天是2021年5月31日", "明天是几月几日？", date(2021, 5, 31), ()),
        ("The answer is 05/06/2021.", "What date is tomorrow?", date(2021, 5, 6), (date(2021, 6, 5),)),
        ("The answer is 05/06/2021.", "What date is tomorrow in MM/DD/YYYY?", date(2021, 5, 6), ()),
        ("The answer is 05/06/2021.", "What date is tomorrow in DD/MM/YYYY?", date(2021, 6, 5), ()),
    ],
)
def test_reads_a_date(answer: str, question: str, day: date, alternatives: tuple[date, ...]) -> None:
    """A date with two readings keeps both, unless the question names the order."""
    (claim,) = finals(answer, question)
    assert (claim.kind, claim.value, claim.alternatives) == ("date", day, alternatives)
    assert claim.reason == ("ambiguous_number" if alternatives else "")


@pytest.mark.parametrize(
    ("answer", "question", "pairs"),
    [
        ("The mean is 5 and the median is 4.", "Find the mean and median of 3, 4, 8.", [("mean", 5), ("median", 4)]),
        ("平均数是5，中位数是4。", "求3,4,8的平均数和中位数。", [("mean", 5), ("median", 4)]),
        ("x = 3, y = 4", "Solve x + y = 7 and x - y = -1 for x and y.", [("x", 3), ("y", 4)]),
        ("So \\boxed{x = 3, y = 4}", "Find x and y.", [("x", 3), ("y", 4)]),
        ("x+y = 7 so x = 3. Then y = 4.", "Find x and y.", [("x", 3), ("y", 4)]),
        (
            "There were \\boxed{4} children and \\boxed{3} adults.",
            "How many adults came? How many children came?",
            [("children", 4), ("adults", 3)],
        ),
        ("\\[\\boxed{3}\\]\n\nadults.\n\n\\[\\boxed{4}\\]\n\nchildren.", "How many adults came? How many children came?", [("adults", 3), ("children", 4)]),
        ("The mean is 5.", "Find the mean and median of 3, 4, 8.", [("mean", 5)]),
    ],
)  # fmt: skip
def test_gives_each_asked_part_its_final(answer: str, question: str, pairs: list[tuple[str, int]]) -> None:
    """Values go to parts by name, by the words around them, by order."""
    claims = finals(answer, question)
    assert [(c.subject, c.value) for c in claims] == pairs
    assert [c.id for c in claims] == ["final", "final.2"][: len(claims)]


def test_two_results_for_one_question_are_two_finals() -> None:
    """The numbers that were asked for may come in one list."""
    assert values("The numbers are 5 and 6.", "Find the two numbers that add up to 11.") == [5, 6]


def test_two_markers_that_disagree_are_ambiguous() -> None:
    """Without a retraction neither value is the final."""
    (claim,) = finals("The answer is 10.\n\n#### 12", EGGS)
    assert (claim.reason, claim.value, claim.alternatives) == ("ambiguous_final", 12, (10,))


def test_markers_that_agree_are_one_final_with_echoes() -> None:
    """A patch needs to know every place that states the value."""
    answer = "#### 18\nThe answer is: 18"
    (claim,) = finals(answer, EGGS)
    assert claim.reason == ""
    assert [answer[slice(*span)] for span in claim.echoes] == ["18"]


def test_text_that_begins_another_question_is_cut_off() -> None:
    """Run-on text after the final is not the answer, its sums included."""
    reading = read("3 * 6 = 18\n#### 18\n\nQuestion: Tom has 3 apples.\nAnswer: 3+4 = 8\n#### 7", EGGS)
    assert [(c.id, c.value) for c in reading.claims] == [("c1", 18), ("final", 18)]
    assert reading.notes


def test_a_decimal_comma_is_ambiguous() -> None:
    """Both readings of "50,1" are kept, so that nothing is guessed."""
    (claim,) = finals("The answer is 50,1.", "How much is it?")
    assert (claim.reason, claim.kind) == ("ambiguous_number", "number")
    assert claim.alternatives


@pytest.mark.parametrize(
    ("answer", "question", "kind", "value"),
    [
        ("The derivative is \\boxed{2x + 3}", "What is the derivative of x^2 + 3x?", "expression", "2x + 3"),
        ("f'(x) = 2x + 3", "What is the derivative of x^2 + 3x?", "expression", "2x + 3"),
        ("\\boxed{7\\pi}", "What is the area?", "expression", "7\\pi"),
        ("The answer is Sydney.", "What is the capital of Australia?", "text", "Sydney"),
        ("\\boxed{[2, 5)}", "What is the domain?", "text", "[2, 5)"),
    ],
)
def test_keeps_algebra_and_text_as_they_stand(answer: str, question: str, kind: str, value: str) -> None:
    """What is no number is an expression or text."""
    assert [(c.kind, c.value) for c in finals(answer, question)] == [(kind, value)]


def test_a_document_has_no_final() -> None:
    """Without a question every claim is a step."""
    assert [c.role for c in read("3 + 4 = 7\n#### 7").claims] == ["step"]


@pytest.mark.parametrize(
    "answer", ["Purple.", "People agree that it is Canada.", "I think blue is the best colour."]
)
def test_a_matter_of_taste_has_no_final(answer: str) -> None:
    """Free text without a marker claims nothing checkable."""
    assert finals(answer, "What is your favourite colour?") == []
