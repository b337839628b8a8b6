"""The sample project of the docs, in a folder of the test's own."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path):
    """A copy of the sample project."""
    shutil.copytree(ROOT / "docs" / "examples" / "ci", tmp_path / "project")
    return tmp_path / "project"


@pytest.fixture
def environment(tmp_path):
    """An environment in which `amtfv` is this checkout's, with a home of its own."""
    script = tmp_path / "bin" / "amtfv"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m verifier.cli "$@"\n')
    script.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("AMTFV_", "GIT_"))}
    path = os.pathsep.join([str(script.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    home = {"HOME": str(tmp_path), "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return kept | home | {"PATH": path, "PYTHONPATH": str(ROOT), "COV_CORE_SOURCE": ""}
