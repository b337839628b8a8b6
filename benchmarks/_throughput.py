"""Rows a second of ``amtfv check``, journal on, with one worker and with two."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks._rows import write_rows
from benchmarks._startup import wall_seconds

_GENERATED = 4000
#: Rows of the short file: two chunks, so that two workers start where two are asked for.
_SHORT = 32


def measure(folder: Path, rows: Path | None) -> list[str]:
    """Lines of rates; ``rows`` is a JSONL file, or ``None`` for generated ones.

    The rate of the whole file counts the start of the command; the other one is that of the rows beyond the
    first few, which start-up does not touch.
    """
    if rows is None:
        rows = folder / "rows.jsonl"
        write_rows(rows, _GENERATED)
    lines = [line for line in rows.read_text(encoding="utf-8").splitlines() if line.strip()]
    short = folder / "short.jsonl"
    short.write_text("\n".join(lines[:_SHORT]) + "\n", encoding="utf-8")
    found: list[str] = []
    for jobs in (1, 2):
        whole, few = _best(rows, folder, jobs), _best(short, folder, jobs)
        found += _rates(f"{rows.name}, -j {jobs}", len(lines), whole, few)
    return found


def _rates(name: str, count: int, whole: float, few: float) -> list[str]:
    found = [f"{f'{name}, {count} rows':<42}{count / whole:8.0f} rows/s"]
    if count > 2 * _SHORT:
        beyond = (count - _SHORT) / max(whole - few, 1e-9)
        found.append(f"{f'{name}, start-up taken out':<42}{beyond:8.0f} rows/s")
    return found


def _best(rows: Path, folder: Path, jobs: int) -> float:
    """Seconds of the better of two runs; the first one also compiles what is not compiled yet."""
    return min(_time(rows.resolve(), folder, jobs) for _ in range(2))


def _time(rows: Path, folder: Path, jobs: int) -> float:
    amtfv = str(Path(sys.executable).with_name("amtfv"))
    command = (amtfv, "check", str(rows), "-j", str(jobs), "--output-format", "jsonl")
    return wall_seconds(command, folder)
