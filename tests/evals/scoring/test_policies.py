"""Another policy over recorded votes: no program is bought or run."""

from __future__ import annotations

import json

import pytest

from evals.data import Example, Label, Row
from evals.run import Done, RunFolder, Setting
from evals.scoring import joined, with_policy
from toolkits import default_registry
from verifier import check
from verifier.errors import UsageError
from verifier.journal import Journal
from verifier.quorum import Policy
from verifier.report import report_row

QUESTION = "Tom has some apples. How many apples has Tom?"
#: A plan as a quorum planner makes it: three programs, of which two say 4 and one says 5.
PLAN = {
    "verification_needed": True,
    "claims": [{"id": "final", "kind": "number", "quote": "5", "role": "final"}],
    "verification_steps": [
        {
            "step_id": 1,
            "description": "votes",
            "tool_required": "independent_derivations",
            "tool_input": {"programs": [{"source": f"result = {n}", "author": f"m{at}", "result": "result"} for at, n in enumerate((4, 4, 5))]},
            "expected_check": {
                "type": "quorum", "expected": {"$ref": "claims.final.value"}, "refute_at": 2, "verify_at": 2,
                "dissent_veto": True,
            },
            "claim": "final",
            "basis": "independent",
        }
    ],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """A run of one row whose votes are recorded."""
    row = Row(id="a", source="s", question=QUESTION, answer="The answer is 5.")
    folder = RunFolder.begin(tmp_path / "run", [Example(row, Label(id="a", truth="incorrect"))], Setting())
    with Journal.open(folder.path / "journal.sqlite") as journal:
        report = check(row.answer, row.question, plan=PLAN, journal=journal, registry=default_registry())
    with folder.append() as results:
        results.add(Done(number=0, report=json.dumps(report_row(report)), seconds=0.1))
    return folder


@pytest.mark.sandbox
def test_votes_are_decided_anew(folder, monkeypatch):
    """With the veto a dissent is undecided; without it two votes refute; with three needed nothing is decided."""
    from toolkits.registry import Tool

    (before,) = joined(folder)
    assert before.verdict == "inconclusive"

    def banned(*_: object) -> None:
        raise AssertionError("a tool was called")

    monkeypatch.setattr(Tool, "__call__", banned)
    for policy, verdict in [
        (Policy(refute_at=2, verify_at=2, dissent_veto=False), "refuted"),
        (Policy(refute_at=2, verify_at=2), "inconclusive"),
        (Policy(refute_at=3, verify_at=3, dissent_veto=False), "inconclusive"),
    ]:
        (found,) = joined(folder, results=with_policy(folder, policy))
        assert found.verdict == verdict, policy


def test_a_run_without_a_journal_has_no_votes(tmp_path):
    """It is told, not scored as it was."""
    row = Row(id="a", source="s", answer="5")
    folder = RunFolder.begin(tmp_path / "run", [Example(row, Label(id="a"))], Setting())
    with pytest.raises(UsageError, match="journal"):
        list(with_policy(folder, Policy()))
