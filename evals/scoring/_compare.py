"""Two runs over the same rows: what flipped, and whether one is better."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evals.metrics import Judged, Outcome, Paired, compared, outcome
from evals.run import RunFolder
from evals.scoring._join import joined


@dataclass(frozen=True, slots=True)
class Flip:
    """A row on which two runs differ, with both reports."""

    id: str
    source: str
    truth: str | None
    a: Outcome
    b: Outcome
    report_a: Mapping[str, Any]
    report_b: Mapping[str, Any]

    @property
    def better(self) -> str:
        """Who is nearer to the label: ``a``, ``b``, or "" for neither."""
        ranks = _WORTH.get(self.truth or "")
        if ranks is None or ranks[self.a] == ranks[self.b]:
            return ""
        return "a" if ranks[self.a] > ranks[self.b] else "b"


#: How good an outcome is, by what is true.
_WORTH: Mapping[str, Mapping[Outcome, int]] = {
    "correct": {"verified": 3, "inconclusive": 2, "not_checkable": 2, "refuted_step": 1, "refuted_final": 0},
    "incorrect": {
        "refuted_final": 3,
        "refuted_step": 2,
        "inconclusive": 1,
        "not_checkable": 1,
        "verified": 0,
    },
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """What two runs have in common, and in what they differ."""

    rows: int
    tests: Mapping[str, Paired]
    flips: tuple[Flip, ...]
    a: tuple[Judged, ...]
    b: tuple[Judged, ...]


def compare_runs(a: RunFolder, b: RunFolder) -> Comparison:
    """Compare two runs on the rows that both have: those with the same id, question and answer."""
    texts = {row.id: (row.question, row.answer) for row in a.rows()}
    common = {row.id for row in b.rows() if texts.get(row.id) == (row.question, row.answer)}
    rows_a = {row.id: row for row in joined(a) if row.id in common}
    rows_b = {row.id: row for row in joined(b) if row.id in common}
    ids = [name for name in rows_a if name in rows_b]
    flipped = {name for name in ids if outcome(rows_a[name]) != outcome(rows_b[name])}
    reports_a, reports_b = _reports(a, flipped), _reports(b, flipped)
    flips = tuple(
        Flip(
            name,
            rows_a[name].source,
            rows_a[name].truth,
            outcome(rows_a[name]),
            outcome(rows_b[name]),
            reports_a[name],
            reports_b[name],
        )
        for name in ids
        if name in flipped
    )
    one, other = tuple(rows_a[name] for name in ids), tuple(rows_b[name] for name in ids)
    return Comparison(len(ids), compared(one, other), flips, one, other)


def _reports(folder: RunFolder, ids: set[str]) -> dict[str, Mapping[str, Any]]:
    return {r.report["id"]: r.report for r in folder.results() if r.report["id"] in ids}
