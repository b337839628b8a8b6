"""`amtfv demo`: the main job on one screen."""

from __future__ import annotations

from importlib import import_module

import pytest

from sandbox import Probe
from verifier.cli._demo_cases import CASES

DEMO = import_module("verifier.cli._demo")


def without_sandbox(monkeypatch):
    """A machine on which no code can be run, as macOS and Windows are."""
    import sandbox

    none = Probe(available=False, backend="none", detail="no isolator", hint="")
    monkeypatch.setattr(sandbox, "probe", lambda: none)


@pytest.mark.parametrize("case", [case for case in CASES if not case.code], ids=lambda case: case.title)
def test_a_case_ends_as_it_says(case):
    """Each case has the verdict that it is there to show, before and after corrections."""
    report = DEMO._run(case)
    assert (report.attempts[0].verdict, report.verdict) == (case.first, case.last)


@pytest.mark.sandbox
@pytest.mark.parametrize("case", [case for case in CASES if case.code], ids=lambda case: case.title)
def test_a_code_case_ends_as_it_says(case):
    """The code cases are run for real where there is a sandbox."""
    report = DEMO._run(case)
    if report is None:
        pytest.skip("no sandbox here")
    assert (report.attempts[0].verdict, report.verdict) == (case.first, case.last)


def test_the_cases_show_every_verdict():
    """There is a case for each way in which a check can end, in English and in Chinese."""
    assert {case.last for case in CASES} == {"verified", "inconclusive", "not_checkable", "refuted"}
    assert any(not case.question.isascii() for case in CASES)


def test_without_a_sandbox_the_demo_ends_well(amtfv, monkeypatch):
    """Code cases are marked as not run, the others are shown, and the exit code is 0."""
    without_sandbox(monkeypatch)
    done = amtfv("demo")
    assert done.code == 0
    assert done.out.count("not run: needs Docker") == 2 * sum(case.code for case in CASES)
    assert "Every case ended as it must" in done.out
    assert done.err == ""


def test_the_screen_fits_and_leaves_nothing_behind(amtfv, monkeypatch, tmp_path):
    """No line is wider than the terminal, each case shows its machine's path, and no file is written."""
    from verifier.report._places import cells

    without_sandbox(monkeypatch)
    done = amtfv("demo")
    assert max(map(cells, done.out.splitlines())) <= 100
    assert done.out.count("INITIAL_GENERATION → PLANNING") == sum(not case.code for case in CASES)
    assert list(tmp_path.iterdir()) == []


def test_a_case_that_ends_otherwise_is_told(amtfv, monkeypatch):
    """A demo whose verdicts are not those it promises exits with 3."""
    from dataclasses import replace

    wrong = replace(next(case for case in CASES if case.last == "not_checkable"), last="verified")
    monkeypatch.setattr(DEMO, "CASES", (wrong,))
    done = amtfv("demo")
    assert done.code == 3
    assert "did not end as it must" in done.out
