"""Checks what a client of a language model hands out, where it is handed out.

:func:`wrap` stands in front of an ``openai``-like client: its completions carry a report at ``.amtfv``.
:func:`verified` does the same for any function from question to text.
"""

from __future__ import annotations

from verifier.errors import RefutedError
from verifier.wrapping._attached import report_of, reports_of
from verifier.wrapping._client import wrap
from verifier.wrapping._decorator import VerifiedText, verified
from verifier.wrapping._routes import UncheckedWarning
from verifier.wrapping._settings import OnRefuted

__all__ = [
    "OnRefuted",
    "RefutedError",
    "UncheckedWarning",
    "VerifiedText",
    "report_of",
    "reports_of",
    "verified",
    "wrap",
]
