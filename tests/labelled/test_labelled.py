"""The labelled rows of logic, consistency and dates: nothing wrong passes, nothing right fails, most is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import _labelled

DOCS = Path(__file__).parents[2] / "docs" / "tools"


@pytest.fixture(scope="module", params=_labelled.TOOLS)
def tool(request):
    """Each tool; logic where its solver is installed."""
    if request.param == "logic":
        pytest.importorskip("z3", reason="the extra `logic` is not installed")
    return request.param


def test_rows_are_told_apart_and_many():
    """At least 130 rows a tool in both languages, each once, with all three labels or two."""
    for name in _labelled.TOOLS:
        rows = _labelled.rows(name)
        assert len(rows) >= 130
        assert len({(row["question"], row["answer"]) for row in rows}) == len({row["id"] for row in rows})
        assert {row["lang"] for row in rows} == {"en", "zh"}
        assert {row["label"] for row in rows} >= {"right", "wrong"}


def test_the_page_shows_what_is_measured(tool):
    """No false pass and no false fail, and the table of the docs is the one measured."""
    table = _labelled.measure(tool)
    for line in table[2:]:
        false_pass, false_fail = line.strip("| ").split(" | ")[-2:]
        assert false_pass.startswith("0/")
        assert false_fail.startswith("0/")
    assert "\n".join(table) in (DOCS / f"{tool}.md").read_text(encoding="utf-8")
