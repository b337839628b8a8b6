"""Cells in prompts: whatever a value is, it is one short piece of text."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.tables import cell_text, csv_text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (None, ""), ("a", "a"), (3, "3"), (1.5, "1.5"), (True, "true"), ({"a": [1, "二"]}, '{"a": [1, "二"]}'),
        ([1, None], "[1, null]"), (float("nan"), "nan"), (float("inf"), "inf"), (-float("inf"), "-inf"),
        (b"\x00\xff", "x'00ff'"), (date(2024, 1, 2), "2024-01-02"), (datetime(2024, 1, 2, 3, 4, tzinfo=UTC), "2024-01-02 03:04:00+00:00"),
        (Decimal("1.10"), "1.10"), ({"d": date(2024, 1, 2)}, '{"d": "2024-01-02"}'), ([b"\x01"], "[\"x'01'\"]"),
        ("{{7*7}}", "{{7*7}}"), ("x" * 200, "x" * 200), ("x" * 201, "x" * 200 + "…"), (["y" * 300], '["' + "y" * 198 + "…"),
    ],
)  # fmt: skip
def test_each_kind_of_cell(cell, text):
    """Lists and objects as JSON, bytes in hex, dates and infinities in words; cut at 200 characters."""
    assert cell_text(cell) == text


@given(
    st.lists(
        st.lists(st.text(max_size=20).filter(lambda t: "\r" not in t), min_size=2, max_size=2), max_size=4
    )
)
def test_csv_is_read_back(rows):
    """Commas, quotes and newlines in cells make no other rows."""
    read = list(csv.reader(io.StringIO(csv_text(["a", "b"], rows), newline="")))
    assert read == [["a", "b"], *rows]
