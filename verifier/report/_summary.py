"""Counts over many runs, and the one line that tells them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypedDict

from verifier.records import Verdict


class SummaryRow(TypedDict):
    """The counts as JSON: ``not_verified`` by stop reason, ``held`` and ``failed`` claims of documents."""

    verified: int
    refuted: int
    not_verified: dict[str, int]
    documents: int
    held: int
    failed: int
    unread: int


@dataclass(slots=True)
class Summary:
    """Counts of what became of every answer.

    Attributes:
        verdicts: of answers that had a question.
        reasons: stop reasons of those neither verified nor refuted.
        documents: texts without a question.
        held: claims of documents that held.
        failed: claims of documents that failed.
        unread: places of the input that could not be read.
    """

    verdicts: Counter[Verdict] = field(default_factory=Counter[Verdict])
    reasons: Counter[str] = field(default_factory=Counter[str])
    documents: int = 0
    held: int = 0
    failed: int = 0
    unread: int = 0

    def add(self, verdict: Verdict, stop_reason: str) -> None:
        """Count an answer that had a question."""
        self.verdicts[verdict] += 1
        if verdict in {"inconclusive", "not_checkable"}:
            self.reasons[stop_reason] += 1

    def add_document(self, *, held: int, failed: int) -> None:
        """Count a document by its claims."""
        self.documents += 1
        self.held += held
        self.failed += failed

    @property
    def decided(self) -> bool:
        """Something in the whole input was decided: an answer verified or refuted, or a document's claim."""
        return bool(self.verdicts["verified"] + self.verdicts["refuted"] + self.held + self.failed)

    def as_row(self) -> SummaryRow:
        """The counts as JSON."""
        return {
            "verified": self.verdicts["verified"],
            "refuted": self.verdicts["refuted"],
            "not_verified": dict(sorted(self.reasons.items())),
            "documents": self.documents,
            "held": self.held,
            "failed": self.failed,
            "unread": self.unread,
        }

    def __str__(self) -> str:
        parts = []
        if self.verdicts or not self.documents:
            parts.append(self._answers())
        if self.documents:
            parts.append(f"{self._documents()}: {self.failed} refuted, {self.held} held")
        if self.unread:
            parts.append(f"{self.unread} not read")
        return "; ".join(parts)

    def _documents(self) -> str:
        return "document" if self.documents == 1 else f"{self.documents} documents"

    def _answers(self) -> str:
        verified, refuted = self.verdicts["verified"], self.verdicts["refuted"]
        line = f"{verified} verified, {refuted} refuted, {self.reasons.total()} not verified"
        if not self.reasons:
            return line
        ranked = sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))
        return f"{line} ({', '.join(f'{count} {_phrase(reason)}' for reason, count in ranked)})"


def _phrase(reason: str) -> str:
    return reason.replace("_", " ")
