"""Frames of pandas as tables, and back in the sandbox."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal

import pandas as pd
import pytest

from sandbox import Job, run
from verifier._api import _task
from verifier.errors import UsageError
from verifier.journal._codec import tables
from verifier.tables import check_json, described, inputs, is_frame, prelude, table_of, variables
from verifier.task import Task

FRAME = pd.DataFrame(
    {
        "when": pd.to_datetime(["2024-01-02 03:04", None]), "x": [1.5, float("inf")], "y": [float("nan"), -1.0],
        "n": [1, 2], "o": [{"a": [1]}, b"\x00\x01"], "d": [Decimal("1.10"), date(2024, 5, 6)], "s": ["{{7*7}}", "二"],
        "b": [True, False],
    }
)  # fmt: skip


def test_a_frame_becomes_a_table_of_json():
    """Missing cells are missing; dates, infinities, bytes and decimals are text; the kinds are kept."""
    table = table_of("t", FRAME, description="what came in")
    assert json.loads(json.dumps(table.rows, allow_nan=False)) == [
        ["2024-01-02T03:04:00", 1.5, None, 1, {"a": [1]}, "1.10", "{{7*7}}", True],
        [None, "inf", -1.0, 2, "x'0001'", "2024-05-06", "二", False],
    ]
    assert table.kinds[:3] == ("datetime64[us]", "float64", "float64")
    assert tables.unpack(json.loads(json.dumps(tables.pack(table)))).kinds == table.kinds


def test_the_prompt_says_what_the_table_is_about():
    """Description, dimensions and the frame's own types."""
    text = described(variables(Task(data=(table_of("t", FRAME, description="what came in"),))), "en", rows=1)
    assert text.splitlines()[:4] == [
        "t: a table of 2 rows and 8 columns, from t", "  about it: what came in", "  column when: datetime64[us], 1 missing",
        "  column x: float64",
    ]  # fmt: skip
    assert "{{7*7}}" in text


@pytest.mark.sandbox
def test_programs_get_times_and_infinities_back():
    """What crossed as text is what it was, whatever the columns are called."""
    found = variables(Task(data=(table_of("t", FRAME.rename(columns={"x": "'); import os #"})),)))
    check_json(found)
    source = (
        prelude(found, frames=True)
        + "answer = [str(t.dtypes.iloc[0])[:10], float(t.iloc[1, 1]), t.iloc[0, 0].year]"
    )
    outcome = run(Job(source=source, inputs=inputs(found), result="answer"))
    assert outcome.status == "ok", outcome.exception
    assert outcome.value == ["datetime64", {"$type": "float", "value": "inf"}, 2024]


def test_columns_of_two_levels_and_twice_the_same():
    """Levels are joined; names that a table can't tell apart are refused."""
    wide = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]))
    assert table_of("t", wide).columns == ("a / b", "a / c")
    with pytest.raises(UsageError, match="two columns are called 'a'"):
        table_of("t", pd.DataFrame([[1, 2]], columns=["a", "a"]))
    with pytest.raises(UsageError, match="list is no DataFrame"):
        table_of("t", [])


def test_frames_are_data():
    """``check(…, data={"sales": frame})`` takes a frame as it takes a table."""
    task = _task("1", "Q?", {"sales": FRAME, "rate": 0.1})
    assert [table.name for table in task.data] == ["sales"]
    assert task.values == {"rate": 0.1}  # noqa: PD011  (no frame)
    assert is_frame(FRAME)
    assert not is_frame(FRAME.x)
