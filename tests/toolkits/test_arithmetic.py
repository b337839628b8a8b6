"""The arithmetic tool."""

from __future__ import annotations

from typing import Any

import pytest

from toolkits import default_registry
from toolkits.errors import ToolkitError

ARITHMETIC = default_registry().get("arithmetic")

VALUES = [
    ("16 - 3 - 4", {"value": "9", "exact": True, "decimal": "9"}),
    ("1/3", {"value": "1/3", "exact": True, "decimal": "0.333333333333…"}),
    ("0.1 + 0.2", {"value": "0.3", "exact": True, "decimal": "0.3"}),
    (
        "10000 * (1 + 0.05/4) ** (4*3)",
        {
            "value": "11607.54517722998714647270389832556247711181640625",
            "exact": True,
            "decimal": "11607.5451772…",
        },
    ),
    (
        "sqrt(2)",
        {
            "value": {
                "lo": "1.414213562373095048801688724209698078569671875",
                "hi": "1.414213562373095048801688724209698078569671876",
            },
            "exact": False,
            "decimal": "1.41421356237…",
            "expression": "sqrt(2)",
        },
    ),
    ("5万 × 20%", {"value": "10000", "exact": True, "decimal": "10000"}),
]


@pytest.mark.parametrize(("expression", "output"), VALUES)
def test_value(expression: str, output: dict[str, Any]) -> None:
    """An expression has its exact value, or a certified enclosure, and its first digits."""
    assert ARITHMETIC({"expression": expression}) == output


def test_a_number_is_an_expression() -> None:
    """A JSON number in place of the text is taken as the text."""
    assert ARITHMETIC({"expression": 5})["value"] == "5"


@pytest.mark.parametrize(
    ("expression", "code"),
    [("1/0", "division_by_zero"), ("x + 1", "unbound"), ("1/2(3+4)", "ambiguous"), ("", "empty"), ("2 3", "syntax"),
     ("9**9**9", "limit"), ("import os", "unknown_name"), ("$5 + $3", "syntax")],
)  # fmt: skip
def test_what_has_no_value_is_an_error(expression: str, code: str) -> None:
    """A tool that can't compute says so with a code; it refutes nothing."""
    with pytest.raises(ToolkitError) as caught:
        ARITHMETIC({"expression": expression})
    assert caught.value.code == code


def test_very_long_values_are_json() -> None:
    """A value of many thousand digits is still JSON text."""
    output = ARITHMETIC({"expression": "2^50000"})
    assert len(output["value"]) == 15052
    assert output["decimal"].endswith("…e15051")
