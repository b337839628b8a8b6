"""From the evidence against an answer to a new answer: requests, corrections, and the local patcher."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

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


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_LATER[name]}"), name)
    globals()[name] = value
    return value
