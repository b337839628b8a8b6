"""From an answer's text to its claims."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from verifier.plan import Claim
from verifier.reading._asked import asked_parts
from verifier.reading._assignments import assignments, contradictions
from verifier.reading._bare_code import bare_code, inline_code
from verifier.reading._bounds import check_bounds
from verifier.reading._equations import Equation, find_equations
from verifier.reading._fences import Fenced, fenced
from verifier.reading._finals import find_finals
from verifier.reading._records import AskedPart, Assignment, CodeBlock, Reading
from verifier.reading._retractions import settle
from verifier.reading._spoken import find_spoken
from verifier.reading._thoughts import blanked
from verifier.reading._tokens import TRANSLATION

_BLANKS: Final = re.compile(r"\s+")
_NOT_BLANK: Final = re.compile(r"[^\n]")
_DEFINES: Final = re.compile(r"^\s*(?:async\s+)?(?:def|class)\s", re.MULTILINE)
_SHORTEST_RESTATED: Final = 5
_CODE_KINDS: Final = ("code", "sql")
#: Characters of an answer whose reading is kept for the next one who asks.
_REMEMBERED: Final = 20_000


def read(answer: str, question: str | None = None) -> Reading:
    """Find what ``answer`` claims.

    Args:
        answer: what the model wrote.
        question: what it was asked. Without a question the text is a document: no claim is final.

    Returns:
        Claims in the order of the text, each with its exact span; what can't be read for certain is not
        claimed.

    Raises:
        ReadingLimit: the answer is longer than what is read.
    """
    return _read_lately(answer, question) if len(answer) <= _REMEMBERED else _read(answer, question)


def _read(answer: str, question: str | None) -> Reading:
    check_bounds(answer)
    answer = blanked(answer)
    asked = asked_parts(question) if question is not None else ()
    code, regions = _code(answer, asked)
    text = _prose(answer, regions)
    finals: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    if question is not None:
        finals, text, notes = _finals(text, answer, question, asked, code)
    named = assignments(text)
    steps = _steps(answer, text, question, named)
    return Reading(
        claims=tuple(sorted((*steps, *finals), key=_position)),
        code=tuple(b for b in code if b.span[0] < len(text)),
        asked=asked,
        notes=notes,
        assignments=named,
    )


#: In a run with models the gate, the plan's reader and the engine read the same answer, one after another.
_read_lately = lru_cache(maxsize=2)(_read)


def _position(claim: Claim) -> tuple[tuple[int, int], str]:
    return claim.span, claim.role


def normalise_answer(text: str) -> str:
    """The text for comparing whole answers: NFKC, runs of blanks as one, none at the ends."""
    return _BLANKS.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def _code(
    answer: str, asked: Sequence[AskedPart]
) -> tuple[tuple[CodeBlock, ...], tuple[tuple[int, int], ...]]:
    """Code blocks, and the spans that are not prose."""
    found = fenced(answer) if "```" in answer or "~~~" in answer else Fenced((), ())
    if found.blocks:
        return found.blocks, found.regions
    bare = bare_code(answer)
    if bare is None and any(part.kind in _CODE_KINDS for part in asked):
        bare = inline_code(answer)
    return ((bare,), (*found.regions, bare.span)) if bare else ((), found.regions)


def _prose(answer: str, regions: Iterable[tuple[int, int]]) -> str:
    """The answer with what is no prose blanked out and full-width signs translated, offsets kept."""
    text = answer if answer.isascii() else answer.translate(TRANSLATION)
    for start, end in regions:
        text = text[:start] + _NOT_BLANK.sub(" ", text[start:end]) + text[end:]
    return text


def _finals(
    text: str, answer: str, question: str, asked: Sequence[AskedPart], code: Sequence[CodeBlock]
) -> tuple[tuple[Claim, ...], str, tuple[str, ...]]:
    """Final claims, the text as far as the answer goes, and notes."""
    if code and any(part.kind in _CODE_KINDS for part in asked):
        return (_code_final(answer, code),), text, ()
    finals = find_finals(text, answer, question, asked)
    if not finals.claims and code and not any(c.isalpha() for c in text):
        return (_code_final(answer, code),), text, ()
    return finals.claims, text[: finals.cut], finals.notes


def _code_final(answer: str, code: Sequence[CodeBlock]) -> Claim:
    """The block that answers: the last that defines something, else the last."""
    block = next((b for b in reversed(code) if _DEFINES.search(b.code)), code[-1])
    start, end = block.span
    return Claim(
        id="final",
        kind="sql" if block.language == "sql" else "code",
        role="final",
        quote=answer[start:end],
        span=block.span,
        value=block.code,
        value_span=block.span,
    )


def _steps(answer: str, text: str, question: str | None, named: Sequence[Assignment]) -> list[Claim]:
    equations = settle(text, sorted((*find_equations(text), *find_spoken(text)), key=_start))
    if question is not None:
        equations = [e for e in equations if not _restated(answer, e, question)]
    claims = [_equation_claim(answer, e, i) for i, e in enumerate(equations, start=1)]
    return claims + contradictions(answer, named, len(claims) + 1)


def _start(equation: Equation) -> tuple[int, int]:
    return equation.span


def _restated(answer: str, equation: Equation, question: str) -> bool:
    """The question says so itself: repeating it claims nothing."""
    start, end = equation.span
    return end - start >= _SHORTEST_RESTATED and answer[start:end] in question


def _equation_claim(answer: str, equation: Equation, number_in_text: int) -> Claim:
    number = equation.number
    start, end = equation.span
    return Claim(
        id=f"c{number_in_text}",
        kind="equation",
        role="step",
        quote=answer[start:end],
        span=(start, end),
        value=number.value,
        quantum=number.quantum,
        unit=number.unit,
        subject=equation.lhs
        if number.unit and equation.lhs[-1:].isalpha()
        else equation.lhs.replace(" ", ""),
        approx=equation.approx,
        truncated=number.truncated,
        value_span=number.span,
        lhs=equation.lhs,
    )
