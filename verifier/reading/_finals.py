"""The final claims of an answer: one for each asked part, from the strongest place that states it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from verifier.plan._schema import Claim, ClaimKind
from verifier.reading._asked import LABELS
from verifier.reading._equations import Equation
from verifier.reading._markers import Stated, concluded_choice, cut_before_next_question, same_paragraph, stated_values
from verifier.reading._numbers import Printed
from verifier.reading._records import AskedPart
from verifier.reading._values import Found, read_value

_SENTENCE: Final = re.compile(r"[.!?。！？](?=\s|$|[\u4e00-\u9fff])\s*|\n+")
_DIGIT: Final = re.compile(r"\d")
_LEADING_WORD: Final = re.compile(r"[\s*_\"'“]*")
_STATES: Final = r"[^\d\n.;。；]{0,40}?(?:\bis\b|\bare\b|\bwas\b|\bequals?\b|[=:：≈]|为|是|等于|约)\s*(?:equal to|about|approximately|\\approx|=|:|约|：)?\s*"
_ALNUM_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


class Finals:
    """The finals of one answer.

    Attributes:
        claims: with ids ``final``, ``final.2``, …
        cut: where the answer ends for every reader: text that begins another question is cut off there.
        notes: what a person should know.
    """

    __slots__ = ("claims", "cut", "notes")

    def __init__(self, claims: tuple[Claim, ...], cut: int, notes: tuple[str, ...]) -> None:
        self.claims = claims
        self.cut = cut
        self.notes = notes


def find_finals(text: str, answer: str, question: str, asked: Sequence[AskedPart]) -> Finals:
    """Read the finals.

    Args:
        text: the answer's prose (code blanked out, signs translated, same offsets).
        answer: the answer itself, for quotes.
        question: the question.
        asked: its parts.
    """
    want: ClaimKind = asked[0].kind if asked else "text"
    values = stated_values(text, want)
    cut = cut_before_next_question(text, values[0]) if values else len(text)
    notes = ("text after the final answer begins another question and was not read",) if cut < len(text) else ()
    values = [v for v in values if v.span[1] <= cut]
    text = text[:cut]
    if len(asked) > 1:
        claims = _for_parts(text, asked, values)
    elif values:
        claims = _of_values(text, values)
    else:
        weak = _weak(text, question, want)
        claims = [_claim(weak)] if weak else []
    label = asked[0].label if len(asked) == 1 else ""
    numbered = [_numbered(answer, c, i, label) for i, c in enumerate(claims)]
    return Finals(tuple(numbered), cut, notes)


def _numbered(answer: str, claim: Claim, i: int, label: str) -> Claim:
    start, end = claim.span
    return replace(claim, id="final" if i == 0 else f"final.{i + 1}", quote=answer[start:end], subject=claim.subject or label)


def _claim(stated: Stated, *, subject: str = "", reason: str = "", others: tuple[Found, ...] = ()) -> Claim:
    found = stated.found
    alternatives = found.alternatives or tuple(o.value for o in others)
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
        alternatives=alternatives,
        reason=reason or ("ambiguous_number" if found.alternatives else ""),
    )


def _of_values(text: str, values: list[Stated]) -> list[Claim]:
    """One asked part: equal values are one final; several in one paragraph's boxes are several; else they disagree."""
    distinct = _distinct(values)
    if len(distinct) == 1:
        return [_claim(values[-1])]
    last = [v for v in values if same_paragraph(text, [v, values[-1]])]
    group = _distinct(last)
    if len(group) > 1 and all(v.boxed for v in group) and len(group) == len(distinct):
        return [_claim(v) for v in group]
    if len({v.span[0] for v in distinct}) == 1:
        return [_claim(v) for v in distinct]
    others = tuple(v.found for v in distinct if not v.found.same(values[-1].found))
    return [_claim(values[-1], reason="ambiguous_final", others=others)]


def _distinct(values: list[Stated]) -> list[Stated]:
    kept: list[Stated] = []
    for value in values:
        if not any(value.found.same(k.found) for k in kept):
            kept.append(value)
    return kept


# --- several asked parts ----------------------------------------------------------------------------------------------
def _for_parts(text: str, asked: Sequence[AskedPart], values: list[Stated]) -> list[Claim]:
    """A claim for each part that the answer names, else the marked values in order where their number fits."""
    named = [(part, _by_label(text, part, values)) for part in asked]
    if all(found for _, found in named):
        return [_claim(found, subject=part.label) for part, found in named if found]
    distinct = _distinct(values)
    if len(distinct) == len(asked) and (same_paragraph(text, distinct) or len({v.span[0] for v in distinct}) == 1):
        return [_claim(v, subject=p.label) for p, v in zip(asked, distinct, strict=True)]
    some = [_claim(found, subject=part.label) for part, found in named if found]
    return some or (_of_values(text, values) if values else [])


def _by_label(text: str, part: AskedPart, values: list[Stated]) -> Stated | None:
    """The last place where the part's name is given a value."""
    for value in values:
        if value.found.name == part.label and part.label:
            return value
    pattern = _label_pattern(part.label)
    last = None
    for match in pattern.finditer(text) if pattern else ():
        end = _sentence_end(text, match.end())
        found = read_value(text, match.end(), end, part.kind)
        if found is not None and found.kind != "text":
            last = Stated(found, (match.start(), found.span[1]))
    return last


def _label_pattern(label: str) -> re.Pattern[str] | None:
    if not label:
        return None
    if len(label) == 1 or "_" in label:
        return re.compile(rf"(?<![A-Za-z\\_]){re.escape(label)}(?![A-Za-z_(])\s*(?:=|:|：|is|为|是|等于|\\approx|≈)\s*")
    names = LABELS.get(label, re.escape(label))
    return re.compile(rf"(?<![A-Za-z])(?:{names})(?![A-Za-z]){_STATES}", re.IGNORECASE)


def _sentence_end(text: str, at: int) -> int:
    match = re.compile(r"[;；。\n]|\.(?=\s|$)|,\s+(?:and|the|while)\b|，").search(text, at)
    return match.start() if match else len(text)


# --- no marker --------------------------------------------------------------------------------------------------------
def _weak(text: str, question: str, want: ClaimKind) -> Stated | None:
    """The value of an answer that has no marker."""
    if want == "choice":
        return concluded_choice(text) or _whole(text, want)
    if want == "boolean":
        return _first_word(text)
    if want in ("number", "quantity", "expression", "date"):
        return _whole(text, want) or _last_value(text, question, want)
    return _whole(text, want) if want == "list" else None


def _whole(text: str, want: ClaimKind) -> Stated | None:
    """A one-line answer that is nothing but the value."""
    stripped = text.strip()
    if not stripped or "\n" in stripped or len(stripped) > 200:
        return None
    start = text.index(stripped[0])
    found = read_value(text, start, start + len(stripped), want)
    if found is None or found.kind == "text" or (want != "list" and _ALNUM_NUMBER.findall(text[found.span[1] :])):
        return None
    head = text[start : found.span[0]]
    return Stated(found, found.span) if not re.search(r"\w", head) else None


def _first_word(text: str) -> Stated | None:
    lead = _LEADING_WORD.match(text)
    start = lead.end() if lead else 0
    found = read_value(text, start, len(text), "boolean")
    return Stated(found, found.span) if found is not None and found.kind == "boolean" else None


def _last_value(text: str, question: str, want: ClaimKind) -> Stated | None:
    """The value that the last sentence comes to: the end of its last equation, or its only new number."""
    start, end = _last_sentence(text)
    if start >= end:
        return None
    sign = max(text.rfind("=", start, end), text.rfind("≈", start, end))
    if sign >= 0:
        found = read_value(text, sign + 1, end, want)
        return Stated(found, (found.span[0], found.span[1])) if found is not None and _is_plain(found) else None
    return _only_new_number(text, start, end, question)


def _is_plain(found: Found) -> bool:
    return found.kind in ("number", "quantity", "date") and not found.more


def _only_new_number(text: str, start: int, end: int, question: str) -> Stated | None:
    """The last sentence's number, where only one is not simply taken over from the question."""
    known = {m.replace(",", "") for m in _ALNUM_NUMBER.findall(question)}
    spots = list(_ALNUM_NUMBER.finditer(text, start, end))
    new = [m for m in spots if m[0].replace(",", "") not in known]
    chosen = new if len(new) == 1 else spots if len(spots) == 1 else []
    if not chosen:
        return None
    at = chosen[0].start()
    while at > start and text[at - 1] in "$£€¥-−.":
        at -= 1
    found = read_value(text, at, end, "number")
    return Stated(found, found.span) if found is not None and _is_plain(found) and found.span[0] <= chosen[0].start() < found.span[1] else None


def _last_sentence(text: str) -> tuple[int, int]:
    end = len(text.rstrip(" \n\t.。*"))
    last = 0
    for match in _SENTENCE.finditer(text, 0, end):
        last = match.end()
    return last, end


__all__ = ["Equation", "Finals", "Printed", "find_finals"]
