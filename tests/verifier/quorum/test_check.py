"""The check `quorum`: how a value votes on a claim, and that the audit of plans holds on it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from toolkits import default_registry
from toolkits.derivations import agreement, value_in
from verifier.plan import (
    CheckContext,
    Claim,
    Plan,
    Quorum,
    Step,
    audit_pass,
    audit_static,
    check_json,
    evaluate_check,
    load_check,
    parse_plan,
)
from verifier.plan._quorum_check import cast_votes
from verifier.plan.mutants import ACCEPTED, mutants
from verifier.task import Task

ANSWER = "The answer is 18."
QUESTION = "How many eggs are left of sixteen, and two more?"
FINAL = Claim(
    id="final",
    kind="number",
    role="final",
    quote="18",
    span=(14, 16),
    value=Fraction(18),
    quantum=Fraction(1),
)
CHECK = Quorum(expected={"$ref": "claims.final.value"})


def output(*values: object) -> dict[str, Any]:
    """The tool's output for programs that return (or, as text, print) these; `None` abstains."""
    read = [
        None if v is None else value_in(None, v) if isinstance(v, str) else value_in(v, "") for v in values
    ]
    told = [v.json() if v else {"value": None, "unit": None} for v in read]
    derivations = [
        {"author": f"m{i}", "seed": 0, **one, "abstains": "" if read[i] else "timeout"}
        for i, one in enumerate(told)
    ]
    return {"derivations": derivations, "classes": agreement(read)}


def votes(claim: Claim, *values: object, check: Quorum = CHECK) -> str:
    """How each program votes: + - and . for an abstention."""
    cast = cast_votes(check, CheckContext(output=output(*values), claims={"final": claim}))
    return "".join({"pass": "+", "fail": "-", "undecided": "."}[vote] for vote in cast.each)


def judged(claim: Claim, *values: object, check: Quorum = CHECK) -> tuple[str, str]:
    """The outcome of the check."""
    found = evaluate_check(check, CheckContext(output=output(*values), claims={"final": claim}))
    return found.result, found.reason


@pytest.mark.parametrize(
    ("fields", "values", "told"),
    [
        ({}, (18, 18.0, 17.999999999999996, "18", 17.999999, 19, None), "+++++-."),
        ({"value": Fraction("33.33"), "quantum": Fraction(1, 100)}, (100 / 3, "33.33", 33.34), "++-"),
        ({"value": Fraction(1, 3), "quantum": None}, (1 / 3, "1/3", 0.3333), "++-"),
        ({"value": Fraction(5, 2), "quantum": Fraction(1, 10)}, (2.5, 2.4), "+-"),
        ({"value": Fraction(18), "unit": "USD"}, (18, "$18", "€18", 19), "++.-"),
        ({"value": Fraction(90), "unit": "min"}, (90, 1.5, 80, "1.5 h"), "+.-+"),
        ({"value": True, "kind": "boolean", "quantum": None}, (True, False, "yes", 1), "+-+."),
        ({"value": "B", "kind": "choice", "quantum": None}, ("B", "(b)", "C", 2), "++-."),
    ],
)
def test_a_value_votes(fields, values, told):
    """Agrees when the claim is its rounding; abstains where it can't be compared."""
    assert votes(replace(FINAL, **fields), *values) == told


@pytest.mark.parametrize(("value", "told"), [(25, "+"), ("25%", "+"), (0.25, "."), (30, "-"), (0.3, "-")])
def test_percents_vote(value, told):
    """Programs count percents; a ratio that would fit abstains, for a slip of 100 is the very slip of answers."""
    claim = replace(FINAL, value=Fraction(1, 4), unit="%", quantum=Fraction(1, 100))
    assert votes(claim, value, check=replace(CHECK, unit="%")) == told


def test_where_the_exact_value_is_asked_a_rounded_final_has_no_vote():
    """`exact`: 18 for 17.6 is neither right nor wrong; 18 for 18.6 is wrong."""
    assert votes(FINAL, 17.6, 18, 18.6, check=replace(CHECK, exact=True)) == ".+-"
    assert votes(replace(FINAL, approx=True), 17.6, check=replace(CHECK, exact=True)) == "+"


@pytest.mark.parametrize(
    ("values", "result"),
    [
        ((18, 18), ("pass", "quorum")),
        ((18, 18.0, None), ("pass", "quorum")),
        ((20, 20), ("fail", "quorum")),
        ((20, 20, 18), ("undecided", "dissent")),
        ((20, 18), ("undecided", "tie")),
        ((18,), ("undecided", "few_votes")),
        ((None, None), ("undecided", "few_votes")),
        ((19, 20), ("undecided", "few_votes")),
    ],
)
def test_votes_decide(values, result):
    """Two agree, two contradict, one vetoes, a tie, too few."""
    assert judged(FINAL, *values) == result


def test_an_outcome_says_how_it_came():
    """Expected and shown values with their counts stand in the outcome, in the order nobody chose."""
    found = evaluate_check(CHECK, CheckContext(output=output(20, 20, None), claims={"final": FINAL}))
    assert (found.expected, found.actual) == ("18", "20 (by 2 of 3 programs)")
    assert found.detail == (
        "of 3 programs written from the question alone 0 derive 18, 2 contradict it, 1 abstain"
    )


@pytest.mark.parametrize("shown", [None, {}, {"derivations": 1}, {"derivations": [1]}, {"derivations": [{}]}])
def test_an_output_of_another_tool_decides_nothing(shown):
    """Never an error, never a decision."""
    found = evaluate_check(CHECK, CheckContext(output=shown, claims={"final": FINAL}))
    assert found.result == "undecided"


def test_a_claim_with_two_readings_is_decided_only_by_both():
    """1,234 as a decimal or as thousands: programs that fit one of them leave it open."""
    claim = replace(FINAL, value=Fraction(1234), alternatives=(Fraction("1.234"),))
    assert judged(claim, 1234, 1234) == ("undecided", "ambiguous_number")
    assert judged(claim, 99, 99) == ("fail", "quorum")


def test_the_check_has_its_json():
    """Written, read back, and read from a plan."""
    check = Quorum(
        expected={"$ref": "claims.final.value"}, refute_at=3, scattered_at=4, dissent_veto=False, exact=True
    )
    assert load_check(check_json(check)) == check
    row = {"step_id": 1, "tool_required": "independent_derivations", "tool_input": {"k": 3}, "claim": "final",
           "expected_check": check_json(check)}  # fmt: skip
    plan = parse_plan({"steps": [row]}, answer=ANSWER, question=QUESTION, registry=default_registry())
    assert plan.steps[0].expected_check == check


# --- the audit ------------------------------------------------------------------------------------------


def a_step(*sources: str, **fields: Any) -> Step:
    """A step with these programs."""
    programs = [{"source": source, "author": f"m{i}", "seed": 0} for i, source in enumerate(sources)]
    fields = {"basis": "independent", "expected_check": CHECK, "tool_input": {"programs": programs}, **fields}
    return Step(step_id="q", description="", tool_required="independent_derivations", claim="final", **fields)


def audited(step: Step, *values: object, claim: Claim = FINAL, call: Any = None) -> Any:
    """What the audit of a pass finds, with a tool that gives these values whatever it is asked."""
    plan = Plan(claims=(claim,), steps=(step,))
    shown = output(*values)
    passed = evaluate_check(step.expected_check, CheckContext(output=shown, claims={"final": claim}))
    assert passed.result == "pass"
    run = call or (lambda *_: shown)
    return audit_pass(step, plan, shown, passed, run, task=Task(question=QUESTION))


@pytest.mark.parametrize("values", [(18, 18), (18, 18, 20, 18, 18), (18, 18.0, None)])
def test_mutants_are_killed(values):
    """A wrong value near the claim, or ten times it, has not the votes: the pass counts."""
    assert audited(a_step("16+2", "18*1"), *values) is None


@pytest.mark.parametrize("verify_at", [1, 2])
def test_no_mutant_of_any_number_passes(verify_at):
    """Each mutant, held against the same votes, is refused."""
    check = replace(CHECK, verify_at=verify_at)
    assert mutants(FINAL, check)
    for mutant in mutants(FINAL, check):
        assert judged(mutant.claim, 18, 18, check=check)[0] != "pass"
    assert "quorum" in ACCEPTED


def test_a_dissent_at_a_mutants_place_is_refused_too():
    """A program that derives just the mutant's value does not carry it."""
    assert audited(a_step("1", "2", "3", "4"), 18, 18, 18, 20, claim=FINAL) is None


def test_an_echo_is_found():
    """A program that is nothing but the claimed value follows any other value put in its place."""

    def follow(_: str, given: Any) -> Any:
        return output(*(int(one["source"]) for one in given["programs"]))

    found = audited(a_step("18", "18"), 18, 18, call=follow)
    assert (found.result, found.reason) == ("undecided", "echo")


@pytest.mark.parametrize(
    ("tool_input", "reason"),
    [({"programs": [{"source": "18"}]}, "ungrounded_input"), ({"k": 3}, "no_derivations")],
)
@pytest.mark.parametrize("declared", ["question", "independent", "answer"])
def test_a_plan_cannot_say_of_its_programs_that_they_are_independent(tool_input, reason, declared):
    """Who wrote the plan saw the answer: its programs don't count, whatever basis it declares."""
    row = {"step_id": 1, "tool_required": "independent_derivations", "tool_input": tool_input, "claim": "final",
           "expected_check": check_json(CHECK), "basis": declared}  # fmt: skip
    plan = parse_plan({"steps": [row]}, answer=ANSWER, question=QUESTION, registry=default_registry())
    found = audit_static(plan.steps[0], plan, Task(question=QUESTION), ANSWER, default_registry())
    assert found is not None
    assert (found.result, found.reason) == ("undecided", reason)


def test_a_document_has_no_independent_steps():
    """Without a question nothing can be derived from it, and a plan's word for it is not taken."""
    row = {"step_id": 1, "tool_required": "independent_derivations", "tool_input": {"k": 3},
           "expected_check": check_json(CHECK), "basis": "independent"}  # fmt: skip
    plan = parse_plan({"steps": [row]}, answer=ANSWER, question=None, registry=default_registry())
    assert plan.steps[0].basis == "answer"
