"""From the evidence against an answer to a new answer: requests, corrections, and the local patcher."""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier._later import later
from verifier.correction._request import (
    Correction,
    CorrectionRequest,
    Corrector,
    Tried,
    capped,
    correction_request,
)

if TYPE_CHECKING:
    from verifier.correction._edit import apply
    from verifier.correction._patch import patch_locally

__all__ = [
    "Correction",
    "CorrectionRequest",
    "Corrector",
    "Tried",
    "apply",
    "capped",
    "correction_request",
    "patch_locally",
]

#: Loaded when asked for: few runs patch anything.
_LATER = {"apply": "_edit", "patch_locally": "_patch"}

__getattr__ = later(__name__, _LATER)
