"""The metrics: a name, what it says, and a function of judged rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from evals.metrics._intervals import Figure, mean, percentile, ratio, resampled, share
from evals.metrics._judged import Judged

Rows: TypeAlias = Sequence[Judged]
Test: TypeAlias = Callable[[Judged], bool]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric.

    Attributes:
        name: its key in JSON.
        title: for tables.
        about: its formula in words.
        unit: how to print it.
        better: which way is better, "" for neither.
        compute: from rows and the seed of resampling.
    """

    name: str
    title: str
    about: str
    unit: Literal["share", "seconds", "number"]
    better: Literal["high", "low", ""]
    compute: Callable[[Rows, int], Figure]


def _of(of: Test, yes: Test) -> Callable[[Rows, int], Figure]:
    """The share of rows with ``yes`` among those with ``of``."""

    def compute(rows: Rows, seed: int) -> Figure:  # noqa: ARG001  (Wilson's interval needs no draws)
        chosen = [row for row in rows if of(row)]
        return share(sum(map(yes, chosen)), len(chosen))

    return compute


def _mean(value: Callable[[Judged], float]) -> Callable[[Rows, int], Figure]:
    return lambda rows, seed: mean([value(row) for row in rows], seed=seed)


def _seconds(percent: float) -> Callable[[Rows, int], Figure]:
    return lambda rows, seed: percentile([row.seconds for row in rows], percent, seed=seed)


def _coverage(rows: Rows, seed: int) -> Figure:
    return ratio([(row.finals_checked, row.finals) for row in rows], seed=seed)


def _kill_rate(rows: Rows, seed: int) -> Figure:
    return ratio([(row.killed, row.killed + row.survived) for row in rows], seed=seed)


def _gain(rows: Rows, seed: int) -> Figure:
    """Accuracy of the answers that were let through, less that of all.

    Resampled rows keep the two parts together: each row adds to both.
    """
    known = [row for row in rows if row.truth is not None]
    passed = [row for row in known if row.verdict != "refuted"]
    if not passed:
        return Figure()

    def statistic(sample: Rows) -> float:
        passed = [row for row in sample if row.verdict != "refuted"]
        right = sum(row.right for row in passed) / len(passed) if passed else 0.0
        return right - sum(row.right for row in sample) / len(sample)

    return resampled(known, statistic, seed)


def _right(row: Judged) -> bool:
    return row.right


def _wrong(row: Judged) -> bool:
    return row.wrong


def _any(row: Judged) -> bool:  # noqa: ARG001  (every row)
    return True


METRICS: Mapping[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric(
            "catch_rate",
            "catch rate",
            "wrong answers refuted / wrong answers",
            "share",
            "high",
            _of(_wrong, lambda row: row.verdict == "refuted"),
        ),
        Metric(
            "catch_final_rate",
            "catch rate, final",
            "wrong answers whose final value was refuted / wrong answers",
            "share",
            "high",
            _of(_wrong, lambda row: row.false_alarm),
        ),
        Metric(
            "false_alarm_rate",
            "false alarms",
            "right answers whose final value was refuted / right answers",
            "share",
            "low",
            _of(_right, lambda row: row.false_alarm),
        ),
        Metric(
            "step_flag_rate",
            "steps flagged in right answers",
            "right answers of which a step was refuted, the final value not / right answers",
            "share",
            "",
            _of(_right, lambda row: row.verdict == "refuted" and row.scope == "step"),
        ),
        Metric(
            "true_slip_rate",
            "true slips among those",
            "right answers with a step labelled wrong / flagged right answers whose steps are labelled",
            "share",
            "high",
            _of(
                lambda row: row.right and row.scope == "step" and row.trace_wrong is not None,
                lambda row: row.trace_wrong is True,
            ),
        ),
        Metric(
            "false_pass_rate",
            "false passes",
            "wrong answers verified / wrong answers",
            "share",
            "low",
            _of(_wrong, lambda row: row.verdict == "verified"),
        ),
        Metric(
            "verified_error",
            "wrong among verified",
            "wrong answers verified / labelled answers verified",
            "share",
            "low",
            _of(lambda row: row.verdict == "verified" and row.truth is not None, _wrong),
        ),
        Metric(
            "pass_rate",
            "pass rate",
            "answers verified / answers",
            "share",
            "",
            _of(_any, lambda row: row.verdict == "verified"),
        ),
        Metric(
            "pass_right_rate",
            "right answers verified",
            "right answers verified / right answers",
            "share",
            "high",
            _of(_right, lambda row: row.verdict == "verified"),
        ),
        Metric(
            "abstention",
            "abstention",
            "answers neither verified nor refuted / answers",
            "share",
            "",
            _of(_any, lambda row: row.verdict in {"inconclusive", "not_checkable"}),
        ),
        Metric(
            "coverage",
            "coverage of final claims",
            "final claims decided / final claims, over all answers",
            "share",
            "high",
            _coverage,
        ),
        Metric(
            "verifier_gain",
            "verifier gain",
            "share of right answers among those not refuted, less the share among all",
            "number",
            "high",
            _gain,
        ),
        Metric(
            "localisation",
            "step localisation",
            "refuted step is the labelled first wrong one / refuted steps where one is labelled",
            "share",
            "high",
            _of(lambda row: row.localised is not None, lambda row: row.localised == "hit"),
        ),
        Metric(
            "correction_success",
            "correction success",
            "wrong answers corrected to a right one / those corrected to one that can be graded",
            "share",
            "high",
            _of(
                lambda row: row.wrong and row.corrected and row.corrected_truth is not None,
                lambda row: row.corrected_truth is True,
            ),
        ),
        Metric(
            "fixed_rate",
            "wrong answers mended",
            "wrong answers corrected to a right one / wrong answers",
            "share",
            "high",
            _of(_wrong, lambda row: row.corrected and row.corrected_truth is True),
        ),
        Metric(
            "harm_rate",
            "harm",
            "right answers corrected to a wrong one / right answers",
            "share",
            "low",
            _of(_right, lambda row: row.corrected and row.corrected_truth is False),
        ),
        Metric(
            "rounds",
            "rounds",
            "corrections made for an answer, mean",
            "number",
            "",
            _mean(lambda row: row.rounds),
        ),
        Metric("latency_p50", "latency p50", "added wall clock, median", "seconds", "low", _seconds(50)),
        Metric(
            "latency_p95", "latency p95", "added wall clock, 95th percentile", "seconds", "low", _seconds(95)
        ),
        Metric(
            "latency_p99", "latency p99", "added wall clock, 99th percentile", "seconds", "low", _seconds(99)
        ),
        Metric(
            "tool_calls",
            "tool calls",
            "calls of tools for an answer, mean",
            "number",
            "",
            _mean(lambda row: row.tool_calls),
        ),
        Metric(
            "model_calls",
            "model calls",
            "calls of models for an answer, mean",
            "number",
            "low",
            _mean(lambda row: row.model_calls),
        ),
        Metric(
            "tokens",
            "tokens",
            "prompt and completion tokens for an answer, mean",
            "number",
            "low",
            _mean(lambda row: row.tokens),
        ),
        Metric(
            "money",
            "money",
            "cost of an answer in the price table's currency, mean",
            "number",
            "low",
            _mean(lambda row: row.money),
        ),
        Metric(
            "kill_rate",
            "plan kill rate",
            "audited passes in which every mutant was refused / audited passes",
            "share",
            "high",
            _kill_rate,
        ),
        Metric(
            "fault_rate",
            "faults",
            "answers on which a worker or the checker failed / answers",
            "share",
            "low",
            _of(_any, lambda row: row.lost),
        ),
    )
}


def figures(rows: Rows, *, seed: int = 0, names: Iterable[str] | None = None) -> dict[str, Figure]:
    """Every metric, or those named, over the rows."""
    chosen = METRICS if names is None else {name: METRICS[name] for name in names}
    return {name: metric.compute(rows, seed) for name, metric in chosen.items()}


def grouped(rows: Rows, by: Callable[[Judged], str]) -> dict[str, list[Judged]]:
    """Rows by a key, the keys in order; rows without one are left out."""
    groups: dict[str, list[Judged]] = {}
    for row in rows:
        groups.setdefault(by(row), []).append(row)
    return {key: groups[key] for key in sorted(groups) if key}
