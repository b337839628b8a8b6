"""From the evidence against an answer to a new answer: requests, corrections, and the local patcher."""

from verifier.correction._edit import apply
from verifier.correction._patch import patch_locally
from verifier.correction._request import (
    Correction,
    CorrectionRequest,
    Corrector,
    Tried,
    capped,
    correction_request,
)

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
