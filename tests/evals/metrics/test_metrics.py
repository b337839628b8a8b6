"""Metrics: held against values computed by hand, and against laws that hold for any rows."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.metrics import (
    GRADES,
    METRICS,
    Judged,
    calibration,
    compared,
    figures,
    grade_of,
    grouped,
    mcnemar,
    mean,
    outcome,
    percentile,
    ratio,
    risk_coverage,
    share,
    wilson,
)


def row(name="x", truth="correct", verdict="verified", scope=None, **more):
    """A judged row; a verified one is verified by the question."""
    more.setdefault("basis", "question" if verdict == "verified" else "")
    return Judged(id=name, truth=truth, verdict=verdict, scope=scope, source="s", **more)


#: Ten rows: six wrong, four right.
ROWS = [
    row("w1", "incorrect", "refuted", "final", seconds=0.1, finals=1, finals_checked=1),
    row("w2", "incorrect", "refuted", "final", seconds=0.2, finals=1, finals_checked=1),
    row("w3", "incorrect", "refuted", "step", seconds=0.3, finals=1, trace_wrong=True, localised="hit"),
    row("w4", "incorrect", "verified", seconds=0.4, finals=1, finals_checked=1, killed=3),
    row("w5", "incorrect", "inconclusive", seconds=0.5, finals=2, finals_checked=1, passed=1, survived=1),
    row("w6", "incorrect", "not_checkable", seconds=0.6),
    row("r1", "correct", "verified", seconds=0.7, finals=1, finals_checked=1, basis="independent"),
    row("r2", "correct", "refuted", "final", seconds=0.8, finals=1, finals_checked=1),
    row("r3", "correct", "refuted", "step", seconds=0.9, finals=1, finals_checked=1, trace_wrong=True),
    row("r4", "correct", "refuted", "step", seconds=1.0, finals=1, trace_wrong=False),
]
BY_HAND = {
    "catch_rate": (3 / 6, 6),
    "catch_final_rate": (2 / 6, 6),
    "false_alarm_rate": (1 / 4, 4),
    "step_flag_rate": (2 / 4, 4),
    "true_slip_rate": (1 / 2, 2),
    "false_pass_rate": (1 / 6, 6),
    "verified_error": (1 / 2, 2),
    "pass_rate": (2 / 10, 10),
    "pass_right_rate": (1 / 4, 4),
    "abstention": (2 / 10, 10),
    "coverage": (7 / 10, 10),
    "verifier_gain": (1 / 4 - 4 / 10, 10),
    "localisation": (1.0, 1),
    "correction_success": (None, 0),
    "fixed_rate": (0.0, 6),
    "harm_rate": (0.0, 4),
    "rounds": (0.0, 10),
    "latency_p50": (0.5, 10),
    "latency_p95": (1.0, 10),
    "latency_p99": (1.0, 10),
    "tool_calls": (0.0, 10),
    "model_calls": (0.0, 10),
    "tokens": (0.0, 10),
    "money": (0.0, 10),
    "kill_rate": (3 / 4, 10),
    "fault_rate": (0.0, 10),
}


@pytest.mark.parametrize("name", METRICS)
def test_each_metric_by_hand(name):
    """Ten rows whose figures can be counted on fingers: values and counts, and an interval around each."""
    figure = figures(ROWS)[name]
    value, count = BY_HAND[name]
    assert figure.value == (None if value is None else pytest.approx(value))
    assert figure.count == count
    if value is not None:
        assert figure.low <= figure.value <= figure.high


def test_corrections_by_hand():
    """Wrong answers mended, right ones spoilt, and those whose correction can't be graded."""
    rows = [
        row("a", "incorrect", "refuted", "final", corrected=True, corrected_truth=True, rounds=1, tokens=10),
        row("b", "incorrect", "refuted", "final", corrected=True, corrected_truth=False, rounds=3),
        row("c", "incorrect", "refuted", "final", corrected=True, corrected_truth=None, rounds=2),
        row("d", "incorrect", "inconclusive"),
        row("e", "correct", "refuted", "final", corrected=True, corrected_truth=False, rounds=1),
        row("f", "correct", "verified"),
    ]
    found = figures(rows)
    assert (found["correction_success"].value, found["correction_success"].count) == (1 / 2, 2)
    assert found["fixed_rate"].value == 1 / 4
    assert found["harm_rate"].value == 1 / 2
    assert found["rounds"].value == pytest.approx(7 / 6)
    assert found["tokens"].value == pytest.approx(10 / 6)


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    # Published examples of the score interval: 0 of 20, 1 of 29 and 15 of 148 of Newcombe (1998), table I.
    [(0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718), (15, 148, 0.0624, 0.1605), (81, 263, 0.2553, 0.3662)],
)
def test_wilson_against_published_values(hits, count, low, high):
    """To four digits."""
    assert wilson(hits, count) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_bounds_a_share(case):
    """Within [0, 1], around the share, mirrored for the complement."""
    hits, count = case
    low, high = wilson(hits, count)
    assert 0 <= low <= hits / count <= high <= 1
    other_low, other_high = wilson(count - hits, count)
    assert math.isclose(low, 1 - other_high, abs_tol=1e-12)
    assert math.isclose(high, 1 - other_low, abs_tol=1e-12)


@pytest.mark.parametrize(("hits", "count"), [(1, 0), (-1, 2), (3, 2)])
def test_wilson_refuses_what_is_no_share(hits, count):
    """An error, not a number."""
    with pytest.raises(ValueError, match="no share"):
        wilson(hits, count)


def test_nothing_counted_is_no_value():
    """No rows: neither zero nor one."""
    for figure in (share(0, 0), mean([]), percentile([], 50), ratio([]), ratio([(0, 0)])):
        assert figure.value is None
        assert figure.low is None
    assert all(f.value is None for f in figures([]).values())


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=30), st.integers(0, 3))
def test_resampled_intervals(values, seed):
    """The same seed gives the same interval, which lies within the values and around the statistic."""
    for make in (lambda: mean(values, seed=seed), lambda: percentile(values, 95, seed=seed)):
        figure = make()
        assert figure == make()
        assert min(values) - 1e-6 <= figure.low <= figure.value + 1e-6
        assert figure.value - 1e-6 <= figure.high <= max(values) + 1e-6


def test_percentiles_are_of_nearest_rank():
    """Of one to a hundred, the p-th percentile is p."""
    values = [float(n) for n in range(1, 101)]
    assert [percentile(values, p).value for p in (1, 50, 95, 99, 100)] == [1, 50, 95, 99, 100]
    assert percentile([3.0], 99).value == 3.0


def test_mcnemar_by_hand():
    """2·P[X ≤ 1] of 6 fair tosses is 2·(1 + 6)/64; without a difference p is 1; large counts by χ²."""
    assert mcnemar(1, 5) == pytest.approx(14 / 64)
    assert mcnemar(5, 1) == pytest.approx(14 / 64)
    assert mcnemar(0, 0) == mcnemar(3, 3) == 1.0
    assert mcnemar(600, 700) == pytest.approx(0.00604, abs=1e-4)


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_is_a_probability(a, b):
    """Symmetric, within (0, 1], and no larger for a larger difference of the same tosses."""
    p = mcnemar(a, b)
    assert 0 < p <= 1
    assert p == mcnemar(b, a)
    if a > b > 0:
        assert mcnemar(a + 1, b - 1) <= p


def test_comparisons_use_rows_that_both_have():
    """Counts by hand: B catches one more wrong answer, and A alone passes a wrong one."""
    b = [row("w4", "incorrect", "refuted", "final"), *[one for one in ROWS if one.id not in {"w4", "w6"}]]
    found = compared(ROWS, b)
    assert (found["catch"].count, found["catch"].only_a, found["catch"].only_b) == (5, 0, 1)
    assert (found["false_pass"].only_a, found["false_pass"].only_b) == (1, 0)
    assert found["false_alarm"].count == 4


def test_risk_and_coverage_by_hand():
    """Grades in order: one wrong among two verified, then an open wrong one; the area is the mean risk."""
    rows = [
        row("a", "correct", "verified"),
        row("b", "incorrect", "verified"),
        row("c", "incorrect", "inconclusive"),
    ]
    found = risk_coverage(rows)
    assert found.points == (pytest.approx((2 / 3, 1 / 2)), pytest.approx((1.0, 2 / 3)))
    # Of the two verified, the first is half wrong (1/2), both hold one error (1/2); then 2/3.
    assert found.area == pytest.approx((1 / 2 + 1 / 2 + 2 / 3) / 3)
    assert found.base == pytest.approx(2 / 3)
    # At best: right (0), then wrong (1/2), then wrong (2/3).
    assert found.best == pytest.approx((0 + 1 / 2 + 2 / 3) / 3)
    assert risk_coverage([]).area is None


ANY = st.builds(
    Judged,
    id=st.text(max_size=3),
    truth=st.sampled_from(["correct", "incorrect", None]),
    verdict=st.sampled_from(["verified", "refuted", "inconclusive", "not_checkable"]),
    scope=st.sampled_from(["final", "step"]),
    basis=st.sampled_from(["question", "independent"]),
    passed=st.integers(0, 2),
    source=st.sampled_from(["a", "b", ""]),
    seconds=st.floats(0, 10),
)


@given(st.lists(ANY, max_size=25))
def test_laws_of_all_figures(rows):
    """Shares lie in [0, 1] and in their intervals; outcomes partition rows; the area is no better than the best."""
    found = figures(rows, names=[name for name, metric in METRICS.items() if metric.unit == "share"])
    for figure in found.values():
        assert figure.value is None or 0 <= figure.low <= figure.value <= figure.high <= 1
    refuted = sum(one.verdict == "refuted" for one in rows)
    if rows:
        assert found["pass_rate"].hits + found["abstention"].hits + refuted == len(rows)
    curve = risk_coverage(rows)
    if curve.count:
        assert curve.best - 1e-12 <= curve.area <= 1
        assert curve.points[-1] == pytest.approx((1.0, curve.base))
    assert sum(figure.count for figure in calibration(rows).values()) == curve.count
    assert sum(map(len, grouped(rows, lambda one: one.source).values())) == sum(
        bool(one.source) for one in rows
    )


def test_grades_are_ordered_by_trust():
    """Every row has one grade."""
    assert list(GRADES) == [
        grade_of(one)
        for one in (
            row(),
            row(basis="independent"),
            row(verdict="inconclusive", passed=1),
            row(verdict="not_checkable"),
            row(verdict="refuted", scope="step"),
            row(verdict="refuted", scope="final"),
        )
    ]
    assert outcome(row(verdict="refuted", scope="step")) == "refuted_step"


def test_every_metric_says_what_it_is():
    """A title, its formula in words, and a key of its own."""
    assert set(METRICS) == set(BY_HAND)
    assert all(metric.title and metric.about and metric.name == name for name, metric in METRICS.items())
