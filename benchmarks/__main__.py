"""``python -m benchmarks [--rows FILE.jsonl]``: what `make bench` runs."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks import _engine, _startup, _throughput


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=Path, help="JSONL rows to check in place of generated ones")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, lines in (
            ("start-up", _startup.measure(folder)),
            ("one run of three sums", _engine.measure(folder)),
            ("throughput, journal on", _throughput.measure(folder, arguments.rows)),
        ):
            print(f"\n{title}\n  " + "\n  ".join(lines))


if __name__ == "__main__":
    main()
