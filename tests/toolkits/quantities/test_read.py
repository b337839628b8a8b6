"""A text that is one number as a whole."""

from __future__ import annotations

from fractions import Fraction

import pytest

from toolkits.quantities import QuantityError, read

WHOLE = [
    ("42", "42"),
    ("42!", "42"),
    ("(42)", "42"),
    ("（42）", "42"),
    ("+5", "5"),
    ("−5", "-5"),
    ("$29.00.", "29"),
    ("$5$", "5"),
    (r"\(5\)", "5"),
    (r"\boxed{-\frac{3}{4}}", "-3/4"),
    ("**18**", "18"),
    ("`18`", "18"),
    (" 1,234 ", "1234"),
    ("50%", "1/2"),
    ("20‰", "1/50"),
    ("7５％", "3/4"),
    ("$2.5M", "2500000"),
    ("1.5 billion", "1500000000"),
    ("3½", "7/2"),
    ("3 1/2", "7/2"),
    ("1e-3", "1/1000"),
    ("10⁻³", "1/1000"),
    ("0.1(6)", "1/6"),
    ("0.(3)", "1/3"),
    ("-0.(3)", "-1/3"),
    ("0.3\u0305", "1/3"),
    (r"$0.\overline{142857}$", "1/7"),
    (r"0.\dot{3}", "1/3"),
    ("两千零八", "2008"),
    ("百分之五十", "1/2"),
    ("五成", "1/2"),
    ("三分之二", "2/3"),
    ("3.5万", "35000"),
    ("八", "8"),
    ("十", "10"),
    ("零点五", "1/2"),
    ("约1.16万元", "11600"),
    ("eighteen", "18"),
    ("One", "1"),
    ("a third", "1/3"),
    ("two and a half", "5/2"),
    ("about 100", "100"),
    ("5 km", "5"),
    ("7 250 000", "7250000"),
]


@pytest.mark.parametrize(("text", "value"), WHOLE)
def test_reads_one_number(text: str, value: str) -> None:
    """Marks around a number don't count; the number does."""
    assert read(text).value == Fraction(value)


NOT_ONE = [
    "", "   ", "abc", "???", "20% of 100", "3 and 4", "5 apples", "x = 5", "The answer is not 10", "1 2 3", "3,,4", "2^10",
    "1/0", "4\\sqrt(2)", "(42", "万一", "2019-04-30", "1.2.3", "5\x00", "9" * 6000, "∞", "nan", "1e999999999", "2nd",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT_ONE)
def test_refuses_all_else(text: str) -> None:
    """No number, several, or something beside the number: never a piece of the text is picked out."""
    with pytest.raises(QuantityError):
        read(text)


def test_spans_are_of_the_text() -> None:
    """Offsets count in the text as given, marks included."""
    quantity = read("**−1,234.5 km**")
    assert (quantity.start, quantity.end, quantity.number_start, quantity.number_end) == (2, 13, 2, 10)
    assert quantity.unit == "km"


def test_distinguishes_what_looks_alike() -> None:
    """Near spellings are different numbers."""
    assert read("9%").value != read("9").value
    assert read("12.5").value != read("125").value
    assert read("100000000000000000001").value != read("100000000000000000000").value
    assert read("31/2").value != read("3 1/2").value
    assert read("十二").value != read("一百零二").value
    assert read("0.3333").value != read("1/3").value
