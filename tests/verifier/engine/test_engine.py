"""The engine, state by state: what each coroutine does with what it is given."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import anyio
import anyio.lowlevel
import pytest

from tests.verifier.scripted import (
    ERRORS,
    RIGHT,
    WRONG,
    ScriptedCorrector,
    claim,
    placed,
    planner,
    question,
    registry,
    step,
)
from toolkits.registry import Registry, Tool
from verifier.correction import Correction, CorrectionRequest
from verifier.engine import Limits, run, run_inline
from verifier.errors import ModelError, PlanError, UsageError
from verifier.machine import shared
from verifier.plan import Plan, Succeeds
from verifier.records import Report
from verifier.task import Task

TASK = Task(question=question())
ANSWER, CLAIMS = placed([claim("c1"), claim("final")])
OWN = step("s0", "final")
SLIP = step("s1", "c1", basis="answer")
PLAN = Plan(claims=CLAIMS, steps=(SLIP, OWN))


def checked(plan: Plan = PLAN, answers: dict | None = None, answer: str = ANSWER, **parts: object) -> Report:
    """The report of a scripted run."""
    return run_inline(
        parts.pop("task", TASK), answer, planner=parts.pop("planner", planner(plan)),
        registry=parts.pop("registry", registry(answers or {})), **parts,
    )  # fmt: skip


def results(report: Report) -> dict[str, str]:
    """Step id -> reason, of the best attempt."""
    return {e.step_id: e.outcome.reason for e in report.attempts[report.best].evidence}


def test_all_held_is_verified() -> None:
    """Every final has a decisive pass and nothing failed: PASSED, by the straight way."""
    report = checked()
    assert (report.verdict, report.stop_reason, report.needs_human) == ("verified", "passed", False)
    assert report.path == ("INITIAL_GENERATION", "PLANNING", "EXECUTING", "PASSED")
    assert (report.coverage.final_checked, report.coverage.steps_checked) == (1, 1)


def test_the_final_is_checked_before_the_slip_that_precedes_it() -> None:
    """Law 3: a slip on the way does not hide that the final value holds."""
    report = checked(answers={"s1": WRONG})
    assert [e.step_id for e in report.attempts[0].evidence] == ["s0", "s1"]
    assert (report.verdict, report.scope, report.final) == ("refuted", "step", "held")


def test_no_step_starts_after_the_first_fail() -> None:
    """Law 3: the tool of a later step is not even called."""
    called: list[str] = []
    report = checked(registry=registry({"s0": WRONG}, called=called))
    assert called == ["s0"]
    assert (report.verdict, report.scope, report.final) == ("refuted", "final", "failed")
    assert report.path[-1] == "FAILED"
    assert report.stop_reason == "no_corrector"


@pytest.mark.parametrize("code", ERRORS)
def test_a_tool_that_could_not_run_refutes_nothing(code: str) -> None:
    """Law 2: an error is undecided under its own code, the run goes on, and it is not verified."""
    report = checked(answers={"s0": ERRORS[code]})
    assert results(report) == {"s0": code, "s1": "match"}
    assert (report.verdict, report.stop_reason) == ("inconclusive", "undecided")
    assert report.reproducible is (code not in {"limit", "timeout"})


@pytest.mark.parametrize(
    "output",
    [
        ZeroDivisionError("division"),
        SystemExit(3),
        RecursionError(),
        None,
        [1],
        "text",
        {"value": float("nan")},
        {1: 2},
        {"value": {1, 2}},
    ],
    ids=repr,
)
def test_a_broken_tool_refutes_nothing(output: object) -> None:
    """Law 2: a crash, no object, or an object that is no JSON is undecided."""
    raising = (lambda: (_ for _ in ()).throw(output)) if isinstance(output, BaseException) else output
    report = checked(answers={"s0": raising if not isinstance(raising, list | str) else (lambda: raising)})
    assert report.verdict == "inconclusive"
    assert report.attempts[0].evidence[0].outcome.result == "undecided"
    assert report.attempts[0].evidence[0].output is None


def test_an_unknown_tool_is_undecided() -> None:
    """A tool that does not exist is named in the evidence."""
    report = checked(replace(PLAN, steps=(replace(OWN, tool_required="nobody"),)))
    assert report.attempts[0].evidence[0].outcome.result == "undecided"
    assert "nobody" in report.attempts[0].evidence[0].outcome.detail


def test_dependents_of_an_undecided_step_are_undecided() -> None:
    """Law 3: what needs an undecided step is not run, transitively; what does not, is."""
    plan = replace(
        PLAN,
        steps=(
            OWN,
            step("s2", "c1", basis="answer", depends_on=("s0",)),
            step("s3", "c1", basis="answer", depends_on=("s2",)),
            SLIP,
        ),
    )
    called: list[str] = []
    report = checked(plan, registry=registry({"s0": ERRORS["refused"]}, called=called))
    assert results(report) == {"s0": "refused", "s2": "dependency", "s3": "dependency", "s1": "match"}
    assert called == ["s0", "s1"]


def test_what_a_step_needs_comes_with_it() -> None:
    """A step runs when all that it needs was decided, pass or not final, and gets the outputs it refers to."""
    user = replace(OWN, tool_input={"ask": {"$ref": "steps.s1.output.name"}}, depends_on=("s1",))
    called: list[str] = []
    tools = registry({"s1": {"value": str(RIGHT), "name": "s7"}}, called=called)
    report = checked(replace(PLAN, steps=(user, replace(SLIP, basis="question"))), registry=tools)
    assert (called, report.verdict) == (["s1", "s7"], "verified")
    assert report.attempts[0].evidence[1].tool_input == {"ask": "s7"}


def test_evidence_says_how_long_it_took() -> None:
    """In seconds, counted from the step's own start."""
    report = checked(answers={"s0": lambda: time.sleep(0.02) or RIGHT})
    first, second = (e.duration_s for e in report.attempts[0].evidence)
    assert 0.02 <= first < 5
    assert 0 <= second < 5


def test_a_failed_number_is_diagnosed_against_its_claim() -> None:
    """By how much it is off stands in the evidence."""
    (evidence,) = checked(answers={"s0": WRONG}).attempts[0].evidence
    assert evidence.diagnosis["difference"] == "-3624"


def test_a_reference_is_a_dependency() -> None:
    """A step whose input refers to another's output waits for it, though it does not say so."""
    user = replace(OWN, tool_input={"ask": "s0", "more": {"$ref": "steps.s1.output.value"}})
    report = checked(replace(PLAN, steps=(user, SLIP)), answers={"s1": ERRORS["refused"]})
    assert [e.step_id for e in report.attempts[0].evidence] == ["s1", "s0"]
    assert results(report)["s0"] == "dependency"


def test_a_circle_of_dependencies_ends() -> None:
    """Steps that wait for each other, or for nobody, are undecided."""
    plan = replace(
        PLAN,
        steps=(
            replace(OWN, depends_on=("s1",)),
            replace(SLIP, depends_on=("s0",)),
            step("s2", "final", depends_on=("gone",)),
        ),
    )
    report = checked(plan)
    assert set(results(report).values()) == {"dependency"}
    assert report.verdict == "inconclusive"


def test_ambiguous_claims_and_uncompiled_sentences_are_undecided() -> None:
    """A claim that nobody can judge and a check that nobody can read keep the run from being verified."""
    unclear = (CLAIMS[0], replace(CLAIMS[1], reason="ambiguous_final"))
    called: list[str] = []
    report = checked(replace(PLAN, claims=unclear), registry=registry({}, called=called))
    assert (results(report)["s0"], called) == ("ambiguous_final", ["s1"])
    report = checked(replace(PLAN, steps=(replace(OWN, expected_check=None, sentence="should look nice"),)))
    assert results(report) == {"s0": "sentence"}
    assert "should look nice" in report.attempts[0].evidence[0].outcome.detail


def test_output_too_long_is_undecided() -> None:
    """Law 5: the size of a tool's output is bounded; what is too long is not kept."""
    report = checked(
        answers={"s0": {"value": str(RIGHT), "noise": "x" * 2000}}, limits=Limits(output_bytes=1000)
    )
    assert results(report)["s0"] == "limit"
    assert report.attempts[0].evidence[0].output is None
    assert report.reproducible is False
    just = len('{"value":"1207"}')
    assert checked(limits=Limits(output_bytes=just)).verdict == "verified"
    assert checked(limits=Limits(output_bytes=just - 1)).verdict == "inconclusive"


def test_tool_calls_are_bounded() -> None:
    """Law 5: past the budget steps are undecided, and the run says why it stopped."""
    report = checked(limits=Limits(tool_calls=1))
    assert results(report) == {"s0": "match", "s1": "budget"}
    assert (report.verdict, report.stop_reason) == ("inconclusive", "budget")


def test_a_plan_that_is_too_long_is_not_run() -> None:
    """Law 5: plan size is bounded."""
    called: list[str] = []
    report = checked(limits=Limits(plan_steps=1), registry=registry({}, called=called))
    assert (report.path[-1], report.stop_reason, called) == ("INCONCLUSIVE", "budget", [])


def test_nothing_to_check_is_its_own_verdict() -> None:
    """No claims and no steps: not_checkable. Claims without a step: inconclusive."""
    report = checked(Plan())
    assert (report.verdict, report.stop_reason, report.needs_human) == (
        "not_checkable",
        "nothing_to_check",
        True,
    )
    assert report.path == ("INITIAL_GENERATION", "PLANNING", "INCONCLUSIVE")
    report = checked(Plan(claims=CLAIMS))
    assert (report.verdict, report.stop_reason) == ("inconclusive", "undecided")


@pytest.mark.parametrize("verdict", ["it ran", "consistent"])
def test_no_pass_on_the_answers_own_word(verdict: str) -> None:
    """Law 1: passes of basis answer, and checks that only say that the tool ran, never verify."""
    basis = "answer" if verdict == "consistent" else "question"
    own = step("s0", "final", basis=basis, **({} if basis == "answer" else {"expected_check": Succeeds()}))
    report = checked(replace(PLAN, steps=(own, SLIP)))
    assert report.verdict == "inconclusive"
    assert report.stop_reason == ("consistent_only" if basis == "answer" else "weak_plan")


# --- documents ----------------------------------------------------------------------------------------
def test_a_document_is_never_verified_and_judged_claim_by_claim() -> None:
    """Without a question no claim is final and one false claim does not hide the next."""
    _, claims = placed([claim("c1"), claim("c2"), claim("c3")])
    steps = tuple(step(f"s{n}", f"c{n}", basis="answer") for n in (1, 2, 3))
    plan = Plan(claims=claims, steps=(*steps, step("s4", "c1", basis="answer")))
    text = placed(claims)[0]
    held = checked(plan, answer=text, task=Task())
    assert (held.verdict, held.stop_reason, held.document) == ("inconclusive", "consistent_only", True)
    report = checked(plan, answers={"s1": WRONG, "s3": WRONG}, answer=text, task=Task())
    assert results(report) == {"s1": "mismatch", "s2": "match", "s3": "mismatch"}
    assert (report.verdict, report.scope) == ("refuted", "step")


# --- planning -----------------------------------------------------------------------------------------
def test_a_weak_plan_is_sent_back_once_with_the_reasons() -> None:
    """Law 8: the planner hears what the audit found, once; a second weak plan runs with those steps undecided."""
    weak = replace(PLAN, steps=(replace(OWN, tool_input={"ask": "99999"}), SLIP))
    heard: list[tuple[str, ...]] = []

    def stubborn(task: Task, answer: str, attempt: int, *, feedback: tuple[str, ...] = ()) -> Plan:
        heard.append(feedback)
        return weak

    report = checked(planner=stubborn)
    assert report.path == ("INITIAL_GENERATION", "PLANNING", "PLANNING", "EXECUTING", "INCONCLUSIVE")
    assert [bool(f) for f in heard] == [False, True]
    assert "s0" in heard[1][0]
    assert "ungrounded_input" in heard[1][0]
    assert results(report)["s0"] == "ungrounded_input"
    assert report.stop_reason == "weak_plan"


def test_each_answer_has_its_own_second_chance() -> None:
    """A weak plan for a corrected answer is sent back too, once."""
    weak = replace(OWN, tool_input={"ask": "99999"})

    def weak_at_first(task: Task, answer: str, attempt: int, *, feedback: tuple[str, ...] = ()) -> Plan:
        plan = by_answer(task, answer, attempt)
        return plan if feedback else replace(plan, steps=(weak,))

    wrong, right = attempts(WRONG, RIGHT)
    report = checked(planner=weak_at_first, answer=wrong, corrector=ScriptedCorrector(right))
    assert report.path.count("PLANNING") == 4
    assert report.verdict == "verified"


def test_a_planner_that_does_not_say_what_it_takes_gets_no_feedback() -> None:
    """It is asked again all the same."""

    class Opaque:
        __signature__ = "unknown"
        asked = 0

        def __call__(self, task: Task, answer: str, attempt: int) -> Plan:
            self.asked += 1
            return (
                replace(PLAN, steps=(replace(OWN, tool_input={"ask": "99999"}),)) if self.asked == 1 else PLAN
            )

    assert checked(planner=Opaque()).verdict == "verified"


def test_a_planner_that_learns_is_given_its_chance() -> None:
    """The plan that comes back is the one that runs."""

    def learning(task: Task, answer: str, attempt: int, *, feedback: tuple[str, ...] = ()) -> Plan:
        return PLAN if feedback else replace(PLAN, steps=(replace(OWN, tool_input={"ask": "99999"}),))

    assert checked(planner=learning).verdict == "verified"


def test_a_plan_with_two_steps_of_one_id_cannot_be_used() -> None:
    """The engine does not guess which of them is meant."""
    report = checked(replace(PLAN, steps=(OWN, OWN)))
    assert (report.verdict, report.path[-1]) == ("inconclusive", "INCONCLUSIVE")
    assert "step_id" in report.error


@pytest.mark.parametrize(
    ("failure", "stop", "said"),
    [
        (PlanError("$.x", "is wrong"), "undecided", "$.x"),
        (ModelError("no service"), "model_error", "no service"),
        (KeyError("oops"), "model_error", "oops"),
        ("no plan", "model_error", "str"),
    ],
)
def test_a_planner_that_fails_leaves_a_report(failure: object, stop: str, said: str) -> None:
    """A crash of the planner is never a verdict on the answer, and never a traceback."""
    report = checked(planner=planner(failure))
    assert (report.verdict, report.stop_reason, report.path[-1]) == ("inconclusive", stop, "INCONCLUSIVE")
    assert said in report.error
    assert len(report.attempts) == 1


def read_all(answer: str, question: str | None) -> tuple[tuple, tuple[str, ...]]:
    """A reader that finds the claims where the answer has them."""
    return (CLAIMS if "final" in answer else ()), ()


def test_a_planner_that_sees_nothing_is_overruled_when_there_is_a_claim() -> None:
    """Evasion: `verification_needed: false` does not stand against a claim that the reader finds."""
    lazy = planner(Plan(verification_needed=False, author="llm:x"))
    report = checked(planner=lazy, reader=read_all, fallback=planner(PLAN), answers={"s0": WRONG})
    assert report.verdict == "refuted"
    assert any("saw nothing" in note for note in report.attempts[0].plan.notes)
    report = checked(planner=lazy, reader=read_all, fallback=planner(PLAN), answer="A poem.")
    assert report.verdict == "not_checkable"


def test_a_final_that_the_planner_left_out_is_unchecked() -> None:
    """Law 1: every final that the reader finds must hold, not only those that the plan cares to name."""
    partial = Plan(claims=CLAIMS[:1], steps=(SLIP,), author="llm:x")
    report = checked(planner=planner(partial), reader=read_all)
    assert (report.verdict, report.coverage.final_total, report.coverage.final_checked) == (
        "inconclusive",
        1,
        0,
    )
    renamed = Plan(
        claims=(replace(CLAIMS[0], id="final"),), steps=(step("s1", "final", basis="answer"),), author="llm:x"
    )
    report = checked(planner=planner(renamed), reader=read_all)
    assert [c.id for c in report.attempts[0].plan.claims] == ["final", "final.2"]


def test_only_what_the_plan_does_not_cover_is_added() -> None:
    """A final of the reader's that overlaps one of the plan's is the same one; the others are added."""
    text, claims = placed([claim("final"), claim("final.2"), claim("final.3")])
    for kept in range(3):
        own = replace(claims[kept], id="final", span=(claims[kept].span[0] + 2, claims[kept].span[1] + 1))
        plan = Plan(claims=(own,), steps=(OWN,), author="llm:x")
        misquoted = checked(planner=planner(plan), answer=text, reader=lambda *_: (claims, ("a", "b")))
        found = misquoted.attempts[0].plan
        assert len(found.claims) == (3 if kept == 2 else 2)
        assert (found.claims[0], found.asked) == (own, ("a", "b"))
        beside = replace(own, span=claims[kept].span)
        report = checked(
            planner=planner(replace(plan, claims=(beside,))), answer=text, reader=lambda *_: (claims, ())
        )
        assert len({c.id for c in report.attempts[0].plan.claims}) == 3


def test_an_asked_part_without_an_answer_keeps_the_run_open() -> None:
    """Law 1: mean right, median not answered: inconclusive."""
    _, claims = placed([claim("final", subject="mean")])
    plan = Plan(claims=claims, steps=(OWN,), asked=("mean", "median"))
    report = checked(plan, answer=placed(claims)[0])
    assert (report.verdict, report.coverage.final_checked, report.coverage.final_total) == (
        "inconclusive",
        1,
        2,
    )


# --- correcting ---------------------------------------------------------------------------------------
def attempts(*values: Fraction) -> tuple[str, ...]:
    """Answers that state these values."""
    return tuple(placed([claim("final", value)])[0] for value in values)


def by_answer(task: Task, answer: str, attempt: int) -> Plan:
    """A plan that checks what the answer states."""
    value = Fraction(answer.removeprefix("final=").removesuffix(";"))
    return Plan(claims=(claim("final", value),), steps=(OWN,))


def corrected(*values: int, **parts: object) -> Report:
    """The report of a run whose corrector gives the values in turn."""
    first, *rest = attempts(*map(Fraction, values))
    corrector = parts.pop("corrector", ScriptedCorrector(*rest))
    return checked(planner=by_answer, answer=first, corrector=corrector, **parts)


def test_the_corrected_answer_is_the_one_that_is_judged() -> None:
    """After a retry the new answer is checked, and it may pass."""
    report = corrected(1, 1207)
    assert (report.verdict, report.stop_reason, report.best) == ("verified", "passed", 1)
    assert report.final_answer == "final=1207;"
    assert report.path[-4:] == ("CORRECTING", "PLANNING", "EXECUTING", "PASSED")


def test_the_last_correction_allowed_is_still_checked() -> None:
    """With three corrections the third, if right, is verified."""
    report = corrected(100000, 40000, 10000, 1207)
    assert (report.verdict, len(report.attempts)) == ("verified", 4)


def test_retries_run_out_with_every_attempt_kept() -> None:
    """Three corrections that get nearer and nearer, all wrong: MAX_RETRY, with all attempts and the best."""
    report = corrected(100000, 40000, 10000, 3000, 1207)
    assert (report.path[-1], report.stop_reason, report.needs_human) == ("MAX_RETRY", "max_retries", True)
    assert [a.number for a in report.attempts] == [1, 2, 3, 4]
    assert (report.verdict, report.best) == ("refuted", 0)


@pytest.mark.parametrize(
    ("values", "stop", "made"),
    [
        ((1, 1), "oscillation", 2),
        ((12, 15, 12), "oscillation", 3),
        ((9, 100, 99), "oscillation", 3),
        ((1206, 1200, 1100), "oscillation", 3),
        ((9, 10, 11), "oscillation", 3),
    ],
)
def test_no_progress_ends_the_loop(values: tuple[int, ...], stop: str, made: int) -> None:
    """An answer that comes again, at any period, and two corrections that fail alike without halving the error."""
    report = corrected(*values, 1207)
    assert (report.path[-1], report.stop_reason, len(report.attempts)) == ("MAX_RETRY", stop, made)


@pytest.mark.parametrize(
    ("reply", "state", "stop"),
    [
        (None, "MAX_RETRY", "no_corrector"),
        (Correction(answer=None, author="x"), "MAX_RETRY", "no_corrector"),
        ("I'm sorry, I can't help with that.", "MAX_RETRY", "divergence"),
        ("抱歉，我无法回答这个问题。", "MAX_RETRY", "divergence"),
        (ModelError("rate limit"), "INCONCLUSIVE", "model_error"),
        (ValueError("bug"), "INCONCLUSIVE", "model_error"),
    ],
)
def test_a_corrector_that_gives_nothing(reply: object, state: str, stop: str) -> None:
    """No offer, a refusal, an error: the run ends with the first attempt as its best, and counts it."""
    report = corrected(1, corrector=ScriptedCorrector(reply))
    assert (report.path[-1], report.stop_reason, report.verdict) == (state, stop, "refuted")
    assert len(report.attempts) == 1


def test_an_apology_with_an_answer_is_no_refusal() -> None:
    """What declines and states a final all the same is judged by what it states."""
    wrong, right = attempts(WRONG, RIGHT)

    def reader(answer: str, question: str | None) -> tuple[tuple, tuple[str, ...]]:
        return (
            (claim("final", at=answer.index("final")), claim("c1")) if "final" in answer else (claim("c1"),)
        ), ()

    def find(task: Task, answer: str, attempt: int) -> Plan:
        value = Fraction(answer[answer.index("final=") + 6 : -1])
        return Plan(claims=(claim("final", value, at=answer.index("final=")),), steps=(OWN,), author="llm:x")

    for reply, stop in ((f"I'm sorry, it is {right}", "passed"), ("I'm sorry, I can't help.", "divergence")):
        report = checked(planner=find, answer=wrong, reader=reader, corrector=ScriptedCorrector(reply))
        assert report.stop_reason == stop


def test_a_corrector_that_deletes_the_claims_does_not_win() -> None:
    """Evasion: the verdict is still that of the answer that was refuted."""
    report = checked(
        planner=planner(PLAN, Plan()), answers={"s0": WRONG}, corrector=ScriptedCorrector("Nothing.")
    )
    assert (report.verdict, report.scope, report.best) == ("refuted", "final", 0)
    assert (report.path[-1], report.stop_reason) == ("INCONCLUSIVE", "nothing_to_check")


def test_a_corrector_that_deletes_only_the_final_does_not_win() -> None:
    """Evasion: leaving out the final that had failed is no improvement, though nothing fails then."""
    rest = Plan(claims=CLAIMS[:1], steps=(SLIP,))
    report = checked(
        planner=planner(PLAN, rest), answers={"s0": WRONG}, corrector=ScriptedCorrector(CLAIMS[0].quote)
    )
    assert (report.verdict, report.best) == ("refuted", 0)


def test_requests_carry_the_evidence_and_stay_bounded() -> None:
    """A corrector sees the failed step, what held, and only the latest of what was tried."""
    corrector = ScriptedCorrector(*attempts(*map(Fraction, (40000, 10000, 3000, 2000, 1500))))
    corrected(100000, corrector=corrector, limits=Limits(corrections=5))
    last = corrector.requests[-1]
    assert (last.failure.step_id, last.claim.id) == ("s0", "final")
    assert [t.number for t in last.tried] == [2, 3, 4]


def test_a_spent_budget_ends_the_corrections() -> None:
    """The guard of `correct` reads the budget: no call left, no further answer."""
    report = corrected(1, 1207, limits=Limits(tool_calls=1))
    assert (report.path[-1], report.stop_reason, report.verdict) == ("MAX_RETRY", "budget", "refuted")
    assert corrected(1, 1207, limits=Limits(tool_calls=2)).verdict == "verified"


def test_the_finding_is_in_the_report() -> None:
    """The failed step, its claim and the diagnosis in words; a rule that tools can group by."""
    failure = checked(answers={"s1": WRONG}).failure
    assert failure is not None
    assert (failure.step_id, failure.claim, failure.rule) == ("s1", CLAIMS[0], "number-mismatch")
    assert failure.summary == failure.evidence.diagnosis["summary"]
    assert checked().failure is None


def test_a_limit_in_any_attempt_makes_the_run_depend_on_the_machine() -> None:
    """Also when another answer, on which none was hit, is the best."""
    first = Plan(claims=CLAIMS, steps=(replace(SLIP, required=False), replace(OWN, depends_on=())))
    text, claims = placed([claim("final"), claim("c1")])
    turns = iter([WRONG, RIGHT])
    tools = registry({"s0": lambda: next(turns), "s1": ERRORS["limit"]})
    plans = planner(
        replace(first, steps=(SLIP, replace(OWN, basis="answer"))), Plan(claims=claims, steps=(OWN,))
    )
    report = checked(planner=plans, registry=tools, corrector=ScriptedCorrector(text))
    assert [[e.outcome.reason for e in a.evidence] for a in report.attempts] == [
        ["limit", "mismatch"],
        ["match"],
    ]
    assert (report.verdict, report.reproducible) == ("verified", False)


def test_corrections_can_be_forbidden() -> None:
    """With none allowed the corrector is never asked."""
    corrector = ScriptedCorrector("x")
    report = corrected(1, corrector=corrector, limits=Limits(corrections=0))
    assert (report.stop_reason, corrector.requests) == ("max_retries", [])


# --- time, threads, cancelling ------------------------------------------------------------------------
def test_the_deadline_ends_a_run_between_steps() -> None:
    """Past the deadline no step starts; what was decided stays in the report."""
    slow = registry({"s0": lambda: time.sleep(0.35) or RIGHT})
    report = checked(registry=slow, limits=Limits(deadline_s=0.3))
    assert (report.path[-1], report.stop_reason, report.verdict) == (
        "INCONCLUSIVE",
        "deadline",
        "inconclusive",
    )
    assert [e.step_id for e in report.attempts[0].evidence] == ["s0"]
    assert report.reproducible is False


def test_the_deadline_does_not_wait_for_a_heavy_tool() -> None:
    """A heavy tool that works on past the deadline is left behind, with and without an event loop."""
    stop = threading.Event()
    tools = registry({"s0": lambda: stop.wait(60) and RIGHT}, heavy=True)
    try:
        for how in (checked, in_loop):
            started = time.monotonic()
            report = how(registry=tools, limits=Limits(deadline_s=0.1))
            assert time.monotonic() - started < 30
            assert (report.stop_reason, report.verdict) == ("deadline", "inconclusive")
    finally:
        stop.set()


def test_a_deadline_in_failed_gives_up() -> None:
    """The guard of `correct` reads the deadline: a refuted run out of time ends in MAX_RETRY."""
    slow = registry({"s0": lambda: time.sleep(0.6) or WRONG})
    report = checked(registry=slow, corrector=ScriptedCorrector("x"), limits=Limits(deadline_s=0.5))
    assert (report.path[-1], report.stop_reason, report.verdict) == ("MAX_RETRY", "deadline", "refuted")


def in_loop(plan: Plan = PLAN, answers: dict | None = None, **parts: object) -> Report:
    """The report of the same run inside an event loop."""

    async def main() -> Report:
        return await run(
            TASK, ANSWER, planner=parts.pop("planner", planner(plan)),
            registry=parts.pop("registry", registry(answers or {})), **parts,
        )  # fmt: skip

    return anyio.run(main)


def test_both_hosts_give_the_same_report() -> None:
    """With an event loop and without one, light and heavy tools: the same outcome."""
    for heavy in (False, True):
        for answers in ({}, {"s0": WRONG}, {"s1": ERRORS["refused"]}):
            with_loop = in_loop(registry=registry(answers, heavy=heavy))
            without = checked(registry=registry(answers, heavy=heavy))
            assert (with_loop.verdict, with_loop.path, results(with_loop)) == (
                without.verdict,
                without.path,
                results(without),
            )


def test_light_tools_stay_in_the_thread_and_heavy_ones_leave_it() -> None:
    """Only tools that say they block are worth a thread."""
    seen: list[bool] = []

    def where() -> Fraction:
        seen.append(threading.current_thread() is threading.main_thread())
        return RIGHT

    for heavy in (False, True):
        in_loop(registry=registry({"s0": where}, heavy=heavy))
    assert seen[0] is True
    assert False in seen


def test_async_planners_and_correctors_are_awaited() -> None:
    """Coroutine functions work inside an event loop; without one the mistake is named."""

    async def slow_planner(task: Task, answer: str, attempt: int) -> Plan:
        await anyio.lowlevel.checkpoint()
        return PLAN

    assert in_loop(planner=slow_planner).verdict == "verified"
    with pytest.raises(UsageError, match="acheck"):
        checked(planner=slow_planner)
    assert not shared().models


def test_cancelling_propagates_and_frees_the_machine() -> None:
    """A cancelled run ends at once, and its model leaves the shared machine."""

    async def endless(task: Task, answer: str, attempt: int) -> Plan:
        await anyio.sleep_forever()
        raise AssertionError

    async def main() -> bool:
        with anyio.move_on_after(0.05) as scope:
            await run(TASK, ANSWER, planner=endless, registry=registry({}))
        return scope.cancelled_caught

    assert anyio.run(main)
    assert not shared().models


def test_many_light_steps_can_be_cancelled() -> None:
    """A run that never waits for anything still lets a cancellation in between two steps."""
    steps = tuple(step(f"s{n}", "c1", basis="answer") for n in range(2000))
    done: list[str] = []

    async def main() -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(run_it)
            await anyio.sleep(0.01)
            group.cancel_scope.cancel()

    async def run_it() -> None:
        await run(
            TASK, ANSWER, planner=planner(replace(PLAN, steps=steps)), registry=registry({}, called=done)
        )

    anyio.run(main)
    assert len(done) < 2000


def test_an_async_planner_is_cut_off_by_the_deadline() -> None:
    """The deadline cancels a model that does not answer."""

    async def endless(task: Task, answer: str, attempt: int) -> Plan:
        await anyio.sleep_forever()
        raise AssertionError

    report = in_loop(planner=endless, limits=Limits(deadline_s=0.05))
    assert (report.stop_reason, report.path[-1]) == ("deadline", "INCONCLUSIVE")


def test_heavy_tools_are_not_run_twice_for_the_same_input() -> None:
    """An output of this run is served again to a later attempt that asks the same; the evidence says so."""
    called: list[str] = []
    tools = registry({"s1": WRONG}, heavy=True, called=called)
    second = replace(PLAN, steps=(OWN,))
    report = checked(planner=planner(PLAN, second), registry=tools, corrector=ScriptedCorrector(ANSWER + " "))
    assert called.count("s0") == 1
    assert [e.cached for e in report.attempts[1].evidence] == [True]


def test_a_tool_that_reads_the_clock_is_not_reproducible() -> None:
    """Law 9: what depends on the time says so, and is never served again."""
    timed = {"value": str(RIGHT), "reads_clock": True}
    report = checked(answers={"s0": timed})
    assert (report.verdict, report.reproducible) == ("verified", False)
    called: list[str] = []
    tools = registry({"s0": timed, "s1": WRONG}, heavy=True, called=called)
    second = replace(PLAN, steps=(OWN,))
    checked(planner=planner(PLAN, second), registry=tools, corrector=ScriptedCorrector(ANSWER + " "))
    assert called == ["s0", "s1", "s0"]


def test_no_state_is_shared_between_runs() -> None:
    """One run's error does not fail the next one with the same parts."""
    tools = registry({"s0": iter([ERRORS["refused"], RIGHT]).__next__})
    first, second = checked(registry=tools), checked(registry=tools)
    assert (first.verdict, second.verdict) == ("inconclusive", "verified")


@pytest.mark.parametrize(
    "limits",
    [
        {"corrections": -1}, {"deadline_s": 0}, {"deadline_s": float("nan")}, {"tool_calls": -5},
        {"corrections": "x"}, {"corrections": None}, {"plan_steps": 1.5}, {"output_bytes": True},
        {"deadline_s": "1"}, {"deadline_s": True}, {"tool_calls": [1]},
    ],
)  # fmt: skip
def test_senseless_limits_are_refused(limits: dict) -> None:
    """A bound below zero, or of another type, is a mistake of the caller, told by the bound's name."""
    with pytest.raises(UsageError, match=rf"Limits\({next(iter(limits))}="):
        Limits(**limits)


def _way(how: str) -> Callable[..., Report]:
    return checked if how == "inline" else in_loop


@pytest.mark.parametrize("how", ["inline", "loop"])
def test_a_sync_planner_that_sleeps_past_the_deadline_ends_the_run(how: str) -> None:
    """It can't be cut off; what it says too late is not executed."""

    def sleepy(task: Task, answer: str, attempt: int, /) -> Plan:
        time.sleep(0.05)
        return PLAN

    called: list[str] = []
    report = _way(how)(planner=sleepy, limits=Limits(deadline_s=0.02), registry=registry({}, called=called))
    assert (report.stop_reason, report.verdict, report.path[-1]) == (
        "deadline",
        "inconclusive",
        "INCONCLUSIVE",
    )
    assert called == []


@pytest.mark.parametrize("how", ["inline", "loop"])
def test_a_sync_corrector_that_sleeps_past_the_deadline_ends_the_run(how: str) -> None:
    """The refuted answer stays what was found out; the late correction is not checked."""

    def sleepy(request: CorrectionRequest) -> Correction:
        time.sleep(0.4)
        return Correction(answer="x", author="sleepy")

    wrong = registry({"s0": WRONG})
    report = _way(how)(registry=wrong, corrector=sleepy, limits=Limits(deadline_s=0.3))
    assert (report.stop_reason, report.verdict, len(report.attempts)) == ("deadline", "refuted", 1)


def test_a_long_chain_of_steps_is_ordered_without_recursion() -> None:
    """Two thousand steps, each waiting for the next one, run in the one order that is possible."""
    last = 1999
    steps = tuple(
        step(f"s{n}", "c1", basis="answer", depends_on=(f"s{n + 1}",) if n < last else ())
        for n in range(last + 1)
    )
    report = checked(replace(PLAN, steps=steps), limits=Limits(tool_calls=5000))
    order = [int(e.step_id[1:]) for e in report.attempts[0].evidence]
    assert order == list(range(last, -1, -1))


def test_the_tool_is_named_by_its_own_name() -> None:
    """An alias in the plan becomes the tool's name and version in the evidence."""
    tools = Registry()
    tools.add(
        Tool(
            name="oracle", version="7", function=lambda ask: {"value": str(RIGHT)}, aliases=("Python_Oracle",)
        )
    )
    report = checked(replace(PLAN, steps=(replace(OWN, tool_required="Python_Oracle"),)), registry=tools)
    evidence = report.attempts[0].evidence[0]
    assert (evidence.tool, evidence.tool_version) == ("oracle", "7")
