"""The final value of an answer that marks none: its first word, its only line, the end of its last sentence."""

from __future__ import annotations

import re
from typing import Final

from verifier.plan._schema import ClaimKind
from verifier.reading._markers import Stated, concluded_choice
from verifier.reading._values import Found, read_value

_SENTENCE: Final = re.compile(r"[.!?。！？](?=\s|$|[\u4e00-\u9fff])\s*|\n+")
_LEADING_SIGNS: Final = re.compile(r"[\s*_\"'“]*")
_NUMBER: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NUMBER_WORD: Final = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b", re.IGNORECASE
)
_COPULA: Final = re.compile(r"(?:\b(?:is|are|was|were|be|has|have|had|get|gets|got|total|equals|to)|[是为有得共])\s*(?:about |approximately |only |exactly |a total of |约)?\s*$", re.IGNORECASE)
_MOST_WHOLE: Final = 200


def unmarked(text: str, question: str, want: ClaimKind) -> Stated | None:
    """The value of an answer without a marker, or ``None`` where it is not certain."""
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
    if not stripped or "\n" in stripped or len(stripped) > _MOST_WHOLE:
        return None
    start = text.index(stripped[0])
    found = read_value(text, start, start + len(stripped), want)
    if found is None or found.kind == "text" or re.search(r"\w", text[start : found.span[0]]):
        return None
    if want != "list" and _NUMBER.search(text, found.span[1]):
        return None
    return Stated(found, found.span)


def _first_word(text: str) -> Stated | None:
    lead = _LEADING_SIGNS.match(text)
    start = lead.end() if lead else 0
    found = read_value(text, start, len(text), "boolean")
    return Stated(found, found.span) if found is not None and found.kind == "boolean" else None


def _last_value(text: str, question: str, want: ClaimKind) -> Stated | None:
    """The value that the last sentence comes to: the end of its last equation, or the one number that it adds."""
    start, end = _last_sentence(text)
    if start >= end:
        return None
    sign = max(text.rfind("=", start, end), text.rfind("≈", start, end))
    found = read_value(text, sign + 1, end, want) if sign >= 0 else _added_number(text, start, end, question)
    return Stated(found, found.span) if found is not None and _is_plain(found) else None


def _is_plain(found: Found) -> bool:
    return found.kind in ("number", "quantity", "date") and not found.more


def _added_number(text: str, start: int, end: int, question: str) -> Found | None:
    """The last sentence's number, where only one is not taken over from the question, or one follows its last verb."""
    known = {m.replace(",", "") for m in _NUMBER.findall(question)}
    spots = [m.start() for m in _NUMBER.finditer(text, start, end)]
    new = [m for m in spots if _digits(text, m) not in known]
    after_verb = [m for m in spots if _COPULA.search(text, max(start, m - 24), _with_sign(text, start, m))]
    words = [m.start() for m in _NUMBER_WORD.finditer(text, start, end)]
    if words:
        return _word_number(text, start, end, words, new)
    chosen = new if len(new) == 1 else after_verb[-1:] if not new and len(after_verb) == 1 else []
    if not chosen:
        leads = [m for m in spots[:1] if text[start:m].strip(" $£€¥") == ""]
        chosen = leads if not new[1:] and all(_digits(text, m) in known for m in spots[1:]) else []
    return _at(text, _with_sign(text, start, chosen[0]), end, chosen[0]) if chosen else None


def _word_number(text: str, start: int, end: int, words: list[int], new: list[int]) -> Found | None:
    """"Three trucks will be needed": a number word that opens the sentence and is its only news."""
    if new or words != [start]:
        return None
    found = read_value(text, start, text.find(" ", start, end) if text.find(" ", start, end) > 0 else end, "number")
    return found if found is not None and found.kind == "number" else None


def _digits(text: str, at: int) -> str:
    match = _NUMBER.match(text, at)
    return match[0].replace(",", "") if match else ""


def _with_sign(text: str, start: int, at: int) -> int:
    while at > start and text[at - 1] in "$£€¥-−.\\":
        at -= 1
    return at


def _at(text: str, start: int, end: int, digits: int) -> Found | None:
    found = read_value(text, start, end, "number")
    return found if found is not None and found.span[0] <= digits < found.span[1] else None


def _last_sentence(text: str) -> tuple[int, int]:
    end = len(text.rstrip(" \n\t.。*"))
    last = 0
    for match in _SENTENCE.finditer(text, 0, end):
        last = match.end()
    return last, end
