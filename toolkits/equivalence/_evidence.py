"""What the ladder of the equivalence tool finds, with the evidence for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Verdict = Literal["equivalent", "different", "undecidable", "error"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict and what it rests on.

    Attributes:
        value: the verdict.
        by: the rung that decided: ``proved-structural``, ``proved-exact``, ``proved-identity``,
            ``proved-separation``, ``refuted-by-witness``, ``refuted-exact``, ``sampled``, ``kind``, or the
            code of an error.
        detail: the witness, the number of points and digits, or what could not be read.
    """

    value: Verdict
    by: str
    detail: dict[str, Any] = field(default_factory=dict[str, Any])

    def json(self) -> dict[str, Any]:
        """The tool's output."""
        return {"value": self.value, "evidence": {"by": self.by, **self.detail}}


def both(findings: list[Finding], by: str) -> Finding:
    """The verdict on things that must all be equivalent."""
    for verdict in ("error", "different", "undecidable"):
        for finding in findings:
            if finding.value == verdict:
                return finding
    return Finding("equivalent", by, {"parts": [finding.by for finding in findings]})
