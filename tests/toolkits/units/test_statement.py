"""Stated conversions: what is true, false, or open, and why."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits import default_registry
from toolkits.units import judge_amounts, judge_conversion, judge_statement, read_amount, unit_convert

ROWS = [
    tuple(part.strip() for part in line.split("|", 1))
    for line in Path(__file__).with_name("conversions.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("label", "statement"), ROWS)
def test_labelled_statements(label: str, statement: str) -> None:
    """Each statement of the labelled set comes out as its label says."""
    assert judge_statement(statement).outcome == label


def test_the_labelled_set_is_as_large_as_the_docs_say() -> None:
    """The counts of the page are those of the file, with both languages in it."""
    counts = {label: sum(1 for row in ROWS if row[0] == label) for label in ("true", "false", "undecided")}
    page = Path(__file__).parents[3].joinpath("docs", "tools", "unit_convert.md").read_text(encoding="utf-8")
    said = f"{len(ROWS)} statements of our own (English and Chinese, labelled by hand from the definitions of the units:"
    assert said in page
    assert f"{counts['true']} true, {counts['false']} false, {counts['undecided']} undecidable" in page
    assert sum(not statement.isascii() for _, statement in ROWS) > 50


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("5 km = 5000 m", "exact"),
        ("1 ft = 30 cm", "rounded"),
        ("1 mile = 1.60 km", "rounding"),
        ("5 km = 500 m", "wrong"),
        ("5 kg = 5 m", "dimension"),
        ("1 ton = 1000 kg", "ambiguous"),
        ("1 month = 30 days", "ambiguous"),
        ("1 inch = 3 cm", "figures"),
        ("1 lb = 450 g", "zeros"),
        ("26.2 miles = 42.195 km", "given_rounded"),
        ("5 USD = 5 EUR", "currency"),
        ("5 blorps = 3 m", "unknown_unit"),
        ("100 km ± 5 km = 100 km", "number"),
        ("5 km is not 5000 m", "statement"),
        ("m" * 500, "limit"),
    ],
)
def test_reasons(statement: str, reason: str) -> None:
    """Why it came out so is a stable code; a wrong dimension is told from an unknown unit."""
    assert judge_statement(statement).reason == reason


def test_candidates_are_named() -> None:
    """An ambiguous statement shows what each reading gives."""
    found = judge_statement("8 gallons = 30.3 L")
    assert found.candidates == ("8 US gal (us) = 30.283294272 L", "8 imp gal (imperial) = 36.36872 L")


def test_the_tool_gives_json() -> None:
    """The same through the registry, from one text or two."""
    tool = default_registry().get("unit_convert")
    whole = tool({"claim": "98.6 F is 37 C"})
    assert whole == {
        "value": "true", "reason": "exact", "converted": "37", "unit": "°C", "steps": 0, "candidates": [],
    }  # fmt: skip
    assert tool({"left": "98.6 F", "right": "37 C"}) == whole
    assert unit_convert(claim="180° = 3.14 rad")["converted"].keys() == {"lo", "hi"}
    assert "message" in unit_convert(claim="hello")


AMOUNTS = [
    ("5 ft 10", "35/6", "ft"),
    ("6'2", "37/6", "ft"),
    ("1h30", "3/2", "h"),
    ("45°30'", "91/2", "°"),
    ("1米75", "7/4", "m"),
    ("1米8", "9/5", "m"),
    ("5块3", "53/10", "CNY"),
    ("3.5万米", "35000", "m"),
    ("三百米", "300", "m"),
    ("两两", "2", "两"),
    ("半小时", "1/2", "h"),
    ("一个半小时", "3/2", "h"),
    ("2个半小时", "5/2", "h"),
    ("half an hour", "1/2", "h"),
    ("a quarter of a mile", "1/4", "mi"),
    ("two and a half hours", "5/2", "h"),
    ("3½ hours", "7/2", "h"),
    ("1.234,5 m", "2469/2", "m"),
    ("2×10^3 m", "2000", "m"),
    ("10^3 m", "1000", "m"),
    ("6.02e23 m", "6.02e23", "m"),
    ("$3k", "3000", "USD"),
    ("-$5", "-5", "USD"),
    ("$5/kg", "5", "USD/kg"),
    ("$20 per hour", "20", "USD/h"),
    ("10元/斤", "10", "CNY/斤"),
    ("3万5元", "35000", "CNY"),
    ("零下5摄氏度", "-5", "°C"),
    ("a rise of 10 °C", "10", "Δ°C"),
    ("温度下降9华氏度", "9", "Δ°F"),
    ("时速60公里", "60", "km/h"),
    ("每秒20米", "20", "m/s"),
    ("5 W/(m^2*K)", "5", "W/m²/K"),
    ("9.8 m s-2", "9.8", "m*s^-2"),
    ("8 L/100km", "8", "L/100km"),
    ("2 parsecs", "2", "pc"),
]


@pytest.mark.parametrize(("text", "value", "symbol"), AMOUNTS)
def test_amounts(text: str, value: str, symbol: str) -> None:
    """Number and unit are told apart, compounds summed in their first unit."""
    found = read_amount(text)
    assert (found.value, found.units[0].symbol) == (Fraction(value), symbol)


def test_amounts_keep_step_and_hedge() -> None:
    """The printed step counts in the unit of the amount; "about" makes zeros no digits."""
    assert read_amount("1 h 30 min").quantum == Fraction(1, 60)
    assert read_amount("2.50 km").quantum == Fraction(1, 100)
    about = read_amount("about 4000 m")
    assert (about.approx, about.quantum) == (True, 1000)


def test_names_with_several_readings_keep_them() -> None:
    """Ambiguous units and numbers come with every reading."""
    assert {unit.symbol for unit in read_amount("5 F").units} == {"°F", "F"}
    assert {unit.symbol for unit in read_amount("¥5").units} == {"CNY", "JPY"}
    assert {unit.symbol for unit in read_amount("30度").units} == {"°", "°C"}
    assert read_amount("1,234 m", decimals="").others == (Fraction("1.234"),)


@given(st.text(alphabet="0123456789 .,'\"=hminftkg小时分两米半百零下度个πC°/^-", max_size=60))
def test_any_text_is_judged(text: str) -> None:
    """No text makes it raise."""
    assert judge_statement(text).outcome in {"true", "false", "undecided"}


LENGTHS = st.sampled_from(["m", "km", "cm", "mm", "in", "ft", "mi", "公里", "米", "里", "海里"])


@given(st.integers(1, 10**6), LENGTHS, LENGTHS, st.integers(0, 6))
def test_a_rounded_conversion_is_true_and_its_neighbours_are_not(
    n: int, one: str, two: str, places: int
) -> None:
    """The converted value at any step with two figures or more is true; one step further is never true."""
    exact = judge_amounts(read_amount(f"{n} {one}"), read_amount(f"1 {two}")).value
    assert isinstance(exact, Fraction)
    steps = round(exact * 10**places)
    if steps < 10:
        return
    text = f"{steps // 10**places}.{steps % 10**places:0{places}d}" if places else str(steps)
    assert judge_conversion(f"{n} {one}", f"{text} {two}").outcome == "true"
    for wrong in (steps + 2, steps - 2):
        text = f"{wrong // 10**places}.{wrong % 10**places:0{places}d}" if places else str(wrong)
        assert judge_conversion(f"{n} {one}", f"{text} {two}").outcome != "true"
