"""The pytest plugin, in a pytest of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from verifier import UsageError
from verifier.pytest_plugin import assert_verified

ROOT = Path(__file__).parents[2]


def run_pytest(folder, environment, *words):
    """Run pytest with our plugin and xdist only."""
    command = [sys.executable, "-m", "pytest", "-p", "verifier.pytest_plugin", "-p", "xdist", "-q", *words]
    return subprocess.run(
        command, cwd=folder, env=environment | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, capture_output=True,
        encoding="utf-8", timeout=240, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_the_sample_project(project, environment, workers):
    """A wrong answer fails its test with the evidence; the report holds every answer, with and without xdist."""
    done = run_pytest(
        project, environment, "--strict-markers", "--amtfv-report", "r.json", "--junitxml", "p.xml", *workers
    )
    assert done.returncode == 1, done.stdout
    assert "2 passed" in done.stdout
    assert "the answer is refuted" in done.stdout
    assert "tool shows   144" in done.stdout
    assert "test_answers.py:18:" in done.stdout or "test_product" in done.stdout
    told = json.loads((project / "r.json").read_text(encoding="utf-8"))
    assert [row["verdict"] for row in told["reports"]] == ["not_checkable", "refuted", "verified"]
    assert told["gate"]["code"] == 1
    assert {row["source"] for row in told["reports"]} == {"test_answers.py"}
    if not workers:
        assert "amtfv_rows" not in (project / "p.xml").read_text(encoding="utf-8")


def test_a_report_whose_name_says_no_format_is_refused(project, environment):
    """Before any test runs."""
    done = run_pytest(project, environment, "--amtfv-report", "r.pdf")
    assert done.returncode == 4
    assert "--amtfv-report r.pdf" in done.stderr


def test_loading_the_plugin_costs_nothing():
    """Neither the engine nor a tool is loaded until an answer is checked."""
    code = (
        "import sys, pytest; before = set(sys.modules); import verifier.pytest_plugin\n"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["verifier", "verifier.pytest_plugin"]


def test_the_entry_point_names_the_plugin():
    """An installed amtfv is found by pytest."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"amtfv": "verifier.pytest_plugin"}


def test_assert_verified_by_itself():
    """Without the fixture: a report for what holds, an error for what does not, documents must not be refuted."""
    assert assert_verified("12 + 30 = 42", "What is 12 + 30?").verdict == "verified"
    assert assert_verified("12 + 30 = 42, as everybody knows.").document
    with pytest.raises(AssertionError, match="answer says  43"):
        assert_verified("12 + 30 = 43", "What is 12 + 30?")
    with pytest.raises(AssertionError, match="not checkable"):
        assert_verified("Roses are red.", "Write a line.")
    assert assert_verified("Roses are red.", "Write a line.", policy="not_refuted").verdict == "not_checkable"
    with pytest.raises(UsageError, match="no policy 'lax'"):
        assert_verified("1 + 1 = 2", "What is 1 + 1?", policy="lax")
