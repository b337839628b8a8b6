"""What the reports of a whole check are made from: answers as they come, and what is known at the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from verifier.report._findings import Finding
from verifier.report._summary import Summary

if TYPE_CHECKING:
    from verifier.report._shape import ReportRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One answer.

    Attributes:
        row: its report.
        findings: what is wrong with it.
        broken: a tool or a service failed, and nothing else decided it.
        text: the report for people, without colours; "" where there is nothing to say.
    """

    row: ReportRow
    findings: tuple[Finding, ...] = ()
    broken: bool = False
    text: str = ""

    @property
    def name(self) -> str:
        """How people call it."""
        row = self.row
        if row["document"] and not row["line"]:
            return str(row["source"] or row["id"])
        return row["id"]

    @property
    def duration_s(self) -> float:
        """Seconds that its tools took."""
        return sum(step["duration_s"] for step in self.row["steps"])


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What is known when everything was checked.

    Attributes:
        summary: the counts.
        faults: places of the input that could not be read: name, line (0: all of it), message.
        code: the exit code.
        verdict: the gate's verdict in a sentence.
        notes: more that the gate has to say, a sentence each.
    """

    summary: Summary = field(default_factory=Summary)
    faults: tuple[tuple[str, int, str], ...] = ()
    code: int = 0
    verdict: str = ""
    notes: tuple[str, ...] = ()
