"""Reports: JSON for machines, text for people, counts over many runs."""

from __future__ import annotations

from verifier.report._document import document_lines
from verifier.report._json import canonical, report_row
from verifier.report._pieces import coloured, plain, wants_colour
from verifier.report._places import printable
from verifier.report._summary import Summary
from verifier.report._text import finding, full_report

__all__ = [
    "Summary",
    "canonical",
    "coloured",
    "document_lines",
    "finding",
    "full_report",
    "plain",
    "printable",
    "report_row",
    "wants_colour",
]
