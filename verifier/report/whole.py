"""Reports on a whole check for other programs: JUnit, SARIF, annotations, Markdown, HTML.

Each is a function of the answers told and of the ending; a check that asks for none loads none.
"""

from __future__ import annotations

from verifier.report._github import commands
from verifier.report._html import html
from verifier.report._junit import junit
from verifier.report._markdown import markdown
from verifier.report._sarif import sarif

__all__ = ["commands", "html", "junit", "markdown", "sarif"]
