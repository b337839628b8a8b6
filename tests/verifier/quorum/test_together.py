"""Which authors fail together is estimated from votes, kept in a file, and decides who is asked next."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.verifier.scripted import evidence, step
from toolkits.derivations import Value
from verifier.errors import UsageError
from verifier.quorum import Together, ballots_in, pairs


def ballot(**votes):
    """A question's values by author."""
    return {name: None if v is None else Value(Fraction(v)) for name, v in votes.items()}


BALLOTS = [
    *[ballot(a=1, b=1, c=1, d=1)] * 6,
    *[ballot(a=2, b=2, c=1, d=1)] * 2,
    ballot(a=3, b=1, c=1, d=1),
    ballot(a=1, b=1, c=4, d=None),
]


def found(made):
    """Pairs by their authors."""
    return {"".join(sorted(p.authors)): p for p in made}


def test_pairs_are_judged_by_the_others():
    """Agreeing on a value that the others reject counts; the pair's own votes do not."""
    made = found(pairs(BALLOTS))
    assert (made["ab"].together, made["ab"].count) == (2, 9)
    assert made["ac"].together == 0
    assert made["cd"].together == 2  # without labels either side may be the wrong one
    assert made["ab"].share == pytest.approx(2 / 9)


def test_labels_take_the_others_place():
    """With the truth known only the pair that missed it failed."""
    made = found(pairs(BALLOTS, [Value(Fraction(1))] * len(BALLOTS)))
    assert (made["ab"].together, made["ab"].count) == (2, 10)
    assert made["cd"].together == 0
    assert (made["ab"].one, made["ab"].other) == (3, 2)
    assert made["ab"].by_chance == pytest.approx(0.06)


def test_pairs_come_least_related_first():
    """The table is in the order in which one would choose."""
    shares = [pair.share for pair in pairs(BALLOTS)]
    assert shares == sorted(shares)


def test_a_table_is_kept_in_a_file(tmp_path):
    """What is written is what is read."""
    known = Together.of(pairs(BALLOTS))
    known.save(tmp_path / "t.json")
    assert Together.load(tmp_path / "t.json") == known


@pytest.mark.parametrize("text", ["", "{}", '{"pairs": [1]}', '{"pairs": [{"authors": ["a"]}]}', None])
def test_a_file_that_is_none_is_refused(tmp_path, text):
    """The error names the file."""
    path = tmp_path / "t.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"t\.json"):
        Together.load(path)


def test_the_least_related_is_asked_next():
    """The first stays; one's own further drafts come last."""
    known = Together({frozenset("ab"): 0.2, frozenset("ac"): 0.01, frozenset("bc"): 0.05})
    assert known.ordered(["a", "a", "b", "c"]) == [0, 3, 2, 1]


def test_strangers_count_as_the_worst_known():
    """Nothing speaks for an author of whom nothing is known."""
    known = Together({frozenset("ab"): 0.2, frozenset("ac"): 0.01})
    assert known.related("a", "z") == 0.2
    assert Together().related("a", "z") == 0.0


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6))
def test_an_order_is_of_all(authors):
    """Nobody is left out, and the first is the first."""
    order = Together.of(pairs(BALLOTS)).ordered(authors)
    assert sorted(order) == list(range(len(authors)))
    assert order[0] == 0


def test_votes_are_read_from_evidence():
    """Runs leave their ballots behind: an author's first program counts, an abstention is none."""
    told = [
        {"author": "a", "seed": 0, "value": "18", "unit": None, "abstains": ""},
        {"author": "a", "seed": 1, "value": "19", "unit": None, "abstains": ""},
        {"author": "b", "seed": 0, "value": None, "unit": None, "abstains": "timeout"},
    ]
    one = evidence(step("q", None), "pass", output={"derivations": told})
    object.__setattr__(one, "tool", "independent_derivations")
    other = evidence(step("o", None), "pass", output={"value": "1"})
    assert ballots_in([one, other]) == [{"a": Value(Fraction(18)), "b": None}]
    assert json.dumps(told)


def test_misses_by_different_values_are_no_failure_together():
    """Two that are wrong in two ways each miss, and do not fail together."""
    made = found(pairs([ballot(a=5, b=6, c=1, d=1)]))["ab"]
    assert (made.count, made.one, made.other, made.together) == (1, 1, 1, 0)
