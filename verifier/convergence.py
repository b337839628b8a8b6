"""Whether a chain of corrections gets anywhere: oscillation, divergence, regression, the best attempt.

Pure functions of the attempts made so far. Claims are matched between attempts by their key (kind, role,
subject), because step ids change whenever a plan is written anew.

*Oscillation*: two corrected answers in a row fail with the same (claim key, reason) and the error did not at
least halve; or an answer comes again, after however many others. Answers are compared by their claims, in
canonical form, and by their text (NFKC, white space folded) where they make none.

*Divergence*: a correction negates, changes or drops a final claim that had passed, or replaces the answer by
a refusal, or the error on one claim grows twice running. Changing a value that was refuted, its sign
included, is none.

*Regression*: a claim key that passed in an earlier attempt fails now.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from verifier.plan import Basis, Claim, Plan, Result
from verifier.records import Attempt, Evidence
from verifier.verdict import finals, held_finals

__all__ = ["BASIS_WEIGHT", "best_attempt", "halt", "is_refusal", "normal_form"]

Key: TypeAlias = tuple[str, str, str]
Halt: TypeAlias = Literal["oscillation", "divergence", "regression"]

#: What a pass counts for when attempts are compared: truth from the question outweighs any number of true
#: sums that a plan of ordinary size holds.
BASIS_WEIGHT: Mapping[Basis, int] = {"question": 1_000, "independent": 1_000, "answer": 1}


def halt(attempts: Sequence[Attempt]) -> Halt | None:
    """Why the last attempt, which failed, is not worth correcting again; ``None`` when it is."""
    if _oscillates(attempts):
        return "oscillation"
    if _diverges(attempts):
        return "divergence"
    return "regression" if _regresses(attempts) else None


def best_attempt(attempts: Sequence[Attempt]) -> int:
    """Index of the attempt to return: finals passed, fewest fails, most weighted passes, earliest.

    A step that judges no claim (it computes for another) weighs nothing. An attempt that evades (it decided
    nothing, was cut short, or no longer states a final that had failed) is no better for having fewer fails:
    among equals in finals passed it comes last.
    """
    return min(range(len(attempts)), key=lambda index: _rank(attempts, index))


def _rank(attempts: Sequence[Attempt], index: int) -> tuple[int, bool, int, int, int]:
    attempt = attempts[index]
    passed = [e for e in attempt.evidence if e.outcome.result == "pass" and e.claim is not None]
    return (
        -len(held_finals(attempt.plan, attempt.evidence)),
        _evades(attempt, attempts[:index]),
        sum(e.outcome.result == "fail" for e in attempt.evidence),
        -sum(BASIS_WEIGHT[e.basis] for e in passed),
        index,
    )


def _evades(attempt: Attempt, earlier: Sequence[Attempt]) -> bool:
    decided = any(e.outcome.result != "undecided" for e in attempt.evidence)
    cut_short = attempt.reason in {"deadline", "cancelled", "model_error"}
    return not decided or cut_short or bool(_failed_parts(earlier) - _parts(attempt.plan))


def _failed_parts(attempts: Iterable[Attempt]) -> set[str]:
    return {key[2] for a in attempts for key in keys_with(a, "fail") if key[1] == "final"}


def _parts(plan: Plan) -> set[str]:
    return {claim.subject for claim in finals(plan)}


# --- oscillation ----------------------------------------------------------------------------------
def _oscillates(attempts: Sequence[Attempt]) -> bool:
    last = normal_form(attempts[-1])
    return any(normal_form(earlier) == last for earlier in attempts[:-1]) or _stands_still(attempts)


def _stands_still(attempts: Sequence[Attempt]) -> bool:
    """Whether the last two *corrected* answers fail alike and the error did not at least halve."""
    if len(attempts) < 3:
        return False
    before, now = _failures(attempts[-2]), _failures(attempts[-1])
    return any(not _halved(before[same], now[same]) for same in before.keys() & now.keys())


def _failures(attempt: Attempt) -> dict[tuple[Key, str], Fraction | None]:
    """(claim key, reason) -> error, of each failed step; without a claim a step is known by its tool."""
    found: dict[tuple[Key, str], Fraction | None] = {}
    for evidence in attempt.evidence:
        if evidence.outcome.result == "fail":
            found[_key(attempt, evidence), evidence.outcome.reason] = error_of(attempt, evidence)
    return found


def _halved(before: Fraction | None, now: Fraction | None) -> bool:
    return before is not None and now is not None and now < before and 2 * now <= before


def normal_form(attempt: Attempt) -> object:
    """What makes two answers the same answer: their claims, or their text where there are none."""
    if attempt.plan.claims:
        return tuple((claim.key, claim.unit, _normal_value(claim)) for claim in attempt.plan.claims)
    return folded(attempt.answer)


def _normal_value(claim: Claim) -> object:
    value = claim.quote if claim.value is None else claim.value
    return folded(value) if isinstance(value, str) else (type(value).__name__, value)


def folded(text: str) -> str:
    """NFKC, with every run of white space as one blank."""
    return " ".join(unicodedata.normalize("NFKC", text).split())


# --- divergence -----------------------------------------------------------------------------------
def _diverges(attempts: Sequence[Attempt]) -> bool:
    now = attempts[-1]
    return any(_abandons(before, now) for before in attempts[:-1]) or refuses(now) or _error_grows(attempts)


def _abandons(before: Attempt, now: Attempt) -> bool:
    """Whether ``now`` negates, changes or drops a final that passed in ``before``."""
    still_held = {claim.subject for claim in _held(now)}
    stated = {(claim.subject, _normal_value(claim)) for claim in finals(now.plan)}
    return any(
        claim.subject not in still_held and (claim.subject, _normal_value(claim)) not in stated
        for claim in _held(before)
    )


def _held(attempt: Attempt) -> list[Claim]:
    held = held_finals(attempt.plan, attempt.evidence)
    return [claim for claim in attempt.plan.claims if claim.id in held]


def _error_grows(attempts: Sequence[Attempt]) -> bool:
    if len(attempts) < 3:
        return False
    first, second, third = map(_errors, attempts[-3:])
    return any(first[key] < second[key] < third[key] for key in first.keys() & second.keys() & third.keys())


def _errors(attempt: Attempt) -> dict[Key, Fraction]:
    found: dict[Key, Fraction] = {}
    for evidence in attempt.evidence:
        error = error_of(attempt, evidence) if evidence.outcome.result == "fail" else None
        if error is not None:
            found[_key(attempt, evidence)] = error
    return found


_REFUSAL = re.compile(
    r"\b(?:i (?:can(?:no|')?t|won't|am (?:unable|not able)|must decline)\b|i'm (?:unable|not able|sorry)\b"
    r"|as an? (?:ai|language model)\b|unable to (?:answer|help|assist)\b)"
    r"|无法(?:回答|提供|完成|帮助|计算)|不能(?:回答|提供|协助)|抱歉|对不起"
    r"|作为(?:一个|一名)?(?:人工智能|AI|语言模型)",
    re.IGNORECASE,
)


def is_refusal(answer: str) -> bool:
    """Whether a text declines to answer, in English or Chinese ("I can't help", "抱歉，我无法回答")."""
    return _REFUSAL.search(folded(answer).replace("’", "'")) is not None


def refuses(attempt: Attempt) -> bool:
    """Whether an attempt states no final claim and declines to answer."""
    return attempt.number > 1 and not finals(attempt.plan) and is_refusal(attempt.answer)


# --- regression -----------------------------------------------------------------------------------
def _regresses(attempts: Sequence[Attempt]) -> bool:
    failing = keys_with(attempts[-1], "fail")
    return any(failing & (keys_with(a, "pass") - keys_with(a, "fail")) for a in attempts[:-1])


def keys_with(attempt: Attempt, result: Result) -> set[Key]:
    """Keys of the claims on which some step came out as ``result``."""
    claims = {claim.id: claim for claim in attempt.plan.claims}
    return {claims[e.claim].key for e in attempt.evidence if e.outcome.result == result and e.claim in claims}


# --- shared ---------------------------------------------------------------------------------------
def _key(attempt: Attempt, evidence: Evidence) -> Key:
    claim = _claim(attempt, evidence)
    return claim.key if claim else ("", "", evidence.tool)


def _claim(attempt: Attempt, evidence: Evidence) -> Claim | None:
    return next((claim for claim in attempt.plan.claims if claim.id == evidence.claim), None)


def error_of(attempt: Attempt, evidence: Evidence) -> Fraction | None:
    """By how much the claim misses the tool's value, where both are numbers."""
    from verifier._shown import shown_number  # noqa: PLC0415  (only a corrected run needs it)

    claim = _claim(attempt, evidence)
    if claim is None or not isinstance(claim.value, Fraction):
        return None
    actual = shown_number(claim, (evidence.check or {}).get("actual"), evidence.output)
    return None if actual is None else abs(claim.value - actual)
