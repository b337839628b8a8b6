"""`amtfv eval` where the package that it needs is missing or another project's."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from verifier.cli import _evals

ROOT = Path(__file__).parents[2]


def run(*words: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with ``path`` in front of everything else that can be imported."""
    places = os.pathsep.join(str(place) for place in (path, ROOT) if place)
    code = f"import sys; sys.path[:0] = {places.split(os.pathsep)!r}; from verifier.cli import main; sys.exit(main())"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        cwd=ROOT,
    )


def foreign(folder: Path) -> Path:
    """Another project's ``evals``, which fails when it is imported."""
    package = folder / "evals"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    return package


def test_another_projects_package_is_named_with_ours(tmp_path: Path) -> None:
    """The error names both places, and the foreign package is not imported."""
    package = foreign(tmp_path)
    done = run("eval", "run", "x.jsonl", path=tmp_path)
    assert done.returncode == 2
    assert str(package) in done.stderr
    assert str(ROOT / "evals") in done.stderr
    assert "Traceback" not in done.stderr


def test_other_commands_do_not_mind_it(tmp_path: Path) -> None:
    """Only eval commands look for the package."""
    foreign(tmp_path)
    done = run("graph", path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_package_the_command_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """An installation that lost the package is told so, with the place where it belongs."""
    monkeypatch.setattr(_evals, "find_spec", lambda _: None)
    assert f"missing at {ROOT / 'evals'}" in _evals.obstacle()


def test_with_our_package_nothing_is_in_the_way() -> None:
    """The package beside the engine is the one that is found."""
    assert _evals.obstacle() == ""
