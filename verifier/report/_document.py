"""A document, claim by claim: lines that editors and CI logs can jump from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from verifier.plan import Claim
from verifier.records import Attempt, Evidence, Report
from verifier.report._json import claim_result
from verifier.report._pieces import Line, Style
from verifier.report._places import excerpt, place
from verifier.report._words import diagnosis_words, has_chinese, one_line

_WORDS: dict[str, tuple[str, Style]] = {
    "held": ("held", "good"),
    "failed": ("refuted", "bad"),
    "undecided": ("undecided", "unsure"),
    "unchecked": ("unchecked", "dim"),
}


def counts(attempt: Attempt) -> Counter[str]:
    """How many claims held, failed, were undecided or unchecked."""
    return Counter(claim_result(claim, attempt) for claim in attempt.plan.claims)


def document_lines(report: Report, *, name: str, width: int = 100) -> Iterator[Line]:
    """``path:line:col rule verdict`` for each claim in the order of the text, with quote and fault."""
    if not report.attempts:
        return
    yield from _fixed_lines(report, name)
    attempt = report.attempts[report.best]
    for claim in sorted(attempt.plan.claims, key=lambda claim: claim.span):
        yield _claim_line(claim, attempt, name, width)


def _fixed_lines(report: Report, name: str) -> Iterator[Line]:
    """What was corrected on the way, each at its place in the text as it then was."""
    for before, after in pairwise(report.attempts[: report.best + 1]):
        for patch in after.patches:
            where = place(before.answer, patch.span[0])
            yield (
                (f"{name}:{where.line}:{where.column} ", "strong"),
                ("fixed  ", "good"),
                (one_line(patch.old), "bad"),
                (" → ", "dim"),
                (one_line(patch.new), "good"),
            )


def _claim_line(claim: Claim, attempt: Attempt, name: str, width: int) -> Line:
    where = place(attempt.answer, claim.span[0])
    evidence = _telling(claim, attempt)
    word, style = _WORDS[claim_result(claim, attempt)]
    return (
        (f"{name}:{where.line}:{where.column} ", "strong"),
        (f"{_rule(claim, evidence)} ", "tool"),
        (word, style),
        ("  ", ""),
        (excerpt(one_line(claim.quote), (0, 0), width=width // 2).after, ""),
        *_why(evidence, width, chinese=has_chinese(_line_of(attempt.answer, claim.span[0]))),
    )


def _line_of(text: str, offset: int) -> str:
    end = text.find("\n", offset)
    return text[text.rfind("\n", 0, offset) + 1 : len(text) if end < 0 else end]


def _telling(claim: Claim, attempt: Attempt) -> Evidence | None:
    """The evidence that settles the claim: a fail before an undecided before a pass."""
    own = {e.outcome.result: e for e in reversed(attempt.evidence) if e.claim == claim.id}
    return own.get("fail") or own.get("undecided") or own.get("pass")


def _rule(claim: Claim, evidence: Evidence | None) -> str:
    reason = evidence.outcome.reason if evidence else claim.reason or "no-check"
    return f"{claim.kind}-{reason}"


def _why(evidence: Evidence | None, width: int, *, chinese: bool) -> Iterator[tuple[str, Style]]:
    if evidence is None or evidence.outcome.result == "pass":
        return
    why = diagnosis_words(evidence.diagnosis, chinese=chinese) or evidence.outcome.detail
    if why:
        yield ("  ", "")
        yield (excerpt(one_line(why), (0, 0), width=width).after, "dim")
