"""All figures of a run, as data."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from evals.data import Label
from evals.metrics import (
    METRICS,
    Figure,
    Grade,
    Judged,
    RiskCoverage,
    calibration,
    figures,
    grouped,
    outcome,
    risk_coverage,
)
from evals.run import Result, RunFolder
from evals.scoring._join import joined

#: Figures of groups: what is cheap to compute; the rest is told for the whole run.
_BY_GROUP = (
    "catch_rate", "catch_final_rate", "false_alarm_rate", "step_flag_rate", "true_slip_rate",
    "false_pass_rate", "verified_error", "pass_rate", "pass_right_rate", "abstention", "coverage",
    "verifier_gain", "localisation", "correction_success", "harm_rate", "latency_p50", "latency_p95",
)  # fmt: skip
OUTCOMES = ("verified", "refuted_final", "refuted_step", "inconclusive", "not_checkable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The figures of a run.

    Attributes:
        name: of who judged: ``amtfv``, or a baseline.
        rows: how many rows were judged; ``right`` and ``wrong`` are labelled so.
        overall: every metric.
        by: figures by ``source``, ``domain`` and ``error_kind``, each a mapping by its values.
        curve: risk against coverage.
        grades: the share of right answers by grade of evidence.
        confusion: counts of outcomes by kind of mistake (right answers are ``correct``).
        rules: how often each finding refuted a wrong and a right answer.
        baselines: figures of who else judged the same rows, by name.
    """

    name: str
    rows: int
    right: int
    wrong: int
    overall: Mapping[str, Figure]
    by: Mapping[str, Mapping[str, Mapping[str, Figure]]]
    curve: RiskCoverage
    grades: Mapping[Grade, Figure]
    confusion: Mapping[str, Mapping[str, int]]
    rules: Mapping[str, Mapping[str, int]]
    baselines: Mapping[str, Score] = field(default_factory=dict[str, Any])

    def as_data(self) -> dict[str, Any]:
        """JSON."""
        return asdict(self)

    def json_text(self) -> str:
        """The JSON report."""
        return json.dumps(self.as_data(), ensure_ascii=False, indent=1) + "\n"


def score_run(
    folder: RunFolder, labels: Iterable[Label] | None = None, results: Iterator[Result] | None = None
) -> Score:
    """The figures of a run, with the labels and results of its folder, or with others in its order."""
    return scored(list(joined(folder, labels, results)), seed=folder.manifest["seed"] or 0)


def scored(rows: Sequence[Judged], *, name: str = "amtfv", seed: int = 0) -> Score:
    """The figures of judged rows."""
    keys = {"source": _source, "domain": _domain, "error_kind": _error_kind}
    by = {
        key: {value: figures(group, seed=seed, names=_BY_GROUP) for value, group in grouped(rows, of).items()}
        for key, of in keys.items()
    }
    return Score(
        name=name,
        rows=len(rows),
        right=sum(row.right for row in rows),
        wrong=sum(row.wrong for row in rows),
        overall=figures(rows, seed=seed),
        by=by,
        curve=risk_coverage(rows),
        grades=calibration(rows),
        confusion=_confusion(rows),
        rules=_rules(rows),
    )


def _source(row: Judged) -> str:
    return row.source


def _domain(row: Judged) -> str:
    return row.domain


def _error_kind(row: Judged) -> str:
    """The kind of a wrong answer's mistake; where the data set says none, none is made up."""
    return row.error_kind if row.wrong else ""


def _confusion(rows: Sequence[Judged]) -> dict[str, dict[str, int]]:
    kinds: dict[str, Counter[str]] = {}
    for row in rows:
        if row.truth is not None:
            kind = "correct" if row.right else row.error_kind or "incorrect"
            kinds.setdefault(kind, Counter())[outcome(row)] += 1
    return {kind: {name: kinds[kind][name] for name in OUTCOMES} for kind in sorted(kinds)}


def _rules(rows: Sequence[Judged]) -> dict[str, dict[str, int]]:
    wrong = Counter(row.rule for row in rows if row.wrong and row.rule)
    right = Counter(row.rule for row in rows if row.right and row.rule)
    return {rule: {"wrong": wrong[rule], "right": right[rule]} for rule in sorted(wrong | right)}


assert set(_BY_GROUP) <= METRICS.keys()
