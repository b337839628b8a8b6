"""Steps for the equations that an answer writes out: its sums must add up (basis answer)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from toolkits.quantities import QuantityError, number_json, read
from verifier.plan import Claim, RoundsTo, Step


def equation_steps(claims: Iterable[Claim]) -> Iterator[Step]:
    """One step for each equation claim: compute the left side, compare with the right at its printed digits.

    A step value may be rounded or truncated, so both are accepted. A left side that is a quantity in
    another unit ("5 km = 5000 m") is converted.
    """
    for claim in claims:
        if claim.kind == "equation" and claim.role == "step":
            yield _step(claim)


def _step(claim: Claim) -> Step:
    conversion = _conversion(claim)
    return Step(
        step_id=f"eq.{claim.id}",
        description=f"{claim.lhs} = ?",
        tool_required="units" if conversion else "arithmetic",
        tool_input=conversion or {"expression": claim.lhs},
        expected_check=RoundsTo(expected={"$ref": f"claims.{claim.id}.value"}, truncation=True),
        claim=claim.id,
        basis="answer",
    )


def _conversion(claim: Claim) -> dict[str, Any] | None:
    """The units tool's input where the left side is one quantity with a unit of its own."""
    if claim.unit is None or (claim.lhs.isascii() and not claim.lhs[-1:].isalpha()):
        return None
    try:
        left = read(claim.lhs)
    except QuantityError:
        return None
    if left.unit is None or left.alternatives:
        return None
    return {"value": number_json(left.value), "from_unit": left.unit, "to_unit": claim.unit}
