"""Law 1 as pure functions: the verdict table, exhaustively over small combinations."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.scripted import claim, evidence, step
from verifier.plan import (
    AllOf,
    AnyOf,
    Check,
    Claim,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Plan,
    Raises,
    RoundsTo,
    RowsEqual,
    Step,
    Succeeds,
    Supports,
)
from verifier.records import Evidence
from verifier.verdict import AUDIT_REASONS, Judgement, can_verify, first_failure, judge

FINAL, SECOND, SLIP = claim("final"), claim("final.2"), claim("c1")
RESULTS = ("pass", "fail", "undecided", None)
BASES = ("question", "independent", "answer")


def ruled(claims: list[Claim], cases: list[tuple[Step, str | None]], **how: object) -> Judgement:
    """The judgement when each step came out as given (``None``: it was not reached)."""
    plan = Plan(claims=tuple(claims), steps=tuple(s for s, _ in cases), asked=how.pop("asked", ()))
    return judge(plan, [evidence(s, r) for s, r in cases if r is not None], **how)


@pytest.mark.parametrize(
    ("own", "basis", "slip", "required"), list(product(RESULTS, BASES, RESULTS, (True, False)))
)
def test_the_table(own: str | None, basis: str, slip: str | None, required: bool) -> None:
    """Every combination of one final's own step and one step on the way."""
    cases = [
        (step("s0", "final", basis=basis), own),
        (step("s1", "c1", basis="answer", required=required), slip),
    ]
    judgement = ruled([FINAL, replace(SLIP, value=Fraction(5))], cases)
    held = own == "pass" and basis != "answer"
    if "fail" in (own, slip):
        scope = "final" if own == "fail" else "step"
        assert (judgement.verdict, judgement.scope) == ("refuted", scope)
        assert judgement.final == ("failed" if own == "fail" else "held" if held else "unchecked")
        assert judgement.reason is None
    elif held and (slip == "pass" or not required):
        assert (judgement.verdict, judgement.final, judgement.reason) == ("verified", "held", "passed")
    else:
        open_ = own in ("undecided", None) or (required and slip != "pass")
        assert (judgement.verdict, judgement.scope) == ("inconclusive", None)
        assert judgement.reason == ("undecided" if open_ else "consistent_only")
    assert judgement.coverage.final_checked == (held or own == "fail")
    assert judgement.coverage.steps_checked == (slip in ("pass", "fail"))


@pytest.mark.parametrize(("one", "two"), list(product(RESULTS, RESULTS)))
def test_every_final_must_hold(one: str | None, two: str | None) -> None:
    """Two asked parts: verified only when both hold, refuted when either fails."""
    judgement = ruled([FINAL, SECOND], [(step("s0", "final"), one), (step("s1", "final.2"), two)])
    if "fail" in (one, two):
        assert (judgement.verdict, judgement.scope, judgement.final) == ("refuted", "final", "failed")
    else:
        assert judgement.verdict == ("verified" if (one, two) == ("pass", "pass") else "inconclusive")


def test_a_final_without_a_step_keeps_the_run_open() -> None:
    """One final held, the other one that no step judges: inconclusive."""
    judgement = ruled([FINAL, SECOND], [(step("s0", "final"), "pass")])
    assert (judgement.verdict, judgement.reason, judgement.final) == (
        "inconclusive",
        "undecided",
        "unchecked",
    )


@pytest.mark.parametrize(
    ("asked", "subjects", "total"),
    [((), ("",), 1), (("mean",), ("",), 1), (("mean", "median"), ("mean",), 2), (("mean", "median"), ("",), 2),
     (("mean", "median"), ("median", "mean"), 2), (("a",), ("x", "y"), 2), (("a", "b", "c"), ("x", "b"), 3)],
)  # fmt: skip
def test_asked_parts_count_as_finals(asked: tuple[str, ...], subjects: tuple[str, ...], total: int) -> None:
    """Coverage counts the asked parts that the answer leaves out; a final without their label stands for one."""
    claims = [claim(f"final.{n}", subject=s) for n, s in enumerate(subjects)]
    cases = [(step(f"s{n}", c.id), "pass") for n, c in enumerate(claims)]
    judgement = ruled(claims, cases, asked=asked)
    assert (judgement.coverage.final_total, judgement.coverage.final_checked) == (total, len(claims))
    assert judgement.verdict == ("verified" if total == len(claims) else "inconclusive")


def test_nothing_is_not_checkable_and_little_is_not_verified() -> None:
    """No vacuous pass: an empty plan, steps without claims, claims without steps."""
    assert (ruled([], []).verdict, ruled([], []).reason) == ("not_checkable", "nothing_to_check")
    assert ruled([FINAL], []).verdict == "inconclusive"
    loose = step("s0", None, basis="question", expected_check=Equals(expected="1"))
    assert ruled([], [(loose, "pass")]).verdict == "inconclusive"
    assert ruled([SLIP], [(step("s0", "c1"), "pass")]).verdict == "inconclusive"


def test_a_document_is_never_verified() -> None:
    """Whatever holds; it can be refuted."""
    cases = [(step("s0", "final"), "pass")]
    assert ruled([FINAL], cases, document=True).reason == "consistent_only"
    assert ruled([FINAL], [(step("s0", "final"), "fail")], document=True).verdict == "refuted"


@pytest.mark.parametrize("reason", ["weak_plan", "echo", "ungrounded_input", "misquoted", "missing_claim"])
def test_a_step_stopped_by_the_audit_is_a_weak_plan(reason: str) -> None:
    """The reason says that the plan, not the tools, left it open."""
    assert reason in AUDIT_REASONS
    own = step("s0", "final")
    plan = Plan(claims=(FINAL,), steps=(own,))
    assert judge(plan, [evidence(own, "undecided", reason)]).reason == "weak_plan"


def test_the_budget_is_named_before_other_reasons() -> None:
    """A run that was out of calls says so."""
    one, two = step("s0", "final"), step("s1", "final")
    plan = Plan(claims=(FINAL,), steps=(one, two))
    found = [evidence(one, "undecided", "echo"), evidence(two, "undecided", "budget")]
    assert judge(plan, found).reason == "budget"


def test_a_claim_that_cannot_be_judged_never_holds() -> None:
    """A pass on an ambiguous final is not a decision."""
    unclear = replace(FINAL, reason="ambiguous_final")
    judgement = ruled([unclear], [(step("s0", "final"), "pass")])
    assert (judgement.verdict, judgement.reason) == ("inconclusive", "undecided")


def test_two_steps_on_one_final() -> None:
    """One passes, the other is undecided: not verified unless that one was not required."""
    for required, verdict in ((True, "inconclusive"), (False, "verified")):
        cases = [(step("s0", "final"), "pass"), (step("s1", "final", required=required), "undecided")]
        assert ruled([FINAL], cases).verdict == verdict


# --- the equation that states the final ---------------------------------------------------------------
def equation(name: str, value: int, **fields: object) -> Claim:
    """An equation with that right side."""
    return claim(name, Fraction(value), kind="equation", **fields)


def failing(claims: list[Claim], failed: str, *held: str) -> Judgement:
    """The judgement when one equation fails and the named ones hold."""
    steps = [
        (step(f"s{n}", c.id, basis="answer"), "fail" if c.id == failed else "pass")
        for n, c in enumerate(claims)
        if c.id == failed or c.id in held
    ]
    return ruled(claims, steps)


def test_the_equation_that_states_the_final_takes_it_along() -> None:
    """In "the answer is 3*4 = 13" the final is the right side of the false sum."""
    claims = [equation("c1", 7, at=50), equation("c2", 13, at=20), claim("final", Fraction(13), at=19)]
    judgement = failing(claims, "c2", "c1")
    assert (judgement.verdict, judgement.scope, judgement.final) == ("refuted", "final", "failed")
    assert failing(claims, "c1").scope == "step"


def test_a_final_stated_elsewhere_was_not_checked() -> None:
    """In "3*4 = 13. #### 13" the sum is a finding; what the marker states is another statement."""
    claims = [equation("c1", 13), claim("final", Fraction(13), at=30)]
    judgement = failing(claims, "c1")
    assert (judgement.scope, judgement.final) == ("step", "unchecked")


def test_a_final_that_holds_by_itself_is_not_taken_along() -> None:
    """The question's own computation outweighs a wrong sum that comes to the same value."""
    claims = [equation("c1", 13), claim("final", Fraction(13))]
    cases = [(step("s0", "final"), "pass"), (step("s1", "c1", basis="answer"), "fail")]
    judgement = ruled(claims, cases)
    assert (judgement.scope, judgement.final) == ("step", "held")


def test_other_values_at_the_same_place_are_not_the_final() -> None:
    """True is not 1, and a middle of a chain is not its end."""
    assert failing([equation("c1", 1), claim("final", value=True)], "c1").scope == "step"
    assert failing([equation("c1", 12), claim("final", Fraction(13))], "c1").scope == "step"


def test_one_of_several_finals_is_enough_to_take_along() -> None:
    """The equation states one final and has nothing to do with the other."""
    one, two = claim("final", Fraction(13)), claim("final.2", Fraction(99), at=30)
    for order in ([one, two], [two, one]):
        assert failing([equation("c1", 13), *order], "c1").scope == "final"


def test_the_first_failure_is_the_finding() -> None:
    """Of a document's several fails the first; none where nothing failed."""
    found = [evidence(step(f"s{n}", "c1"), r) for n, r in enumerate(("pass", "fail", "fail"))]
    assert first_failure(found) is found[1]
    assert first_failure(found[:1]) is None


# --- which checks can verify --------------------------------------------------------------------------
YES: list[Check] = [
    Equals(expected="1"), RoundsTo(expected="1"), Equivalent(expected="x"), Compare(op="<", expected="1"),
    Contains(expected="x"), Matches(pattern="x"), Raises(exception="E"), OutputEquals(expected="x"),
    RowsEqual(expected=[]), Supports(),
]  # fmt: skip
NO: list[Check] = [Succeeds(), Consistent()]


def test_every_check_type_is_judged() -> None:
    """`succeeds` and `consistent` can refute, never verify; every other plain check can."""
    assert all(map(can_verify, YES))
    assert not any(map(can_verify, NO))
    assert not can_verify(None)


@given(st.recursive(
    st.sampled_from(YES + NO).map(lambda c: (c, not isinstance(c, Succeeds | Consistent))),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda p: (AllOf(checks=tuple(c for c, _ in p)), any(v for _, v in p))),
        st.lists(inner, min_size=1, max_size=3).map(lambda p: (AnyOf(checks=tuple(c for c, _ in p)), all(v for _, v in p))),
        inner.map(lambda p: (Not(check=p[0]), p[1])),
    ),
))  # fmt: skip
def test_combined_checks(case: tuple[Check, bool]) -> None:
    """A conjunction verifies if one part can; an alternative only if all can; an empty one never."""
    assert can_verify(case[0]) is case[1]
    assert not can_verify(AnyOf(checks=()))
    assert not can_verify(AllOf(checks=()))


# --- properties ---------------------------------------------------------------------------------------
def any_case(draw: st.DrawFn) -> tuple[Plan, list[Evidence], bool]:
    """Any plan with any evidence."""
    claims = draw(
        st.lists(st.sampled_from([FINAL, SECOND, SLIP, equation("c2", 9)]), unique_by=lambda c: c.id)
    )
    on = st.sampled_from([*(c.id for c in claims), None]) if claims else st.none()
    steps = []
    for n in range(draw(st.integers(0, 4))):
        check = draw(st.sampled_from([Equals(expected="1"), Succeeds(), None]))
        steps.append(
            step(
                f"s{n}",
                draw(on),
                basis=draw(st.sampled_from(BASES)),
                required=draw(st.booleans()),
                expected_check=check,
            )
        )
    found = [evidence(s, r) for s in steps if (r := draw(st.sampled_from(RESULTS))) is not None]
    return Plan(claims=tuple(claims), steps=tuple(steps)), found, draw(st.booleans())


CASES = st.composite(any_case)()


@given(CASES)
def test_verified_means_what_law_one_says(case: tuple[Plan, list[Evidence], bool]) -> None:
    """Both ways: verified exactly when every condition of law 1 holds."""
    plan, found, document = case
    by_step = {s.step_id: s for s in plan.steps}
    done = {e.step_id: e.outcome.result for e in found}
    finals = {c.id for c in plan.claims if c.role == "final"}
    passed = {
        by_step[n].claim for n, r in done.items()
        if r == "pass" and by_step[n].basis in ("question", "independent") and isinstance(by_step[n].expected_check, Equals)
    }  # fmt: skip
    law = (
        not document and bool(finals) and finals <= passed and "fail" not in done.values()
        and all(done.get(s.step_id, "undecided") != "undecided" for s in plan.steps if s.required)
    )  # fmt: skip
    assert (judge(plan, found, document=document).verdict == "verified") is law


@given(CASES)
def test_refuted_means_that_something_failed(case: tuple[Plan, list[Evidence], bool]) -> None:
    """And scope final means that a final's own check did, here where no equation yields a final."""
    plan, found, document = case
    judgement = judge(plan, found, document=document)
    failed = [e.claim for e in found if e.outcome.result == "fail"]
    assert (judgement.verdict == "refuted") is bool(failed)
    assert (judgement.scope == "final") is any(c in ("final", "final.2") for c in failed)


@given(CASES)
def test_one_more_undecided_step_never_verifies(case: tuple[Plan, list[Evidence], bool]) -> None:
    """A required step that is left open takes a verification away, and refutes nothing."""
    plan, found, document = case
    before = judge(plan, found, document=document)
    more = replace(plan, steps=(*plan.steps, step("s9", None)))
    after = judge(more, found, document=document)
    assert after.verdict != "verified"
    assert (after.verdict == "refuted") is (before.verdict == "refuted")


@given(CASES)
def test_coverage_counts_within_its_totals(case: tuple[Plan, list[Evidence], bool]) -> None:
    """Checked never exceeds total, on either side."""
    coverage = judge(case[0], case[1]).coverage
    assert 0 <= coverage.final_checked <= coverage.final_total
    assert 0 <= coverage.steps_checked <= coverage.steps_total


def test_only_an_unclear_final_keeps_a_run_open() -> None:
    """A step claim with two readings that no step judges is nobody's business, a final one is."""
    own = [(step("s0", "final"), "pass")]
    unclear = (Fraction(1), Fraction(2))
    assert ruled([FINAL, replace(SLIP, alternatives=unclear)], own).verdict == "verified"
    assert ruled([replace(FINAL, alternatives=unclear)], own).verdict == "verified"
    sums = [(step("s1", "c1", basis="answer"), "pass")]
    assert ruled([FINAL, SLIP], sums).reason == "consistent_only"
    assert ruled([replace(FINAL, alternatives=unclear), SLIP], sums).reason == "undecided"
