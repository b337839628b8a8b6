"""Independent derivations: programs written from the question alone vote on what an answer states.

::

    policy = Policy.named("balanced")
    decide(Votes(agreeing=0, contrary=(2,)), policy)  # Decision(result="fail", reason="quorum")

The decision is a pure function of the votes (:func:`decide`); :class:`QuorumPlanner` buys the programs, the
cheapest way first, and puts them into the plan, where they stand as evidence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier._later import later
from verifier.quorum._decision import OPEN_REASONS, Decision, Votes, decide, settled
from verifier.quorum._policy import BALANCED, EAGER, POLICIES, STRICT, Policy

if TYPE_CHECKING:
    from verifier.quorum._planner import Author, QuorumPlanner
    from verifier.quorum._together import Ballot, Pair, Together, ballots_in, pairs

__all__ = [
    "BALANCED",
    "EAGER",
    "OPEN_REASONS",
    "POLICIES",
    "STRICT",
    "Author",
    "Ballot",
    "Decision",
    "Pair",
    "Policy",
    "QuorumPlanner",
    "Together",
    "Votes",
    "ballots_in",
    "decide",
    "pairs",
    "settled",
]

# The checks of a plan need the decision; the planner is made of plans.
_LATER = {
    "Author": "_planner",
    "QuorumPlanner": "_planner",
    "Ballot": "_together",
    "Pair": "_together",
    "Together": "_together",
    "ballots_in": "_together",
    "pairs": "_together",
}

__getattr__ = later(__name__, _LATER)
