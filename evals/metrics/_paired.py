"""Is one run better than another on the same rows? Only rows on which they differ say so."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from evals.metrics._judged import Judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """A paired comparison of yes-or-no findings.

    Attributes:
        count: rows that both runs have.
        both: rows on which both say yes.
        only_a: rows on which A alone says yes.
        only_b: rows on which B alone says yes.
        p: how likely a difference of this size is if neither is better (two-sided).
    """

    count: int
    both: int
    only_a: int
    only_b: int
    p: float


def mcnemar(only_a: int, only_b: int) -> float:
    """The exact two-sided p-value of McNemar's test.

    Source: Q. McNemar, "Note on the sampling error of the difference between correlated proportions or
    percentages", Psychometrika 12 (1947); in its exact form the rows on which the two differ are fair coins
    under the null hypothesis: p = min(1, 2·P[X ≤ min(b, c)]) with X binomial of b + c tosses.

    Raises:
        ValueError: a count is negative.
    """
    if only_a < 0 or only_b < 0:
        raise ValueError("counts are not negative")
    tosses, fewer = only_a + only_b, min(only_a, only_b)
    tail = sum(math.comb(tosses, hits) for hits in range(fewer + 1))
    return min(1.0, float(2 * tail / 2**tosses)) if tosses < 1000 else _approximate(only_a, only_b)


def _approximate(only_a: int, only_b: int) -> float:
    """Edwards' continuity correction: χ² = (|b − c| − 1)² / (b + c), one degree of freedom."""
    chi = max(0, abs(only_a - only_b) - 1) ** 2 / (only_a + only_b)
    return math.erfc(math.sqrt(chi / 2))


#: What is compared: of which rows, and which finding counts as yes.
QUESTIONS: Mapping[str, tuple[Callable[[Judged], bool], Callable[[Judged], bool]]] = {
    "catch": (lambda row: row.wrong, lambda row: row.verdict == "refuted"),
    "false_alarm": (lambda row: row.right, lambda row: row.false_alarm),
    "false_pass": (lambda row: row.wrong, lambda row: row.verdict == "verified"),
    "pass_right": (lambda row: row.right, lambda row: row.verdict == "verified"),
}


def compared(a: Iterable[Judged], b: Iterable[Judged]) -> dict[str, Paired]:
    """The runs' differences by question, on the rows (told by their ids) that both have."""
    others = {row.id: row for row in b}
    pairs = [(row, others[row.id]) for row in a if row.id in others]
    return {name: _paired(pairs, of, yes) for name, (of, yes) in QUESTIONS.items()}


def _paired(
    pairs: Iterable[tuple[Judged, Judged]], of: Callable[[Judged], bool], yes: Callable[[Judged], bool]
) -> Paired:
    findings = [(yes(one), yes(other)) for one, other in pairs if of(one)]
    both, only_a, only_b = (findings.count(kind) for kind in ((True, True), (True, False), (False, True)))
    return Paired(count=len(findings), both=both, only_a=only_a, only_b=only_b, p=mcnemar(only_a, only_b))
