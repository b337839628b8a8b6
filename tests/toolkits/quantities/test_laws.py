"""Laws of the reader on random text."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from time import perf_counter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolkits import quantities
from toolkits.expressions import ExpressionError, parse
from toolkits.quantities import QuantityError, literals, number_from_json, read, read_all

PIECES = st.sampled_from(
    [*"0123456789.,+-/%$€¥()^ \n'_:°×eExkKMB½²…~\\{}年月日个半点分万亿千百十一二三两零成折多约", "10", "1,234", "3.14", " million", " percent", "about ",
     "约", "百分之", "分之", "twenty", " and a half", "five", " dozen", "half an hour", "km", " hours", "美元", "\\frac{1}{2}", "\\times 10^", "\\overline{",
     "USD ", "US$", "April ", "2nd", "第", "左右", " or so", "a third of ", "１２", "−", "\u00a0", "\u0305", "m²", "公里/小时", "\\text{ cm}"]
)  # fmt: skip
TEXTS = st.text(max_size=30) | st.lists(PIECES, max_size=16).map("".join)


@given(TEXTS)
@example("thousand")
@example("3.5万")
@example("$$$5")
@example("5/0 1/0")
def test_spans_are_in_order_and_in_range(text: str) -> None:
    """Spans lie in the text, in order, without overlap, the number's inside the quantity's."""
    last = 0
    for quantity in read_all(text):
        assert (
            last <= quantity.start <= quantity.number_start < quantity.number_end <= quantity.end <= len(text)
        )
        assert quantity.quantum is None or quantity.quantum > 0
        last = quantity.end


@given(TEXTS)
def test_each_number_reads_back_alone(text: str) -> None:
    """The characters of a number, read alone, are the same number, unless money made its letter certain."""
    for quantity in read_all(text):
        alone = read(text[quantity.number_start : quantity.number_end])
        assert quantity.value in (alone.value, *alone.alternatives) or alone.unit == "m"


@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_reading_a_part_stays_in_it(text: str, start: int, length: int) -> None:
    """Reading from an offset to an offset finds nothing outside."""
    end = min(start + length, len(text))
    for quantity in read_all(text, start, end):
        assert start <= quantity.start
        assert quantity.end <= end


@given(TEXTS)
def test_reading_or_the_readers_error(text: str) -> None:
    """Arbitrary text is one quantity or a QuantityError; its literals are numbers."""
    with contextlib.suppress(QuantityError):
        assert isinstance(read(text).value, Fraction)
    with contextlib.suppress(QuantityError):
        assert isinstance(number_from_json(text), Fraction)
    assert all(isinstance(value, Fraction) for value in literals(text))


@given(TEXTS)
def test_values_in_a_text_are_grounded_by_it(text: str) -> None:
    """Every number that is read in a text stands in its literals."""
    assert {quantity.value for quantity in read_all(text)} <= literals(text)


@given(
    st.integers(-(10**15), 10**15),
    st.integers(0, 8),
    st.sampled_from(["", "about ", "x = ", "共"]),
    st.sampled_from(["", ".", " apples", "元", "%"]),
)
def test_plain_decimals_in_prose(digits: int, places: int, before: str, after: str) -> None:
    """A decimal in a sentence has its value and its printed step."""
    sign = "-" if digits < 0 else ""
    text = str(abs(digits)).rjust(places + 1, "0")
    decimal = f"{sign}{text[: len(text) - places]}" + (f".{text[len(text) - places :]}" if places else "")
    (quantity,) = read_all(before + decimal + after)
    factor = 100 if after == "%" else 1
    assert quantity.value * factor == Fraction(decimal)
    if not quantity.approx:
        assert quantity.quantum == Fraction(1, 10**places * factor)


@given(st.integers(0, 10**15))
def test_groups_don_t_change_the_value(value: int) -> None:
    """Commas, apostrophes, underscores and spaces group digits without a change of value."""
    grouped = f"{value:,}"
    for separator in (",", "'", "_"):
        assert read(grouped.replace(",", separator)).value == value
    if grouped.count(",") > 1:
        assert read(grouped.replace(",", " ")).value == value
        assert read(grouped.replace(",", ".")).value == value


HOSTILE = [
    "7", "1,", "1.", "$5 ", "$", "one ", "hundred and ", "一", "十百千万", "一分之", "a1", "\\frac{1}{2}", "1/2/", "1:2:", "-", "(",
    "about ", "1e5", "5%", "\\dot{3}", "half a ", "a third of ", "1'", "5 square ", "5 km/", "5\\text{k", "April 30, ", "\u00a0", "1_",
    "5, 1)", "1 234 ", "3 1/", "(0.", "约", "第", "点", "~1", "**", "\\overline{3", "×10^", "半",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_text_is_read_at_once(piece: str) -> None:
    """Long repetitions of any piece, and digits beyond every limit, are read without error or delay."""
    text = f"0.{piece * 5000}"
    started = perf_counter()
    for reader in (read_all, literals):
        reader(text)
        reader(f"1/{text} {piece}{'9' * 5000}")
    for reader in (read, parse):
        with contextlib.suppress(QuantityError, ExpressionError):
            reader(text[:4999])
    assert perf_counter() - started < 20


def test_export_list() -> None:
    """The public names of the package."""
    assert quantities.__all__ == sorted(quantities.__all__)
    assert all(hasattr(quantities, name) for name in quantities.__all__)
