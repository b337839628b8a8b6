"""Reports of a run: one HTML file that stands alone, Markdown, and a summary for the terminal."""

from __future__ import annotations

from evals.reports._html import html_report
from evals.reports._markdown import comparison_lines, markdown_report, summary
from evals.reports._numbers import shown

__all__ = ["comparison_lines", "html_report", "markdown_report", "shown", "summary"]
