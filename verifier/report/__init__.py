"""Reports: JSON for machines, text for people, counts over many runs."""

from __future__ import annotations

from verifier.report._document import counts, document_lines
from verifier.report._findings import Finder, Finding, Locate, Region, relative
from verifier.report._generation import generation_lines
from verifier.report._json import canonical, report_row
from verifier.report._pieces import Line, Piece, coloured, plain, rich_text, wants_colour
from verifier.report._places import cells, excerpt, place, printable, wrapped
from verifier.report._summary import Summary
from verifier.report._text import finding, full_report
from verifier.report._told import Ending, Told

__all__ = [
    "Ending",
    "Finder",
    "Finding",
    "Line",
    "Locate",
    "Piece",
    "Region",
    "Summary",
    "Told",
    "canonical",
    "cells",
    "coloured",
    "counts",
    "document_lines",
    "excerpt",
    "finding",
    "full_report",
    "generation_lines",
    "place",
    "plain",
    "printable",
    "relative",
    "report_row",
    "rich_text",
    "wants_colour",
    "wrapped",
]
