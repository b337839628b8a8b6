"""Oscillation, divergence, regression and the best attempt, in the words of the design."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.scripted import RIGHT, claim, evidence, placed, step
from verifier.convergence import best_attempt, error_of, halt, is_refusal, normal_form
from verifier.plan import Claim, Plan
from verifier.records import Attempt
from verifier.verdict import judge

#: What an attempt says of each claim: its value, and how its step came out ("" for no step).
Said = dict[str, tuple[Fraction | int | bool, str]]


def attempt(
    number: int, said: Said, *, answer: str | None = None, reason: str = "mismatch", **fields: object
) -> Attempt:
    """An attempt that says this."""
    claims = [
        claim(n, v if isinstance(v, bool) else Fraction(v), subject=n.partition("@")[0])
        for n, (v, _) in said.items()
    ]
    text, found = placed(claims)
    steps = [
        (step(f"{n}", n, basis="question" if n.startswith("final") else "answer"), r)
        for n, (_, r) in said.items()
        if r
    ]
    plan = Plan(claims=found, steps=tuple(s for s, _ in steps))
    output = {"value": str(RIGHT)}
    done = tuple(evidence(s, r, reason if r == "fail" else "", output=output) for s, r in steps)
    judged = judge(plan, done)
    return Attempt(
        number=number, answer=text if answer is None else answer, plan=plan, evidence=done, verdict=judged.verdict,
        scope=judged.scope, final=judged.final, coverage=judged.coverage, **fields,
    )  # fmt: skip


def chain(*all_said: Said) -> list[Attempt]:
    """Attempts one after another."""
    return [attempt(n, said) for n, said in enumerate(all_said, start=1)]


def finals(*values: int | bool) -> list[Attempt]:
    """Attempts whose only claim is a wrong final."""
    return chain(*({"final": (v, "fail")} for v in values))


# --- oscillation --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((5,), None),
        ((5, 9), None),  # only one corrected answer so far
        ((5, 9, 11), "oscillation"),
        ((5, 9, 1107), None),  # from 1198 off to 100 off: at least halved
        ((5, 1107, 1157), None),  # from 100 to exactly 50
        ((5, 1107, 1156), "oscillation"),  # to 51 only
        ((12, 12), "oscillation"),
        ((12, 15, 12), "oscillation"),
        ((4000, 2000, 1500, 1300, 4000), "oscillation"),
    ],
)
def test_oscillation(values: tuple[int, ...], expected: str | None) -> None:
    """The same failure twice among corrected answers without halving the error, or an answer that comes again."""
    assert halt(finals(*values)) == expected


def test_the_first_answer_is_not_a_correction() -> None:
    """A first correction may fail just as the given answer did."""
    assert halt(finals(1, 2)) is None


def test_another_reason_or_claim_is_no_oscillation() -> None:
    """Failures alike means the same claim key and the same reason."""
    two = [
        attempt(1, {"final": (5, "fail")}),
        attempt(2, {"final": (9, "fail")}),
        attempt(3, {"final": (11, "fail")}, reason="rounding"),
    ]
    assert halt(two) is None
    assert halt(chain({"c1": (5, "fail")}, {"c2": (9, "fail")}, {"c3": (11, "fail")})) is None


def test_values_without_a_distance_cannot_get_nearer() -> None:
    """A wrong truth value stays as wrong as it was."""
    said = [{"final": (True, "fail"), "c1": (n, "")} for n in (1, 2, 3)]
    assert halt(chain(*said)) == "oscillation"


def test_an_error_of_nothing_cannot_halve() -> None:
    """A value that is right and fails all the same (its unit, its form) gets no nearer by staying right."""
    said = [{"final": (1207, "fail"), "c1": (n, "")} for n in (1, 2, 3)]
    assert halt(chain(*said)) == "oscillation"


def test_claims_without_a_value_are_compared_by_their_words() -> None:
    """Two programs are one answer only when they are the same program."""
    one, two = (attempt(n, {"c1": (1, "fail")}) for n in (1, 2))

    def coded(whole: Attempt, text: str) -> Attempt:
        claims = (_with(whole.plan.claims[0], value=None, kind="code", quote=text),)
        return replace(whole, plan=replace(whole.plan, claims=claims))

    assert normal_form(coded(one, "x = 1")) == normal_form(coded(two, "x  = 1"))
    assert normal_form(coded(one, "x = 1")) != normal_form(coded(two, "x = 2"))


def test_answers_are_compared_by_their_claims_else_by_their_text() -> None:
    """Other words around the same claims are the same answer; without claims the folded text counts."""
    one, two = attempt(1, {"final": (5, "fail")}), attempt(2, {"final": (5, "fail")}, answer="So: final=5;")
    assert normal_form(one) == normal_form(two)
    assert halt([one, two]) == "oscillation"
    assert normal_form(attempt(1, {}, answer="Ｎo  idea")) == normal_form(attempt(2, {}, answer="No idea\n"))
    assert normal_form(attempt(1, {}, answer="no idea")) != normal_form(attempt(2, {}, answer="No idea"))
    assert normal_form(attempt(1, {"final": (1, "")})) != normal_form(attempt(1, {"final": (True, "")}))


# --- divergence ---------------------------------------------------------------------------------------
HELD: Said = {"final": (1207, "pass"), "c1": (3, "fail")}


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ({"final": (1207, "pass"), "c1": (900, "fail")}, None),
        ({"final": (-1207, "fail")}, "divergence"),
        ({"final": (1300, "undecided"), "c1": (900, "fail")}, "divergence"),
        ({"c1": (900, "fail")}, "divergence"),
        (
            {"final": (1207, "undecided"), "c1": (900, "fail")},
            None,
        ),  # the same value, not looked at this time
    ],
)
def test_a_final_that_passed_is_to_be_kept(now: Said, expected: str | None) -> None:
    """A correction that negates, changes or drops it leads away."""
    assert halt(chain(HELD, now)) == expected


def test_a_final_that_passed_two_rounds_ago_counts_too() -> None:
    """Not only the round before."""
    assert (
        halt(chain(HELD, {"final": (1207, "pass"), "c1": (900, "fail")}, {"c2": (900, "fail")}))
        == "divergence"
    )


def test_a_final_that_passed_in_the_round_before_counts() -> None:
    """Not only what the first answer had right."""
    first: Said = {"final": (3, "fail")}
    assert halt(chain(first, HELD, {"final": (1300, "fail")})) == "divergence"


def test_a_pass_on_the_answers_own_word_need_not_be_kept() -> None:
    """A step's claim may change: that is what correcting is."""
    assert (
        halt(chain({"c1": (1207, "pass"), "c2": (3, "fail")}, {"c1": (900, ""), "c2": (4, "fail")})) is None
    )


def test_changing_a_refuted_value_is_no_divergence() -> None:
    """Its sign included."""
    assert halt(finals(-1000, 1000)) is None


def test_only_the_last_rounds_count_for_a_growing_error() -> None:
    """Whatever came before."""
    reasons = ("mismatch", "rounding", "mismatch", "rounding")
    values = zip((5, 1200, 1100, 900), reasons, strict=True)
    rounds = [attempt(n, {"final": (v, "fail")}, reason=r) for n, (v, r) in enumerate(values, 1)]
    assert halt(rounds) == "divergence"
    assert halt(rounds[:3]) is None


def test_an_error_that_grows_twice_running_diverges() -> None:
    """Once may happen; twice leads away. The reasons may differ, so that it is no oscillation."""
    reasons = ("rounding", "mismatch", "rounding")
    far = [
        attempt(n, {"final": (v, "fail")}, reason=r)
        for n, (v, r) in enumerate(zip((1200, 1100, 900), reasons, strict=True), 1)
    ]
    assert halt(far) == "divergence"
    near = [
        attempt(n, {"final": (v, "fail")}, reason=r)
        for n, (v, r) in enumerate(zip((1100, 900, 1200), reasons, strict=True), 1)
    ]
    assert halt(near) is None


@pytest.mark.parametrize(
    "text",
    ["I'm sorry, but I can't help with that.", "I cannot answer this question.", "As an AI language model, I…",
     "I’m unable to compute this.", "抱歉，我无法回答这个问题。", "作为一个人工智能，我不能提供答案。", "Sorry, I am not able to do so."],
)  # fmt: skip
def test_refusals_are_recognised(text: str) -> None:
    """In English and Chinese, with either apostrophe."""
    assert is_refusal(text)


@pytest.mark.parametrize(
    "text", ["The answer is 12.", "答案是12。", "She can't eat more than 3, so 4 are left.", "无人能及"]
)
def test_answers_are_no_refusals(text: str) -> None:
    """To say "can't" in a story is not to refuse."""
    assert not is_refusal(text)


def test_a_refusal_in_place_of_an_answer_diverges() -> None:
    """Even when some sum in it is wrong; not in the first answer, and not where a final value stands."""
    text = "I can't answer this, since c1=5;"
    assert (
        halt([attempt(1, {"c2": (9, "fail")}), attempt(2, {"c1": (5, "fail")}, answer=text)]) == "divergence"
    )
    assert halt([attempt(1, {"c1": (5, "fail")}, answer=text)]) is None
    assert halt([attempt(1, {"final": (9, "fail")}), attempt(2, {"final": (8, "fail")}, answer=text)]) is None


# --- regression ---------------------------------------------------------------------------------------
def test_a_step_that_passed_and_fails_now_is_a_regression() -> None:
    """The same key, in any earlier attempt."""
    first: Said = {"c1": (1207, "pass"), "c2": (3, "fail")}
    assert halt(chain(first, {"c1": (900, "fail")})) == "regression"
    assert halt(chain(first, {"c2": (700, "fail")}, {"c1": (900, "fail")})) == "regression"
    assert halt(chain(first, {"c3": (900, "fail")})) is None


def test_a_step_that_passed_in_the_round_before_is_a_regression() -> None:
    """Not only what the first answer had right."""
    rounds: list[Said] = [
        {"c2": (3, "fail")},
        {"c1": (1207, "pass"), "c2": (700, "fail")},
        {"c1": (900, "fail")},
    ]
    assert halt(chain(*rounds)) == "regression"


def test_a_key_that_also_failed_before_is_no_regression() -> None:
    """Two claims of one key, one right and one wrong: a fail of that key is nothing new."""
    first: Said = {"c1@a": (1207, "pass"), "c1@b": (3, "fail")}
    assert halt(chain(first, {"c1@a": (900, "fail")})) is None


# --- the best attempt ---------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("all_said", "best"),
    [
        ([{"final": (5, "fail")}, {"final": (1207, "pass"), "c1": (2, "fail")}], 1),  # finals passed
        ([{"c1": (2, "fail"), "c2": (3, "fail")}, {"c1": (4, "fail")}], 1),  # fewest fails
        ([{"c1": (2, "fail")}, {"c1": (4, "fail"), "c2": (1207, "pass")}], 1),  # most passes
        ([{"c1": (2, "fail")}, {"c1": (4, "fail")}], 0),  # earliest
        ([{"final": (5, "fail")}, {}], 0),  # evasion: nothing left
        ([{"final": (5, "fail")}, {"c1": (1207, "pass")}], 0),  # evasion: the failed final is gone
        ([{"final": (5, "fail")}, {"final": (6, "undecided")}], 0),  # evasion: nothing decided
        ([{"c1": (5, "fail")}, {"c2": (1207, "pass")}], 1),  # another way to put it is no evasion
        ([{"c1": (5, "fail")}, {"c2": (1207, "pass"), "c3": (1, "undecided")}], 1),  # something was decided
    ],
)
def test_the_best_is_not_the_last(all_said: list[Said], best: int) -> None:
    """Finals passed, fewest fails, most basis-weighted passes, earliest; evasion comes last."""
    assert best_attempt(chain(*all_said)) == best


def test_leaving_out_an_asked_part_that_failed_is_evasion_by_whatever_name() -> None:
    """Finals are known by the part that they answer."""
    first, second = chain({"final": (5, "fail")}, {"c1": (1207, "pass")})
    named = tuple(replace(c, subject="mean") for c in first.plan.claims)
    assert best_attempt([replace(first, plan=replace(first.plan, claims=named)), second]) == 0


def test_a_computation_that_judges_no_claim_weighs_nothing() -> None:
    """An answer replaced by words is no better for a step that only computed what nobody compared."""
    first, second = chain({"final": (5, "fail")}, {"final": (7, "fail"), "c1": (1, "pass")})
    computed = tuple(replace(e, claim=None) if e.claim == "c1" else e for e in second.evidence)
    assert best_attempt([first, second]) == 1
    assert best_attempt([first, replace(second, evidence=computed)]) == 0


@pytest.mark.parametrize("reason", ["deadline", "cancelled", "model_error"])
def test_an_attempt_cut_short_is_not_better_for_it(reason: str) -> None:
    """Fewer fails because it was interrupted do not count, a final that passed does."""
    first = attempt(1, {"c1": (5, "fail")})
    cut, won = attempt(2, {"c1": (1207, "pass")}), attempt(2, {"final": (1207, "pass")})
    assert best_attempt([first, replace(cut, reason=reason)]) == 0
    assert best_attempt([first, replace(won, reason=reason)]) == 1


def test_independent_derivations_weigh_as_the_question_does() -> None:
    """On a claim that is no final, where only the weight can tell."""
    sums: Said = {f"c{n}": (1207, "pass") for n in range(20)}
    first, second = chain({**sums, "c99": (1, "fail")}, {"c1": (1207, "pass"), "c99": (1, "fail")})
    for basis in ("question", "independent"):
        done = tuple(replace(e, basis=basis) if e.claim == "c1" else e for e in second.evidence)
        assert best_attempt([first, replace(second, evidence=done)]) == 1


def _fields(one: Attempt) -> dict:
    return {name: getattr(one, name) for name in one.__dataclass_fields__}


def test_a_pass_of_the_question_outweighs_many_sums() -> None:
    """The weight is by basis."""
    sums: Said = {f"c{n}": (1207, "pass") for n in range(20)}
    assert (
        best_attempt(chain({**sums, "c99": (1, "fail")}, {"final": (1207, "pass"), "c99": (1, "fail")})) == 1
    )


# --- properties ---------------------------------------------------------------------------------------
SAID = st.dictionaries(
    st.sampled_from(["final", "final.2", "c1", "c2"]),
    st.tuples(st.sampled_from([1207, 1208, 5, -1207]), st.sampled_from(["pass", "fail", "undecided", ""])),
)
CHAINS = st.lists(SAID, min_size=1, max_size=5).map(lambda said: chain(*said))


@given(CHAINS)
def test_the_best_attempt_does_not_depend_on_what_is_worse(attempts: list[Attempt]) -> None:
    """Its finals are the most that any attempt passed."""
    best = attempts[best_attempt(attempts)]

    def passed(one: Attempt) -> int:
        return len({e.claim for e in one.evidence if e.outcome.result == "pass" and e.basis == "question"})

    assert passed(best) == max(map(passed, attempts))


@given(CHAINS)
def test_an_answer_that_comes_again_always_ends_the_loop(attempts: list[Attempt]) -> None:
    """At any period."""
    assert halt([*attempts, attempts[0]]) == "oscillation"


@given(CHAINS)
def test_a_first_failure_is_always_worth_correcting(attempts: list[Attempt]) -> None:
    """With one attempt there is nothing to compare it with."""
    assert halt(attempts[:1]) is None


@given(value=st.fractions(), unit=st.sampled_from([None, "%"]))
def test_the_error_is_the_distance(value: Fraction, unit: str | None) -> None:
    """In the claim's own units; a percent claim is compared with the nearer reading of the tool's number."""
    one = attempt(1, {"final": (1, "fail")})
    plan = Plan(claims=(_with(one.plan.claims[0], value=value, unit=unit),), steps=one.plan.steps)
    other = Attempt(**{**_fields(one), "plan": plan})
    error = error_of(other, other.evidence[0])
    readings = [abs(value - RIGHT)] + ([abs(value - RIGHT / 100)] if unit == "%" else [])
    assert error == min(readings)


def test_the_error_is_that_of_what_the_check_looked_at() -> None:
    """Not of whatever else stands in the output."""
    one = attempt(1, {"final": (1, "fail")})
    done = replace(
        one.evidence[0], check={"actual": {"$ref": "output.mean"}}, output={"value": "5", "mean": "3"}
    )
    assert error_of(one, done) == 2
    assert error_of(one, replace(done, claim=None)) is None
    assert error_of(one, replace(done, output=None)) is None


def _with(one: Claim, **fields: object) -> Claim:
    return Claim(**{**{name: getattr(one, name) for name in one.__dataclass_fields__}, **fields})
