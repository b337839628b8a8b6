"""Scores anew without a tool or a model: other labels, or another policy over the recorded votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from evals.data import Example, Label, read
from evals.run import Result, RunFolder
from evals.scoring._join import attempts_of
from verifier.errors import UsageError
from verifier.journal import History, Journal
from verifier.plan import CheckContext, CheckOutcome, Plan, Quorum, evaluate_check
from verifier.quorum import Policy
from verifier.records import Coverage, Evidence
from verifier.verdict import judge

Report = Mapping[str, Any]


def relabelled(folder: RunFolder, paths: Iterable[Path], *, form: str | None = None) -> Iterator[Label]:
    """The run's labels, with those of other files in their place, told by the rows' ids.

    Raises:
        DataSetError: a file can't be read.
        UsageError: no row of the run has a new label.
    """
    new = {item.label.id: item.label for item in read(list(paths), form=form) if isinstance(item, Example)}
    known = {row.id for row in folder.rows()}
    if not known & new.keys():
        raise UsageError("the new labels name no row of this run; their ids must be the run's")
    return (replace(new.get(label.id, label), id=label.id) for label in folder.labels())


def with_policy(folder: RunFolder, policy: Policy) -> Iterator[Result]:
    """The run's results as another policy would have decided on the recorded votes.

    Programs are neither bought nor run: where the other policy would have bought more, the votes at hand
    decide.
    Plans and evidence come from the run's journal.

    Raises:
        UsageError: the run was not recorded.
    """
    with ExitStack() as stack:
        journals = [
            stack.enter_context(Journal.read(path)) for path in sorted(folder.path.glob("journal*.sqlite"))
        ]
        if not journals:
            raise UsageError(f"{folder.path} holds no journal; a policy needs a run that was recorded")
        place = {run: journal for journal in journals for run in journal.runs()}
        for result in folder.results():
            journal = place.get(str(result.report["run_id"]))
            if journal is None or not _has_quorum(result.report):
                yield result
            else:
                history = journal.history(str(result.report["run_id"]))
                yield replace(result, report=decided_anew(result.report, history, policy))


def _has_quorum(report: Report) -> bool:
    return any(
        (step["check"] or {}).get("type") == "quorum" for a in attempts_of(report) for step in a["steps"]
    )


def decided_anew(report: Report, history: History, policy: Policy) -> Report:
    """A report whose first attempt's votes are decided by another policy; its verdict follows from them."""
    first = history.attempts[0]
    if first.plan is None:
        return report
    evidence = [_anew(first.plan, one, policy) for one in first.evidence]
    found = judge(first.plan, evidence, document=report["document"])
    results = {one.step_id: one.outcome for one in evidence}
    attempts = attempts_of(report)
    steps = [_with_outcome(step, results.get(step["step_id"])) for step in attempts[0]["steps"]]
    changed = {
        "verdict": found.verdict, "scope": found.scope, "final": found.final, "steps": steps,
        "coverage": _coverage(found.coverage), "claims": attempts[0]["claims"],
        "notes": attempts[0]["notes"], "stop_reason": found.reason or "no_corrector",
    }  # fmt: skip
    same: dict[str, Any] = {"failure": None, "best": 1, "other_attempts": [], "final_answer": first.answer}
    return {**report, **changed, **same}


def _anew(plan: Plan, one: Evidence, policy: Policy) -> Evidence:
    step = next(step for step in plan.steps if step.step_id == one.step_id)
    check = step.expected_check
    if not isinstance(check, Quorum) or one.output is None:
        return one
    check = replace(
        check, refute_at=policy.refute_at, verify_at=policy.verify_at, dissent_veto=policy.dissent_veto,
        scattered_at=policy.scattered_at,
    )  # fmt: skip
    context = CheckContext(output=one.output, claims={claim.id: claim for claim in plan.claims})
    return replace(one, outcome=evaluate_check(check, context))


def _with_outcome(step: Report, outcome: CheckOutcome | None) -> Report:
    if outcome is None:
        return step
    told = {name: getattr(outcome, name) for name in ("result", "reason", "expected", "actual", "detail")}
    return {**step, "outcome": told}


def _coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "final": {"checked": coverage.final_checked, "total": coverage.final_total},
        "steps": {"checked": coverage.steps_checked, "total": coverage.steps_total},
    }
