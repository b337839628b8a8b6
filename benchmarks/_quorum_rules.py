"""Rules by which votes become verdicts: the baselines, and the product's policies as they buy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchmarks._quorum_data import Case
from verifier.quorum import Policy, decide, settled

Verdict: TypeAlias = Literal["pass", "fail", "undecided"]
Rule: TypeAlias = Callable[[Case], tuple[Verdict, int]]
"""An answer -> what the votes say of it, and how many programs were bought for that."""


def one(author: str) -> Rule:
    """One program's word."""
    return majority((author,), 1)


def majority(authors: Sequence[str], at: int, *, veto: bool = False) -> Rule:
    """All programs are bought; ``at`` that agree decide, for the answer or for one other value."""

    def judge(case: Case) -> tuple[Verdict, int]:
        votes = case.votes(authors)
        against = max(votes.contrary, default=0)
        if votes.agreeing >= at and votes.agreeing > against:
            return "pass", len(authors)
        refuted = against >= at and against > votes.agreeing and not (veto and votes.agreeing)
        return "fail" if refuted else "undecided", len(authors)

    return judge


def cheap_first(authors: Sequence[str]) -> Rule:
    """One that agrees is enough; else a second, and on disagreement a third, of which two must agree."""

    def judge(case: Case) -> tuple[Verdict, int]:
        if case.votes(authors[:1]).agreeing:
            return "pass", 1
        if 2 in case.votes(authors[:2]).contrary:
            return "fail", 2
        return majority(authors, 2)(case)

    return judge


def buying(policy: Policy, authors: Sequence[str]) -> Rule:
    """A policy of the product: buys while that can still decide, as the planner does."""

    def judge(case: Case) -> tuple[Verdict, int]:
        bought = 1
        while bought < len(authors) and not settled(case.votes(authors[:bought]), policy):
            bought += 1
        return decide(case.votes(authors[:bought]), policy).result, bought

    return judge


@dataclass(slots=True)
class Score:
    """What a rule makes of labelled answers."""

    wrong: int = 0
    right: int = 0
    caught: int = 0
    alarms: int = 0
    passed_wrong: int = 0
    passed_right: int = 0
    bought: int = 0

    def add(self, case: Case, verdict: Verdict, bought: int) -> None:
        """Count one answer."""
        self.bought += bought
        self.right += case.right
        self.wrong += not case.right
        self.caught += verdict == "fail" and not case.right
        self.alarms += verdict == "fail" and case.right
        self.passed_wrong += verdict == "pass" and not case.right
        self.passed_right += verdict == "pass" and case.right


def score(rule: Rule, cases: Sequence[Case]) -> Score:
    """A rule on every answer; one without a final claim is undecided, and no program is bought for it."""
    found = Score()
    for case in cases:
        verdict, bought = rule(case) if case.claim is not None else ("undecided", 0)
        found.add(case, verdict, bought)
    return found
