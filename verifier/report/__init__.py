"""Reports: JSON for machines, text for people, counts over many runs."""

from __future__ import annotations

from verifier.report._document import counts, document_lines
from verifier.report._generation import generation_lines
from verifier.report._json import canonical, report_row
from verifier.report._pieces import Line, Piece, coloured, plain, rich_text, wants_colour
from verifier.report._places import cells, excerpt, printable, wrapped
from verifier.report._summary import Summary
from verifier.report._text import finding, full_report

__all__ = [
    "Line",
    "Piece",
    "Summary",
    "canonical",
    "cells",
    "coloured",
    "counts",
    "document_lines",
    "excerpt",
    "finding",
    "full_report",
    "generation_lines",
    "plain",
    "printable",
    "report_row",
    "rich_text",
    "wants_colour",
    "wrapped",
]
