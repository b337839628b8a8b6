"""Steps for the equations that an answer writes out: its sums must add up (basis answer)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from verifier.plan._schema import Claim, RoundsTo, Step


def equation_steps(claims: Iterable[Claim]) -> Iterator[Step]:
    """One step for each equation claim: compute the left side, compare with the right at its printed digits.

    A step value may be rounded or truncated, so both are accepted.
    """
    for claim in claims:
        if claim.kind == "equation" and claim.role == "step":
            yield _step(claim)


def _step(claim: Claim) -> Step:
    return Step(
        step_id=f"eq.{claim.id}",
        description=f"{claim.lhs} = ?",
        tool_required="arithmetic",
        tool_input={"expression": claim.lhs},
        expected_check=RoundsTo(expected={"$ref": f"claims.{claim.id}.value"}, truncation=True),
        claim=claim.id,
        basis="answer",
    )
