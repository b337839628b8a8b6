"""What a refuted value should have been, written the way the answer writes it; only where that is certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.quantities import format_like, read
from verifier._shown import as_number, shown_value
from verifier.plan import Check, CheckContext, Claim, evaluate_check
from verifier.records import Attempt, Evidence

#: Truth words and their opposites, as answers write them.
_OPPOSITES: Mapping[str, str] = {
    "yes": "no", "true": "false", "correct": "incorrect", "valid": "invalid",
    "是": "不是", "对": "不对", "正确": "错误", "真": "假", "成立": "不成立", "能": "不能",
}  # fmt: skip
_TURNED = {**_OPPOSITES, **{no: yes for yes, no in _OPPOSITES.items()}, "否": "是"}
_DATE_FORMS = ("%Y-%m-%d", "%Y/%m/%d", "%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%Y年%m月%d日")
_SEPARATORS = re.compile(r"[,;、，；]\s*|\s+")


def replacement(attempt: Attempt, evidence: Evidence, claim: Claim) -> str | None:
    """The text to put at the claim's ``value_span``, or ``None`` when there is no single certain one.

    A candidate counts only if the very check that failed passes with it.
    """
    step = next((s for s in attempt.plan.steps if s.step_id == evidence.step_id), None)
    if step is None or step.expected_check is None or claim.value_span is None or claim.alternatives:
        return None
    printed = attempt.answer[slice(*claim.value_span)]
    shown = shown_value(getattr(step.expected_check, "actual", None), evidence.output)
    context = _context(attempt, evidence)
    fitting = {
        text: None
        for text, stated in _candidates(claim, printed, shown)
        if text != printed and _passes(step.expected_check, context, stated)
    }
    return next(iter(fitting)) if len(fitting) == 1 else None


def _context(attempt: Attempt, evidence: Evidence) -> CheckContext:
    outputs = {e.step_id: e.output for e in attempt.evidence if e.output is not None}
    claims = {claim.id: claim for claim in attempt.plan.claims}
    return CheckContext(output=evidence.output, claims=claims, steps=outputs)


def _passes(check: Check, context: CheckContext, claim: Claim) -> bool:
    claims = {**context.claims, claim.id: claim}
    return evaluate_check(check, replace(context, claims=claims)).result == "pass"


def _candidates(claim: Claim, printed: str, shown: Any) -> Iterator[tuple[str, Claim]]:
    """Texts that might be right, each with the claim as it would then be read."""
    if claim.kind in {"number", "quantity", "equation"}:
        yield from _numbers(claim, printed, shown)
    elif claim.kind == "boolean" and isinstance(claim.value, bool):
        turned = _turned(printed)
        if turned is not None:
            yield turned, replace(claim, value=not claim.value)
    elif claim.kind == "choice":
        yield from _letters(claim, printed)
    elif claim.kind == "list" and isinstance(shown, list) and isinstance(claim.value, tuple):
        yield from _lists(claim, printed, shown)
    elif claim.kind == "date" and isinstance(claim.value, date):
        yield from _dates(claim, claim.value, printed, shown)
    elif claim.kind == "text" and isinstance(shown, str) and "\n" not in shown + printed:
        yield shown, replace(claim, value=shown)


def _numbers(claim: Claim, printed: str, shown: Any) -> Iterator[tuple[str, Claim]]:
    number = as_number(shown)
    if number is None:
        return
    for value in (number, number / 100) if claim.unit == "%" else (number,):
        try:
            text = format_like(value, printed)
            quantity = read(text)
        except ToolkitError:
            continue
        if not quantity.alternatives:
            yield text, replace(claim, value=quantity.value, quantum=quantity.quantum)


def _turned(printed: str) -> str | None:
    opposite = _TURNED.get(printed.casefold())
    if opposite is None or printed.islower():
        return opposite
    return opposite.upper() if printed.isupper() else opposite.capitalize()


def _letters(claim: Claim, printed: str) -> Iterator[tuple[str, Claim]]:
    if len(printed) == 1 and printed.upper() in "ABCDEFGHIJ":
        for letter in "ABCDEFGHIJ":
            yield letter if printed.isupper() else letter.lower(), replace(claim, value=letter)


def _lists(claim: Claim, printed: str, shown: list[Any]) -> Iterator[tuple[str, Claim]]:
    """The tool's items between the separators of the printed list, which must be one and the same."""
    separators = set(_SEPARATORS.findall(printed))
    items = [str(item) for item in shown]
    if len(separators) == 1 and not any(map(_SEPARATORS.search, items)):
        (separator,) = separators
        yield separator.join(items), replace(claim, value=tuple(items))


def _dates(claim: Claim, stated: date, printed: str, shown: Any) -> Iterator[tuple[str, Claim]]:
    try:
        right = date.fromisoformat(shown)
    except (TypeError, ValueError):
        return
    for form in _DATE_FORMS:
        if stated.strftime(form) == printed:
            yield right.strftime(form), replace(claim, value=right)
