"""Rows of small tables: filtered, sorted, summed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.errors import ToolInputError, ToolkitError, ToolLimit
from toolkits.rows import rows

_BIRDS = {
    "of": "bird",
    "columns": ["name", "age", "height (cm)", "color"],
    "rows": [["Ada", "4", "60", "grey"], ["Bo", "7", "45.5", "White"], ["Cy", "7", "80", "grey"]],
}
_FISH = {"of": "fish", "columns": _BIRDS["columns"], "rows": [["Dot", "1", "3", "blue"]]}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"op": "count"}, "3"),
        ({"op": "count", "without": ["Bo"]}, "2"),
        ({"op": "count", "where": [["age", ">", "4"], ["height", "<", "60"]]}, "1"),
        ({"op": "count", "where": [["height (cm)", ">=", "0.6 m"]]}, "2"),
        ({"op": "count", "where": [["color", "=", "white"]]}, "1"),
        ({"op": "count", "where": [["color", "!=", "grey"]]}, "1"),
        ({"op": "count", "where": [["height", ">", "Bo"]]}, "2"),
        ({"op": "cell", "column": "age", "where": [["name", "=", "Ada"]]}, "4"),
        ({"op": "cell", "where": [["height", "=", "60"]]}, "Ada"),
        ({"op": "at", "at": "-1"}, "Cy"),
        ({"op": "at", "sort": "height", "column": "age", "at": "2"}, "4"),
        ({"op": "at", "sort": "name", "descending": True}, "Cy"),
        ({"op": "sum", "column": "height"}, "185.5"),
        ({"op": "mean", "column": "age"}, "6"),
        ({"op": "min", "column": "height"}, "45.5"),
        ({"op": "max", "column": "age"}, "7"),
        ({"op": "columns"}, "4"),
        ({"op": "column_number", "column": "height"}, "3"),
        ({"op": "tables"}, "1"),
    ],
)
def test_value(given: dict[str, Any], expected: str) -> None:
    """The fact that is asked for."""
    assert rows([_BIRDS], **given)["value"] == expected


def test_unit_and_names() -> None:
    """The column's unit goes with its values, and the rows that count are named."""
    assert rows([_BIRDS], "sum", "height", without=["Cy"]) == {
        "value": "105.5",
        "rows": ["Ada", "Bo"],
        "unit": "cm",
    }
    assert rows([_BIRDS], "count", "height")["unit"] is None


def test_several_tables() -> None:
    """All tables together, or the one whose rows are meant."""
    assert rows([_BIRDS, _FISH], "count")["value"] == "4"
    assert rows([_BIRDS, _FISH], "at", at="-1", of="fish")["value"] == "Dot"
    assert rows([_BIRDS, _FISH], "tables")["value"] == "2"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"op": "cell", "where": [["color", "=", "grey"]]}, "ambiguous"),
        ({"op": "cell", "where": [["age", ">", "70"]]}, "missing"),
        ({"op": "at", "sort": "age", "descending": True}, "tie"),
        ({"op": "at", "at": "4"}, "missing"),
        ({"op": "at", "at": "0"}, "missing"),
        ({"op": "sum", "column": "color"}, "tool_input"),
        ({"op": "sum", "column": "weight"}, "tool_input"),
        ({"op": "count", "where": [["age", "~", "4"]]}, "tool_input"),
        ({"op": "count", "where": [["age", ">"]]}, "tool_input"),
        ({"op": "count", "where": [["age", ">", "4 kg"]]}, "tool_input"),
        ({"op": "count", "where": [["height", ">", "tall"]]}, "tool_input"),
        ({"op": "count", "of": "cat"}, "tool_input"),
        ({"op": "variance"}, "tool_input"),
    ],
)
def test_refused(given: dict[str, Any], code: str) -> None:
    """No single answer, or a request that the table can't carry."""
    with pytest.raises(ToolkitError) as caught:
        rows([_BIRDS], **given)
    assert caught.value.code == code


def test_tables_that_are_none() -> None:
    """Ragged rows, no columns, different columns; too many rows."""
    for tables in (
        [],
        [{"columns": ["a"]}],
        [{"columns": [], "rows": []}],
        [{"columns": ["a"], "rows": [["1", "2"]]}],
        [_BIRDS, {"columns": ["a"], "rows": []}],
    ):
        with pytest.raises(ToolInputError):
            rows(tables, "count")
    with pytest.raises(ToolLimit):
        rows([{"columns": ["a"], "rows": [["1"]] * 10_001}], "count")


_COLUMN = st.lists(st.fractions(max_denominator=9), min_size=1, max_size=8)


@given(_COLUMN, st.fractions(max_denominator=9))
def test_laws(values: list[Fraction], bound: Fraction) -> None:
    """Conditions that deny each other share out the rows; the mean lies between least and largest."""
    table = {"columns": ["name", "n"], "rows": [[f"r{i}", str(v)] for i, v in enumerate(values)]}
    below = rows([table], "count", where=[["n", "<", str(bound)]])["value"]
    rest = rows([table], "count", where=[["n", ">=", str(bound)]])["value"]
    assert int(below) + int(rest) == len(values)
    least, mean, most = (Fraction(rows([table], op, "n")["value"]) for op in ("min", "mean", "max"))
    assert min(values) == least <= mean <= most == max(values)
