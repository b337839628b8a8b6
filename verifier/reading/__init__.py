"""Reading an answer: which checkable claims it makes, and where they stand."""

from __future__ import annotations

from verifier.reading._asked import asked_parts
from verifier.reading._reading import normalise_answer, read
from verifier.reading._records import AskedPart, Assignment, CodeBlock, Reading
from verifier.reading._thoughts import answered

__all__ = [
    "AskedPart",
    "Assignment",
    "CodeBlock",
    "Reading",
    "answered",
    "asked_parts",
    "normalise_answer",
    "read",
]
