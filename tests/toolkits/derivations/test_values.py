"""What a program shows becomes a value that can vote, and values agree or don't."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.derivations import Value, agreement, same_value, value_in
from toolkits.quantities import Interval


@pytest.mark.parametrize(
    ("returned", "stdout", "value", "unit"),
    [
        (18, "", 18, None),
        (18.0, "", 18, None),
        (17.999999999999996, "", 18, None),
        (0.1 + 0.2, "", Fraction(3, 10), None),
        (2.5, "", Fraction(5, 2), None),
        (17.999999, "", Fraction("17.999999"), None),
        ("1/3", "", Fraction(1, 3), None),
        ([18], "", 18, None),
        ([[18.0]], "", 18, None),
        (True, "", True, None),
        ("B", "", "B", None),
        (None, "working\n18\n\n", 18, None),
        (None, "18.000000000000004", 18, None),
        (None, "$1,234.50", Fraction("1234.5"), "USD"),
        (None, "The answer is 18.", 18, None),
        (None, "约1.16万", 11600, None),
        (None, "25%", 25, "%"),
        (0, "18", 0, None),
    ],
)
def test_one_value_is_read(returned, stdout, value, unit):
    """The returned value goes before the last line printed; numbers are exact."""
    assert value_in(returned, stdout) == Value(Fraction(value) if type(value) is int else value, unit)


@pytest.mark.parametrize(
    ("returned", "stdout"),
    [
        (None, ""),
        (None, " \n"),
        ([1, 2], ""),
        ([], ""),
        ({"x": 4000}, ""),
        ("nan", ""),
        ("inf", ""),
        (None, "None"),
        (None, "3 boxes of 12"),
        (None, "x" * 300),
    ],
)
def test_what_is_no_single_value_is_none(returned, stdout):
    """Nothing printed, several values, no number: no vote."""
    assert value_in(returned, stdout) is None


def test_a_float_without_a_short_decimal_is_an_enclosure():
    """A third as a float may be a third, and nothing that a millionth would tell apart."""
    value = value_in(1 / 3, "")
    assert value is not None
    assert isinstance(value.value, Interval)
    assert value.value.lo < Fraction(1, 3) < value.value.hi
    assert value.value.hi - value.value.lo < Fraction(1, 10**8)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_near_itself(number):
    """What a float is read as holds the float, or lies within a part in a million million of it."""
    value = value_in(number, "")
    assert value is not None
    if isinstance(value.value, Interval):
        assert value.value.lo <= Fraction(repr(number)) <= value.value.hi
    else:
        assert isinstance(value.value, Fraction)
        assert abs(value.value - Fraction(repr(number))) <= abs(value.value) / 10**11


@given(st.integers(-(10**9), 10**9), st.integers(1, 50))
def test_noise_of_a_whole_number_is_taken_off(number, parts):
    """Adding up the parts of a whole number in floats gives the whole number."""
    assert value_in(sum([number / parts] * parts), "") == Value(Fraction(number))


def of(text: object) -> Value:
    """A value as a program returns it."""
    value = value_in(text, "")
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (18, 18.0, True),
        (18, 19, False),
        (1000000, 1000001, False),
        (100 / 3, "33.33", True),
        (100 / 3, "33.3", False),
        (100 / 3, "33.34", False),
        (41.67, 42, False),
        (17.999999, 18, True),
        (17.99, 18, False),
        (0.33, 1 / 3, False),
        (0.333, 1 / 3, True),
        (1.333, 4 / 3, True),
        ("1/3", 1 / 3, True),
        (True, True, True),
        (True, False, False),
        (True, 1, False),
        ("B", "(b)", True),
        ("B", "C", False),
        ("B", 1, False),
        ("25%", "25", True),
        ("25%", "0.25", False),
        (0, 0.0, True),
        (0, -0.0, True),
    ],
)
def test_values_agree(one, other, same):
    """Whole numbers when equal; decimals within a millionth, or rounded to the cents or finer."""
    assert same_value(of(one), of(other)) is same
    assert same_value(of(other), of(one)) is same


VALUES = st.lists(
    st.one_of(
        st.none(),
        st.integers(-3, 3),
        st.sampled_from([1 / 3, 0.33, 0.3333, 33.33, 100 / 3, 33.3, 2.5, True, "B", "1/3"]),
    ),
    max_size=8,
)


@given(VALUES, st.randoms(use_true_random=False))
def test_classes_do_not_depend_on_order(values, chance):
    """The same values in another order fall into classes of the same values."""

    def classes(given_values):
        told = [None if v is None else of(v) for v in given_values]
        return sorted(sorted(map(str, (told[i] for i in members))) for members in agreement(told))

    shuffled = list(values)
    chance.shuffle(shuffled)
    assert classes(values) == classes(shuffled)


@given(VALUES)
def test_each_value_is_in_one_class(values):
    """Classes part the values that there are; the largest comes first."""
    told = [None if v is None else of(v) for v in values]
    found = agreement(told)
    assert sorted(i for members in found for i in members) == [i for i, v in enumerate(told) if v]
    assert [len(c) for c in found] == sorted((len(c) for c in found), reverse=True)


@given(VALUES)
def test_json_keeps_values(values):
    """A value read back from its JSON is the value."""
    for value in values:
        if value is not None:
            assert Value.of_json(of(value).json()) == of(value)
