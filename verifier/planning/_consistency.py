"""Steps that hold an answer against itself: one name, two values (basis answer)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from toolkits.quantities import number_json
from verifier.plan import Claim, Consistent, Step


def consistency_steps(claims: Iterable[Claim]) -> Iterator[Step]:
    """One step for each consistency claim: its ``value`` holds every value given to the name ``subject``."""
    for claim in claims:
        if claim.kind == "consistency" and isinstance(claim.value, tuple):
            yield _step(claim, claim.value)


def _step(claim: Claim, values: tuple[Fraction, ...]) -> Step:
    return Step(
        step_id=f"same.{claim.id}",
        description=f"{claim.subject} keeps one value",
        tool_required="consistency",
        tool_input={"assignments": [[claim.subject, number_json(v)] for v in values]},
        expected_check=Consistent(),
        claim=claim.id,
        basis="answer",
    )
