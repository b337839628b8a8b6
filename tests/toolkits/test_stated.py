"""The ``stated`` tool."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolkitError
from toolkits.stated import stated


@pytest.mark.parametrize(
    ("value", "text", "expected"),
    [
        ("12", "so we get 12 apples", True),
        ("-5", "the sum is −5", True),
        ("25", "that makes twenty-five in all", True),
        ("25", "一共二十五个", True),
        ("7", "((3 + 4) and then", False),
        (["apple", "bat", "cat"], "apple < bat < cat", True),
        (["apple", "bat", "cat"], "Apple, Bat and cat", True),
        (["apple", "bat", "cat"], "1. apple\n2. bat\n3. cat", True),
        (["apple", "bat", "cat"], "apple, a bat, cat", False),
        (["it&t", "jam"], '"it&t" < "jam"', True),
        (["ant", "bee"], '["ant" ? "bee"]', False),
        (["2", "3"], "x = 2 or x = 3", True),
        (["2", "3"], "x = 2 or x = -4", False),
        (["]", "}", ">"], "Ans. ]}>", True),
        (["]", "}", ">"], "the rest is ] } >, I think", True),
        (["]", "}", ">"], "Ans. ] >", False),
        (["]"], "[ ; stack: [\n] ; stack: empty\nThat is the end.\nSo the answer is\nAnswer:", False),
        ("8", "A = (8 + 1 + 6)", False),
        ("8", "3 + 5 = 8", True),
        ("8", "(2 * 3) + 2 = (8)", True),
        (True, "so Z = True.", True),
        (True, "Z = True and False", False),
        (False, "the answer is False", True),
    ],
)
def test_a_value_is_found_where_it_stands(value: object, text: str, expected: bool) -> None:
    """Whole numbers are found in digits and words, lists where their words follow one another."""
    assert stated(value, text) == {"stated": expected, "value": expected}


@pytest.mark.parametrize("value", ["0.5", "1/3", None, {"lo": "1", "hi": "2"}])
def test_values_with_many_forms_are_refused(value: object) -> None:
    """What can be written in many ways cannot be proved absent."""
    with pytest.raises(ToolkitError) as caught:
        stated(value, "anything")
    assert caught.value.code == "many_forms"


def test_a_text_that_is_too_long_is_a_limit() -> None:
    """The look is bounded by the length of the text."""
    with pytest.raises(ToolkitError) as caught:
        stated("1", "x" * 100_001)
    assert caught.value.code == "limit"


@given(st.integers(-(10**9), 10**9), st.text(alphabet="abc .,\n", max_size=40))
def test_a_printed_number_is_always_found(number: int, around: str) -> None:
    """No surrounding text hides a number that stands by itself."""
    assert stated(str(number), f"{around} is {number} now")["stated"]
