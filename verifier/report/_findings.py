"""What a report found: where it stands, by which rule, and by what it is known again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Literal, TypeAlias

from verifier.report._words import one_line

if TYPE_CHECKING:
    from verifier.report._shape import ClaimRow, ReportRow, StepRow

Level: TypeAlias = Literal["error", "warning"]

#: The rule of an answer that the gate does not accept undecided; its stop reason comes after the stroke.
UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A stretch of a file, in lines and columns from 1; the end is exclusive. Columns 0: whole lines."""

    line: int = 1
    column: int = 0
    end_line: int = 1
    end_column: int = 0


#: From a span of the answer to where it stands in the file that the answer came from.
Locate: TypeAlias = Callable[[tuple[int, int]], Region]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault in one answer.

    Attributes:
        rule: ``CHECK/SLIP``, ``CHECK`` where no slip was named, or ``undecided/REASON``.
        level: ``error`` for what is refuted, ``warning`` for what could not be decided.
        source: the file, relative to the working directory where it lies in it, with forward slashes.
        id: the answer's id.
        quote: the claim, verbatim, "" where the fault is no single claim's.
        message: what is wrong, in a sentence or two.
        region: where the claim stands in the file.
        fingerprint: what it is known again by, wherever it moves to in its file.
        known: it stands in the baseline.
    """

    rule: str
    level: Level
    source: str
    id: str
    quote: str
    message: str
    region: Region
    fingerprint: str
    known: bool = False

    @property
    def check(self) -> str:
        """The rule without the slip."""
        return self.rule.partition("/")[0]


def relative(source: str) -> str:
    """A source as reports call it: relative to the working directory where it lies in it."""
    if source == "-":
        return "stdin"
    path = PurePath(source)
    if path.is_absolute():
        here = Path.cwd()
        path = path.relative_to(here) if path.is_relative_to(here) else path
    return path.as_posix()


@dataclass(slots=True)
class Finder:
    """Reads findings off rows; counts those that look alike, so that each has a fingerprint of its own."""

    _seen: Counter[str] = field(default_factory=Counter[str])

    def findings(self, row: ReportRow, locate: Locate, *, named: bool = False) -> tuple[Finding, ...]:
        """The findings of one answer in the order of its steps.

        Args:
            row: the answer's report.
            locate: where spans of its final answer stand in the file.
            named: the gate does not accept the answer as it is, even if nothing in it was refuted.
        """
        claims = {claim["id"]: claim for claim in row["claims"]}
        found = [
            self._of_step(row, step, claims.get(step["claim"] or ""), locate)
            for step in row["steps"]
            if step["outcome"] is not None and step["outcome"]["result"] == "fail"
        ]
        if not found and named:
            found = [self._of_undecided(row, locate)]
        return tuple(found)

    def _of_step(self, row: ReportRow, step: StepRow, claim: ClaimRow | None, locate: Locate) -> Finding:
        span = _span(row["final_answer"], step, claim)
        quote = claim["quote"] if claim else row["final_answer"][slice(*span)]
        return Finding(
            rule=rule_of(step),
            level="error",
            source=relative(row["source"] or row["id"]),
            id=row["id"],
            quote=claim["quote"] if claim else "",
            message=message_of(step, claim),
            region=locate(span),
            fingerprint=self._fingerprint(row, quote),
        )

    def _of_undecided(self, row: ReportRow, locate: Locate) -> Finding:
        reason = row["stop_reason"]
        text = row["error"].partition("\n")[0] or f"{row['verdict']}: {reason}".replace("_", " ")
        return Finding(
            rule=f"{UNDECIDED}/{reason}",
            level="warning",
            source=relative(row["source"] or row["id"]),
            id=row["id"],
            quote="",
            message=text,
            region=locate((0, len(row["final_answer"]))),
            fingerprint=self._fingerprint(row, row["final_answer"], UNDECIDED),
        )

    def _fingerprint(self, row: ReportRow, quote: str, kind: str = "refuted") -> str:
        """A digest of file, question and quote: neither of the place nor of how the fault is explained."""
        told = [relative(row["source"] or row["id"]), row["question"], " ".join(quote.split()), kind]
        base = json.dumps(told)
        self._seen[base] += 1
        return hashlib.sha256(f"{base}{self._seen[base]}".encode()).hexdigest()[:32]


def rule_of(step: StepRow) -> str:
    """The rule by which a step failed."""
    check = str((step["check"] or {}).get("type", "check"))
    slip = (step["diagnosis"] or {}).get("kind")
    return f"{check}/{slip}" if slip else check


def message_of(step: StepRow, claim: ClaimRow | None) -> str:
    """What is wrong, for people who see nothing else of the report."""
    outcome = step["outcome"]
    why = (step["diagnosis"] or {}).get("summary") or (
        outcome["detail"] or outcome["reason"] if outcome else ""
    )
    quoted = f"{one_line(claim['quote'])}: " if claim and "\n" not in claim["quote"] else ""
    return quoted + " ".join(" ⏎ ".join(filter(None, map(str.strip, str(why).split("\n")))).split())


def _span(answer: str, step: StepRow, claim: ClaimRow | None) -> tuple[int, int]:
    if claim is not None:
        return claim["span"][0], claim["span"][1]
    shown = next(filter(None, _shown_texts(step)), "")
    start = answer.find(shown.rstrip("\n")) if shown.strip() else -1
    return (start, start + len(shown.rstrip("\n"))) if start >= 0 else (0, len(answer))


def _shown_texts(step: StepRow) -> Iterator[str]:
    """The outputs that the answer shows and the program does not print."""
    cells, cases = step["input"].get("cells"), (step["output"] or {}).get("cases")
    if not isinstance(cells, list) or not isinstance(cases, list):
        return
    wrong = {str(case.get("case", "")) for case in cases if case.get("judged") and not case.get("ok")}
    for number, cell in enumerate(cells, start=1):
        if f"cell {number}" in wrong:
            yield str(cell.get("shown") or cell.get("code") or "")
