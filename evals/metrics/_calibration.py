"""How far a verdict may be trusted: accuracy by grade of evidence, and error against coverage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from evals.metrics._intervals import Figure, share
from evals.metrics._judged import Judged

#: Grades of evidence for an answer, the best first.
Grade: TypeAlias = Literal[
    "verified_question", "verified_independent", "consistent", "open", "step_refuted", "final_refuted"
]
GRADES: Mapping[Grade, str] = {
    "verified_question": "verified, by what the question itself says",
    "verified_independent": "verified, by independent derivations",
    "consistent": "not verified, but something of it held and nothing failed",
    "open": "nothing was decided",
    "step_refuted": "a step was refuted, its final value was not",
    "final_refuted": "its final value was refuted",
}
_ORDER: tuple[Grade, ...] = tuple(GRADES)


def grade_of(row: Judged) -> Grade:
    """The grade of the evidence for a row's answer."""
    if row.verdict == "verified":
        return "verified_independent" if row.basis == "independent" else "verified_question"
    if row.verdict == "refuted":
        return "final_refuted" if row.scope == "final" else "step_refuted"
    return "consistent" if row.passed else "open"


def calibration(rows: Iterable[Judged]) -> dict[Grade, Figure]:
    """The share of right answers by grade: what a verdict of that grade was worth on these rows."""
    counts: dict[Grade, list[int]] = {grade: [0, 0] for grade in _ORDER}
    for row in rows:
        if row.truth is not None:
            counts[grade_of(row)][0] += row.right
            counts[grade_of(row)][1] += 1
    return {grade: share(*counts[grade]) for grade in _ORDER}


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskCoverage:
    """Points (coverage, risk), and the area under the curve.

    Attributes:
        points: one for each grade that occurs, in order: answers of this grade and all better ones accepted.
        area: mean risk over all coverages; lower is better.
        base: risk with every answer accepted: the share of wrong ones.
        best: the area if every wrong answer stood behind every right one.
        count: labelled rows.
    """

    points: tuple[tuple[float, float], ...]
    area: float | None
    base: float | None
    best: float | None
    count: int


def risk_coverage(rows: Iterable[Judged]) -> RiskCoverage:
    """Accept answers by their grade, the best first: how many of those accepted are wrong?

    Source: R. El-Yaniv and Y. Wiener, "On the foundations of noise-free selective classification", JMLR 11
    (2010); the area (AURC) after Geifman, Uziel and El-Yaniv, ICLR 2019: the mean over k = 1…n of the risk
    among the first k answers. Answers of one grade can't be told apart, so that their errors are spread
    evenly
    over them: with E errors among the m answers of a grade, the first j of them hold E·j/m.
    """
    groups = {grade: [0, 0] for grade in _ORDER}
    for row in rows:
        if row.truth is not None:
            groups[grade_of(row)][0] += row.wrong
            groups[grade_of(row)][1] += 1
    count, wrong = (sum(group[at] for group in groups.values()) for at in (1, 0))
    if not count:
        return RiskCoverage(points=(), area=None, base=None, best=None, count=0)
    points: list[tuple[float, float]] = []
    accepted, errors, total = 0, 0.0, 0.0
    for bad, size in groups.values():
        total += sum((errors + bad * j / size) / (accepted + j) for j in range(1, size + 1))
        accepted, errors = accepted + size, errors + bad
        if size:
            points.append((accepted / count, errors / accepted))
    right = count - wrong
    best = sum(j / (right + j) for j in range(1, wrong + 1)) / count
    return RiskCoverage(points=tuple(points), area=total / count, base=wrong / count, best=best, count=count)
