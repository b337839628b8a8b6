"""Closing brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.brackets import brackets
from toolkits.errors import ToolInputError


@pytest.mark.parametrize(
    ("sequence", "owed"),
    [("[ { (", [")", "}", "]"]), ("< ( ) [", ["]", ">"]), ("()", []), ("", []), ("（【", ["]", ")"])],
)
def test_completion(sequence: str, owed: list[str]) -> None:
    """What was opened last is closed first; full-width brackets are brackets."""
    assert brackets(sequence) == {"value": owed, "balanced": not owed}


@given(st.text("([{<", max_size=30))
def test_completion_balances(opened: str) -> None:
    """A sequence with its completion appended leaves nothing open."""
    owed = brackets(opened)["value"]
    assert brackets(opened + "".join(owed)) == {"value": [], "balanced": True}


@given(st.text("()[]{}<>", max_size=30))
def test_shortest(sequence: str) -> None:
    """The completion has one closer for each bracket left open, or there is none."""
    owed = brackets(sequence)["value"]
    assert owed is None or len(owed) == sum(sequence.count(c) for c in "([{<") - sum(
        sequence.count(c) for c in ")]}>"
    )


@pytest.mark.parametrize("sequence", [")", "( ]", "([)]"])
def test_what_closes_nothing_can_not_be_completed(sequence: str) -> None:
    """A closer without its opener leaves no completion, and no balance."""
    assert brackets(sequence) == {"value": None, "balanced": False}


def test_other_signs_are_refused() -> None:
    """A letter among the brackets is an input error."""
    with pytest.raises(ToolInputError):
        brackets("( a )")
