"""What the equivalence tool finds, and how good the evidence for it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

Outcome = Literal["equivalent", "different", "undecided", "error"]
Grade = Literal["structural", "exact", "certified", "symbolic", "sampled"]

#: Best first.
GRADES: tuple[Grade, ...] = get_args(Grade)


@dataclass(frozen=True, slots=True)
class Finding:
    """An outcome and what it rests on.

    Attributes:
        outcome: ``equivalent``, ``different``, ``undecided`` or ``error``.
        grade: how it is known: ``structural`` (the same tree, or kinds that can't be the same), ``exact``
            (rational arithmetic, an identity, a separation bound), ``certified`` (a witness with disjoint
            enclosures), ``symbolic`` (a computer algebra system says so), ``sampled`` (agreement at points);
            None where nothing was decided.
        reason: a short word for what decided, or the code of an error.
        detail: the witness, the number of points, what could not be read.
    """

    outcome: Outcome
    reason: str
    grade: Grade | None = None
    detail: dict[str, Any] = field(default_factory=dict[str, Any])

    def json(self) -> dict[str, Any]:
        """The tool's output."""
        return {
            "value": self.outcome,
            "evidence": {"grade": self.grade or "none", "by": self.reason, **self.detail},
        }

    def at_least(self, least: Grade) -> Finding:
        """The finding where its grade counts; else the same evidence, undecided."""
        if self.grade is None or GRADES.index(self.grade) <= GRADES.index(least):
            return self
        outcome: Outcome = "undecided" if self.outcome in ("equivalent", "different") else self.outcome
        return replace(self, outcome=outcome)


def equivalent(grade: Grade, by: str, /, **detail: Any) -> Finding:
    """The two are the same."""
    return Finding("equivalent", by, grade, detail)


def different(grade: Grade, by: str, /, **detail: Any) -> Finding:
    """The two are not the same."""
    return Finding("different", by, grade, detail)


def undecided(by: str, /, **detail: Any) -> Finding:
    """No proof either way."""
    return Finding("undecided", by, None, detail)


def sampled(points: int, /, **detail: Any) -> Finding:
    """Agreement at that many points, which is no proof: for a caller who takes it."""
    return Finding("equivalent", "sampled", "sampled", {"points": points, **detail})


def weakest(findings: Iterable[Finding]) -> Grade:
    """The grade of a conclusion from all of these."""
    ranks = [GRADES.index(finding.grade) for finding in findings if finding.grade]
    return GRADES[max(ranks, default=0)]


def both(findings: Sequence[Finding], reason: str) -> Finding:
    """The finding on things that must all be equivalent."""
    for outcome in ("error", "different", "undecided"):
        for finding in findings:
            if finding.outcome == outcome:
                return finding
    return equivalent(weakest(findings), reason)


def agreed(findings: Sequence[Finding], reason: str) -> Finding:
    """The finding on readings of one text: what they agree on, else undecided."""
    outcomes = {finding.outcome for finding in findings}
    if len(outcomes) == 1:
        return max(findings, key=lambda finding: GRADES.index(finding.grade) if finding.grade else -1)
    if outcomes <= {"error", "undecided"}:
        return next(finding for finding in findings if finding.outcome == "undecided")
    return undecided("ambiguous", reason=reason)
