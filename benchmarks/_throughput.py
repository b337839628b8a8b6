"""Rows a second of ``amtfv check``, journal on, with one worker and with two."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from benchmarks._rows import write_rows

_GENERATED = 4000


def measure(folder: Path, rows: Path | None) -> list[str]:
    """Lines of rates; ``rows`` is a JSONL file, or ``None`` for generated ones."""
    if rows is None:
        rows = folder / "rows.jsonl"
        write_rows(rows, _GENERATED)
    count = sum(1 for line in rows.open("rb") if line.strip())
    rates = {jobs: count / _time(rows.resolve(), folder, jobs) for jobs in (1, 2)}
    lines = [f"{rows.name}, {count} rows, -j {jobs:<6}{rate:8.0f} rows/s" for jobs, rate in rates.items()]
    return [*lines, f"-j 2 against -j 1                 {rates[2] / rates[1]:6.2f}x"]


def _time(rows: Path, folder: Path, jobs: int) -> float:
    amtfv = str(Path(sys.executable).with_name("amtfv"))
    command = (amtfv, "check", str(rows), "-j", str(jobs), "--output-format", "jsonl")
    start = time.perf_counter()
    subprocess.run(command, cwd=folder, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start
