"""The tables of quorums are counted right: baselines and policies on a few recorded programs."""

from __future__ import annotations

import gzip
import json

import pytest

from benchmarks._quorum import TRIO, measure, wilson
from benchmarks._quorum_data import read_cases, read_programs
from benchmarks._quorum_rules import buying, cheap_first, majority, one, score
from verifier.quorum import BALANCED, EAGER

QUESTION = "How many eggs are left of sixteen when {} are gone?"


@pytest.fixture
def recorded(tmp_path):
    """Three questions whose right value is 10: all programs right; one wrong; two wrong alike."""
    values = [(10, "10", 10.0), (11, "10", 10.0), (12, "12", None)]
    programs = [
        {
            "question": QUESTION.format(i),
            "gold": "10",
            "programs": [{"model": m, "code": "", "executed": v} for m, v in zip(TRIO, shown, strict=True)],
        }
        for i, shown in enumerate(values)
    ]
    answers = [
        {"question": QUESTION.format(i), "answer": f"The answer is {said}.", "label": label}
        for i in range(3)
        for said, label in ((10, "correct"), (12, "incorrect"))
    ]
    with gzip.open(tmp_path / "p.jsonl.gz", "wt", encoding="utf-8") as stream:
        stream.writelines(json.dumps(row) + "\n" for row in programs)
    (tmp_path / "a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in answers), encoding="utf-8")
    return tmp_path / "p.jsonl.gz", [tmp_path / "a.jsonl"]


@pytest.mark.parametrize(
    ("rule", "counts"),
    [
        (one(TRIO[0]), (2, 2, 1, 1, 6)),
        (majority(TRIO, 2), (2, 1, 1, 2, 18)),
        (cheap_first(TRIO), (2, 1, 1, 2, 12)),
        (buying(EAGER, TRIO), (2, 1, 1, 2, 12)),
        (buying(BALANCED, TRIO), (2, 1, 1, 1, 13)),
    ],
)
def test_rules_are_counted(recorded, rule, counts):
    """Caught, false alarms, wrong ones passed, right ones passed, programs bought."""
    programs = read_programs(recorded[0])
    found = score(rule, read_cases(recorded[1], programs))
    assert (found.wrong, found.right) == (3, 3)
    assert (found.caught, found.alarms, found.passed_wrong, found.passed_right, found.bought) == counts


def test_the_table_has_a_line_for_each_rule(recorded):
    """The whole part runs on any files of that form."""
    text = "\n".join(measure(recorded[0], recorded[1], "", 0))
    assert "6 answers to 3 questions; 0 without one final claim" in text
    for name in ("two of three, veto", "cheap first", "eager", "balanced", "strict, least related next"):
        assert name in text


def test_the_interval_is_wilsons():
    """Known values: 0 of 10, 5 of 10."""
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
