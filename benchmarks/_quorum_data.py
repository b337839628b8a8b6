"""Recorded programs and labelled answers, joined by their question.

A line of programs is ``{"question", "gold", "programs": [{"model", "code", "executed"}]}``, one of answers
``{"question", "answer", "label"}``. Labels and gold values score verdicts; no verdict sees them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from toolkits.derivations import Value, value_in
from verifier._api import read_claims
from verifier.plan import CheckContext, Claim, Quorum
from verifier.plan._operands import Ambiguous, Undecided
from verifier.plan._quorum_check import cast_votes
from verifier.planning._bind import asks_for_rounding
from verifier.quorum import Votes


@dataclass(frozen=True, slots=True, kw_only=True)
class Programs:
    """A question's recorded programs: source and value by author."""

    question: str
    sources: Mapping[str, str]
    values: Mapping[str, Value | None]
    gold: Value | None

    @property
    def learns(self) -> bool:
        """In the half from which joint failures are learned: an even hash of the question."""
        return int(hashlib.sha256(self.question.encode()).hexdigest(), 16) % 2 == 0


@dataclass(slots=True, kw_only=True)
class Case:
    """One answer: its final claim as our reader finds it, and how any set of authors votes on it."""

    programs: Programs
    claim: Claim | None
    right: bool
    answer: str
    seen: dict[tuple[str, ...], Votes]

    def votes(self, authors: Sequence[str]) -> Votes:
        """The votes of these authors, by the check that the product uses."""
        key = tuple(authors)
        if key not in self.seen:
            self.seen[key] = self._cast(authors)
        return self.seen[key]

    def _cast(self, authors: Sequence[str]) -> Votes:
        assert self.claim is not None
        check = Quorum(
            expected={"$ref": f"claims.{self.claim.id}.value"},
            unit="%" if self.claim.unit == "%" else None,
            exact=not asks_for_rounding(self.programs.question),
        )
        output = {"derivations": [told(author, self.programs.values.get(author)) for author in authors]}
        context = CheckContext(output=output, claims={self.claim.id: self.claim})
        try:
            return cast_votes(check, context).votes
        except (Undecided, Ambiguous):
            return Votes(abstaining=len(authors))


def told(author: str, value: Value | None) -> dict[str, Any]:
    """A program's entry in the tool's output."""
    shown = {"value": None, "unit": None} if value is None else value.json()
    return {"author": author, "seed": 0, **shown, "abstains": "" if value else "no_output"}


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSONL file, plain or gzipped."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def read_programs(path: Path) -> dict[str, Programs]:
    """Question -> its programs."""
    found = (_programs(row) for row in lines(path))
    return {programs.question: programs for programs in found}


def _programs(row: Mapping[str, Any]) -> Programs:
    return Programs(
        question=row["question"],
        sources={p["model"]: p["code"] for p in row["programs"]},
        values={p["model"]: recorded(p["executed"]) for p in row["programs"]},
        gold=value_in(None, str(row.get("gold", ""))),
    )


def recorded(executed: Any) -> Value | None:
    """A recorded result: JSON that was returned, or text that was printed."""
    return value_in(None, executed) if isinstance(executed, str) else value_in(executed, "")


def read_cases(paths: Sequence[Path], programs: Mapping[str, Programs]) -> list[Case]:
    """The answers to questions that have programs."""
    rows = (row for path in paths for row in lines(path) if row["question"] in programs)
    return [
        Case(
            programs=programs[row["question"]],
            claim=_final(row["answer"], row["question"]),
            right=row["label"] == "correct",
            answer=row["answer"],
            seen={},
        )
        for row in rows
    ]


def _final(answer: str, question: str) -> Claim | None:
    """The only final claim, where it can be judged."""
    found = [claim for claim in read_claims(answer, question)[0] if claim.role == "final"]
    return found[0] if len(found) == 1 and not found[0].reason else None
