"""JSON of what goes into evidence: canonical text, its digest, and checks as plans write them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from verifier.plan import AllOf, AnyOf, Check, Not

#: JSON with sorted keys, no white space, ASCII only. ``ValueError`` or ``TypeError`` for what is no JSON
#: (NaN, a set, a key that is no string, a circle).
canonical: Callable[[Any], str] = json.JSONEncoder(
    separators=(",", ":"), sort_keys=True, allow_nan=False
).encode


def digest(text: str) -> str:
    """SHA-256 of canonical JSON, in hexadecimal."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def check_data(check: Check) -> dict[str, Any]:
    """A check as plans write it; of one that holds no other checks the operands are not copied."""
    if isinstance(check, AllOf | AnyOf | Not):
        from verifier.plan import check_json  # noqa: PLC0415  (few checks hold others)

        return check_json(check)
    named = ((name, getattr(check, name)) for name in check.__dataclass_fields__)
    return {name: value for name, value in named if value is not None or name == "expected"}
