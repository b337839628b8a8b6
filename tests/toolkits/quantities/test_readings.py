"""Every reading of a text as a number: nothing is decided silently."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.quantities import QuantityError, Reading, read, read_all, readings

ONE = [
    ("1.234,5", "2469/2", "1/10", "plain"),
    ("1 234,5", "2469/2", "1/10", "plain"),
    ("1 234.5", "2469/2", "1/10", "plain"),
    ("12 345", "12345", "1", "plain"),
    ("$1,234", "1234", "1", "grouped"),
    ("0,123", "123/1000", "1/1000", "decimal_comma"),
    ("3,5", "7/2", "1/10", "decimal_comma"),
    ("- 5", "-5", "1", "plain"),
    ("1/-3", "-1/3", None, "plain"),
    ("$5K", "5000", "1000", "plain"),
    ("50%", "1/2", "1/100", "percent"),
    ("20‰", "1/50", "1/1000", "per_mille"),
    ("5 per mille", "1/200", "1/1000", "per_mille"),
    ("千分之三", "3/1000", "1/1000", "per_mille"),
    ("25 bps", "1/400", "1/10000", "basis_points"),
    ("3成", "3/10", "1/10", "percent"),
    ("3.5成", "7/20", "1/100", "percent"),
    ("八成五", "17/20", "1/100", "percent"),
    ("七成半", "3/4", "1/20", "percent"),
    ("一又二分之一", "3/2", None, "plain"),
    ("一个半小时", "3/2", None, "plain"),
    ("两个半", "5/2", None, "plain"),
    ("两打", "24", "1", "plain"),
    ("一打", "12", "1", "plain"),
    ("负三", "-3", "1", "plain"),
    ("壹佰贰拾叁", "123", "1", "plain"),
    ("廿五", "25", "1", "plain"),
    ("a dozen", "12", "1", "plain"),
    ("half a dozen", "6", "1", "plain"),
    ("minus five", "-5", "1", "plain"),
    ("negative two thirds", "-2/3", None, "plain"),
    ("three point one four", "157/50", "1/100", "plain"),
    ("two point five million", "2500000", "100000", "plain"),
    ("one and a half", "3/2", None, "plain"),
    ("3万5", "35000", "1000", "plain"),
    ("3千5", "3500", "100", "plain"),
    ("1亿2", "120000000", "10000000", "plain"),
    ("2又3分之1", "7/3", None, "plain"),
    ("2又1/3", "7/3", None, "plain"),
    ("0.(3)", "1/3", None, "repeating"),
    ("0.1\\bar{6}", "1/6", None, "repeating"),
    ("1.23(4)", "1111/900", None, "repeating"),
    ("0x1F", "31", "1", "base"),
    ("-0b101", "-5", "1", "base"),
    ("0o17", "15", "1", "base"),
    ("$52_8$", "42", "1", "base"),
    ("42_{10}", "42", "1", "base"),
    ("1010₂", "10", "1", "base"),
    ("(1010)_2", "10", "1", "base"),
    ("FF_16", "255", "1", "base"),
    ("二进制1010", "10", "1", "base"),
    ("1010（二进制）", "10", "1", "base"),
    ("1010 base 2", "10", "1", "base"),
    ("binary 1010", "10", "1", "base"),
    ("3.14…", "157/50", "1/100", "truncated"),
    ("$１，２３４", "1234", "1", "grouped"),
    ("①", "1", "1", "plain"),
    ("١٢٣٫٥", "247/2", "1/10", "plain"),
    ("25㎡", "25", "1", "plain"),
    ("half a million", "500000", None, "plain"),
    ("a million and a half", "1500000", None, "plain"),
    ("a half", "1/2", None, "plain"),
    ("半成", "1/20", "1/20", "percent"),
]


@pytest.mark.parametrize(("text", "value", "quantum", "says"), ONE)
def test_one_reading(text: str, value: str, quantum: str | None, says: str) -> None:
    """The value is exact, its step is kept, and what was read into the text is said."""
    (found,) = readings(text)
    step = None if quantum is None else Fraction(quantum)
    assert (found.value, found.quantum, found.says) == (Fraction(value), step, says)


SEVERAL = [
    ("1,234", [("1234", "grouped"), ("1.234", "decimal_comma")]),
    ("-1,234", [("-1234", "grouped"), ("-1.234", "decimal_comma")]),
    ("€1.234", [("1.234", "plain"), ("1234", "grouped")]),
    ("5K", [("5000", "scaled"), ("5", "plain")]),
    ("1兆", [("1000000000000", "scaled"), ("1000000", "plain")]),
    ("0.333…", [("1/3", "repeating"), ("0.333", "truncated")]),
    ("0.1666...", [("1/6", "repeating"), ("0.1666", "truncated")]),
    ("-0.1212…", [("-4/33", "repeating"), ("-0.1212", "truncated")]),
]


@pytest.mark.parametrize(("text", "expected"), SEVERAL)
def test_several_readings(text: str, expected: list[tuple[str, str]]) -> None:
    """A text with several meanings gives them all, the likeliest first."""
    assert [(found.value, found.says) for found in readings(text)] == [
        (Fraction(value), says) for value, says in expected
    ]


def test_the_decimal_mark_may_be_known() -> None:
    """Who knows the mark gets one reading; a number that contradicts it is refused."""
    assert [found.value for found in readings("1,234", decimals="point")] == [1234]
    assert [found.value for found in readings("1,234", decimals="comma")] == [Fraction("1.234")]
    assert [found.value for found in readings("1.234", decimals="comma")] == [1234]
    with pytest.raises(QuantityError, match="decimal point"):
        readings("1.25", decimals="comma")


WITH_WIDTH = [
    ("3-5", ("3", "5", None), None, None),
    ("3–5 km", ("3", "5", None), "km", "1"),
    ("3 to 5", ("3", "5", None), None, "1"),
    ("between 3 and 5 hours", ("3", "5", None), "h", "1"),
    ("3~5", ("3", "5", None), None, "1"),
    ("三到五公里", ("3", "5", None), "km", "1"),
    ("3至5", ("3", "5", None), None, "1"),
    ("3-5%", ("0.03", "0.05", None), "%", "1/100"),
    ("$3-5", ("3", "5", None), "USD", "1"),
    ("5 ± 0.1", ("5", None, "0.1"), None, "1"),
    ("5+/-0.1", ("5", None, "0.1"), None, "1"),
    ("$5 \\pm 0.1$", ("5", None, "0.1"), None, "1"),
    ("100 km ± 5 km", ("100", None, "5"), "km", "1"),
    ("(5.0 ± 0.1) cm", ("5", None, "0.1"), "cm", "1/10"),
    ("5%±1%", ("0.05", None, "0.01"), "%", "1/100"),
    ("50 cm ± 2%", ("50", None, "1"), "cm", "1"),
    ("1.23(4) m", ("1.23", None, "0.04"), "m", "1/100"),
]


@pytest.mark.parametrize(("text", "numbers", "unit", "quantum"), WITH_WIDTH)
def test_ranges_and_uncertainty(
    text: str, numbers: tuple[str | None, ...], unit: str | None, quantum: str | None
) -> None:
    """A range has both its ends, an uncertain number its spread, in one unit."""
    (found,) = readings(text)
    expected = tuple(None if number is None else Fraction(number) for number in numbers)
    assert (found.value, found.upper, found.spread) == expected
    assert found.unit == unit
    assert quantum is None or found.quantum == Fraction(quantum)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "2³",
        "a_12",
        "x_2",
        "5-3",
        "2-3-4",
        "10:30",
        "5 km ± 3 kg",
        "3 km to 5 kg",
        "19_8",
        "零下3到5度",
        "1" * 500,
    ],
)
def test_no_number(text: str) -> None:
    """What is no number, or contradicts itself, is refused with the error of this layer."""
    with pytest.raises(QuantityError):
        readings(text)


@given(st.text("0123456789.,-±~()_to%km万成分之半 x", max_size=14))
def test_any_text(text: str) -> None:
    """Any text has readings or is refused; the ordinary reading, where there is one, is among them."""
    try:
        found = readings(text)
    except QuantityError:
        return
    assert found
    assert all(isinstance(reading, Reading) and reading.value.denominator > 0 for reading in found)
    try:
        plain = read(text)
    except QuantityError:
        return
    assert plain.alternatives or any(reading.value == plain.value for reading in found)


@given(value=st.integers(0, 10**9), base=st.integers(2, 36))
def test_bases(value: int, base: int) -> None:
    """A whole number written in a base comes back."""
    digits, rest = "", value
    while rest or not digits:
        rest, digit = divmod(rest, base)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + digits
    if any(char.isdecimal() for char in digits):
        assert [found.value for found in readings(f"{digits}_{{{base}}}")] == [value]


PROSE = [
    ("He added negative three to it.", ["-3"]),
    ("It weighs three point five kilograms.", ["7/2"]),
    ("她吃了八成五的蛋糕", ["17/20"]),
    ("走了一个半小时", ["3/2"]),
    ("用了二又三分之一杯", ["7/3"]),
    ("买了两打鸡蛋", ["24"]),
    ("水果占3成", ["3/10"]),
    ("完成了任务", []),
    ("分成3份", ["3"]),
    ("It costs half a million dollars.", ["500000"]),
    ("教室面积25㎡，高3米", ["25", "3"]),
]


@pytest.mark.parametrize(("text", "values"), PROSE)
def test_in_prose(text: str, values: list[str]) -> None:
    """Forms that are certain in prose are read there too."""
    assert [str(quantity.value) for quantity in read_all(text)] == values
