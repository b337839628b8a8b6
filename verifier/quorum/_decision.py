"""From votes to a decision: pure functions.

============================================================  =====================
votes                                                         decision
============================================================  =====================
those that agree outnumber the others by ``verify_at``        pass: quorum
``refute_at`` contradict by one value, no veto                fail: quorum
``scattered_at`` contradict, none agrees                      fail: scattered
as many agree as contradict                                   undecided: tie
some agree, some contradict                                   undecided: dissent
else, no vote at all included                                 undecided: few_votes
============================================================  =====================

The veto: with ``dissent_veto`` one program that agrees is enough against a fail; without it more must
contradict by one value than agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from verifier.quorum._policy import Policy

Result = Literal["pass", "fail", "undecided"]
#: Reasons of a decision that is left open.
OPEN_REASONS = frozenset({"few_votes", "dissent", "tie"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Votes:
    """How programs voted on one claim.

    Attributes:
        agreeing: programs whose value is the claim's.
        contrary: those that contradict it, by the value that they share: (2, 1) are three programs, two of
            which agree with each other. In any order.
        abstaining: programs without a vote.
    """

    agreeing: int = 0
    contrary: tuple[int, ...] = ()
    abstaining: int = 0

    @property
    def against(self) -> int:
        """Programs that contradict the claim."""
        return sum(self.contrary)


@dataclass(frozen=True, slots=True)
class Decision:
    """A three-valued result, with a reason code."""

    result: Result
    reason: str


def decide(votes: Votes, policy: Policy) -> Decision:
    """What the votes come to under a policy."""
    agreeing, against = votes.agreeing, votes.against
    if agreeing - against >= policy.verify_at:
        return Decision("pass", "quorum")
    together = max(votes.contrary, default=0)
    vetoed = agreeing > 0 if policy.dissent_veto else agreeing >= together
    if together >= policy.refute_at and not vetoed:
        return Decision("fail", "quorum")
    if policy.scattered_at is not None and against >= policy.scattered_at and not agreeing:
        return Decision("fail", "scattered")
    if agreeing and against:
        return Decision("undecided", "tie" if agreeing == against else "dissent")
    return Decision("undecided", "few_votes")


def settled(votes: Votes, policy: Policy) -> bool:
    """Whether no further program is worth buying: decided, or out of reach with what may still be bought."""
    if decide(votes, policy).result != "undecided":
        return True
    if votes.agreeing and not votes.against and not policy.confirm:
        return True
    left = policy.most - votes.agreeing - votes.against - votes.abstaining
    return left <= 0 or not _reachable(votes, policy, left)


def _reachable(votes: Votes, policy: Policy, left: int) -> bool:
    """Whether the votes would be decided if all that may still be bought said the same."""
    agreed = Votes(agreeing=votes.agreeing + left, contrary=votes.contrary)
    largest, *rest = sorted(votes.contrary, reverse=True) or [0]
    refused = Votes(agreeing=votes.agreeing, contrary=(largest + left, *rest))
    return any(decide(end, policy).result != "undecided" for end in (agreed, refused))
