"""The ``consistency`` tool."""

from __future__ import annotations

import pytest

from toolkits.consistency import consistency
from toolkits.errors import ToolInputError


def test_one_name_with_two_values_is_a_contradiction() -> None:
    """The contradiction names both values as they were given."""
    found = consistency([["x", "10"], ["y", "3"], ["x", "5"]])
    assert found["consistent"] is False
    assert found["contradictions"] == [{"kind": "value", "name": "x", "values": ["10", "5"]}]


@pytest.mark.parametrize("pairs", [[], [["x", "1"]], [["x", "0.5"], ["x", "1/2"]], [["x", "1"], ["y", "2"]]])
def test_equal_values_and_other_names_agree(pairs: list[list[str]]) -> None:
    """Values are compared exactly, not by how they are written."""
    assert consistency(pairs)["consistent"] is True


@pytest.mark.parametrize("pairs", [[["x"]], [["x", "1", "m", "2"]], [["x", "many"]]])
def test_a_bad_pair_is_named_by_its_position(pairs: list[list[str]]) -> None:
    """The error says which assignment is wrong."""
    with pytest.raises(ToolInputError, match=r"assignments\[0\]"):
        consistency(pairs)


def test_too_many_assignments_are_a_limit() -> None:
    """The input is bounded."""
    with pytest.raises(ToolInputError) as caught:
        consistency([["x", "1"]] * 1001)
    assert caught.value.code == "limit"
