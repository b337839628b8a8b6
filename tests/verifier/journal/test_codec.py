"""Records survive the journal without loss."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier._canonical import canonical, check_data, digest
from verifier.journal._codec import (
    claims,
    dumps,
    outcomes,
    pack_evidence,
    pack_value,
    patches,
    plans,
    steps,
    tasks,
    unpack_evidence,
    unpack_value,
)
from verifier.plan import (
    AllOf,
    AnyOf,
    Claim,
    Compare,
    Contains,
    Equals,
    Not,
    Plan,
    RoundsTo,
    Step,
    Succeeds,
    check_json,
)
from verifier.plan._outcome import CheckOutcome
from verifier.records import Evidence, Patch
from verifier.task import DataTable, Task

TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
OBJECTS = st.dictionaries(TEXT, JSON, max_size=4)
VALUES = st.recursive(
    st.none() | st.booleans() | TEXT | st.fractions() | st.dates(),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=4,
)
SPANS = st.tuples(st.integers(0, 99), st.integers(0, 99))
CLAIMS = st.builds(
    Claim, id=TEXT, kind=st.sampled_from(["number", "list", "date"]), role=st.sampled_from(["final", "step"]), quote=TEXT,
    span=SPANS, value=VALUES, quantum=st.none() | st.fractions(), unit=st.none() | TEXT, subject=TEXT,
    approx=st.booleans(), truncated=st.booleans(), value_span=st.none() | SPANS,
    alternatives=st.lists(VALUES, max_size=2).map(tuple), lhs=TEXT, reason=TEXT,
)  # fmt: skip
OPERANDS = st.just({"$ref": "output.value"}) | JSON
CHECKS = st.recursive(
    st.builds(Equals, expected=OPERANDS, abs_tol=st.none() | TEXT) | st.builds(RoundsTo, expected=OPERANDS, truncation=st.booleans())
    | st.builds(Compare, op=st.sampled_from(["<", "!="]), expected=OPERANDS) | st.builds(Contains, expected=OPERANDS) | st.just(Succeeds()),
    lambda inner: st.lists(inner, min_size=1, max_size=2).map(lambda p: AllOf(checks=tuple(p)))
    | st.lists(inner, min_size=1, max_size=2).map(lambda p: AnyOf(checks=tuple(p))) | inner.map(lambda c: Not(check=c)),
    max_leaves=4,
)  # fmt: skip
STEPS = st.builds(
    Step, step_id=TEXT, description=TEXT, tool_required=TEXT, tool_input=OBJECTS, expected_check=st.none() | CHECKS,
    sentence=TEXT, claim=st.none() | TEXT, depends_on=st.lists(TEXT, max_size=2).map(tuple), required=st.booleans(),
    basis=st.sampled_from(["question", "answer"]), formula=TEXT,
)  # fmt: skip
PLANS = st.builds(
    Plan, claims=st.lists(CLAIMS, max_size=2).map(tuple), steps=st.lists(STEPS, max_size=2).map(tuple),
    verification_needed=st.booleans(), asked=st.lists(TEXT, max_size=2).map(tuple), notes=st.lists(TEXT, max_size=1).map(tuple),
    author=TEXT,
)  # fmt: skip
OUTCOMES = st.builds(
    CheckOutcome,
    result=st.sampled_from(["pass", "fail", "undecided"]),
    reason=TEXT,
    expected=TEXT,
    actual=TEXT,
    detail=TEXT,
)
CELLS = st.none() | st.booleans() | st.integers() | TEXT
TABLES = st.builds(
    DataTable,
    name=TEXT,
    columns=st.lists(TEXT, max_size=2).map(tuple),
    rows=st.lists(st.lists(CELLS, max_size=2).map(tuple), max_size=2).map(tuple),
)
TASKS = st.builds(
    Task, id=TEXT, question=st.none() | TEXT, data=st.lists(TABLES, max_size=2).map(tuple), values=OBJECTS
)
PATCHES = st.builds(Patch, span=SPANS, old=TEXT, new=TEXT, claim=TEXT, reason=TEXT)


def through_text(packed: object) -> object:
    """As read from a file."""
    return json.loads(dumps(packed))


@given(VALUES)
def test_values(value: object) -> None:
    """Numbers stay exact and typed, dates dates, lists lists; text is never taken for a number."""
    back = unpack_value(through_text(pack_value(value)))
    assert (type(back), back) == (type(value), value)


@pytest.mark.parametrize(
    "value",
    [
        True,
        Fraction(1),
        "1",
        (Fraction(1),),
        date(2024, 2, 29),
        Fraction(10) ** 5000,
        Fraction(1, 3),
        None,
        (),
    ],
)
def test_look_alikes_stay_apart(value: object) -> None:
    """1, "1", True and (1,) come back as what they were; a number of 5,000 digits too."""
    back = unpack_value(through_text(pack_value(value)))
    assert (type(back), back) == (type(value), value)


@given(st.one_of(
    *(records.map(lambda r, c=codec: (c, r)) for codec, records in ((claims, CLAIMS), (steps, STEPS), (plans, PLANS), (outcomes, OUTCOMES), (tasks, TASKS), (patches, PATCHES)))
))  # fmt: skip
def test_records(case: tuple) -> None:
    """Every record comes back equal."""
    codec, record = case
    assert codec.unpack(through_text(codec.pack(record))) == record


@given(
    step=STEPS,
    outcome=OUTCOMES,
    output=st.none() | OBJECTS,
    resolved=st.none() | OBJECTS,
    diagnosis=st.none() | OBJECTS,
    cached=st.booleans(),
)
def test_evidence(
    *,
    step: Step,
    outcome: CheckOutcome,
    output: dict | None,
    resolved: dict | None,
    diagnosis: dict | None,
    cached: bool,
) -> None:
    """Evidence comes back from its entry and its plan: the input as it was resolved, the check as it was."""
    evidence = Evidence(
        step_id=step.step_id, tool="t", tool_version="1", tool_input=step.tool_input if resolved is None else resolved, output=output,
        output_digest="d", check=None if step.expected_check is None else check_data(step.expected_check), basis=step.basis,
        claim=step.claim, outcome=outcome, diagnosis=diagnosis, duration_s=0.25, cached=cached,
    )  # fmt: skip
    packed = through_text(pack_evidence(evidence, step))
    assert unpack_evidence(packed, Plan(steps=(step,))) == evidence


@given(CHECKS)
def test_a_check_stands_in_evidence_as_plans_write_it(check: object) -> None:
    """One JSON form of checks, whoever writes it."""
    assert check_data(check) == check_json(check)


@given(JSON)
def test_canonical_json_does_not_depend_on_order(value: object) -> None:
    """The same value in another order has the same digest; ASCII only."""

    def turned(part: object) -> object:
        if isinstance(part, dict):
            return {key: turned(part[key]) for key in reversed(list(part))}
        return [turned(item) for item in part] if isinstance(part, list) else part

    assert digest(canonical(value)) == digest(canonical(turned(value)))
    assert canonical(value).isascii()


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object(), {(1,): 2}])
def test_what_is_no_json_has_no_digest(value: object) -> None:
    """Such an output is refused rather than bent."""
    with pytest.raises((TypeError, ValueError)):
        canonical({"value": value})


def test_whatever_a_users_planner_writes_can_be_journaled() -> None:
    """A journal never fails on what a record holds; it shows the thing."""
    assert json.loads(dumps({"a": {1, 2}, "b": Fraction(1, 3), "c": date(2024, 1, 2), "d": object})) == {
        "a": ["1", "2"], "b": "1/3", "c": "2024-01-02", "d": repr(object),
    }  # fmt: skip
    assert dumps({"a": "\ud800中"}).isascii()
