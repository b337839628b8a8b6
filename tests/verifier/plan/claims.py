"""Claims for the tests, made from the characters that an answer would print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from toolkits.quantities import read
from verifier.plan import CheckContext, Claim

FINAL = {"$ref": "claims.final.value"}


def stated(text: str, **changes: Any) -> Claim:
    """A final claim of the number that ``text`` prints; ``changes`` replace its fields."""
    quantity = read(text)
    claim = Claim(
        id="final",
        kind="quantity" if quantity.unit else "number",
        role="final",
        quote=text,
        span=(0, len(text)),
        value=quantity.value,
        quantum=quantity.quantum,
        unit=quantity.unit,
        approx=quantity.approx,
        truncated=quantity.truncated,
        value_span=(quantity.number_start, quantity.number_end),
        alternatives=quantity.alternatives,
    )
    return replace(claim, **changes)


def said(value: Any, kind: Any = "text", **changes: Any) -> Claim:
    """A final claim of another kind."""
    quote = str(value)
    claim = Claim(id="final", kind=kind, role="final", quote=quote, span=(0, len(quote)), value=value)
    return replace(claim, **changes)


def seen(output: Any, *claims: Claim, steps: Mapping[str, Any] | None = None) -> CheckContext:
    """What a check sees: a tool's output (or its bare value) and the claims."""
    wrapped = output if isinstance(output, dict) or output is None else {"value": output}
    return CheckContext(output=wrapped, claims={claim.id: claim for claim in claims}, steps=steps or {})
