"""`amtfv doctor`: what works here."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from verifier.cli import _doctor

ROOT = Path(__file__).parents[2]


@pytest.fixture
def found(monkeypatch):
    """A machine on which code can't be run and all else works."""
    hint = "sysctl kernel.apparmor_restrict_unprivileged_userns is 1"
    rows = [
        _doctor.Finding("code", False, "blocked", "programs stay undecided", (hint,)),
        _doctor.Finding("git", True, "here"),
    ]
    monkeypatch.setattr(_doctor, "examined", lambda: iter(rows))


def test_it_says_what_goes_unchecked_and_how_to_get_it(amtfv, found):
    """Without a demand the code is 0; what does not work is told with what follows from it."""
    done = amtfv("doctor")
    assert done.code == 0
    assert "code: does not work\n  blocked\n  without it: programs stay undecided\n  -> sysctl" in done.out
    assert "git: works" in done.out


def test_what_is_required_must_work(amtfv, found):
    """3 when it does not, 0 when it does, 2 for what is not known."""
    done = amtfv("doctor", "--require", "git", "--require", "code")
    assert (done.code, "not working here: code" in done.err) == (3, True)
    assert amtfv("doctor", "--require", "git").code == 0
    done = amtfv("doctor", "--require", "luck")
    assert (done.code, "there are code, docker" in done.err) == (2, True)


def test_json_says_the_same(amtfv, found):
    """One object by name."""
    rows = json.loads(amtfv("doctor", "--json").out)
    assert rows["code"]["works"] is False
    assert rows["code"]["without"] == "programs stay undecided"


def test_everything_that_can_be_required_is_looked_at(monkeypatch):
    """The names are those of the findings, and the extras are the project's."""
    assert [finding.name for finding in _doctor.examined()] == list(_doctor.NAMES)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert _doctor._EXTRAS.keys() == project["optional-dependencies"].keys()


def test_anothers_evals_package_is_told_of(monkeypatch):
    """The clash is named with its place."""
    from verifier.cli import _evals

    monkeypatch.setattr(_evals, "obstacle", lambda: "another package named `evals` is in the way: /x")
    finding = _doctor._evals()
    assert (finding.works, "in the way" in finding.detail) == (False, True)
