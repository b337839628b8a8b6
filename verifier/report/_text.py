"""A report for people: the whole of one run, or the finding of one row among many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from itertools import groupby
from typing import Any, TypeAlias

from verifier.plan import Claim, Step
from verifier.records import Attempt, Evidence, Report, Verdict
from verifier.report._evidence import (
    INDENT,
    SIGNS,
    View,
    evidence_lines,
    fault_line,
    held_line,
    quote_lines,
    step_lines,
)
from verifier.report._pieces import Line, Piece, Style
from verifier.report._places import excerpt
from verifier.report._words import has_chinese, reason_words, verdict_words, words
from verifier.verdict import MODEL, unconfirmed

_STYLE: Mapping[Verdict, Style] = {
    "verified": "good",
    "refuted": "bad",
    "inconclusive": "unsure",
    "not_checkable": "unsure",
}
_SIGN: Mapping[Verdict, str] = {"verified": "✓", "refuted": "✗", "inconclusive": "?", "not_checkable": "–"}
_STATE_STYLE: Mapping[str, Style] = {
    "PASSED": "good",
    "FAILED": "bad",
    "MAX_RETRY": "bad",
    "INCONCLUSIVE": "unsure",
    "CORRECTING": "mark",
}
_MAX_ANSWER_LINES = 12
_NOT_REPRODUCIBLE: Mapping[str, str] = {
    "model_error": "a model gave no reply",
    "cancelled": "it was interrupted",
}
_Shown: TypeAlias = tuple[Step, Evidence | None]


def full_report(report: Report, *, name: str = "", width: int = 100) -> list[Line]:
    """Everything about one run: verdict, the machine's path, each attempt with its evidence, the outcome.

    Args:
        report: what the engine returned.
        name: how the answer is called in the headline ("" for not at all).
        width: cells to a line; quotes and values are cut to it.
    """
    view = View(width, has_chinese(report.task.question or ""))
    notes = [*_unconfirmed(report), *_unsafe(report), *_made(report)]
    lines = [_headline(report, name), _path(report.path), *notes]
    for attempt in report.attempts:
        shown = list(_attempt(attempt, len(report.attempts), view))
        lines += [(), *shown] if shown else []
    return [*lines, (), *_ending(report, view)]


def finding(report: Report, *, name: str, width: int = 100) -> list[Line]:
    """One row among many: its headline, what was corrected, and what failed or kept it from being decided."""
    view = View(width, has_chinese(report.task.question or ""))
    notes = [*_unconfirmed(report), *_unsafe(report)]
    return [_headline(report, name), *notes, *_finding(report, view)]


def _headline(report: Report, name: str) -> Line:
    verdict: Piece = (f"{_SIGN[report.verdict]} {verdict_words(report)}", _STYLE[report.verdict])
    reason: Piece = (f"  {reason_words(report)}", "dim")
    return ((f"{name}  ", "strong"), verdict, reason) if name else (verdict, reason)


def _unconfirmed(report: Report) -> Iterator[Line]:
    """Whose word a verdict on a final rests on, when it is one model's alone."""
    if report.verdict not in {"verified", "refuted"}:
        return
    plan = report.attempts[report.best].plan
    if unconfirmed(plan, report.attempts[report.best].evidence):
        who = plan.author.removeprefix(MODEL).partition(":")[0]
        told = f"the plan of one model ({who}), which saw the answer, decides; --policy has others confirm it"
        yield ((f"{INDENT}note  ", "unsure"), (told, ""))


def _unsafe(report: Report) -> Iterator[Line]:
    """A warning, when code ran where nothing shut it in."""
    steps = [evidence for attempt in report.attempts for evidence in attempt.evidence]
    if any("@unsafe_subprocess" in evidence.tool_version for evidence in steps):
        yield ((f"{INDENT}warning  ", "bad"), ("code ran outside a sandbox (unsafe_subprocess)", ""))


def _made(report: Report) -> Iterator[Line]:
    """Who made the answer, when it was made here, and what there is to know of that."""
    if report.generation is not None:
        note = f"; {report.generation.note}" if report.generation.note else ""
        yield (("answer by ", "dim"), (report.generation.generator, "strong"), (note, ""))


def _usage(usage: Mapping[str, Any]) -> Line:
    calls, tokens = usage["calls"], usage["prompt_tokens"] + usage["completion_tokens"]
    money = f", cost {usage['money']}" if Decimal(usage["money"]) else ""
    told = f"{calls} call{'' if calls == 1 else 's'}, {tokens} tokens{money}"
    return (("models: ", "dim"), (told, ""))


def _path(path: tuple[str, ...]) -> Line:
    states: list[Piece] = [(state, _STATE_STYLE.get(state, "dim")) for state in path]
    arrows: list[Piece] = [(" → ", "dim")] * len(states)
    return tuple(piece for pair in zip(arrows, states, strict=True) for piece in pair)[1:]


def _finding(report: Report, view: View) -> Iterator[Line]:
    if report.error:
        yield ((INDENT, ""), (report.error.partition("\n")[0], "bad"))
    if not report.attempts:
        return
    attempt = report.attempts[report.best]
    yield from _changes(attempt)
    failure = report.failure
    if failure is not None:
        if failure.claim is not None:
            fault = fault_line(failure.evidence)
            yield from quote_lines(failure.claim, attempt.answer, view, fault=fault)
        yield from evidence_lines(failure.evidence, view)
        return
    for evidence in attempt.evidence:
        if evidence.outcome.result == "undecided":
            yield from evidence_lines(evidence, view)


def _attempt(attempt: Attempt, total: int, view: View) -> Iterator[Line]:
    if total > 1:
        yield ((f"attempt {attempt.number}  ", "strong"), (words(attempt.verdict), _STYLE[attempt.verdict]))
        yield from _changes(attempt)
    claims = {claim.id: claim for claim in attempt.plan.claims}
    for claim_id, group in groupby(_in_order_of_evidence(attempt), key=lambda shown: shown[0].claim):
        yield from _claim_lines(claims.get(claim_id or ""), list(group), attempt, view)
    yield from _unjudged(attempt, view)
    for note in attempt.plan.notes:
        yield ((f"{INDENT}note  ", "dim"), (excerpt(note, (0, 0), width=view.width - 12).after, ""))


def _changes(attempt: Attempt) -> Iterator[Line]:
    for patch in attempt.patches:
        yield ((f"{INDENT}changed  ", "dim"), (patch.old, "bad"), (" → ", "dim"), (patch.new, "good"))


def _in_order_of_evidence(attempt: Attempt) -> list[_Shown]:
    """The plan's steps with their evidence: those that ran in their order, then the others."""
    done = {evidence.step_id: evidence for evidence in attempt.evidence}
    rank = {step_id: at for at, step_id in enumerate(done)}
    steps = sorted(attempt.plan.steps, key=lambda step: rank.get(step.step_id, len(rank)))
    return [(step, done.get(step.step_id)) for step in steps]


def _claim_lines(claim: Claim | None, group: list[_Shown], attempt: Attempt, view: View) -> Iterator[Line]:
    if claim is not None and claim.role == "step" and all(map(_passed, group)):
        yield from (held_line(claim, attempt.answer, evidence, view) for _, evidence in group if evidence)
        return
    if claim is not None:
        faults = [fault_line(evidence) for _, evidence in group if evidence]
        yield from quote_lines(claim, attempt.answer, view, fault=next(filter(None, faults), None))
    for step, evidence in group:
        yield from step_lines(step, evidence, view)


def _passed(shown: _Shown) -> bool:
    return shown[1] is not None and shown[1].outcome.result == "pass"


def _unjudged(attempt: Attempt, view: View) -> Iterator[Line]:
    judged = {step.claim for step in attempt.plan.steps}
    for claim in attempt.plan.claims:
        if claim.id not in judged:
            yield from quote_lines(claim, attempt.answer, view)
            reason = words(claim.reason) if claim.reason else "nothing at hand decides it"
            yield (("    ", ""), SIGNS["undecided"], (f" unchecked: {reason}", "unsure"))


def _ending(report: Report, view: View) -> Iterator[Line]:
    if len(report.attempts) > 1:
        yield ((f"answer kept: attempt {report.attempts[report.best].number}", "dim"),)
        for line in report.final_answer.strip().splitlines()[:_MAX_ANSWER_LINES]:
            yield ((INDENT, ""), (excerpt(line, (0, 0), width=view.width - len(INDENT)).after, "strong"))
    for patch in report.suggestions:
        yield (("suggestion: ", "dim"), (f"{patch.old} → {patch.new}", "strong"), ("  not certain", "dim"))
    coverage = report.coverage
    finals = f"final {coverage.final_checked}/{coverage.final_total}"
    steps = f"steps {coverage.steps_checked}/{coverage.steps_total}"
    yield (("checked: ", "dim"), (f"{finals}, {steps}", ""))
    if report.usage is not None:
        yield _usage(report.usage)
    if report.error:
        yield (("error: ", "dim"), (report.error.partition("\n")[0].removesuffix(":"), "bad"))
    if not report.reproducible:
        why = _NOT_REPRODUCIBLE.get(report.stop_reason, "a limit was hit or a job read the clock")
        yield ((f"not reproducible: {why}", "unsure"),)
