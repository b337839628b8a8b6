"""The claims of a plan: those that it names, those that the reader finds, and how they follow an answer.

A plan's word is not taken for a claim's value: the value, its printed quantum and its unit are read from the
answer at the place that the plan quotes. What the reader finds is kept even where a plan names other claims,
so that a plan cannot pass by looking away from a final value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from toolkits.quantities import Quantity, read_all
from verifier.errors import PlanError
from verifier.plan._amounts import of_claim, of_literal
from verifier.plan._fields import Field, one_of, read_member, read_object, read_text
from verifier.plan._json import Json, child
from verifier.plan._schema import Claim, ClaimKind, Role
from verifier.plan._values import same_text, to_truth

if TYPE_CHECKING:
    from verifier.reading import CodeBlock

KINDS: Final[tuple[ClaimKind, ...]] = (
    "number", "quantity", "equation", "expression", "boolean", "choice", "text", "date", "list", "code",
    "sql", "fact", "consistency",
)  # fmt: skip
_NUMERIC: Final = frozenset({"number", "quantity"})
#: Kinds whose value only the reader can find; a plan may point at them, not make them up.
_READ_ONLY: Final = frozenset({"equation", "date", "list", "consistency"})
MAX_CLAIMS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedClaim:
    """A claim as a plan names it."""

    id: str
    kind: ClaimKind
    role: Role
    quote: str
    path: str
    span: tuple[int, int] | None = None
    value: Json = None
    subject: str = ""


def _span(value: Json, path: str) -> tuple[int, int]:
    if not isinstance(value, list) or [type(n) for n in value] != [int, int] or not 0 <= value[0] < value[1]:
        raise PlanError(path, "a span is [start, end], two character offsets in order")
    return value[0], value[1]


CLAIM_FIELDS: Final[Mapping[str, Field]] = {
    "id": Field(read_text, {"type": "string"}, required=True),
    "kind": Field(one_of(*KINDS).read, {"type": "string", "enum": list(KINDS)}, required=True),
    "role": Field(one_of("final", "step").read, {"type": "string", "enum": ["final", "step"]}, required=True),
    "quote": Field(read_text, {"type": "string"}, required=True),
    "span": Field(_span, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}),
    "value": Field(read_member, {"$ref": "#/$defs/operand"}),
    "subject": Field(read_text, {"type": "string"}),
}


def read_named_claims(value: Json, path: str) -> tuple[NamedClaim, ...]:
    """The ``claims`` array of a plan.

    Raises:
        PlanError: its form is wrong, or two claims share an id.
    """
    if not isinstance(value, list):
        raise PlanError(path, "claims is an array")
    if len(value) > MAX_CLAIMS:
        raise PlanError(path, f"{len(value)} claims; at most {MAX_CLAIMS}")
    claims: list[NamedClaim] = []
    for index, member in enumerate(value):
        at = child(path, index)
        claim = NamedClaim(path=at, **read_object(member, at, CLAIM_FIELDS, "a claim"))
        if any(claim.id == other.id for other in claims):
            raise PlanError(child(at, "id"), f"the id {claim.id[:40]!r} is taken by an earlier claim")
        claims.append(claim)
    return tuple(claims)


def settle_claims(named: Sequence[NamedClaim], found: Sequence[Claim], answer: str) -> tuple[Claim, ...]:
    """The plan's claims with the reader's values, and the reader's other claims, in the order of the text.

    Raises:
        PlanError: a quote that does not stand in the answer, or from which no value can be read.
    """
    taken: list[Claim] = []
    rest = list(found)
    for claim in named:
        start, end = _place(claim, answer)
        near = [c for c in rest if c.span[0] < end and start < c.span[1] and _fits(c, claim)]
        if len(near) == 1:
            rest.remove(near[0])
            taken.append(
                replace(near[0], id=claim.id, role=claim.role, subject=claim.subject or near[0].subject)
            )
        else:
            taken.append(_made(claim, (start, end)))
    return _in_order(taken, _with_free_ids(rest, {c.id for c in taken}))


def _place(claim: NamedClaim, answer: str) -> tuple[int, int]:
    quote, at = claim.quote, child(claim.path, "quote")
    if claim.span is not None:
        if answer[claim.span[0] : claim.span[1]] != quote:
            raise PlanError(child(claim.path, "span"), "the answer's characters there are not the quote")
        return claim.span
    count = answer.count(quote) if quote else 0
    if count != 1:
        where = (
            "does not stand in the answer, verbatim"
            if not count
            else f"stands {count} times in the answer; add a span"
        )
        raise PlanError(at, f"the quote {quote[:40]!r} {where}")
    start = answer.index(quote)
    return start, start + len(quote)


def _fits(found: Claim, named: NamedClaim) -> bool:
    same_kind = found.kind == named.kind or {found.kind, named.kind} <= _NUMERIC
    return same_kind and (named.value is None or _agrees(found, named.value))


def _agrees(found: Claim, value: Json) -> bool:
    """Whether the value that the plan names is the one that the answer prints there."""
    stated, named = of_claim(found), of_literal(value)
    if stated is not None:
        ratio = stated.value / 100 if stated.unit == "%" else stated.value
        return named is not None and named.value in (stated.value, ratio)
    if isinstance(found.value, str):
        return isinstance(value, str) and same_text(value) == same_text(found.value)
    return True


def _made(claim: NamedClaim, span: tuple[int, int]) -> Claim:
    """A claim that the reader did not find, its value read from the quote alone."""
    if claim.kind in _READ_ONLY:
        raise PlanError(claim.path, f"the answer shows no {claim.kind} there that can be read for certain")
    base = Claim(
        id=claim.id, kind=claim.kind, role=claim.role, quote=claim.quote, span=span, subject=claim.subject
    )
    if claim.kind in _NUMERIC:
        return _with_quantity(base, _quantity(claim))
    if claim.kind == "boolean":
        return replace(base, value=_truth(claim))
    return _with_text(base, claim)


def _quantity(claim: NamedClaim) -> Quantity:
    found = read_all(claim.quote)
    if claim.value is not None:
        wanted = of_literal(claim.value)
        found = [q for q in found if wanted is not None and wanted.value in (q.value, _printed(q))]
    if len(found) != 1:
        raise PlanError(
            child(claim.path, "quote"),
            f"{len(found) or 'no'} such numbers in it; quote one number, or name it in 'value'",
        )
    return found[0]


def _printed(quantity: Quantity) -> Fraction:
    """The number as it stands before its percent sign."""
    return quantity.value * 100 if quantity.unit == "%" else quantity.value


def _with_quantity(claim: Claim, quantity: Quantity) -> Claim:
    start = claim.span[0]
    return replace(
        claim,
        value=quantity.value,
        quantum=quantity.quantum,
        unit=quantity.unit,
        approx=quantity.approx,
        truncated=quantity.truncated,
        value_span=(start + quantity.number_start, start + quantity.number_end),
        alternatives=quantity.alternatives,
    )


def _truth(claim: NamedClaim) -> bool:
    truth = to_truth(claim.quote) if claim.value is None else to_truth(claim.value)
    if truth is None:
        raise PlanError(child(claim.path, "value"), "say whether the quote states true or false")
    return truth


def _with_text(base: Claim, claim: NamedClaim) -> Claim:
    text = claim.quote if claim.value is None else claim.value
    at = claim.quote.find(text) if isinstance(text, str) and text else -1
    if at < 0:
        raise PlanError(child(claim.path, "value"), "must stand in the quote, verbatim")
    start = base.span[0]
    return replace(base, value=text, value_span=(start + at, start + at + len(text)))


def code_claims(blocks: Iterable[CodeBlock], answer: str, claims: Iterable[Claim]) -> tuple[Claim, ...]:
    """A step claim for each code block that no claim states yet: code that a plan may put to the test."""
    stated = {claim.value for claim in claims if claim.kind in ("code", "sql")}
    rest = [block for block in blocks if block.code not in stated]
    return tuple(
        Claim(
            id=f"code{number}",
            kind="sql" if block.language == "sql" else "code",
            role="step",
            quote=answer[block.span[0] : block.span[1]],
            span=block.span,
            value=block.code,
        )
        for number, block in enumerate(rest, start=1)
    )


def _with_free_ids(claims: Iterable[Claim], taken: set[str]) -> list[Claim]:
    """The same claims, with other ids where a plan uses theirs."""
    out: list[Claim] = []
    for claim in claims:
        name, number = claim.id, 2
        while name in taken:
            name, number = f"{claim.id}_{number}", number + 1
        taken.add(name)
        out.append(claim if name == claim.id else replace(claim, id=name))
    return out


def _in_order(*groups: Iterable[Claim]) -> tuple[Claim, ...]:
    return tuple(sorted((c for group in groups for c in group), key=lambda c: (c.span, c.id)))


def follow(old: Sequence[Claim], new: Sequence[Claim]) -> tuple[Claim, ...]:
    """The claims of a corrected answer under the ids of the old ones, so that references go on to hold.

    Claims are matched by their key (kind, role, subject) and by their order among those of one key; the one
    final claim of the old answer is matched with the one final claim of the new, whatever its form.
    """
    renamed: dict[int, str] = {}
    used: set[str] = set()
    for claim, match in _matches(old, new):
        renamed[match] = claim.id
        used.add(claim.id)
    reserved = used | {claim.id for claim in old}
    kept = [replace(claim, id=renamed[i]) for i, claim in enumerate(new) if i in renamed]
    others = [claim for i, claim in enumerate(new) if i not in renamed]
    return _in_order(kept, _with_free_ids(others, reserved))


def _matches(old: Sequence[Claim], new: Sequence[Claim]) -> list[tuple[Claim, int]]:
    waiting: dict[Any, list[int]] = {}
    for index, claim in enumerate(new):
        waiting.setdefault(_key(claim), []).append(index)
    pairs = [(claim, places.pop(0)) for claim in old if (places := waiting.get(_key(claim)))]
    left = [c for c in old if c.role == "final" and all(c is not one for one, _ in pairs)]
    free = [i for i, c in enumerate(new) if c.role == "final" and all(i != place for _, place in pairs)]
    if len(left) == 1 and len(free) == 1:
        pairs.append((left[0], free[0]))
    return pairs


def _key(claim: Claim) -> tuple[str, str, str]:
    return ("number" if claim.kind in _NUMERIC else claim.kind, claim.role, claim.subject)
