"""One row as the metrics see it: what was found, beside what is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from evals.data import Truth

#: Where the first refuted claim stands against the labelled first wrong step.
Localised: TypeAlias = Literal["hit", "early", "late"]
Outcome: TypeAlias = Literal["verified", "refuted_final", "refuted_step", "inconclusive", "not_checkable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A row's finding and its label, joined by the scorer.

    Attributes:
        id: of the row.
        source: its data set.
        domain: its kind of task.
        truth: of the answer as given; ``None`` where nobody said.
        verdict: on the answer as given (the first attempt), as are ``scope``, ``final`` and ``reason``.
        scope: of a refuted one: ``final`` or ``step``.
        final: whether the final value held.
        stop_reason: why the run ended.
        reason: why the first attempt was left open.
        rule: the finding that refuted it.
        error_kind: the kind of mistake, in the data set's words, "" where it says none.
        trace_wrong: whether a step of the answer is labelled wrong; ``None`` where steps were not judged.
        localised: of a refuted step with a labelled one: where it stands.
        basis: the weakest basis of a pass on a final claim: ``question``, ``independent``, ``answer`` or "".
        passed: checks that passed, failed and were left open.
        failed: likewise.
        undecided: likewise.
        finals: final claims, and how many were decided.
        finals_checked: likewise.
        killed: audited passes in which every mutant of the claim was refused; ``survived``: in which one
            was not.
        survived: likewise.
        corrected: the run's best answer is another than the given one.
        corrected_truth: whether that one is right; ``None`` where it can't be told.
        rounds: corrections that were made.
        seconds: wall clock of the run.
        tool_calls: calls of tools.
        model_calls: calls of models.
        tokens: prompt and completion tokens.
        money: in the price table's currency.
        lost: the process that worked on it died, or a fault of ours ended the run.
    """

    id: str
    source: str = ""
    domain: str = ""
    truth: Truth | None = None
    verdict: Literal["verified", "refuted", "inconclusive", "not_checkable"] = "inconclusive"
    scope: Literal["final", "step"] | None = None
    final: Literal["held", "failed", "unchecked"] = "unchecked"
    stop_reason: str = ""
    reason: str = ""
    rule: str = ""
    error_kind: str = ""
    trace_wrong: bool | None = None
    localised: Localised | None = None
    basis: Literal["question", "independent", "answer", ""] = ""
    passed: int = 0
    failed: int = 0
    undecided: int = 0
    finals: int = 0
    finals_checked: int = 0
    killed: int = 0
    survived: int = 0
    corrected: bool = False
    corrected_truth: bool | None = None
    rounds: int = 0
    seconds: float = 0.0
    tool_calls: int = 0
    model_calls: int = 0
    tokens: int = 0
    money: float = 0.0
    lost: bool = False

    @property
    def right(self) -> bool:
        """The answer is labelled right."""
        return self.truth == "correct"

    @property
    def wrong(self) -> bool:
        """The answer is labelled wrong."""
        return self.truth == "incorrect"

    @property
    def false_alarm(self) -> bool:
        """Whether, were the answer right, this finding would be a false alarm: its final was refuted."""
        return self.verdict == "refuted" and self.scope == "final"


def outcome(row: Judged) -> Outcome:
    """The verdict, the two scopes of a refuted one told apart."""
    if row.verdict != "refuted":
        return row.verdict
    return "refuted_final" if row.scope == "final" else "refuted_step"
