"""A pass counts only when its plan could have failed: grounding, dependence, kill (law 8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.plan.claims import FINAL, said, seen, stated
from toolkits import default_registry
from toolkits.errors import ToolRefused
from verifier.plan import (
    AllOf,
    AnyOf,
    Check,
    CheckContext,
    Claim,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    Plan,
    RoundsTo,
    RowsEqual,
    Step,
    Succeeds,
    Supports,
    audit_fail,
    audit_pass,
    audit_static,
    concerns_answer,
    evaluate_check,
    resolve,
)
from verifier.plan._leaves import claims_in_check
from verifier.plan._outcome import CheckOutcome
from verifier.task import Task

REGISTRY = default_registry()
PASS = CheckOutcome(result="pass", reason="match", expected="5", actual="5")


def step(tool: str, tool_input: Mapping[str, Any], check: Check | None = None, **changes: Any) -> Step:
    """A step of basis question that judges the final claim."""
    made = Step(
        step_id="1",
        description="",
        tool_required=tool,
        tool_input=tool_input,
        expected_check=check if check is not None else RoundsTo(expected=FINAL),
        claim="final",
        basis="question",
    )
    return replace(made, **changes)


def called(tool: str, tool_input: Mapping[str, Any]) -> Any:
    """What a built-in tool gives."""
    return REGISTRY.get(tool)(dict(tool_input))


def audited(
    made: Step,
    claim: Claim,
    *,
    question: str | None = None,
    output: Any = None,
    call: Any = called,
    **options: Any,
) -> CheckOutcome | None:
    """The audit of a step's pass on what its tool gives (or on ``output``)."""
    plan = Plan(claims=(claim,), steps=(made,), author=options.pop("author", "given"))
    context = CheckContext(claims={claim.id: claim}, steps=options.get("steps", {}))
    shown = (
        output if output is not None else call(made.tool_required, resolve(dict(made.tool_input), context))
    )
    assert made.expected_check is not None
    outcome = evaluate_check(made.expected_check, replace(context, output=shown))
    assert outcome.result == "pass", outcome
    task = Task(question=question) if question is not None else None
    return audit_pass(made, plan, shown, outcome, call, task=task, **options)


def reason(outcome: CheckOutcome | None) -> str:
    """``counts``, or ``result:reason`` of what the audit made of the pass."""
    return "counts" if outcome is None else f"{outcome.result}:{outcome.reason}"


# --- kill -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "claim", "output"),
    [
        (RoundsTo(expected=FINAL), stated("78.5"), {"value": "78.53"}),
        (RoundsTo(expected=FINAL), stated("about 11,600"), {"value": "11607.55"}),
        (RoundsTo(expected=FINAL), stated("0"), {"value": "0"}),
        (RoundsTo(expected=FINAL), stated("5 km"), {"value": "5000", "unit": "m"}),
        (RoundsTo(expected=FINAL, unit="km"), stated("5 km"), {"value": "5"}),
        (RoundsTo(expected=FINAL), stated("25%"), {"value": "1/4"}),
        (Equals(expected=FINAL), stated("78.5"), {"value": "78.5"}),
        (Equals(expected=FINAL, abs_tol="0.5"), stated("78.5"), {"value": "78.6"}),
        (Equals(expected=FINAL, rel_tol="0.01"), stated("78.5"), {"value": "78.6"}),
        (Equals(expected=FINAL), said(True, "boolean"), {"value": True}),
        (Equals(expected=FINAL), said("B", "choice"), {"value": "B"}),
        (Equals(expected=FINAL), said("Canberra"), {"value": "Canberra"}),
        (Equals(expected=FINAL), said(date(2024, 3, 5), "date"), {"value": "2024-03-05"}),
        (Equals(expected=FINAL), said(("a", "b"), "list"), {"value": ["a", "b"]}),
        (Equals(expected=FINAL), said(("a",), "list"), {"value": ["a"]}),
        (Equivalent(expected=FINAL), said("x^2 - 1", "expression"), {"value": "(x-1)*(x+1)"}),
        (RowsEqual(expected=FINAL, order="bag"), said((("a", Fraction(1)), ("b", Fraction(2))), "list"),
         {"rows": [["b", 2], ["a", 1]]}),
        (AllOf(checks=(RoundsTo(expected=FINAL), Compare(op=">", expected="0"))), stated("78.5"), {"value": "78.53"}),
        (Not(check=Compare(op="!=", expected=FINAL)), stated("5"), {"value": "5"}),
    ],
)  # fmt: skip
def test_a_sound_check_counts(check: Check, claim: Claim, output: Any) -> None:
    """The claim's own kind of check refuses all its mutants."""
    assert reason(audited(step("arithmetic", {"expression": "1"}, check), claim, output=output)) == "counts"


@pytest.mark.parametrize(
    ("check", "claim", "output", "mutant"),
    [
        (Compare(op=">", expected="0"), stated("78.5"), {"value": "78.53"}, "+2 last digits"),
        (Equals(expected="78.5"), stated("78.5"), {"value": "78.5"}, "+2 last digits"),
        (Matches(pattern=".*"), stated("78.5"), {"value": "78.5"}, "+2 last digits"),
        (Compare(op="!=", expected=FINAL), stated("5"), {"value": "6"}, "+2 last digits"),
        (Compare(op="<=", expected=FINAL), stated("5"), {"value": "4"}, "+2 last digits"),
        (
            AnyOf(checks=(RoundsTo(expected=FINAL), Compare(op=">", expected="0"))),
            stated("5"),
            {"value": "5"},
            "+2 last",
        ),
        (Equals(expected=FINAL, abs_tol="1000"), stated("78.5"), {"value": "80"}, "×10"),
        (Equals(expected=FINAL, abs_tol="40"), stated("50"), {"value": "52"}, "+10%"),
        (Equals(expected=FINAL, rel_tol="0.15"), stated("50"), {"value": "50"}, "+10%"),
        (RoundsTo(expected=FINAL, places=0), stated("0.3"), {"value": "0.4"}, "÷10"),
        (RoundsTo(expected=FINAL), stated("5 km"), {"value": "5"}, "another unit"),
        (Contains(expected=FINAL), said("New York"), {"value": "in New York City"}, "fewer words"),
        (Equals(expected=True), said(True, "boolean"), {"value": True}, "negated"),
        (Not(check=Equals(expected="x")), said("Canberra"), {"value": "Canberra"}, "one character"),
        (RoundsTo(expected=FINAL), stated("5", quantum=Fraction(1000)), {"value": "5"}, "×10"),
    ],
)
def test_a_weak_check_is_named_with_its_mutant(check: Check, claim: Claim, output: Any, mutant: str) -> None:
    """A check that lets a wrong value pass verifies nothing, and the audit says which."""
    outcome = audited(step("arithmetic", {"expression": "1"}, check), claim, output=output)
    assert reason(outcome) == "undecided:weak_plan"
    assert outcome is not None
    assert f"the mutant '{mutant}" in outcome.detail
    assert (outcome.expected, outcome.actual) != ("", "") or not isinstance(check, RoundsTo)


def test_a_mutant_that_stays_undecided_is_not_refused() -> None:
    """Every mutant must fail: a check that cannot tell has not told."""
    check = Equals(expected={"$first": [FINAL]})
    claim = said(True, "boolean")
    ambiguous = AllOf(
        checks=(Equals(expected=FINAL), AnyOf(checks=(Equals(expected=FINAL), Equals(expected="x"))))
    )
    assert reason(audited(step("boolean", {}, check), claim, output={"value": True})) == "counts"
    outcome = audited(
        step("boolean", {}, AnyOf(checks=(ambiguous, Equals(expected="x")))), claim, output={"value": True}
    )
    assert outcome is not None
    assert "is undecided (kind_mismatch)" in outcome.detail


def test_a_claim_without_mutants_is_weak() -> None:
    """Nothing that could be wrong, nothing that could be shown."""
    outcome = audited(step("arithmetic", {}, Equals(expected=FINAL)), said((), "list"), output={"value": []})
    assert reason(outcome) == "undecided:weak_plan"


@pytest.mark.parametrize(
    "check", [Succeeds(), AllOf(checks=(Succeeds(), Succeeds())), AnyOf(checks=(Succeeds(),))]
)
def test_success_never_verifies(check: Check) -> None:
    """It ran, it parsed: no check of the claim (law 1)."""
    outcome = audited(step("python", {"code": FINAL}, check), said("print(1)", "code"), output={"value": 1})
    assert reason(outcome) == "undecided:weak_plan"
    assert outcome is not None
    assert "only says that the tool ran" in outcome.detail


def test_a_value_without_a_unit_is_of_the_asked_one() -> None:
    """Where the question names only the claim's unit, the tool's bare number is of it."""
    made, claim = step("arithmetic", {"expression": "2.5*2"}), stated("5 km")
    assert reason(audited(made, claim, question="2.5 km/h for 2 hours: how many km?")) == "counts"
    assert reason(audited(made, claim, question="2.5 for 2 hours: how far?")) == "undecided:weak_plan"
    assert (
        reason(audited(made, claim, question="2.5 km in 2 hours: how many km or m?")) == "undecided:weak_plan"
    )
    assert reason(audited(made, claim)) == "undecided:weak_plan"
    assert (
        reason(audited(step("arithmetic", {"expression": "2.5*2"}), stated("$5"), question="2 at $2.5?"))
        == "counts"
    )


# --- the claim as an input --------------------------------------------------------------------------------------------


def test_a_claim_in_the_input_is_changed_there_too() -> None:
    """The tool runs again on each mutant when the claim is its input by reference."""
    runs: list[Any] = []

    def compare(tool: str, tool_input: Mapping[str, Any]) -> Any:
        runs.append(tool_input["b"])
        return {"value": "equivalent" if tool_input["b"] == "x + 1" else "different"}

    made = step("equivalence", {"a": "x + 1", "b": FINAL}, Equals(expected="equivalent"))
    assert reason(audited(made, said("x + 1", "expression"), call=compare)) == "counts"
    assert len(runs) > 1
    runs.clear()
    assert (
        reason(audited(step("x", {"a": "b"}), stated("5"), output={"value": "5"}, call=compare)) == "counts"
    )
    assert runs == []


def test_a_tool_that_agrees_with_any_claim_is_weak() -> None:
    """A mutant that the tool approves of survives."""
    made = step("equivalence", {"a": "x", "b": FINAL}, Equals(expected="equivalent"))
    outcome = audited(made, said("x + 1", "expression"), call=lambda *_: {"value": "equivalent"})
    assert reason(outcome) == "undecided:weak_plan"


def test_an_unknown_statement_is_refused_well_enough() -> None:
    """A source that supports the claim and does not know the mutant has not let it pass."""

    def source(tool: str, tool_input: Mapping[str, Any]) -> Any:
        return {"verdict": "supported" if tool_input["claim"].endswith("^2") else "not_enough_info"}

    made = step("facts", {"claim": FINAL}, Supports())
    assert reason(audited(made, said("circle area = pi*r^2", "fact"), call=source)) == "counts"
    assert reason(
        audited(made, said("circle area = pi*r^2", "fact"), call=lambda *_: {"verdict": "supported"})
    ) == ("undecided:weak_plan")


def test_a_tool_that_cannot_run_again_leaves_the_pass_undecided() -> None:
    """An audit that could not be made is no audit."""

    def refuses(tool: str, tool_input: Mapping[str, Any]) -> Any:
        raise ToolRefused("not twice", code="refused")

    made = step("equivalence", {"a": "x", "b": FINAL}, Equals(expected="equivalent"))
    outcome = audited(made, said("x", "expression"), output={"value": "equivalent"}, call=refuses)
    assert reason(outcome) == "undecided:refused"


def test_a_missing_earlier_output_leaves_the_pass_undecided() -> None:
    """The input of the second run cannot be made."""
    made = step(
        "equivalence", {"a": {"$ref": "steps.0.output.value"}, "b": FINAL}, Equals(expected="equivalent")
    )
    plan = Plan(claims=(said("x", "expression"),), steps=(made,))
    assert reason(audit_pass(made, plan, {"value": "equivalent"}, PASS, called)) == "undecided:missing_path"


# --- dependence -------------------------------------------------------------------------------------------------------

FAR = "A car drives 3 km/h. How far does it get in 2 h?"


@pytest.mark.parametrize(
    ("expression", "printed", "question", "expected"),
    [
        ("3", "3", FAR, "undecided:echo"),
        ("3*1", "3", FAR, "undecided:echo"),
        ("3 + 0", "3", FAR, "undecided:echo"),
        ("3 + 2 - 2", "3", FAR, "undecided:echo"),
        ("3 + 2 - 1", "4", FAR, "counts"),
        ("25%", "25%", "25 of 80 are red: what percent?", "undecided:echo"),
        ("25/100", "25%", "25 of 80 are red: what percent?", "undecided:echo"),
        ("0.25", "25%", None, "undecided:echo"),
        ("20/80", "25%", "20 of 80 are red: what percent?", "counts"),
        ("2*3", "6", FAR, "counts"),
        ("1*3", "3", "What is 1*3?", "counts"),
        ("6", "6", None, "undecided:echo"),
        ("round(11608.92, 2)", "11608.92", None, "undecided:echo"),
        ("11608.92", "about 11609", None, "counts"),
    ],
)
def test_echoes(expression: str, printed: str, question: str | None, expected: str) -> None:
    """A tool that hands back whatever stands in the claimed value's place shows nothing."""
    made = step("arithmetic", {"expression": expression})
    assert reason(audited(made, stated(printed), question=question)) == expected


@pytest.mark.parametrize(
    ("tool", "tool_input", "claim", "expected"),
    [
        ("arithmetic", {"expression": FINAL}, stated("5"), "undecided:echo"),
        ("statistics", {"op": "max", "values": ["3", "5"]}, stated("5"), "counts"),
        ("statistics", {"op": "max", "values": ["5"]}, stated("5"), "undecided:echo"),
        ("statistics", {"op": "max", "values": [5]}, stated("5"), "undecided:echo"),
        ("sort_words", {"words": ["a", "b"]}, said(("a", "b"), "list"), "counts"),
        ("boolean", {"expression": "True"}, said(True, "boolean"), "counts"),
    ],
)
def test_echoes_of_other_inputs(tool: str, tool_input: Any, claim: Claim, expected: str) -> None:
    """Values of their own, numbers in lists, and references are put another value in their place too."""
    check = Equals(expected=FINAL) if claim.kind in ("list", "boolean") else RoundsTo(expected=FINAL)
    assert (
        reason(audited(step(tool, tool_input, check), claim, question="Of 3 and 5, which? a b")) == expected
    )


def test_what_an_earlier_step_gave_is_no_copy() -> None:
    """A computed value that happens to be the claimed one was not written by the plan."""
    made = step("units", {"value": {"$ref": "steps.0.output.value"}, "from_unit": "1", "to_unit": "%"})
    assert reason(audited(made, stated("20%"), steps={"0": {"value": "0.2"}})) == "counts"
    copied = step("units", {"value": "0.2", "from_unit": "1", "to_unit": "%"})
    assert reason(audited(copied, stated("20%"))) == "undecided:echo"


def test_a_choice_among_inputs_is_no_echo() -> None:
    """The largest of several values follows a larger one, but not a smaller one."""
    made = step("statistics", {"op": "max", "values": ["3", "5"]})
    assert reason(audited(made, stated("5"))) == "counts"


def test_a_list_that_comes_back_is_an_echo() -> None:
    """A list is the claimed one when all its members are."""

    def back(tool: str, tool_input: Mapping[str, Any]) -> Any:
        return {"value": tool_input["items"]}

    claim, output = said(("a", "b"), "list"), {"value": ["a", "b"]}
    for items, expected in (
        (["a", "b"], "undecided:echo"),
        (["b", "a"], "counts"),
        (["a"], "counts"),
        ({"x": "a"}, "counts"),
    ):
        made = step("back", {"items": items}, Equals(expected=FINAL))
        assert reason(audited(made, claim, output=output, call=back)) == expected


def test_text_that_comes_back_is_an_echo() -> None:
    """A tool that returns its text input says nothing about it."""
    made = step("say", {"text": "Canberra"}, Equals(expected=FINAL))
    assert (
        reason(audited(made, said("Canberra"), call=lambda _, given: {"value": given["text"]}))
        == "undecided:echo"
    )
    fixed = step("say", {"text": "Canberra"}, Equals(expected=FINAL))
    assert reason(audited(fixed, said("Canberra"), call=lambda *_: {"value": "Canberra"})) == "counts"


def test_a_tool_that_refuses_the_other_value_does_not_echo() -> None:
    """The claimed value is an input that the tool checks."""

    def only_five(tool: str, tool_input: Mapping[str, Any]) -> Any:
        if tool_input["n"] != "5":
            raise ToolRefused("only five")
        return {"value": "5"}

    assert reason(audited(step("x", {"n": "5"}), stated("5"), call=only_five)) == "counts"


# --- when it runs -----------------------------------------------------------------------------------------------------


def test_only_passes_that_could_verify_are_audited() -> None:
    """Basis answer never verifies, so its passes are audited only on demand; fails and undecided are no passes."""
    weak = step("arithmetic", {"expression": "1"}, Compare(op=">", expected="0"))
    plan = Plan(claims=(stated("5"),), steps=(weak,))
    output = {"value": "5"}
    assert reason(audit_pass(weak, plan, output, PASS, called)) == "undecided:weak_plan"
    assert (
        reason(audit_pass(replace(weak, basis="independent"), plan, output, PASS, called))
        == "undecided:weak_plan"
    )
    assert reason(audit_pass(replace(weak, basis="answer"), plan, output, PASS, called)) == "counts"
    assert (
        reason(audit_pass(replace(weak, basis="answer"), plan, output, PASS, called, full=True))
        == "undecided:weak_plan"
    )
    for result in ("fail", "undecided"):
        assert audit_pass(weak, plan, output, replace(PASS, result=result), called) is None  # type: ignore[arg-type]
    assert audit_pass(replace(weak, claim=None), plan, output, PASS, called) is None
    assert audit_pass(replace(weak, claim="c9"), plan, output, PASS, called) is None
    assert audit_pass(replace(weak, expected_check=None), plan, output, PASS, called) is None


# --- before the run ---------------------------------------------------------------------------------------------------

TASK = Task(question="What is 2 + 3?")


def static(made: Step, *claims: Claim, answer: str = "5", author: str = "given", task: Task = TASK) -> str:
    """The static audit of a step, as :func:`reason`."""
    return reason(
        audit_static(made, Plan(claims=claims, steps=(made,), author=author), task, answer, REGISTRY)
    )


def test_quotes_must_stand_in_the_answer() -> None:
    """A claim that quotes something else, or that the answer does not make, is not judged."""
    made = step("arithmetic", {"expression": "2 + 3"})
    assert static(made, stated("5")) == "counts"
    assert static(made, stated("5"), answer="6") == "undecided:misquoted"
    assert static(made, stated("5", span=(1, 2))) == "undecided:misquoted"
    assert static(made) == "undecided:missing_claim"
    assert static(replace(made, claim=None)) == "counts"


@pytest.mark.parametrize(
    ("basis", "expression", "answer", "author", "expected"),
    [
        ("question", "2 + 3", "5", "given", "counts"),
        ("question", "2 + 7", "5", "given", "undecided:ungrounded_input"),
        ("question", "2 + 7", "5, 7", "given", "undecided:ungrounded_input"),
        ("question", "2 + 7", "5", "offline", "undecided:ungrounded_input"),
        ("answer", "2 + 7", "5, 7", "given", "counts"),
        ("answer", "2 + 8", "5, 7", "given", "undecided:ungrounded_input"),
        ("answer", "2 + 8", "5, 7", "llm:x", "undecided:ungrounded_input"),
        ("answer", "2 + 8", "5, 7", "offline", "counts"),
        ("independent", "2 + 8", "5", "llm:x", "counts"),
    ],
)
def test_inputs_must_have_a_ground(
    basis: Any, expression: str, answer: str, author: str, expected: str
) -> None:
    """Basis question is held to the question, basis answer to question and answer."""
    made = step("arithmetic", {"expression": expression}, basis=basis)
    assert static(made, stated("5"), answer=answer, author=author) == expected


def test_without_a_question_nothing_is_grounded_in_it() -> None:
    """A document has no question."""
    made = step("arithmetic", {"expression": "2 + 3"})
    assert static(made, stated("5"), task=Task()) == "undecided:ungrounded_input"


# --- fails ------------------------------------------------------------------------------------------------------------

FAIL = CheckOutcome(result="fail", reason="mismatch", expected="6", actual="5")


@pytest.mark.parametrize(
    ("made", "concerned"),
    [
        (step("arithmetic", {"expression": "2+3"}), True),
        (step("arithmetic", {"expression": "2+3"}, Equals(expected="6")), False),
        (step("arithmetic", {"expression": "2+3"}, Equals(expected="6"), claim=None), False),
        (step("arithmetic", {"expression": "2+3"}, Equals(expected="6"), basis="answer"), False),
        (step("python", {"code": "1/0"}, Succeeds(), basis="answer"), False),
        (step("consistency", {"assignments": [["x", "1"]]}, Consistent(), basis="answer"), True),
        (step("facts", {"claim": "x = 1"}, AllOf(checks=(Supports(),)), basis="answer"), True),
        (step("facts", {"claim": "x = 1"}, Supports()), False),
        (step("arithmetic", {"expression": "5"}, Equals(expected="6")), True),
        (step("python", {"code": FINAL}, Succeeds()), True),
        (
            step(
                "arithmetic",
                {"expression": "2+3"},
                AllOf(checks=(Equals(expected="6"), Not(check=Equals(expected=FINAL)))),
            ),
            True,
        ),
    ],
)
def test_a_fail_needs_the_answer_in_it(made: Step, concerned: bool) -> None:
    """A failed comparison of the question with the plan's own constant shows a fault of the plan."""
    plan = Plan(claims=(stated("5"),), steps=(made,), author="given")
    assert concerns_answer(made, plan) is concerned
    assert reason(audit_fail(made, plan, FAIL)) == ("counts" if concerned else "undecided:weak_plan")
    assert audit_fail(made, plan, PASS) is None
    offline = replace(plan, steps=(replace(made, basis="answer"),), author="offline")
    assert audit_fail(offline.steps[0], offline, FAIL) is None


def test_claims_in_a_check() -> None:
    """Every reference counts once, in order, whichever operand it stands in."""
    claims = {"final": stated("5"), "final.2": stated("6", id="final.2")}
    second = {"$ref": "claims.final.2.value"}
    check = AllOf(
        checks=(
            Equals(actual=second, expected=FINAL),
            Not(check=Equals(expected=[FINAL, {"$ref": "output.x"}])),
        )
    )
    assert claims_in_check(check, claims) == ("final.2", "final")
    assert claims_in_check(Succeeds(), claims) == ()
    assert claims_in_check(Equals(expected={"$ref": "claims.c9.value"}), claims) == ()


# --- laws -------------------------------------------------------------------------------------------------------------

decimals = st.decimals(min_value=-1000, max_value=1000, places=2)


@given(decimals.filter(lambda d: abs(d) > 1), st.integers(0, 2))
def test_rounding_to_the_claim_always_counts(exact: Any, places: int) -> None:
    """The planner's own check of numbers is never weak, whatever the numbers."""
    claim = stated(f"{exact:.{places}f}")
    made = step("arithmetic", {"expression": "2+3"})
    if evaluate_check(RoundsTo(expected=FINAL), seen(str(exact), claim)).result == "pass" and claim.value:
        assert reason(audited(made, claim, output={"value": str(exact)})) == "counts"


@given(
    decimals,
    st.sampled_from(
        [
            Compare(op=">", expected="-99999"),
            Matches(pattern=".*"),
            Succeeds(),
            Not(check=Equals(expected="x y")),
        ]
    ),
)
def test_a_check_that_ignores_the_claim_never_counts(exact: Any, check: Check) -> None:
    """Whatever does not look at the claim lets any answer pass."""
    claim = stated(f"{exact:.2f}")
    made = step("arithmetic", {"expression": "2+3"}, check)
    if evaluate_check(check, seen(str(exact), claim)).result == "pass":
        assert reason(audited(made, claim, output={"value": str(exact)})) == "undecided:weak_plan"


@given(decimals.filter(bool))
def test_a_copied_claim_never_counts(value: Any) -> None:
    """A plan whose input is the claimed value, written out or by reference, only echoes it."""
    claim = stated(f"{value:.2f}")
    for tool_input in (
        {"expression": f"{value:.2f}"},
        {"expression": FINAL},
        {"expression": f"({value:.2f}) + 0"},
    ):
        assert reason(audited(step("arithmetic", tool_input), claim)) == "undecided:echo"
