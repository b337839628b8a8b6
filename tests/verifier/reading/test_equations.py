"""Equations: what is claimed, what is not, and how loose styles are read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.expressions import evaluate, parse
from toolkits.quantities import rounds_to
from verifier.plan import Claim
from verifier.reading import read


def equations(text: str) -> list[Claim]:
    """The equation claims of a document."""
    return [c for c in read(text).claims if c.kind == "equation"]


def sides(text: str) -> list[tuple[str, Fraction]]:
    """Normalised left side and value of each."""
    return [(c.subject, c.value) for c in equations(text) if isinstance(c.value, Fraction)]


def false_equations(text: str) -> list[str]:
    """Quotes of the claims that do not hold."""
    wrong = []
    for claim in equations(text):
        assert isinstance(claim.value, Fraction)
        if rounds_to(evaluate(parse(claim.lhs)), claim.value, claim.quantum, truncation=True) is False:
            wrong.append(claim.quote)
    return wrong


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So she has 16 - 3 = 13 eggs left.", [("16-3", 13)]),
        ("12 eggs * 2 = 24 eggs", [("12*2", 24)]),
        ("24 pints / 3 = 8.0 pints per color", [("24/3", 8)]),
        ("3 pens of mine + 2 pens = 5", [("3+2", 5)]),
        ("$4 x 3 = $12", [("4*3", 12)]),
        ("3 x $15 = $45", [("3*15", 45)]),
        ("$1,360 - $64 = $1,296", [("1,360-64", 1296)]),
        ("2080 gallons x $0.15/gallon = $312", [("2080*0.15", 312)]),
        ("1/2*40 = 20", [("1/2*40", 20)]),
        ("2/3 of 60 = 40", [("2/3of60", 40)]),
        ("20% of the 50 apples = 10", [("20%of50", 10)]),
        ("20 * 5% = 1", [("20*5%", 1)]),
        ("2x4=8", [("2*4", 8)]),
        ("2(3+4) = 14", [("2*(3+4)", 14)]),
        ("[(3 + 4) * 2] / 7 = 2", [("((3+4)*2)/7", 2)]),
        ("(9 - -6 * 9) = 63", [("(9--6*9)", 63)]),
        ("5! = 120", [("5!", 120)]),
        ("2^3 = 8, 2**3 = 8 and 2³ = 8", [("2^3", 8), ("2^3", 8), ("2^(3)", 8)]),
        ("sqrt(16) + √9 = 7", [("sqrt(16)+sqrt(9)", 7)]),
        ("3.0 x 10^2 * 2 = 600", [("3.0*10^2*2", 600)]),
        ("2 million * 3 = 6 million", [("(2*1000000)*3", 6_000_000)]),
        ("1 1/2 * 40 = 60", [("(1+1/2)*40", 60)]),
        ("1/3 + 1/6 = 1/2", [("1/3+1/6", Fraction(1, 2))]),
        ("2/8 = 1/4", [("2/8", Fraction(1, 4))]),
        ("3 × 4 ÷ 2 = 6", [("3*4/2", 6)]),
        ("10 – 3 = 7", [("10-3", 7)]),
        ("16 minus 3 is 13", [("16-3", 13)]),
        ("3 times 4 equals 12", [("3*4", 12)]),
        ("and 16 - 3 is 13", [("16-3", 13)]),
        ("12 divided by 3 is equal to 4", [("12/3", 4)]),
        ("50% of 200 is 100", [("50%of200", 100)]),
        ("5 * 2 = <<5*2=10>>10", [("5*2", 10)]),
        ("**Total:** 3*4 = **12**", [("3*4", 12)]),
        (r"\(3 \times 4 = 12\)", [("3*4", 12)]),
        (r"$\frac{1}{2} \cdot 40 = 20$", [(r"\frac{1}{2}*40", 20)]),
        (r"\[\frac{380}{2} = 190 \text{ feet}\]", [(r"\frac{380}{2}", 190)]),
        (r"4{,}000 \times 2 = 8{,}000", [("4,000*2", 8000)]),
        (r"\$4 \times 3 = \$12", [("4*3", 12)]),
        (r"7.5\% \times 200 = 15", [("7.5%*200", 15)]),
        ("共有16-3=13个鸡蛋", [("16-3", 13)]),
        ("每天3个×4元=12元", [("3*4", 12)]),
        ("1.5万×2=3万元", [("1.5万*2", 30_000)]),
        ("3加4等于7，3乘以4等于12", [("3+4", 7), ("3*4", 12)]),
        ("12除以3得4", [("12/3", 4)]),
        ("２＋３＝５", [("2+3", 5)]),
    ],
)
def test_reads_an_equation_in_prose_latex_markdown_and_chinese(
    text: str, expected: list[tuple[str, Fraction]]
) -> None:
    """The left side comes without units and currency, the right side as an exact number."""
    assert sides(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        # algebra, and numbers that may belong to something that can't be read
        "8x - 1 = 7", "the rest of 5x - 1 = 9", "x + 5 - 1 = 9", "(x + 3 + 4) = 7", "5x = 10", "3x + 2x = 5x",
        "2ab = 12", "the cost - 5 = 3", "3 + 4 * x = 7", "so 12 = 3 * the number", r"\frac{1}{2} bh = 12",
        r"a\sqrt{2} = 12", "(0.1 + 0.2)n = 1.2", "f(2) - 1 = 3", "1Dachshund + 1/4Papillon = 3/4",
        # the right side is not one number, or not all of it
        "17/5 = 3 remainder 2", "17 / 5 = 3 R 2", "17 ÷ 5 = 3……2", "17除以5等于3余2", "so 5+3 = 8 or 9",
        "10 + 5 = 15x", "3 + 4 = $3,2 million", r"2/3 = 0.\overline{6}", r"10 \div 3 = 3, \text{remainder} = 1",
        "5 feet 4 inches * 2 = 10 feet 8 inches",
        # units on two scales
        "3 hours - 80 minutes = 100 minutes", "2 dozen + 3 = 27", "30 minutes * 2 = 1 hour", "1 week + 2 days = 9 days",
        "1/4 container = 15 pints", "100 * 632.2 nm = 63.22 μm", "100 g * 9.8 = 0.98 N",
        # times, ratios, congruences, inequalities
        "2:30 + 1 = 3:30", "3:4 = 0.75", "17 ≡ 2 (mod 5)", "3+4 > 6", "3 + 4 ≠ 8", "log(100) = 2",
        # supposed, denied, asked
        "If 3+4=8, then", "It is not true that 3+4=8", "3+4=8 is wrong", "Is 3+4=8?", "instead of 3+4=8",
        "如果3+4=8", "3+4=8是错的", "we get 3 + 4 = 8, which is false", "3 + 4 = 8. This equation is not possible.",
        "代入得3+4=8，矛盾",
        # two readings of one line, and the question's own operation
        "97/4π ≈ 7.7", "1/2(3+1) = 1/8", "10 + 5 + 1 = 11 # 5", "3 + 4 = 7 ⊕ 2",
        # no equation at all
        "pages 3-5 are 20", "from 2017-2019 is 4.7", "Profit 2017-2019 = 5", "x = 5", "in 2019 there were = signs", "= 5", "Total = 5", "1/2 is 5 more", "90 - is it 3?",
    ],
)  # fmt: skip
def test_claims_nothing_that_is_not_certain(text: str) -> None:
    """What may be algebra, a remainder, a conversion, a supposition or a question is no claim."""
    assert sides(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("45*2 = 90 - 10 = 80", [("45*2", 90), ("90-10", 80)]),
        ("5+3=8-2=6", [("5+3", 8), ("8-2", 6)]),
        ("100/3 = 33.3 * 3 = 99.9", [("100/3", Fraction(333, 10)), ("33.3*3", Fraction(999, 10))]),
        ("2(3+4) = 2*7 = 14", [("2*(3+4)", 14), ("2*7", 14)]),
        ("6/8 = 0.75 = 75%", [("6/8", Fraction(3, 4))]),
        ("total = 3*4 = 12", [("3*4", 12)]),
        ("A - B = 225 - -218 = 443", [("225--218", 443)]),
        ("3 + 4\n= 7", [("3+4", 7)]),
        ("3 \\times 4 \\\\\n&= 12", [("3*4", 12)]),
        ("20 cents * 3 = 60 cents = $0.60", [("20*3", 60)]),
    ],
)
def test_reads_chains_proper_and_run_on(text: str, expected: list[tuple[str, Fraction]]) -> None:
    """A run-on chain states each of its steps, not that its first part equals its last number."""
    assert sides(text) == expected


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("7 * 8 = 54", "7 * 8 = 54"),
        ("(2 - (2 - -3)) = (2 - (-1)) = 3", "(2 - (2 - -3)) = (2 - (-1)) = 3"),
        ("15/60 = 20%", "15/60 = 20%"),
        ("3 hours * 60 minutes = 190 minutes", "3 hours * 60 minutes = 190 minutes"),
        ("100 + 10% = 120", "100 + 10% = 120"),
        ("3加4等于8", "3加4等于8"),
        ("24.6 + 54.4 = 78.8 eV", "24.6 + 54.4 = 78.8 eV"),
    ],
)
def test_a_slip_is_claimed_as_it_stands(text: str, quote: str) -> None:
    """What is wrong under every reading stays a claim, so that it can be refuted."""
    assert false_equations(text) == [quote]


@pytest.mark.parametrize(
    "text",
    [
        "250/1000 = 25%", "250/1000 * 100 = 25%", "250/1000 = 0.25 = 25%", "100 - 30% = 70%", "1 - 0.3 = 70%",
        "100 + 10% = 110", "$50 - 20% = $40", "4 + 6 + 8 / 3 = 6", "24 feet / 2/3 = 36 feet", "1/4 of 80 + 20 = 25",
        "- 5 + 3 = 8", "1800 - 2000 = 200 less", "10/3 = 3.33", "17/5 = 3 full boxes", "2/3 = 0.66", "2/3 = 0.67",
        "33.33 * 3 = 100", "18 * 3.14159 = 56.54866", "2000 / 75 = 26.666666666666668", "0.1 + 0.2 = 0.30000000000000004",
        "1 - 280.15 / 300.15 ≈ 0.0667", "100 * 1.05^2 ≈ 110", "5 km / 2 h = 2.5 km/h", "120/2,118,760 = 1/17656", "12 inches * 2.54 = 30.48 cm",
    ],
)  # fmt: skip
def test_loose_styles_are_no_slips(text: str) -> None:
    """Percent as a unit, averages without brackets, bullets, rounding, truncation and machine digits are style."""
    assert false_equations(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3*4=13; wait, 12", [("3*4", 12)]),
        ("3*4=13. No, that's wrong, it should be 12.", [("3*4", 12)]),
        ("3*4=13\nWait, 3*4=12", [("3*4", 12)]),
        ("3*4=13，不对，应该是12", [("3*4", 12)]),
        ("3*4=13, sorry, let me think again", []),
    ],
)
def test_a_retraction_replaces_the_value(text: str, expected: list[tuple[str, Fraction]]) -> None:
    """The value after a word of retraction counts; with none, the equation is not claimed."""
    assert sides(text) == expected


@pytest.mark.parametrize(
    ("text", "lhs", "unit"),
    [
        ("5 km = 5000 m", "5 km", "m"),
        ("So 2 hours = 120 minutes.", "2 hours", "min"),
        ("3千米=3000米", "3千米", "m"),
    ],
)
def test_one_quantity_in_two_units_keeps_its_unit(text: str, lhs: str, unit: str) -> None:
    """A conversion's left side is the quantity as printed, for the unit tool to check."""
    (claim,) = equations(text)
    assert (claim.lhs, claim.subject, claim.unit) == (lhs, lhs, unit)


@pytest.mark.parametrize(
    "text", ["1 month = 30 days", "1 year = 52 weeks", "1 cup = 8 ounces", "60 cents = $0.60", "0.25 = 25%"]
)
def test_conversions_without_one_certain_factor_are_not_claimed(text: str) -> None:
    """Months, cups and prices have no one size."""
    assert equations(text) == []


@pytest.mark.parametrize(
    ("text", "quantum", "unit", "approx", "truncated"),
    [
        ("5 * 5.2 = 26", Fraction(1), None, False, False),
        ("10 / 3 = $3.33", Fraction(1, 100), "USD", False, False),
        ("1 / 4 = 25%", Fraction(1, 100), "%", False, False),
        ("100 * 116 ≈ 11,600", Fraction(100), None, True, False),
        ("100 * 116 is about 11,600", Fraction(100), None, True, False),
        ("10 / 3 = 3.33…", Fraction(1, 100), None, False, True),
        ("1.5 + 2 = 7/2", None, None, False, False),
        ("5800 * 2 = 约1.16万元", Fraction(100), "CNY", True, False),
    ],
)
def test_what_is_printed_decides_the_quantum(
    text: str, quantum: Fraction | None, unit: str | None, approx: bool, truncated: bool
) -> None:
    """Each claim carries the step to which it was printed, its unit and how it was qualified."""
    (claim,) = equations(text)
    assert (claim.quantum, claim.unit, claim.approx, claim.truncated) == (quantum, unit, approx, truncated)


@pytest.mark.parametrize(
    "text",
    [
        "Step 2: 3 + 4 = 7", "(a) 3+4=7", "2) 3+4=7", "1. 3 + 4 = 7", "* 3 + 4 = 7", "in 2019 3+4=7", "He has 7 (3+4=7).",
        "because 3 + 4 = 7", "the total of 3 + 4 = 7", "Cost (in dollars): 3 + 4 = 7", "3 + 4 = 7 - so there are 7",
        "3 + 4 = 7 (apples)", "3+4=7（元）", "10, 3 + 4 = 7",
    ],
)  # fmt: skip
def test_what_stands_before_and_after_is_told_apart(text: str) -> None:
    """Labels, bullets, enumerations, brackets and remarks are not part of the expression."""
    assert sides(text) == [("3+4", 7)]


@pytest.mark.parametrize(
    "text", ["twice 3 + 4 = 10", "half of 3 + 5 = 6.5", "5 more than 3 + 4 = 12", "Week 2 3 + 4 = 5"]
)
def test_a_word_that_may_belong_to_the_expression_makes_it_uncertain(text: str) -> None:
    """With a doubtful left edge nothing false is claimed."""
    assert false_equations(text) == []


def test_the_questions_own_equation_is_no_claim() -> None:
    """Repeating what the question says claims nothing."""
    question = "A pupil writes 17 * 3 = 52. What is 17 * 3?"
    claims = read("The pupil's 17 * 3 = 52 needs a look: 17 * 3 = 51.", question).claims
    assert [c.quote for c in claims if c.role == "step"] == ["17 * 3 = 51"]


def test_claims_are_numbered_in_order_and_keyed_by_their_left_side() -> None:
    """Ids count up by position; the key holds the normalised left side."""
    first, second = read("3 + 4 = 7, then 7 * 2 = 14").claims
    assert (first.id, second.id) == ("c1", "c2")
    assert first.key == ("equation", "step", "3+4")


def test_the_value_span_covers_the_digits_alone() -> None:
    """What a patch replaces holds sign, separators and digits, no currency and no unit."""
    text = "So 3 x $415.50 = $1,246.50 in all."
    (claim,) = equations(text)
    assert claim.value_span is not None
    assert text[slice(*claim.value_span)] == "1,246.50"
    assert claim.quote == "3 x $415.50 = $1,246.50"
