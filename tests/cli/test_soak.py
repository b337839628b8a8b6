"""Long runs of the gate."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROWS = 30_000

RUN = """
import resource, sys
from verifier.cli import main
code = main(["check", "rows.jsonl", "-j", sys.argv[1], "-o", "out.jsonl", "--no-journal"])
print("PEAK", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, code)
"""


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is in KiB there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_memory_does_not_grow_with_the_input(tmp_path, jobs):
    """Tens of thousands of rows stream through: every row is reported, and the parent stays small."""
    with (tmp_path / "rows.jsonl").open("w", encoding="utf-8") as stream:
        for number in range(ROWS):
            stream.write(
                json.dumps({"question": f"What is {number} * 3?", "answer": f"{number} * 3 = {number * 3}."})
                + "\n"
            )
    done = subprocess.run(
        [sys.executable, "-c", RUN, jobs], cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    peak, code = done.stdout.split("PEAK")[1].split()
    assert code == "0"
    assert int(peak) < 250_000
    with (tmp_path / "out.jsonl").open(encoding="utf-8") as stream:
        assert sum(1 for _ in stream) == ROWS
