"""Data as variables: their names, their description, and what of them reaches a prompt."""

from __future__ import annotations

import keyword
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import UsageError
from verifier.tables import check_json, described, inputs, prelude, variables
from verifier.task import DataTable, Task

SALES = DataTable(name="sales 2024.csv", columns=("region", "n"), rows=(("north", 3), ("south", None)))


def task(*tables, **values):
    """A task with that data."""
    return Task(question="How many?", data=tables, values=values)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("sales.csv", "sales"), ("sales 2024.csv", "sales_2024"), ("2024.csv", "data_2024"), ("销售.csv", "销售"),
        ("list", "data_list"), ("class", "data_class"), ("answer", "data_answer"), ("", "data"), ("…", "data"),
        ("ｔａｂ", "tab"), ("a.b", "a_b"), ("__x__", "x"),
    ],
)  # fmt: skip
def test_names_are_python(source, name):
    """A file or key becomes an identifier that shadows nothing."""
    (found,) = variables(task(**{source: 1}))
    assert (found.name, found.source) == (name, source)


@given(st.lists(st.text(max_size=12), unique=True, max_size=6))
def test_each_has_a_name_of_its_own(sources):
    """Whatever data is called, its names are usable and differ."""
    names = [v.name for v in variables(task(**dict.fromkeys(sources, 1)))]
    assert len(set(names)) == len(names) == len(sources)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)


def test_a_table_is_described_with_its_types_and_rows():
    """Name, size, columns with types and missing cells, and the first rows."""
    text = described(variables(task(SALES)), "en", rows=1, shape="frame")
    assert text.splitlines() == [
        "sales_2024: a pandas DataFrame of 2 rows and 2 columns, from sales 2024.csv",
        "  column region: str", "  column n: int, 1 missing", "  its first 1 rows as CSV:", "  region,n", "  north,3",
    ]  # fmt: skip


def test_a_table_is_described_in_chinese():
    """A Chinese question has its data described in Chinese."""
    text = described(variables(task(SALES)), "zh", rows=0, shape="dicts")
    assert text.splitlines()[0] == "sales_2024：2 个 dict 组成的 list，每个有 2 个键，来自 sales 2024.csv"


@given(st.lists(st.integers(10**9, 10**12), min_size=1, max_size=5), st.sampled_from(["en", "zh"]))
def test_privacy_keeps_every_value_out(cells, language):
    """With no rows shown, no cell of any table and no part of any value is in the text."""
    tables = [DataTable(name=n, columns=("k",), rows=tuple((c,) for c in cells)) for n in ("a", "b")]
    text = described(variables(task(*tables, v=cells, w=str(cells[0]))), language, rows=0)
    assert not any(str(cell) in text for cell in cells)


def test_cells_and_samples_are_cut():
    """A long cell is not the whole prompt."""
    long = DataTable(name="t", columns=("c",), rows=(("x" * 9_000,),))
    text = described(variables(task(long, v="y" * 9_000)), "en", rows=3)
    assert len(text) < 700
    assert "…" in text


def test_values_are_never_source():
    """What goes before the program holds names alone; the data crosses as JSON."""
    evil = DataTable(name="t", columns=("c'); import os; ('",), rows=(("'''{{7*7}}\n",),))
    found = variables(task(evil, v='"""'))
    for frames in (True, False):
        before = prelude(found, frames=frames)
        assert "import os" not in before
        assert "{{" not in before
    assert inputs(found) == {"t": {"columns": list(evil.columns), "rows": [["'''{{7*7}}\n"]]}, "v": '"""'}


def test_what_is_no_json_can_be_described():
    """A prompt says what there is of it; only a job needs JSON."""
    circle: list[object] = []
    circle.append(circle)
    table = DataTable(name="t", columns=("d",), rows=((date(2024, 1, 2),),))
    text = described(variables(task(table, v={1, 2}, w={(1, 2): 3}, c=circle)), "en", rows=3)
    assert "2024-01-02" in text


@pytest.mark.parametrize("value", [object(), float("nan"), {1, 2}, [b"x"]])
def test_data_that_is_no_json_is_refused(value):
    """The user is told which, before any model is asked."""
    with pytest.raises(UsageError, match="'v' holds what JSON cannot"):
        check_json(variables(task(v=value)))
