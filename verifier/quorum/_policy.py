"""How many programs must say the same before it counts, and how many may be bought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from verifier.errors import UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """When votes decide.

    A vote is one program's value held against the answer's claim: it agrees, it contradicts, or (it failed,
    or it can't be compared) it abstains.

    Attributes:
        refute_at: so many programs that contradict the answer by one and the same value refute it.
        verify_at: an answer is verified when the programs that agree outnumber all that contradict by this
            many.
        dissent_veto: one program that agrees with the answer keeps the others from refuting it.
        scattered_at: so many programs that contradict the answer, each in its own way, refute it too, if
            none agrees with it; ``None``: they never do.
        most: programs bought at the most.
        confirm: buy further programs to reach ``verify_at`` when those so far agree with the answer; without
            it one program that agrees ends the purchase, and what ``verify_at`` wants more stays undecided.
        unvoted: finals on which programs can't vote (lists, dates, texts, code) may be verified by a model's
            plan alone. (Of the others none is: where too few vote, the final stays undecided.)

    Raises:
        UsageError: numbers with which the policy could never decide, or a pass needs no vote.
    """

    refute_at: int = 2
    verify_at: int = 2
    dissent_veto: bool = True
    scattered_at: int | None = None
    most: int = 3
    confirm: bool = True
    unvoted: bool = True

    def __post_init__(self) -> None:
        for name in ("refute_at", "verify_at", "scattered_at", "most"):
            count = getattr(self, name)
            if name == "scattered_at" and count is None:
                continue
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise UsageError(f"{name} is {count!r}; a policy counts votes, from 1")
        if self.most > 16:
            raise UsageError(f"most is {self.most}; at most 16 programs are bought for one claim")
        if self.most < min(self.refute_at, self.verify_at):
            raise UsageError(f"with {self.most} programs at most, this policy can never decide")

    @classmethod
    def named(cls, name: str | Policy) -> Policy:
        """The policy of that name; a policy is its own.

        Raises:
            UsageError: there is none of that name.
        """
        if isinstance(name, Policy):
            return name
        if not isinstance(name, str) or name not in POLICIES:
            raise UsageError(f"no policy is called {name!r}; there are {', '.join(POLICIES)}")
        return POLICIES[name]


# `most` is the number of programs among which `refute_at` is a majority.

#: One program that agrees is enough, and three that contradict in three ways are; for drafts and filters.
EAGER: Final = Policy(refute_at=2, verify_at=1, scattered_at=3, most=3)
#: Two programs, both ways.
BALANCED: Final = Policy(refute_at=2, verify_at=2, most=3)
#: Three programs, both ways; for gates at which a wrong verdict costs more than two further programs.
STRICT: Final = Policy(refute_at=3, verify_at=3, most=5, unvoted=False)
POLICIES: Final[Mapping[str, Policy]] = {"strict": STRICT, "balanced": BALANCED, "eager": EAGER}
