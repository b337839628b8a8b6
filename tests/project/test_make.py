"""The Makefile and its search for a Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(
    os.name == "nt" or not shutil.which("make"), reason="needs a POSIX shell and make"
)

FAKE = """#!/bin/sh
case "$2" in
  *version_info*3,*11*) exit {new_enough} ;;
  *ensurepip*) exit {complete} ;;
  *sys.executable*) echo /fake/{name} ;;
  *print*) echo {version} ;;
esac
"""


def make(*words):
    """What make says, without doing anything."""
    return subprocess.run(
        ["make", "--no-print-directory", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout


def find(folder, python=""):
    """Run the search with only the folder (and the shell's own tools) on the path."""
    return subprocess.run(
        ["/bin/sh", ROOT / "scripts" / "find_python.sh"],
        env={"PATH": str(folder), "PYTHON": python}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def fake(folder, name, version, *, new_enough=True, complete=True):
    """An executable that answers the search's questions like a Python of that version."""
    path = folder / name
    path.write_text(
        FAKE.format(name=name, version=version, new_enough=int(not new_enough), complete=int(not complete))
    )
    path.chmod(0o755)


def test_help_names_every_target():
    """`make` alone explains the targets."""
    said = make()
    for target in ("demo", "test", "lint", "bench", "soak", "help"):
        assert f"make {target} " in said


def test_only_features_of_make_3_81():
    """Nothing in the Makefile needs a newer make."""
    for newer in (r"\.ONESHELL", r"!=", r"::=", r"\$\(file ", r"\.RECIPEPREFIX", r"&:"):
        assert not re.search(newer, MAKEFILE), newer


@pytest.mark.parametrize(("target", "last"), [("demo", "verifier.cli demo"), ("test", "-m pytest")])
def test_targets_install_before_they_run(target, last):
    """On a fresh checkout a target makes the environment, installs pinned packages, then does its work."""
    said = make("--dry-run", "--always-make", target)
    steps = ["-m venv .venv", "constraints/build.txt pip", "--no-build-isolation --editable", last]
    places = [said.index(step) for step in steps]
    assert places == sorted(places)


def test_the_first_usable_python_is_taken(tmp_path):
    """Too old ones and ones without venv are passed over."""
    fake(tmp_path, "python3.11", "3.11.2", complete=False)
    fake(tmp_path, "python3.12", "3.12.1")
    fake(tmp_path, "python3", "3.9.2", new_enough=False)
    assert find(tmp_path).stdout == "/fake/python3.12\n"


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda folder: None, "Found no Python on the PATH"),
        (lambda folder: fake(folder, "python3", "3.9.2", new_enough=False), "python3 is 3.9.2 (too old)"),
        (lambda folder: fake(folder, "python3", "3.11.2", complete=False), "lacks the venv module"),
    ],
)
def test_what_is_missing_is_said(tmp_path, prepare, said):
    """Without a usable Python the search says what it found and what to do."""
    prepare(tmp_path)
    done = find(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
    assert "make PYTHON=" in done.stderr


def test_a_named_python_is_the_only_one_looked_at(tmp_path):
    """PYTHON=… replaces the search, and is checked too."""
    fake(tmp_path, "python3.12", "3.12.1")
    assert find(tmp_path, python="nothing-here").returncode == 1
    assert find(tmp_path, python=sys.executable).stdout.strip() == sys.executable


def test_the_gate_runs_every_stage():
    """.ci/run calls `make test` and each linter, and is executable bash."""
    gate = ROOT / ".ci" / "run"
    text = gate.read_text(encoding="utf-8")
    for needed in ("make test", "ruff check", "ruff format --check", "mypy", "pyright", "lint-imports"):
        assert needed in text
    assert os.access(gate, os.X_OK)
    assert subprocess.run(["bash", "-n", gate], check=False).returncode == 0
