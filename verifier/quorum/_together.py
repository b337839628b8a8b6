"""Which derivations fail together: two authors who misread the same questions are worth little more than one.

Without labels, an author's failure shows only in disagreement: two authors *fail together* on a question when
they derive one and the same value and most of the others agree on another. The two judge nothing themselves
(else a pair that is wrong together could outvote the rest), so it takes four authors at least, and a mistake
that the others share stays unseen. With labels (in an evaluation) the truth takes the others' place.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, TypeAlias

from toolkits.derivations import Value, agreement, same_value
from verifier.errors import UsageError
from verifier.records import Evidence

#: The values that authors derived for one question; ``None``: the author abstained.
Ballot: TypeAlias = Mapping[str, Value | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two authors over a set of questions.

    Attributes:
        count: questions on which both voted and something (a majority of the others, or the truth) judged.
        together: of those, how many both missed by the same value.
        one: misses of the first author, ``other``: of the second, among the same questions.
    """

    authors: tuple[str, str]
    count: int
    together: int
    one: int
    other: int

    @property
    def share(self) -> float:
        """How often both miss by the same value."""
        return self.together / self.count if self.count else 0.0

    @property
    def by_chance(self) -> float:
        """How often both would miss, by any value, if they knew nothing of each other."""
        return self.one * self.other / self.count**2 if self.count else 0.0


def pairs(ballots: Iterable[Ballot], truths: Iterable[Value] | None = None) -> tuple[Pair, ...]:
    """Every pair of authors, the least related first.

    Args:
        ballots: one for each question.
        truths: the right value of each question, where it is known.
    """
    ballots = list(ballots)
    known: Sequence[Value | None] = [None] * len(ballots) if truths is None else list(truths)
    authors = list(dict.fromkeys(author for ballot in ballots for author in ballot))
    made = [_pair(one, other, ballots, known) for one, other in combinations(authors, 2)]
    return tuple(sorted(made, key=lambda pair: pair.share))


def _pair(one: str, other: str, ballots: Sequence[Ballot], known: Sequence[Value | None]) -> Pair:
    count = together = ones = others = 0
    for ballot, truth in zip(ballots, known, strict=True):
        a, b = ballot.get(one), ballot.get(other)
        judge = truth or _majority([v for name, v in ballot.items() if name not in (one, other)])
        if a is None or b is None or judge is None:
            continue
        missed = [not same_value(value, judge) for value in (a, b)]
        count += 1
        ones, others = ones + missed[0], others + missed[1]
        together += all(missed) and same_value(a, b)
    return Pair(authors=(one, other), count=count, together=together, one=ones, other=others)


def _majority(values: Sequence[Value | None]) -> Value | None:
    """The value on which two at least, and more than for any other, agree."""
    largest, *others = agreement(values) or ((),)
    if len(largest) < 2 or any(len(other) == len(largest) for other in others):
        return None
    return values[largest[0]]


@dataclass(frozen=True, slots=True)
class Together:
    """What is known of authors that fail together: pair of authors -> share of questions."""

    shares: Mapping[frozenset[str], float] = field(default_factory=dict[frozenset[str], float])

    @classmethod
    def of(cls, found: Iterable[Pair]) -> Together:
        """From estimated pairs."""
        return cls({frozenset(pair.authors): pair.share for pair in found})

    @classmethod
    def load(cls, path: Path | str) -> Together:
        """From a file that :meth:`save` wrote: ``{"pairs": [{"authors": [A, B], "share": 0.02}]}``.

        Raises:
            UsageError: the file can't be read, or is none.
        """
        try:
            rows = json.loads(Path(path).read_text(encoding="utf-8"))["pairs"]
            return cls({frozenset(map(str, row["authors"])): float(row["share"]) for row in rows})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{path} is no table of authors that fail together: {error}") from error

    def save(self, path: Path | str) -> None:
        """Write the table as JSON."""
        rows = [{"authors": sorted(pair), "share": share} for pair, share in self.shares.items()]
        text = json.dumps({"pairs": rows}, indent=2, ensure_ascii=False)
        Path(path).write_text(f"{text}\n", encoding="utf-8")

    def related(self, one: str, other: str) -> float:
        """How often two fail together: always, for one author's drafts; as the worst known, for strangers."""
        if one == other:
            return 1.0
        return self.shares.get(frozenset((one, other)), max(self.shares.values(), default=0.0))

    def ordered(self, authors: Sequence[str]) -> list[int]:
        """Positions in the order of purchase: the first stays, then ever the least related to those before.

        What counts of an author is the closest relation to any of those that were bought.
        """
        left, chosen = list(range(len(authors))), list[int]()
        while left:
            best = min(left, key=lambda i: self._closest(i, chosen, authors)) if chosen else left[0]
            chosen.append(best)
            left.remove(best)
        return chosen

    def _closest(self, at: int, chosen: Sequence[int], authors: Sequence[str]) -> float:
        return max(self.related(authors[at], authors[other]) for other in chosen)


def ballots_in(evidence: Iterable[Evidence]) -> list[Ballot]:
    """The votes that runs left in their evidence: one ballot for each set of derivations.

    Where an author wrote several programs, the first counts.
    """
    outputs = (e.output for e in evidence if e.tool == "independent_derivations" and e.output)
    return [_ballot(output["derivations"]) for output in outputs]


def _ballot(derivations: Sequence[Mapping[str, Any]]) -> Ballot:
    ballot: dict[str, Value | None] = {}
    for one in derivations:
        ballot.setdefault(str(one["author"]), None if one["abstains"] else Value.of_json(one))
    return ballot
