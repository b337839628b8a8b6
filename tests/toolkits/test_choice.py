"""The ``choice`` tool."""

from __future__ import annotations

import pytest

from toolkits.choice import choice
from toolkits.errors import ToolRefused

NUMBERS = {"A": "3.5 kg", "B": "$4", "C": "5", "D": "1/3"}


@pytest.mark.parametrize(
    ("value", "options", "letter"),
    [
        ("4", NUMBERS, "B"),
        ("1/3", NUMBERS, "D"),
        ("7/2", NUMBERS, "A"),
        ("the pink ball", {"A": "pink ball.", "B": "red ball."}, "A"),
        (True, {"A": "Yes", "B": "No"}, "A"),
        (False, {"A": "Yes", "B": "No"}, "B"),
        ("粉色的球", {"A": "粉色的球。", "B": "红色的球。"}, "A"),
    ],
)
def test_the_option_that_states_the_value_is_named(
    value: object, options: dict[str, str], letter: str
) -> None:
    """Numbers match by value at the option's printed digits, other things by their words."""
    assert choice(value, options)["value"] == letter


@pytest.mark.parametrize(
    ("value", "options", "code"),
    [
        ("9", NUMBERS, "no_option"),
        ("blue", {"A": "red", "B": "green"}, "no_option"),
        ("4", {"A": "4", "B": "4.0"}, "ambiguous_option"),
        ("4", {}, "no_option"),
    ],
)
def test_none_or_several_options_refuse(value: object, options: dict[str, str], code: str) -> None:
    """An answer is never judged by an option that was guessed."""
    with pytest.raises(ToolRefused) as caught:
        choice(value, options)
    assert caught.value.code == code
