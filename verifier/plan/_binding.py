"""Binds what a plan writes as a literal to the claim of the answer that states it.

A check compares by reference, never with a copied literal (law 8): a number that stands in the answer means
the answer's claim, and after a correction the corrected one. A number that does not is a constant of the
plan.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any, Final, TypeAlias

from verifier.plan._amounts import PERCENT, RATIO, Stated, of_claim, of_literal
from verifier.plan._schema import Check, Claim, Contains, Equals, Equivalent, Quorum, RoundsTo
from verifier.plan._values import same_text

_VALUED: Final = frozenset({"number", "quantity", "equation"})


@dataclass(frozen=True, slots=True)
class Bound:
    """The claim that a literal means; ``unit`` says in which unit the plan counts, where that differs."""

    claim: Claim
    unit: str | None = None

    @property
    def ref(self) -> dict[str, str]:
        """The reference to the claim's value."""
        return {"$ref": f"claims.{self.claim.id}.value"}


class _AmbiguousBinding:
    """Several final claims state the literal and nothing tells which is meant."""


AMBIGUOUS: Final = _AmbiguousBinding()
Binding: TypeAlias = Bound | _AmbiguousBinding | None


def bind_number(literal: Any, claims: Iterable[Claim], hint: str = "") -> Binding:
    """The claim that states a number.

    Args:
        literal: text or number as the plan writes it, with its unit.
        claims: the answer's claims.
        hint: words around the literal; a final claim whose subject they name goes before the others.
    """
    stated = of_literal(literal)
    if stated is None:
        return None
    found = [Bound(c, unit) for c in claims if c.kind in _VALUED for unit in _unit_if_same(stated, c)]
    return _chosen(found, hint)


def bind_value(value: Any, claims: Iterable[Claim], hint: str = "") -> Binding:
    """The claim that states a text, date, list or expression; never a boolean (there are only two)."""
    wanted = _comparable(value)
    found = [Bound(c) for c in claims if c.kind not in _VALUED and wanted and _comparable(c.value) == wanted]
    return _chosen(found, hint)


def _chosen(found: Sequence[Bound], hint: str) -> Binding:
    finals = [bound for bound in found if bound.claim.role == "final"]
    named = [bound for bound in finals if _is_named(bound.claim.subject, hint)]
    if len(finals) > 1 and len(named) != 1:
        return AMBIGUOUS
    best = named or finals or found
    return best[0] if best else None


def _is_named(subject: str, hint: str) -> bool:
    return bool(subject) and subject.casefold() in hint.casefold()


def _unit_if_same(stated: Stated, claim: Claim) -> list[str | None]:
    """[unit in which the plan counts] when the claim states the literal, else []."""
    theirs = of_claim(claim)
    if theirs is None:
        return []
    if stated.unit == theirs.unit or (stated.unit is None and theirs.unit != PERCENT):
        return [None] if stated.value == theirs.value else []
    if theirs.unit == PERCENT and stated.unit is None:
        # "20" for the answer's 20 %: the plan counts percent. "0.2": it counts the ratio.
        return (
            [PERCENT]
            if stated.value == theirs.value
            else [RATIO]
            if stated.value * 100 == theirs.value
            else []
        )
    if theirs.unit is None:
        return [None] if stated.value == theirs.value * (100 if stated.unit == PERCENT else 1) else []
    return []


def _comparable(value: Any) -> Any:
    if isinstance(value, str):
        return "".join(same_text(value).casefold().split())
    if isinstance(value, list | tuple):
        return tuple(_comparable(item) for item in value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool) or value is None:
        return None
    stated = of_literal(value)
    return None if stated is None else stated.value


def bind_check(check: Check, claims: Sequence[Claim], hint: str = "") -> Check:
    """A typed check whose ``expected`` is a copied literal, bound to the claim that states it."""
    if not isinstance(check, Equals | RoundsTo | Equivalent | Contains | Quorum) or isinstance(
        check.expected, bool | dict
    ):
        return check
    bound = bind_number(check.expected, claims, hint) or bind_value(check.expected, claims, hint)
    if not isinstance(bound, Bound):
        return check
    if isinstance(check, Equals | RoundsTo | Quorum) and check.unit is None:
        return replace(check, expected=bound.ref, unit=bound.unit)
    return replace(check, expected=bound.ref)


def places_of(quantum: Fraction | None) -> int | None:
    """Decimals that a quantum prints (1/100 -> 2), or ``None``."""
    if quantum is None:
        return None
    places = 0
    while quantum.denominator != 1 and places < 100:
        quantum, places = quantum * 10, places + 1
    return places


def fold_width(text: str) -> str:
    """Full-width ASCII as ASCII; other characters, superscripts among them, as they are."""
    return "".join(
        unicodedata.normalize("NFKC", sign) if "\uff01" <= sign <= "\uff5e" or sign == "\u3000" else sign
        for sign in text
    )
