"""Another policy over recorded votes: no program is bought or run."""

from __future__ import annotations

import json

import pytest

from evals.data import Example, Label, Row
from evals.run import Done, RunFolder, Setting
from evals.scoring import joined, with_policy
from tests.verifier.llm.server import serving
from tests.verifier.quorum.test_planner import QUESTION, gateway, plainly, tools
from toolkits.registry import Tool
from verifier import check
from verifier.errors import UsageError
from verifier.journal import Journal
from verifier.quorum import Policy
from verifier.report import report_row


@pytest.fixture
def folder(tmp_path):
    """A run of one row, on which three programs voted: two for 43.5, one for the answer's 41."""
    row = Row(id="a", source="s", question=QUESTION, answer="The answer is 41.")
    folder = RunFolder.begin(tmp_path / "run", [Example(row, Label(id="a", truth="incorrect"))], Setting())
    programs = plainly(*(f"```python\nresult = {value}\n```" for value in ("43.5", "43.5", "41")))
    bought = Policy(refute_at=3, verify_at=3, most=3)
    with serving(programs) as server, Journal.open(folder.path / "journal.sqlite") as journal:
        report = check(
            row.answer, row.question, planner="offline", policy=bought, registry=tools(), journal=journal,
            gateway=gateway(server.url, "a", "b", "c"),
        )  # fmt: skip
    with folder.append() as results:
        results.add(Done(number=0, report=json.dumps(report_row(report)), seconds=0.1))
    return folder


def test_votes_are_decided_anew(folder, monkeypatch):
    """With the veto a dissent is undecided; without it two votes refute; with three needed nothing is decided."""
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
