"""Scores: results joined with labels, baselines on the same rows, runs compared and scored anew."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from evals.data import Example, Label, Row, read
from evals.run import InProcess, Result, RunFolder, Setting, work
from evals.scoring import BASELINES, compare_runs, final_text, graded, joined, relabelled, score_run
from evals.scoring._join import judged, step_at
from verifier import check
from verifier.errors import UsageError
from verifier.report import report_row


def result(answer, question, **options):
    """A row's result, as a run would keep it."""
    return Result(0, json.loads(json.dumps(report_row(check(answer, question, **options)))), 0.25)


def join(answer, question="What is 12 times 12?", label=None, **options):
    """The judged row of an answer."""
    row = Row(id="x", source="s", domain="d", question=question, answer=answer)
    return judged(row, label or Label(id="x"), result(answer, question, **options))


def test_a_verified_answer():
    """Its basis, its coverage, and passes whose mutants were refused."""
    found = join("12 * 12 = 144, so the answer is 144.", label=Label(id="x", truth="correct"))
    assert (found.verdict, found.basis, found.finals, found.finals_checked) == ("verified", "question", 1, 1)
    assert found.right
    assert found.killed >= 1
    assert found.survived == 0
    assert found.tool_calls >= 1
    assert found.seconds == 0.25
    assert not found.corrected


def test_what_is_judged_is_the_answer_as_it_was_given():
    """A correction changes the run's verdict, not what was found in the answer; it is graded by the gold value."""
    found = join(
        "12 * 12 = 146, so the answer is 146.", label=Label(id="x", truth="incorrect", gold="144"), fix=True
    )
    assert (found.verdict, found.scope, found.stop_reason) == ("refuted", "final", "passed")
    assert (found.corrected, found.corrected_truth, found.rounds) == (True, True, 1)
    assert found.rule


@pytest.mark.parametrize(
    ("error_step", "base", "where"),
    [(0, 0, "hit"), (1, 1, "hit"), (1, 0, "early"), (2, 1, "early"), (None, 1, None)],
)
def test_steps_are_counted_as_the_data_set_counts(error_step, base, where):
    """The refuted claim stands in the first step: number 0 where steps are counted from 0."""
    steps = ("3 + 4 = 8.", "12 * 12 = 144, so the answer is 144.")
    label = Label(id="x", truth="correct", steps=steps, error_step=error_step, step_base=base, traced=True)
    found = join("\n".join(steps), label=label)
    assert (found.verdict, found.scope) == ("refuted", "step")
    assert found.localised == where
    assert found.trace_wrong is (error_step is not None)


def test_a_place_in_steps():
    """Steps are looked for in order; an answer that lacks one has no places."""
    assert [step_at("a b a", ["a", "b", "a"], at) for at in (0, 2, 4, 1)] == [0, 1, 2, None]
    assert step_at("a b", ["a", "c"], 0) is None


GRADED = [
    ("So 3 * 4 = 12.\nThe answer is 1,234.50 dollars.", "1234.5", True),
    ("#### 18", "18", True),
    ("#### 18", "17", False),
    ("It is 5. So the answer is \\boxed{\\frac{1}{2}}.", "1/2", True),
    ("答案是约1.16万", "11600", True),
    ("So the answer is (B).", "(B)", True),
    ("So the answer is (B).", "(C)", False),
    ("So the answer is False.", "false", True),
    ("anything", None, None),
    ("anything", " ", None),
    ("def f(): pass", "a = 1\nreturn a", None),
    ("no number", "3", False),
]


@pytest.mark.parametrize(("answer", "gold", "expected"), GRADED)
def test_grading_by_the_gold_value(answer, gold, expected):
    """Numbers by value, other text as it stands, programs not at all."""
    assert graded(answer, gold) is expected


def test_the_stated_result():
    """The last mark wins; without one it is the last line."""
    assert final_text("The answer is 3. No: the answer is 4.") == "4"
    assert final_text("first\nlast line.\n") == "last line"
    assert final_text("") == ""


def examples(*answers, question="q", gold="4"):
    """Rows to one question."""
    return [
        Example(
            Row(id=str(n), source="s", question=question, answer=text),
            Label(id=str(n), truth="correct", gold=gold),
        )
        for n, text in enumerate(answers)
    ]


@pytest.mark.parametrize(
    ("name", "answers", "verdicts"),
    [
        ("last_number", ["It is 4", "It is 5"], ["verified", "refuted"]),
        ("math_verify", ["It is $4$", "It is $5$"], ["verified", "refuted"]),
        ("other_answer", ["#### 4", "#### 4", "#### 5"], ["verified", "refuted", "refuted"]),
        ("other_answer", ["#### 4"], ["inconclusive"]),
        ("self_check", ["#### 4", "#### 4", "#### 4", "#### 5"], ["verified"] * 3 + ["refuted"]),
        ("self_check", ["#### 4", "#### 4", "#### 5"], ["inconclusive", "inconclusive", "refuted"]),
    ],
)
def test_baselines(name, answers, verdicts):
    """Each judges every row, in order; without anything to hold an answer against it abstains."""
    if name == "math_verify":
        pytest.importorskip("math_verify")
    found = list(BASELINES[name](examples(*answers)))
    assert [row.verdict for row in found] == verdicts
    assert [row.id for row in found] == [str(n) for n in range(len(answers))]


@pytest.fixture
def run(tmp_path):
    """Makes a run over answers with labels."""

    def make(name, rows, setting=None):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        folder = RunFolder.begin(tmp_path / name, read([path]), setting or Setting(journal=None), data=[path])
        list(work(folder, InProcess(), journal=False))
        return folder

    return make


ROWS = [
    {"id": "a", "question": "What is 2 + 2?", "answer": "The answer is 4.", "label": "correct", "source": "s1"},
    {"id": "b", "question": "What is 2 + 2?", "answer": "The answer is 5.", "label": "incorrect", "source": "s1",
     "error_kind": "slip"},
    {"id": "c", "question": "Sing.", "answer": "La la.", "source": "s2"},
]  # fmt: skip


def test_the_score_of_a_run(run):
    """Figures for all, by source and by kind of mistake; rows without a label count where labels don't matter."""
    score = score_run(run("one", ROWS))
    assert (score.rows, score.right, score.wrong) == (3, 1, 1)
    assert score.overall["catch_rate"].value == 1.0
    assert score.by["source"]["s1"]["pass_right_rate"].value == 1.0
    assert score.by["source"]["s2"]["catch_rate"].value is None
    assert list(score.by["error_kind"]) == ["slip"]
    assert score.confusion["slip"]["refuted_final"] == 1
    assert json.loads(score.json_text())["overall"]["pass_rate"]["count"] == 3


def test_new_labels_need_no_new_run(run, tmp_path):
    """Other labels turn a catch into a false alarm; labels of other rows are refused."""
    folder = run("one", ROWS)
    new = tmp_path / "new.jsonl"
    new.write_text(json.dumps(ROWS[1] | {"label": "correct"}) + "\n")
    score = score_run(folder, relabelled(folder, [new]))
    assert score.overall["false_alarm_rate"].value == 0.5
    assert score.wrong == 0
    new.write_text(json.dumps(ROWS[1] | {"id": "z"}) + "\n")
    with pytest.raises(UsageError, match="ids"):
        list(relabelled(folder, [new]))


def test_runs_are_compared_row_by_row(run):
    """What flipped, who is nearer to the label, and both reports; rows with another answer are not the same."""
    one = run("one", ROWS)
    other = run("other", [ROWS[0], ROWS[1], ROWS[2] | {"answer": "Lo lo."}])
    found = compare_runs(one, other)
    assert (found.rows, found.flips) == (2, ())
    assert found.tests["catch"].both == 1
    changed = [
        replace(row, verdict="inconclusive", scope=None) if row.id == "b" else row for row in joined(one)
    ]
    assert [row.verdict for row in changed] == ["verified", "inconclusive", "not_checkable"]
