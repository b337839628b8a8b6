"""Writing a value in the style of another number."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import Interval, QuantityError, decimal_text, format_like, read

EXACT = Fraction(10000) * Fraction(81, 80) ** 12  # 11607.54517…

LIKE = [
    (EXACT, "11608.92", "11607.55"),
    (EXACT, "11,608.92", "11,607.55"),
    (EXACT, "11.608.000,92", "11.607,55"),
    (EXACT, "11608", "11608"),
    (EXACT, "1.16万", "1.16万"),
    (EXACT, "about 11,000", "about 12,000"),
    (EXACT, "$1,000", "$11,608"),
    (EXACT, "1e3", "12e3"),
    (Fraction(1234567), "12,34,000", "12,34,567"),
    (Fraction(1234567), "1'000", "1'234'567"),
    (Fraction(1234567), "1_000", "1_234_567"),
    (Fraction(1234567), "1 000 000", "1 234 567"),
    (Fraction(123), "1,000", "123"),
    (Fraction("0.2567"), "25%", "26%"),
    (Fraction("0.2567"), "25.0%", "25.7%"),
    (Fraction("0.2567"), "25 percent", "26 percent"),
    (Fraction("0.2567"), "百分之二十", "百分之二十六"),
    (Fraction("0.0012"), "5‰", "1‰"),
    (Fraction(-5), "5", "-5"),
    (Fraction(5), "-7", "5"),
    (Fraction(-5), "−7", "−5"),
    (Fraction(5), "= - 7", None),
    (Fraction(-5), "$7", "$-5"),
    (Fraction("2.675"), "2.67", "2.68"),
    (Fraction("-2.675"), "2.67", "-2.68"),
    (Fraction("0.005"), "0.00", "0.01"),
    (Fraction("12.34"), "１２．５", "１２．３"),
    (Fraction(1500000), "1.2 million", "1.5 million"),
    (Fraction(5000), "3k", "5k"),
    (Fraction("6e23"), "6.02×10^23", "6.00×10^23"),
    (Fraction(25), "twenty", "twenty-five"),
    (Fraction(320), "十二", "三百二十"),
    (Fraction("2.5"), "零点五", "二点五"),
    (Fraction(2, 3), "1/3", "2/3"),
    (Fraction(7, 2), "1 1/2", "3 1/2"),
    (Fraction(7, 2), "1/3", "7/2"),
    (Fraction(4), "1/3", "4"),
    (Fraction(-2, 3), r"\frac{1}{3}", r"-\frac{2}{3}"),
    (Fraction(0), "5", "0"),
]


@pytest.mark.parametrize(("value", "like", "expected"), [row for row in LIKE if row[2] is not None])
def test_keeps_the_style(value: Fraction, like: str, expected: str) -> None:
    """Precision, grouping, scale, percent sign and script are those of the number it replaces."""
    assert format_like(value, like) == expected


def test_needs_a_number_to_go_by() -> None:
    """There is no style in a text that is not one number."""
    for like in ("", "apples", "1 and 2"):
        with pytest.raises(QuantityError):
            format_like(Fraction(1), like)


STYLES = st.sampled_from(
    [
        "7",
        "7.0",
        "7.00",
        "1,234",
        "1,234.5",
        "25%",
        "25.5%",
        "1.234.567,89",
        "1.16万",
        "3k",
        "１２．５",
        "1'000.0",
    ]
)


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=1000), STYLES)
def test_what_is_written_reads_back_rounded(value: Fraction, like: str) -> None:
    """The text reads back as the value, rounded at the step of the style, at most half a step away."""
    quantum = read(like).quantum
    assert quantum is not None
    again = read(format_like(value, like))
    assert abs(again.value - value) * 2 <= quantum
    assert again.value % quantum == 0


@given(st.integers(-(10**12), 10**12), st.integers(0, 6))
def test_a_printed_decimal_is_written_as_it_was(digits: int, places: int) -> None:
    """Writing a decimal's value in its own style gives the same decimal."""
    sign = "-" if digits < 0 else ""
    text = str(abs(digits)).rjust(places + 1, "0")
    decimal = f"{sign}{text[: len(text) - places]}" + (f".{text[len(text) - places :]}" if places else "")
    assert format_like(read(decimal).value, decimal) == (decimal if digits else decimal.lstrip("-"))


SHOWN = [
    (EXACT, "11607.5451772…"),
    (Fraction(1, 3), "0.333333333333…"),
    (Fraction(-1, 3), "-0.333333333333…"),
    (Fraction(1, 8), "0.125"),
    (Fraction(0), "0"),
    (Fraction(10**24), "1" + "0" * 24),
    (Fraction(10**80), "1.00000000000…e80"),
    (Fraction(1, 7 * 10**30), "1.42857142857…e-31"),
    (Fraction(123456789012345), "123456789012345"),
    (Interval(Fraction("1.41421356"), Fraction("1.41421357")), "1.4142135…"),
    (Interval(Fraction(-1, 10**50), Fraction(1, 10**50)), "0…"),
]


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_shows_the_first_digits(value: Fraction | Interval, text: str) -> None:
    """Twelve digits, cut off, with a sign that there are more; of an enclosure, those that are certain."""
    assert decimal_text(value) == text
