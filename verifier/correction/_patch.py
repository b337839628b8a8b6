"""The local corrector: deterministic patches of refuted values, made only where they are certain.

A final value is patched only when its own check, of basis question, failed; a truth word only where the
answer says nothing besides ("Yes, 91 is a prime number." would become a contradiction); and never so that the
final can no longer be read. A false equation on the way is patched at its right side, when nothing that
follows rests on the wrong value, or all that does are equations, which are then worked out again. Everything
else is a suggestion.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import Interval, evaluate, parse
from toolkits.quantities import Quantity, format_like, read, read_all, rounds_to
from verifier.correction._edit import apply
from verifier.correction._replacement import replacement
from verifier.correction._request import Correction, CorrectionRequest
from verifier.errors import ReadingLimit
from verifier.plan import Claim
from verifier.reading import read as read_answer
from verifier.records import Attempt, Evidence, Patch

AUTHOR = "local"
#: Figures from which on the same digits elsewhere in the answer mean the same number.
_TELLING_FIGURES = 4
#: What may stand around a truth word without saying anything itself.
_FRAME = re.compile(
    r"(?i)\\boxed|\\text|\b(?:so|thus|hence|therefore|the|my|final|correct|answer|is)\b"
    r"|所以|因此|最终|答案|结论|应该|为|是|：|[\W_]"
)


def patch_locally(request: CorrectionRequest) -> Correction | None:
    """Correct an answer by patches; ``None`` when not even a suggestion can be made."""
    attempt = request.attempt
    patches: dict[tuple[int, int], Patch] = {}
    suggestions: dict[tuple[int, int], Patch] = {}
    for evidence, claim in _failures(attempt):
        certain, made = _mend(attempt, evidence, claim)
        (patches if certain else suggestions).update({patch.span: patch for patch in made})
    if not patches and not suggestions:
        return None
    chosen = _apart(patches.values())
    answer = apply(attempt.answer, chosen) if chosen else None
    if answer is not None and not _as_readable(answer, request):
        answer, chosen, suggestions = None, (), suggestions | patches
    return Correction(answer=answer, author=AUTHOR, patches=chosen, suggestions=_apart(suggestions.values()))


def _as_readable(patched: str, request: CorrectionRequest) -> bool:
    """Whether as many finals can be read, and judged, as before: else nothing would check the patch."""
    question = request.task.question
    return len(_readable(patched, question)) >= len(_readable(request.attempt.answer, question))


def _readable(answer: str, question: str | None) -> list[Claim]:
    try:
        claims = read_answer(answer, question).claims
    except ReadingLimit:
        return []
    return [claim for claim in claims if claim.role == "final" and not claim.reason]


def _failures(attempt: Attempt) -> Iterator[tuple[Evidence, Claim]]:
    """Failed steps with their claims: one at most for an answer, any number for a document."""
    claims = {claim.id: claim for claim in attempt.plan.claims}
    for evidence in attempt.evidence:
        if evidence.outcome.result == "fail" and evidence.claim in claims:
            yield evidence, claims[evidence.claim]


def _apart(patches: Iterable[Patch]) -> tuple[Patch, ...]:
    """The patches in order, without those that overlap an earlier one."""
    kept: list[Patch] = []
    for patch in sorted(patches, key=lambda p: p.span):
        if not kept or patch.span[0] >= kept[-1].span[1]:
            kept.append(patch)
    return tuple(kept)


def _mend(attempt: Attempt, evidence: Evidence, claim: Claim) -> tuple[bool, list[Patch]]:
    """Patches for one failed claim, and whether they are certain."""
    new = replacement(attempt, evidence, claim)
    if new is None or claim.value_span is None:
        return False, []
    if claim.role == "final":
        turned = claim.kind == "boolean"
        own = evidence.basis == "question" and not (turned and not _stands_alone(attempt.answer, claim))
        patch = _patch(attempt, claim.value_span, new, claim, "own_check")
        return own, [patch, *_repeats(attempt, patch, claim)] if own else [patch]
    patch = _patch(attempt, claim.value_span, new, claim, "equation")
    if claim.kind != "equation":
        return False, [patch]
    followed = _follow(attempt, claim, patch)
    return (False, [patch]) if followed is None else (True, [patch, *followed])


def _patch(attempt: Attempt, span: tuple[int, int], new: str, claim: Claim, reason: str) -> Patch:
    return Patch(span=span, old=attempt.answer[slice(*span)], new=new, claim=claim.id, reason=reason)


def _stands_alone(answer: str, claim: Claim) -> bool:
    """Whether the answer says nothing besides a truth word, which the word's opposite would contradict."""
    start, stop = claim.value_span or claim.span
    return not _FRAME.sub("", answer[:start] + " " + answer[stop:])


# --- finals -------------------------------------------------------------------------------------------
def _repeats(attempt: Attempt, patch: Patch, claim: Claim) -> Iterator[Patch]:
    """The same wrong number elsewhere: telling digits, right sides of equations that come to the new one."""
    right = read(patch.new).value if claim.kind in {"number", "quantity"} else None
    if right is None:
        return
    for quantity in read_all(attempt.answer):
        span = (quantity.number_start, quantity.number_end)
        if span == patch.span or quantity.value != claim.value:
            continue
        if attempt.answer[slice(*span)] == patch.old and _telling(patch.old):
            yield replace(patch, span=span)
            continue
        stated = next((c for c in attempt.plan.claims if c.value_span == span and c.kind == "equation"), None)
        if stated is not None and _comes_to(stated.lhs, right, quantity.quantum):
            yield _patch(attempt, span, format_like(right, attempt.answer[slice(*span)]), stated, "equation")


def _telling(digits: str) -> bool:
    return sum(char.isdigit() for char in digits.strip("0.")) >= _TELLING_FIGURES


def _comes_to(expression: str, value: Fraction, quantum: Fraction | None) -> bool:
    computed = _value(expression)
    return computed is not None and rounds_to(computed, value, quantum) is True


def _value(expression: str) -> Fraction | None:
    try:
        value = evaluate(parse(expression))
    except ToolkitError:
        return None
    return None if isinstance(value, Interval) else value


# --- equations ----------------------------------------------------------------------------------------
def _follow(attempt: Attempt, claim: Claim, patch: Patch) -> list[Patch] | None:
    """Patches of what rests on a wrong right side; ``None`` when that cannot be followed for certain."""
    made: list[Patch] = []
    open_changes = [(claim, patch)]
    while open_changes:
        changed, change = open_changes.pop()
        for quantity in read_all(attempt.answer, start=changed.span[1]):
            if quantity.value != changed.value:
                continue
            further = _worked_out_again(attempt, quantity, change)
            if further is None:
                return None
            made += further[1]
            if len(further[1]) > 1:
                open_changes.append((further[0], further[1][1]))
    return None if any(_covers(c, changed) for c in _finals(attempt) for changed in (patch, *made)) else made


def _worked_out_again(attempt: Attempt, used: Quantity, change: Patch) -> tuple[Claim, list[Patch]] | None:
    """A later equation with a changed number in its left side, and the patches of both its sides."""
    equation = next((c for c in attempt.plan.claims if _on_left(c, used)), None)
    if equation is None or equation.value_span is None or not isinstance(equation.value, Fraction):
        return None
    span = (used.number_start, used.number_end)
    before, printed = attempt.answer[slice(*span)], attempt.answer[slice(*equation.value_span)]
    if equation.lhs.count(before) != 1 or not _comes_to(equation.lhs, equation.value, equation.quantum):
        return None
    try:
        operand = format_like(read(change.new).value, before)
        value = _value(equation.lhs.replace(before, operand))
        result = None if value is None else format_like(value, printed)
    except ToolkitError:
        return None
    if result is None:
        return None
    return equation, [
        _patch(attempt, span, operand, equation, "equation"),
        _patch(attempt, equation.value_span, result, equation, "equation"),
    ]


def _on_left(claim: Claim, used: Quantity) -> bool:
    return (
        claim.kind == "equation"
        and claim.role == "step"
        and claim.value_span is not None
        and claim.span[0] <= used.number_start
        and used.number_end <= claim.value_span[0]
    )


def _finals(attempt: Attempt) -> list[Claim]:
    return [claim for claim in attempt.plan.claims if claim.role == "final"]


def _covers(final: Claim, patch: Patch) -> bool:
    return final.span[0] < patch.span[1] and patch.span[0] < final.span[1]
