"""Units: exact conversion, names in English and Chinese, refusal of ambiguity."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused
from toolkits.quantities import number_from_json
from toolkits.units import canonical, convert, factors, names, parse, read_amount, units

PI_DOWN = Fraction("3.14159265358979323846264338327950288419")
PI_UP = PI_DOWN + Fraction(1, 10**38)
SAME = [
    ("5", "km", "m", "5000"),
    ("5", "公里", "米", "5000"),
    ("5", "千米", "米", "5000"),
    ("36", "km/h", "m/s", "10"),
    ("60", "千米每小时", "m/s", "50/3"),
    ("60", "每小时千米", "公里/小时", "60"),
    ("25", "°C", "K", "298.15"),
    ("98.6", "F", "C", "37"),
    ("20", "degC", "degrees Fahrenheit", "68"),
    ("5", "Celsius", "华氏度", "41"),
    ("0", "K", "摄氏度", "-273.15"),
    ("10", "Δ°C", "Δ°F", "18"),
    ("1", "m^2", "cm²", "10000"),
    ("1", "平方米", "平方厘米", "10000"),
    ("1", "square mile", "acres", "640"),
    ("12", "sq. ft", "in^2", "1728"),
    ("5", "m2", "cm2", "50000"),
    ("1", "cubic cm", "mL", "1"),
    ("1", "立方米", "升", "1000"),
    ("1", "斤", "克", "500"),
    ("3", "亩", "平方米", "2000"),
    ("1", "吨", "公斤", "1000"),
    ("2", "years", "months", "24"),
    ("1", "day", "s", "86400"),
    ("1", "kcal", "cal", "1000"),
    ("1", "kWh", "MJ", "3.6"),
    ("1", "J", "N*m", "1"),
    ("2", "m s^-1", "m/s", "2"),
    ("9.8", "m/s²", "cm/s^2", "980"),
    ("1", "J/(kg K)", "J/(g K)", "1/1000"),
    ("1", "atm", "Pa", "101325"),
    ("100", "Pa", "hPa", "1"),
    ("3", "dozen", "", "36"),
    ("0.25", "", "%", "25"),
    ("1", "mile", "km", "1.609344"),
    ("12", "inches", "ft", "1"),
    ("1", "GiB", "MiB", "1024"),
    ("10", "Mb", "kb", "10000"),
    ("5", "mm", "Mm", "1/200000000"),
    ("5", "KM", "m", "5000"),
    ("10", "元", "角", "100"),
    ("5", "元/公斤", "元/斤", "2.5"),
    ("1", "M", "mol/L", "1"),
    ("1", "light-year", "m", "9460730472580800"),
    ("60", "miles per hour", "mph", "60"),
    ("8", "oz", "g", "226.796185"),
    ("16", "ounces", "lb", "1"),
    ("3", "pounds", "kg", "1.36077711"),
    ("1", "gallon", "quarts", "4"),
    ("4", "cups", "fl oz", "32"),
]  # fmt: skip

REFUSED = [
    ("8", "oz", "mL", "ambiguous_unit"),
    ("1", "pt", "mL", "ambiguous_unit"),
    ("1", "ton", "kg", "ambiguous_unit"),
    ("1", "gallon", "L", "ambiguous_unit"),
    ("1", "加仑", "升", "ambiguous_unit"),
    ("1", "GB", "MB", "ambiguous_unit"),
    ("1", "KB", "bits", "ambiguous_unit"),
    ("1", "month", "days", "ambiguous_unit"),
    ("2", "年", "天", "ambiguous_unit"),
    ("1", "cal", "J", "ambiguous_unit"),
    ("1", "Cal", "J", "ambiguous_unit"),
    ("1", "hp", "W", "ambiguous_unit"),
    ("1", "J/kg K", "J", "ambiguous_unit"),
    ("5", "kg", "m", "incompatible_units"),
    ("1", "mS", "ms", "incompatible_units"),
    ("10", "Δ°C", "°F", "incompatible_units"),
    ("5", "CNY", "USD", "incompatible_units"),
    ("5", "foo", "m", "unknown_unit"),
    ("10", "k", "K", "unknown_unit"),
    ("5", "m", "米尺量", "unknown_unit"),
    ("5", "m", ".", "unknown_unit"),
    ("5", "x.__class__", "m", "unknown_unit"),
    ("five", "km", "m", "number"),
    ("1 km 2000 m", "", "m", "number"),
    ("1.5 h 30 min", "", "min", "number"),
    ("5 km", "m", "m", "ambiguous_unit"),
]  # fmt: skip

COMPOUND = [
    ("1 h 30 min", "min", "90"),
    ("1h30m", "min", "90"),
    ("2小时30分", "小时", "2.5"),
    ("3 ft 6 in", "in", "42"),
    ("5'10\"", "in", "70"),
    ("6 ft 2 in", "cm", "187.96"),
    ("2 hours and 15 minutes", "s", "8100"),
    ("-1 h 30 min", "min", "-90"),
    ("5元3角", "元", "5.3"),
    ("1 1/2 km", "m", "1500"),
]


@pytest.mark.parametrize(("value", "source", "target", "expected"), SAME)
def test_converts_exactly(value: str, source: str, target: str, expected: str) -> None:
    """Factors are exact rationals; names may be symbols, words or Chinese."""
    assert number_from_json(units(value, target, source)["value"]) == Fraction(expected)


@pytest.mark.parametrize(("value", "source", "target", "code"), REFUSED)
def test_refuses_what_is_ambiguous_or_does_not_fit(value: str, source: str, target: str, code: str) -> None:
    """Each refusal has its reason code."""
    with pytest.raises(ToolkitError) as caught:
        units(value, target, source)
    assert caught.value.code == code


def test_an_ambiguous_unit_lists_its_readings() -> None:
    """The message names every reading, so that the user can choose."""
    with pytest.raises(ToolRefused, match=r"short ton.*long ton"):
        units("1", "kg", "ton")


@pytest.mark.parametrize(("value", "target", "expected"), COMPOUND)
def test_reads_amounts_in_several_units(value: str, target: str, expected: str) -> None:
    """Compounds are sums, not products."""
    assert number_from_json(units(value, target)["value"]) == Fraction(expected)


def test_pi_gives_an_enclosure() -> None:
    """Half a turn in radians is enclosed, not rounded."""
    found = units("180", "rad", "°")["value"]
    assert Fraction(found["lo"]) < PI_UP
    assert PI_DOWN < Fraction(found["hi"]) < PI_DOWN + Fraction(1, 10**20)


def test_an_enclosure_is_converted_at_both_ends() -> None:
    """An interval stays an interval."""
    assert units({"lo": "1", "hi": "2"}, "m", "km")["value"] == {"lo": "1000", "hi": "2000"}


def test_the_tool_names_the_canonical_unit() -> None:
    """The output's unit is one spelling for all names of it."""
    assert [units("1", name, "m")["unit"] for name in ("kilometres", "公里", "km")] == ["km"] * 3
    assert canonical("平方米") == canonical("square meters") == canonical("m^2") == "m²"
    assert canonical("ton") is None


def test_rare_units_come_from_pint_and_only_as_bare_words() -> None:
    """A unit outside the table is looked up by name; expressions are never handed over."""
    assert convert(Fraction(1), "slug", "kg") == Fraction(8896443230521, 609600000000)
    with pytest.raises(ToolInputError):
        parse("slug**2000000")


def test_bounds_are_checked_first() -> None:
    """Long names and large exponents are limits, not work."""
    with pytest.raises(ToolLimit):
        parse("m" * 200)
    with pytest.raises(ToolLimit):
        parse("m^999")


def test_pint_is_not_loaded_for_common_units() -> None:
    """The table answers alone; pint costs half a second."""
    code = "import sys; from toolkits.units import units; units('5', 'm', 'km'); print('pint' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


ALIKE: dict[tuple[object, int], list[str]] = {}
for _name in sorted(names()):
    _units = parse(_name, rare=False) if canonical(_name) else ()
    if len(_units) == 1:
        ALIKE.setdefault((_units[0].dimension, _units[0].pi), []).append(_name)
PAIRS = st.sampled_from(list(ALIKE.values())).flatmap(
    lambda same: st.tuples(st.sampled_from(same), st.sampled_from(same))
)


@given(PAIRS, st.fractions())
def test_a_round_trip_gives_the_amount_back(pair: tuple[str, str], value: Fraction) -> None:
    """There and back is the identity, temperatures included."""
    one, two = pair
    point_and_difference = "Δ" in canonical(one) + canonical(two) and bool(
        parse(one)[0].offset or parse(two)[0].offset
    )
    if point_and_difference:
        with pytest.raises(ToolRefused):
            convert(value, one, two)
    else:
        assert convert(convert(value, one, two), two, one) == value


@given(
    st.sampled_from(["m", "km", "in", "ft", "mi", "里", "cm"]),
    st.sampled_from(["yd", "nmi", "mm", "英寸"]),
    st.sampled_from(["au", "光年", "dm"]),
)
def test_conversions_chain(one: str, two: str, three: str) -> None:
    """Through a third unit is the same as directly."""
    first, second, direct = factors(one, two), factors(two, three), factors(one, three)
    assert first is not None
    assert second is not None
    assert first * second == direct


@given(st.text(max_size=100), st.text(max_size=100), st.text(max_size=40))
def test_arbitrary_text_raises_only_its_own_errors(value: str, source: str, target: str) -> None:
    """Nothing but a toolkit error comes out of garbage."""
    try:
        units(value, target, source)
    except ToolkitError:
        return


@given(st.text(alphabet="0123456789 .'\"hminft小时分-/", max_size=40))
def test_arbitrary_amounts_raise_only_their_own_errors(text: str) -> None:
    """Amount-like text is read or refused."""
    try:
        read_amount(text)
    except ToolkitError:
        return
