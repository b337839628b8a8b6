"""Number words, both ways."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import read
from toolkits.quantities._chinese import numeral, to_decimal_numeral, to_numeral
from toolkits.quantities._english import to_words, words_value

CARDINALS = st.integers(0, 10**12 - 1)


@given(CARDINALS)
def test_chinese_numerals_round_trip(value: int) -> None:
    """Every whole number below 10^12 is written and read as a Chinese numeral."""
    text = to_numeral(value)
    assert text is not None
    found = numeral(text)
    assert found is not None
    assert found.value == value


@given(CARDINALS)
def test_english_words_round_trip(value: int) -> None:
    """Every whole number below 10^12 is written and read in English words."""
    text = to_words(value)
    assert text is not None
    assert words_value(text) == value
    assert read(text).value == value


@given(st.decimals(0, 10**6, places=3).map(Fraction))
def test_chinese_decimals_round_trip(value: Fraction) -> None:
    """Decimals are written and read with 点."""
    text = to_decimal_numeral(value)
    assert text is not None
    found = numeral(text)
    assert found is not None
    assert found.value == value


@given(st.text(alphabet="零〇一二两三四五六七八九十百千万亿点", max_size=8))
def test_any_row_of_numerals_is_read_or_not(text: str) -> None:
    """A row of numerals is a number that is not negative, or none."""
    found = numeral(text)
    assert found is None or found.value >= 0


@pytest.mark.parametrize(
    "text", ["", "万", "百百", "二三十", "十百", "一万一亿", "点五", "三点", "百", "零零十"]
)
def test_no_numerals(text: str) -> None:
    """Rows that no one would say are no numbers."""
    assert numeral(text) is None


@pytest.mark.parametrize("value", [-1, 10**12])
def test_beyond_the_words(value: int) -> None:
    """Numbers outside the range have no words."""
    assert to_words(value) is None
    assert to_numeral(value) is None
    assert to_decimal_numeral(Fraction(value)) is None


@pytest.mark.parametrize(
    "text", ["two three", "five hundred hundred", "thousand million thousand", "twenty eleven"]
)
def test_no_number_in_words(text: str) -> None:
    """Words that don't make one number."""
    assert words_value(text) is None
