"""In CI a test that is skipped for want of a sandbox has failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = """
import pytest

@pytest.mark.docker
def test_docker():
    pytest.skip("no engine")

def test_other():
    pytest.skip("another reason")
"""


@pytest.mark.parametrize(
    ("required", "ending"),
    [
        ("", "2 skipped"),
        ("docker", "1 failed, 1 skipped"),
        ("runsc", "2 skipped"),
        ("local,docker", "1 failed, 1 skipped"),
    ],
)
def test_a_skip_of_what_is_required_fails(tmp_path, required, ending):
    """Only what CI_REQUIRE names, and with the reason of the skip."""
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text())
    (tmp_path / "test_it.py").write_text(TESTS)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    docker\n    sandbox\n    runsc\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rfs", "-p", "no:cacheprovider"], cwd=tmp_path, text=True,
        env=os.environ | {"CI_REQUIRE": required, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert ending in done.stdout.splitlines()[-1], done.stdout
    assert "no engine" in done.stdout
