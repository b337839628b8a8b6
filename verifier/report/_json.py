"""A report as JSON-able data, and its canonical form, which is the same however often it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verifier.generation import Generated
from verifier.plan import CheckOutcome, Claim, Step
from verifier.records import Attempt, Coverage, Evidence, Failure, Patch, Report
from verifier.report._places import place
from verifier.verdict import unconfirmed

if TYPE_CHECKING:
    from verifier.report._shape import (
        AttemptRow,
        ClaimResult,
        ClaimRow,
        CoverageRow,
        FailureRow,
        GenerationRow,
        OutcomeRow,
        PatchRow,
        ReportRow,
        StepRow,
        UsageRow,
    )

#: What differs between two runs over the same input: left out of the canonical form.
_VARYING = frozenset({"run_id", "duration_s", "cached", "host"})
#: What is JSON already.
_PLAIN = frozenset({str, int, float, bool, type(None)})
_CLAIM_RESULTS: Mapping[str, ClaimResult] = {"pass": "held", "fail": "failed", "undecided": "undecided"}


def report_row(report: Report, *, source: str | None = None, line: int | None = None) -> ReportRow:
    """The report as the published JSON object; ``source`` and ``line`` say where its answer came from."""
    best = _attempt_row(report.attempts[report.best]) if report.attempts else None
    return {
        "id": report.task.id,
        "source": source,
        "line": line,
        "run_id": report.run_id,
        "verdict": report.verdict,
        "scope": report.scope,
        "final": report.final,
        "stop_reason": report.stop_reason,
        "needs_human": report.needs_human,
        "reproducible": report.reproducible,
        "document": report.document,
        "question": report.task.question,
        "final_answer": report.final_answer,
        "coverage": _coverage_row(report.coverage),
        "planner": best["planner"] if best else "",
        "unconfirmed": best["unconfirmed"] if best else [],
        "claims": best["claims"] if best else [],
        "steps": best["steps"] if best else [],
        "failure": _failure_row(report),
        "notes": best["notes"] if best else [],
        "patches": [_patch_row(p) for attempt in report.attempts[: report.best + 1] for p in attempt.patches],
        "suggestions": [_patch_row(patch) for patch in report.suggestions],
        "best": report.best + 1 if report.attempts else 0,
        "other_attempts": [_attempt_row(a) for at, a in enumerate(report.attempts) if at != report.best],
        "path": list(report.path),
        "error": report.error,
        "generation": _generation_row(report.generation),
        "usage": _usage_row(report.usage),
    }


def canonical(row: Any) -> Any:
    """``row`` without what varies between runs: run ids, durations, the host, and what a cache served."""
    if isinstance(row, Mapping):
        kept = {key: canonical(value) for key, value in row.items() if key not in _VARYING}
        if isinstance(kept.get("tool_version"), str):
            # What comes after the version says where a program ran (``Tool.provenance``).
            kept["tool_version"] = kept["tool_version"].partition("@")[0]
        return kept
    if isinstance(row, list):
        return [canonical(value) for value in row]
    return row


def _attempt_row(attempt: Attempt) -> AttemptRow:
    done = {evidence.step_id: evidence for evidence in attempt.evidence}
    return {
        "number": attempt.number,
        "verdict": attempt.verdict,
        "scope": attempt.scope,
        "final": attempt.final,
        "reason": attempt.reason,
        "answer": attempt.answer,
        "author": attempt.author,
        "planner": attempt.plan.author,
        "unconfirmed": list(unconfirmed(attempt.plan, attempt.evidence)),
        "patches": [_patch_row(patch) for patch in attempt.patches],
        "coverage": _coverage_row(attempt.coverage),
        "claims": [_claim_row(claim, attempt) for claim in attempt.plan.claims],
        "steps": [_step_row(step, done.get(step.step_id)) for step in attempt.plan.steps],
        "notes": list(attempt.plan.notes),
    }


def claim_result(claim: Claim, attempt: Attempt) -> ClaimResult:
    """What became of a claim: a failed check outweighs an undecided one, that a passed one."""
    results = {e.outcome.result for e in attempt.evidence if e.claim == claim.id}
    for result in ("fail", "undecided", "pass"):
        if result in results:
            return _CLAIM_RESULTS[result]
    return "undecided" if claim.reason else "unchecked"


def _claim_row(claim: Claim, attempt: Attempt) -> ClaimRow:
    where = place(attempt.answer, claim.span[0])
    return {
        "id": claim.id,
        "kind": claim.kind,
        "role": claim.role,
        "subject": claim.subject,
        "quote": claim.quote,
        "span": list(claim.span),
        "line": where.line,
        "column": where.column,
        "value": jsonable(claim.value),
        "quantum": None if claim.quantum is None else number_text(claim.quantum),
        "unit": claim.unit,
        "approx": claim.approx,
        "result": claim_result(claim, attempt),
        "reason": claim.reason,
    }


def _step_row(step: Step, evidence: Evidence | None) -> StepRow:
    if evidence is None:
        return _unreached_row(step)
    return {
        "step_id": step.step_id,
        "description": step.description,
        "claim": step.claim,
        "basis": step.basis,
        "required": step.required,
        "tool": evidence.tool,
        "tool_version": evidence.tool_version,
        "input": jsonable(evidence.tool_input),
        "output": jsonable(evidence.output),
        "output_digest": evidence.output_digest,
        "check": jsonable(evidence.check),
        "sentence": step.sentence,
        "outcome": _outcome_row(evidence.outcome),
        "diagnosis": jsonable(evidence.diagnosis),
        "cached": evidence.cached,
        "duration_s": evidence.duration_s,
    }


def _unreached_row(step: Step) -> StepRow:
    return {
        "step_id": step.step_id,
        "description": step.description,
        "claim": step.claim,
        "basis": step.basis,
        "required": step.required,
        "tool": step.tool_required,
        "tool_version": None,
        "input": jsonable(step.tool_input),
        "output": None,
        "output_digest": None,
        "check": jsonable(step.expected_check),
        "sentence": step.sentence,
        "outcome": None,
        "diagnosis": None,
        "cached": False,
        "duration_s": 0.0,
    }


def _outcome_row(outcome: CheckOutcome) -> OutcomeRow:
    return {
        "result": outcome.result,
        "reason": outcome.reason,
        "expected": outcome.expected,
        "actual": outcome.actual,
        "detail": outcome.detail,
    }


def _patch_row(patch: Patch) -> PatchRow:
    return {
        "span": list(patch.span),
        "old": patch.old,
        "new": patch.new,
        "claim": patch.claim,
        "reason": patch.reason,
    }


def _generation_row(made: Generated | None) -> GenerationRow | None:
    if made is None:
        return None
    return {
        "generator": made.generator,
        "answer": made.answer,
        "note": made.note,
        "trace": jsonable(made.trace),
    }


def _usage_row(usage: Mapping[str, Any] | None) -> UsageRow | None:
    if usage is None:
        return None
    return {
        "calls": usage["calls"],
        "prompt_tokens": usage["prompt_tokens"],
        "completion_tokens": usage["completion_tokens"],
        "money": usage["money"],
    }


def _coverage_row(coverage: Coverage) -> CoverageRow:
    return {
        "final": {"checked": coverage.final_checked, "total": coverage.final_total},
        "steps": {"checked": coverage.steps_checked, "total": coverage.steps_total},
    }


def _failure_row(report: Report) -> FailureRow | None:
    failure = report.failure
    if failure is None:
        return None
    where = _failure_place(failure, report)
    outcome = failure.evidence.outcome
    return {
        "step_id": failure.step_id,
        "claim": failure.claim.id if failure.claim else None,
        "rule": failure.rule,
        "quote": failure.claim.quote if failure.claim else "",
        "line": where[0],
        "column": where[1],
        "expected": outcome.expected,
        "actual": outcome.actual,
        "reason": outcome.reason,
        "summary": failure.summary,
    }


def _failure_place(failure: Failure, report: Report) -> tuple[int, int] | tuple[None, None]:
    if failure.claim is None or not report.attempts:
        return None, None
    where = place(report.attempts[report.best].answer, failure.claim.span[0])
    return where.line, where.column


# --- values -----------------------------------------------------------------------------------------------
def number_text(value: Fraction) -> Any:
    """An exact number as JSON: a decimal as text where it ends, else a fraction as text."""
    from toolkits.quantities import number_json  # noqa: PLC0415  (one numeric layer, loaded when first used)

    return number_json(value)


def jsonable(value: Any) -> Any:
    """``value`` of the records (numbers, dates, tuples, checks) as JSON."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        return {str(key): item if type(item) in _PLAIN else jsonable(item) for key, item in value.items()}
    if kind is list or kind is tuple:
        return [item if type(item) in _PLAIN else jsonable(item) for item in value]
    return _jsonable(value)


def _jsonable(value: Any) -> Any:
    if isinstance(value, Fraction):
        return number_text(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        return {field.name: jsonable(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, set | frozenset):
        return sorted(map(str, value))
    return [jsonable(item) for item in value] if isinstance(value, list | tuple) else str(value)
