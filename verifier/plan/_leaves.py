"""What a check is made of: its leaves, what they compare, the claims that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.plan._refs import claim_of, refs_in
from verifier.plan._schema import AllOf, AnyOf, Check, Claim, Not


def claims_in_check(check: Check, claims: Mapping[str, Claim]) -> tuple[str, ...]:
    """Ids of the claims that a check refers to, in order."""
    found = (
        claim_of(ref, claims)
        for operand in operands(check)
        for ref in refs_in(operand)
        if ref.root == "claims"
    )
    return tuple(dict.fromkeys(named[0].id for named in found if named is not None))


def operands(check: Check) -> Iterator[Any]:
    """Everything that a check compares, its parts' included."""
    for leaf in leaves_of(check):
        for name in ("actual", "expected"):
            if hasattr(leaf, name):
                yield getattr(leaf, name)


def leaves_of(check: Check) -> Iterator[Check]:
    """The checks that a combination is made of; a plain check is its own leaf."""
    if isinstance(check, AllOf | AnyOf):
        for part in check.checks:
            yield from leaves_of(part)
    elif isinstance(check, Not):
        yield from leaves_of(check.check)
    else:
        yield check
