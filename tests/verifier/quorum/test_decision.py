"""The laws of the decision, for every policy and every count of votes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from verifier.errors import UsageError
from verifier.quorum import BALANCED, EAGER, POLICIES, STRICT, Policy, Votes, decide, settled

COUNTS = st.integers(1, 5)
POLICY = st.builds(
    lambda refute_at, verify_at, veto, scattered_at, most, confirm: Policy(
        refute_at=refute_at, verify_at=verify_at, dissent_veto=veto, scattered_at=scattered_at,
        most=max(most, min(refute_at, verify_at)), confirm=confirm,
    ),
    COUNTS, COUNTS, st.booleans(), st.none() | COUNTS, st.integers(1, 8), st.booleans(),
)  # fmt: skip
VOTES = st.builds(
    lambda agreeing, contrary, abstaining: Votes(
        agreeing=agreeing, contrary=tuple(contrary), abstaining=abstaining
    ),
    st.integers(0, 5), st.lists(COUNTS, max_size=4), st.integers(0, 3),
)  # fmt: skip
#: How far a result is from refuting the answer.
RANK = {"fail": 0, "undecided": 1, "pass": 2}


def rank(votes: Votes, policy: Policy) -> int:
    """The decision as a number."""
    return RANK[decide(votes, policy).result]


@given(VOTES, POLICY)
def test_one_more_that_agrees_never_speaks_against(votes, policy):
    """Monotone: another program that agrees can only help the answer."""
    assert rank(replace(votes, agreeing=votes.agreeing + 1), policy) >= rank(votes, policy)


@given(VOTES, POLICY, st.data())
def test_one_more_that_contradicts_never_speaks_for(votes, policy, data):
    """Monotone: another program that contradicts, by a value of its own or a known one, can only harm it."""
    at = data.draw(st.integers(0, len(votes.contrary)))
    classes = [*votes.contrary, 0]
    classes[at] += 1
    more = replace(votes, contrary=tuple(c for c in classes if c))
    assert rank(more, policy) <= rank(votes, policy)


@given(VOTES, POLICY, st.data())
def test_values_are_counted_not_ranked(votes, policy, data):
    """Symmetric: in what order the contrary values stand does not matter."""
    shuffled = replace(votes, contrary=tuple(data.draw(st.permutations(votes.contrary))))
    assert decide(shuffled, policy) == decide(votes, policy)


@given(VOTES, POLICY)
def test_abstentions_are_no_votes(votes, policy):
    """A program without a vote changes nothing."""
    assert decide(replace(votes, abstaining=votes.abstaining + 1), policy) == decide(votes, policy)


@given(VOTES, POLICY)
def test_a_program_that_agrees_vetoes_a_refutation(votes, policy):
    """With the veto no answer is refuted that one program derives."""
    assume(votes.agreeing and policy.dissent_veto)
    assert decide(votes, policy).result != "fail"


@given(st.lists(COUNTS, min_size=1, max_size=4), POLICY)
def test_any_tie_is_undecided(contrary, policy):
    """As many for as against, by one value or by all: nobody knows."""
    assert decide(Votes(agreeing=sum(contrary), contrary=tuple(contrary)), policy).result == "undecided"
    assert decide(Votes(agreeing=max(contrary), contrary=tuple(contrary)), policy).result == "undecided"


@given(st.integers(0, 3), POLICY)
def test_no_votes_decide_nothing(abstaining, policy):
    """Nothing is verified or refuted on zero votes."""
    assert decide(Votes(abstaining=abstaining), policy).result == "undecided"


@given(VOTES, POLICY)
def test_a_pass_has_its_votes(votes, policy):
    """Verified means that as many more agree than contradict as the policy says."""
    if decide(votes, policy).result == "pass":
        assert votes.agreeing >= policy.verify_at + votes.against


@given(VOTES, POLICY)
def test_a_fail_has_its_votes(votes, policy):
    """Refuted means that enough contradict, and more than agree."""
    if decide(votes, policy).result == "fail":
        assert votes.against > votes.agreeing
        assert votes.against >= min(policy.refute_at, policy.scattered_at or policy.refute_at)


@given(VOTES, POLICY)
def test_buying_ends(votes, policy):
    """At the bound, and wherever the votes decide, no further program is bought."""
    total = votes.agreeing + votes.against + votes.abstaining
    if total >= policy.most or decide(votes, policy).result != "undecided":
        assert settled(votes, policy)


@given(VOTES, POLICY, st.data())
def test_no_purchase_stops_short_of_a_decision(votes, policy, data):
    """Where buying stops undecided, whatever might still be bought would have decided nothing."""
    policy = replace(policy, confirm=True)
    left = policy.most - votes.agreeing - votes.against - votes.abstaining
    assume(settled(votes, policy) and decide(votes, policy).result == "undecided")
    end = votes
    for vote in data.draw(st.lists(st.sampled_from(["for", "against", "other"]), max_size=max(left, 0))):
        largest, *rest = sorted(end.contrary, reverse=True) or [0]
        if vote == "for":
            end = replace(end, agreeing=end.agreeing + 1)
        else:
            classes = (largest + 1, *rest) if vote == "against" else (*end.contrary, 1)
            end = replace(end, contrary=classes)
    assert decide(end, policy).result == "undecided"


@pytest.mark.parametrize(
    ("agreeing", "contrary", "policy", "result", "reason"),
    [
        (1, (), EAGER, "pass", "quorum"),
        (1, (), BALANCED, "undecided", "few_votes"),
        (2, (), BALANCED, "pass", "quorum"),
        (2, (), STRICT, "undecided", "few_votes"),
        (3, (), STRICT, "pass", "quorum"),
        (0, (1,), BALANCED, "undecided", "few_votes"),
        (0, (2,), BALANCED, "fail", "quorum"),
        (0, (2,), STRICT, "undecided", "few_votes"),
        (0, (3,), STRICT, "fail", "quorum"),
        (0, (2, 2), STRICT, "undecided", "few_votes"),
        (0, (1, 1), BALANCED, "undecided", "few_votes"),
        (0, (1, 1, 1), BALANCED, "undecided", "few_votes"),
        (0, (1, 1, 1), EAGER, "fail", "scattered"),
        (1, (2,), BALANCED, "undecided", "dissent"),
        (1, (2,), replace(BALANCED, dissent_veto=False), "fail", "quorum"),
        (2, (2,), replace(BALANCED, dissent_veto=False), "undecided", "tie"),
        (1, (1,), BALANCED, "undecided", "tie"),
        (2, (1,), BALANCED, "undecided", "dissent"),
        (4, (1,), STRICT, "pass", "quorum"),
        (2, (1,), EAGER, "pass", "quorum"),
    ],
)
def test_the_table(agreeing, contrary, policy, result, reason):
    """Two contradict and one agrees: undecided, by the veto; and the other rows."""
    found = decide(Votes(agreeing=agreeing, contrary=contrary), policy)
    assert (found.result, found.reason) == (result, reason)


@pytest.mark.parametrize(
    ("policy", "votes", "bought"),
    [
        (EAGER, ["for"], 1),
        (EAGER, ["a", "a"], 2),
        (EAGER, ["a", "b", "c"], 3),
        (BALANCED, ["for", "for"], 2),
        (BALANCED, ["a", "a"], 2),
        (BALANCED, ["a", "for"], 2),
        (BALANCED, ["a", "b", "for"], 3),
        (STRICT, ["for", "for", "for"], 3),
        (STRICT, ["a", "for", "for", "for", "for"], 5),
        (STRICT, ["a", "b", "a", "a"], 4),
        (replace(BALANCED, confirm=False), ["for"], 1),
    ],
)
def test_the_cheapest_way_first(policy, votes, bought):
    """A further program is bought only while it could settle the matter."""
    seen = 0
    for seen in range(1, len(votes) + 1):
        agreeing = votes[:seen].count("for")
        others = [v for v in votes[:seen] if v != "for"]
        contrary = tuple(others.count(v) for v in sorted(set(others)))
        if settled(Votes(agreeing=agreeing, contrary=contrary), policy):
            break
    assert seen == bought


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"verify_at": 0}, "verify_at is 0"),
        ({"refute_at": True}, "refute_at is True"),
        ({"most": 17}, "at most 16"),
        ({"most": 1}, "can never decide"),
        ({"scattered_at": 0}, "scattered_at is 0"),
    ],
)
def test_a_policy_that_cannot_work_is_refused(fields, says):
    """Counts are counts, and a pass needs a vote."""
    with pytest.raises(UsageError, match=says):
        Policy(**fields)


def test_policies_have_names():
    """A name, a policy itself, and nothing else."""
    assert {name: Policy.named(name) for name in POLICIES} == dict(POLICIES)
    assert Policy.named(STRICT) is STRICT
    with pytest.raises(UsageError, match="strict, balanced, eager"):
        Policy.named("lenient")


def test_the_named_policies_are_those_of_the_design():
    """Balanced: 2, 2, on. Every policy keeps the veto, and each is more careful than the one before."""
    assert (BALANCED.refute_at, BALANCED.verify_at, BALANCED.dissent_veto) == (2, 2, True)
    for policy in POLICIES.values():
        assert policy.dissent_veto
        assert policy.most == 2 * policy.refute_at - 1


@given(VOTES)
def test_what_a_careful_policy_decides_the_others_decide_alike(votes):
    """Strict, balanced, eager: one never contradicts another, and the more careful decides less."""
    strict, balanced, eager = (decide(votes, policy).result for policy in (STRICT, BALANCED, EAGER))
    assert strict in {balanced, "undecided"}
    assert balanced in {eager, "undecided"}
