"""The final claims of an answer: one for each asked part, from the strongest place that states it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from toolkits import lazy_re as re
from verifier.plan import Claim, ClaimKind
from verifier.reading._calendar import asks_name, in_other_order, name_in
from verifier.reading._found import Found
from verifier.reading._markers import (
    RETRACTION,
    Stated,
    cut_before_next_question,
    distinct,
    same_paragraph,
    stated_values,
)
from verifier.reading._options import choice_of, has_remark, words_of
from verifier.reading._parts import assign, find_parts, unasked, unasked_after
from verifier.reading._records import AskedPart
from verifier.reading._weak import concluded_parts, concluded_value, unmarked

# One question that may have several answers: "find the two numbers", "how long is each piece".
_COUNTED: Final = frozenset({"number", "quantity"})
_PLURAL: Final = re.compile(
    r"\b(?:each|both|two|three|numbers|values|lengths|ages|solutions|roots|pieces|parts|respectively)\b"
    r"|两个?|各|分别",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Finals:
    """The finals of one answer.

    Attributes:
        claims: with ids ``final``, ``final.2``, …
        cut: where the answer ends for every reader: text that begins another question is cut off there.
        notes: what a person should know.
    """

    claims: tuple[Claim, ...]
    cut: int
    notes: tuple[str, ...]


def find_finals(text: str, answer: str, question: str, asked: Sequence[AskedPart]) -> Finals:
    """Read the finals.

    Args:
        text: the answer's prose (code blanked out, signs translated, same offsets).
        answer: the answer itself, for quotes.
        question: the question.
        asked: its parts, at least one.
    """
    want = asked[0].kind
    values = stated_values(text, want)
    cut = cut_before_next_question(text, values[0]) if values else len(text)
    notes = (
        ("text after the final answer begins another question and was not read",) if cut < len(text) else ()
    )
    values = [_fitted(v, question, want) for v in values if v.span[1] <= cut]
    values = [v for v in values if not has_remark(question, v.found.value)]
    if want == "choice":
        values = [v for v in values if v.found.kind != "text" or v.boxed]
    claims = (
        _several(text[:cut], question, asked, values)
        if len(asked) > 1
        else _with_unasked(text[:cut], _one(text[:cut], question, asked[0], values))
    )
    return Finals(tuple(_numbered(answer, c, i, question) for i, c in enumerate(claims)), cut, notes)


def _with_unasked(text: str, claims: list[Claim]) -> list[Claim]:
    """The final of a name, with the values of other names that stand in a row with it."""
    if len(claims) != 1 or len(claims[0].subject) != 1:
        return claims
    others = unasked_after(text, claims[0].span[1], {claims[0].subject})
    return claims + [_claim(value, subject=value.found.name) for value in others]


def _fitted(stated: Stated, question: str, want: ClaimKind) -> Stated:
    """The value in the question's own terms: its date order, its options, its words."""
    found = stated.found
    if found.kind == "date" and found.alternatives:
        return replace(stated, found=_in_date_order(found, question))
    what = asks_name(question) if want == "text" else ""
    if what and isinstance(found.value, str):
        return _named_day(stated, question, what)
    if found.kind != "text" or not isinstance(found.value, str):
        return stated
    if want == "choice":
        letter = choice_of(question, found.value)
        return replace(stated, found=replace(found, kind="choice", value=letter)) if letter else stated
    words = words_of(question, found.value)
    return replace(stated, found=replace(found, kind="list", value=words)) if words else stated


def _named_day(stated: Stated, question: str, what: str) -> Stated:
    """The weekday or month that a text states: "a Sunday" is Sunday."""
    assert isinstance(stated.found.value, str)
    start = stated.found.value_span[0]
    span = name_in(stated.found.value, 0, len(stated.found.value), what, question)
    if span is None:
        return stated
    at = (start + span[0], start + span[1])
    return replace(
        stated, found=replace(stated.found, value=stated.found.value[span[0] : span[1]], value_span=at)
    )


def _in_date_order(found: Found, question: str) -> Found:
    """05/06/2021 has one reading where the question names the order."""
    if "MM/DD" in question:
        return replace(found, alternatives=())
    return replace(found, value=found.alternatives[0], alternatives=()) if "DD/MM" in question else found


def _numbered(answer: str, claim: Claim, i: int, question: str) -> Claim:
    start, end = claim.span
    quote = answer[start:end]
    other = claim.kind == "date" and not claim.reason and in_other_order(quote, question)
    reason = "date_order" if other else claim.reason
    return replace(claim, id="final" if i == 0 else f"final.{i + 1}", quote=quote, reason=reason)


def _claim(stated: Stated, *, subject: str = "", reason: str = "", others: tuple[Found, ...] = ()) -> Claim:
    found = stated.found
    return Claim(
        id="final",
        kind=found.kind,
        role="final",
        quote="",
        span=stated.span,
        value=found.value,
        quantum=found.quantum,
        unit=found.unit,
        subject=subject,
        approx=found.approx,
        truncated=found.truncated,
        value_span=found.value_span,
        alternatives=found.alternatives or tuple(o.value for o in others),
        reason=reason or ("ambiguous_number" if found.alternatives else ""),
        echoes=stated.echoes,
    )


def _one(text: str, question: str, part: AskedPart, values: list[Stated]) -> list[Claim]:
    """The finals of a question that asks one thing."""
    if part.kind != "choice":
        values = _of_name(values, part.label) or values
    elif any(v.found.kind == "choice" for v in values):
        values = [v for v in values if v.found.kind == "choice"]
    values = [v for v in values if v.found.kind != "text"] or values
    if not values:
        return _unmarked(text, question, part)
    plural = _PLURAL.search(question, *part.span) is not None
    return _of_values(text, question, part, values, plural=plural)


def _of_name(values: list[Stated], label: str) -> list[Stated]:
    """The values of the name that was asked for, with what their markers and the last one state beside."""
    markers = {v.span[0] for v in values if label and v.found.name == label}
    return [v for v in values if v.span[0] in {*markers, values[-1].span[0]}] if markers else []


def _unmarked(text: str, question: str, part: AskedPart) -> list[Claim]:
    """The finals of an answer without a marker."""
    values = unmarked(text, question, part.kind, part.label)
    if part.kind == "list" and len(values) > 1 and all(v.found.kind in _COUNTED for v in values):
        return [_as_list(values)]
    return [_claim(v, subject=part.label or v.found.name) for v in values]


def _of_values(
    text: str, question: str, part: AskedPart, values: list[Stated], *, plural: bool
) -> list[Claim]:
    """Equal values are one final; several in one marker or boxed paragraph are several; else they clash."""
    different = distinct(values)
    if len(different) == 1 and part.kind != "list":
        return [_unless_contradicted(text, question, part, _with_echoes(values))]
    if len({v.span[0] for v in different}) == 1:
        together = [v for v in values if v.span[0] == different[0].span[0]]
        if len(together) == 1:
            return [_claim(_with_echoes(values), subject=part.label)]
        return (
            [_as_list(together)]
            if part.kind == "list"
            else [_claim(v, subject=v.found.name or part.label) for v in different]
        )
    group = distinct([v for v in values if plural or same_paragraph(text, [v, values[-1]])])
    if len(group) > 1 and all(v.boxed for v in group) and len(group) == len(different):
        return [_claim(v, subject=part.label) for v in group]
    last = values[-1]
    others = tuple(v.found for v in different if not v.found.same(last.found))
    return [_claim(last, subject=part.label, reason="ambiguous_final", others=others)]


def _unless_contradicted(text: str, question: str, part: AskedPart, stated: Stated) -> Claim:
    """The final, ambiguous where a conclusion after it comes to another value ("So the nearest is 3")."""
    if stated.found.kind in _COUNTED and RETRACTION.search(text, stated.span[1]):
        return _retracted(text, question, part, stated)
    later = concluded_value(text, stated.span[1], question, part) if stated.found.kind in _COUNTED else None
    if later is None or later.found.same(stated.found) or later.found.kind not in _COUNTED:
        return _claim(stated, subject=part.label)
    return _claim(stated, subject=part.label, reason="ambiguous_final", others=(later.found,))


def _retracted(text: str, question: str, part: AskedPart, stated: Stated) -> Claim:
    """The value after the retraction; the final is ambiguous where none is certain, or none is another."""
    later = unmarked(text, question, part.kind, part.label)
    if len(later) == 1 and later[0].span[0] >= stated.span[1] and later[0].found.kind in _COUNTED:
        return _claim(later[0], subject=part.label)
    return _claim(stated, subject=part.label, reason="ambiguous_final")


def _with_echoes(values: list[Stated]) -> Stated:
    """The last statement of a value, with the places that state it too."""
    last = values[-1]
    return replace(last, echoes=tuple(v.found.value_span for v in values[:-1]))


def _as_list(values: list[Stated]) -> Claim:
    """One list of the values that one marker states ("2, 3")."""
    first, last = values[0], values[-1]
    claim = _claim(first)
    span = (first.span[0], last.span[1])
    return replace(
        claim, kind="list", value=tuple(v.found.value for v in values), quantum=None, unit=None, span=span,
        value_span=(first.found.value_span[0], last.found.value_span[1]),
    )  # fmt: skip


def _several(text: str, question: str, asked: Sequence[AskedPart], values: list[Stated]) -> list[Claim]:
    """The finals of a question that asks several things."""
    pairs = assign(text, question, asked, values) if values else find_parts(text, asked)
    if not values and len(pairs) < len(asked):
        pairs = concluded_parts(text, asked) or pairs
    claims = [_claim(value, subject=label) for label, value in pairs]
    return claims + [_claim(value, subject=value.found.name) for value in unasked(text, pairs, asked)]
