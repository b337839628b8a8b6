"""A result and a label become one judged row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from evals.data import Label, Row
from evals.metrics import Judged, Localised
from evals.run import Result, RunFolder
from evals.scoring._grade import graded

Report = Mapping[str, Any]
#: From the weakest up: what a pass of a basis says.
_BASES: tuple[Literal["answer", "independent", "question"], ...] = ("answer", "independent", "question")


def joined(
    folder: RunFolder, labels: Iterable[Label] | None = None, results: Iterator[Result] | None = None
) -> Iterator[Judged]:
    """The run's rows that have a result, in order.

    Args:
        folder: the run.
        labels: in the order of the rows, in place of the folder's own.
        results: in the order of the rows, in place of the folder's own.
    """
    results = results or folder.results()
    result = next(results, None)
    for number, (row, label) in enumerate(zip(folder.rows(), labels or folder.labels(), strict=True)):
        if result is None:
            return
        if result.number == number:
            yield judged(row, label, result)
            result = next(results, None)


def judged(row: Row, label: Label, result: Result) -> Judged:
    """A row as the metrics see it."""
    report = result.report
    attempts = attempts_of(report)
    first = attempts[0] if attempts else report
    steps = [step for attempt in attempts for step in attempt["steps"] if step["outcome"]]
    outcomes = [step["outcome"]["result"] for step in first["steps"] if step["outcome"]]
    audited = [step for step in steps if step["basis"] != "answer"]
    usage = report["usage"] or {}
    corrected = report["final_answer"] != row.answer and len(attempts) > 1
    return Judged(
        id=row.id,
        source=row.source,
        domain=row.domain,
        truth=label.truth,
        verdict=first["verdict"],
        scope=first["scope"],
        final=first["final"],
        stop_reason=report["stop_reason"],
        reason=first.get("reason") or ("" if first["verdict"] == "refuted" else report["stop_reason"]),
        rule=_rule(report, first),
        error_kind=label.error_kind,
        trace_wrong=(label.error_step is not None) if label.traced else None,
        localised=localised(first, label, row.answer),
        basis=_basis(first),
        passed=outcomes.count("pass"),
        failed=outcomes.count("fail"),
        undecided=outcomes.count("undecided"),
        finals=first["coverage"]["final"]["total"],
        finals_checked=first["coverage"]["final"]["checked"],
        killed=sum(step["outcome"]["result"] == "pass" for step in audited),
        survived=sum(step["outcome"]["reason"] == "weak_plan" for step in audited),
        corrected=corrected,
        corrected_truth=graded(report["final_answer"], label.gold) if corrected else None,
        rounds=max(0, len(attempts) - 1),
        seconds=result.seconds,
        tool_calls=sum(bool(step["tool_version"]) and not step["cached"] for step in steps),
        model_calls=usage.get("calls", 0),
        tokens=usage.get("prompt_tokens", 0) + usage.get("completion_tokens", 0),
        money=float(usage.get("money") or 0),
        lost=result.lost or bool(report["error"] and not attempts),
    )


def attempts_of(report: Report) -> list[Report]:
    """A run's attempts in order, each with its claims and steps; none for a run that a fault ended."""
    if not report["best"]:
        return []
    best = {
        name: report[name] for name in ("verdict", "scope", "final", "coverage", "claims", "steps", "notes")
    }
    best |= {"number": report["best"], "answer": report["final_answer"]}
    return sorted([best, *report["other_attempts"]], key=lambda attempt: attempt["number"])


def failing_step(attempt: Report) -> Report | None:
    """The step that refuted an attempt."""
    return next((s for s in attempt["steps"] if s["outcome"] and s["outcome"]["result"] == "fail"), None)


def _rule(report: Report, first: Report) -> str:
    step = failing_step(first)
    if step is None:
        return ""
    failure = report["failure"]
    if failure is not None and report["best"] == 1:
        return str(failure["rule"])
    return f"{step['tool']}/{step['outcome']['reason']}"


def _basis(attempt: Report) -> Literal["question", "independent", "answer", ""]:
    """The weakest of the final claims' best bases."""
    finals = {claim["id"] for claim in attempt["claims"] if claim["role"] == "final"}
    best: dict[str, int] = {}
    for step in attempt["steps"]:
        if step["claim"] in finals and step["outcome"] and step["outcome"]["result"] == "pass":
            best[step["claim"]] = max(best.get(step["claim"], 0), _BASES.index(step["basis"]))
    return _BASES[min(best.values())] if best else ""


# --- where the mistake is -----------------------------------------------------------------------------
def localised(attempt: Report, label: Label, answer: str) -> Localised | None:
    """Where the refuted claim stands against the first step labelled wrong; ``None``: can't be told."""
    step = failing_step(attempt)
    if step is None or label.error_step is None:
        return None
    claim = next((claim for claim in attempt["claims"] if claim["id"] == step["claim"]), None)
    if claim is None or claim["role"] == "final":
        return None
    at = step_at(answer, label.steps, claim["span"][0])
    if at is None:
        return None
    wrong = label.error_step - label.step_base
    return "hit" if at == wrong else "early" if at < wrong else "late"


def step_at(answer: str, steps: Sequence[str], offset: int) -> int | None:
    """Which of the steps (from 0) holds a character of the answer, when all of them stand in it in order."""
    place, found = 0, None
    for number, text in enumerate(steps):
        start = answer.find(text.strip(), place)
        if start < 0:
            return None
        place = start + len(text.strip())
        if start <= offset < place:
            found = number
    return found
