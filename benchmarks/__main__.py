"""``python -m benchmarks [--rows FILE.jsonl] [--cases FILE.jsonl] [--only PART]``: what `make bench` runs."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from benchmarks import _engine, _equivalence, _models, _planner, _sandbox, _startup, _throughput


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=Path, help="JSONL rows to check in place of generated ones")
    parser.add_argument("--cases", type=Path, help="JSONL pairs: the table of the equivalence tool alone")
    parser.add_argument("--only", default="", metavar="PART", help="the part whose title begins like that")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        parts = {
            "start-up": lambda: _startup.measure(folder),
            "one run of three sums": lambda: _engine.measure(folder),
            "models that answer at once, one run": lambda: _models.measure(folder),
            "throughput, journal on": lambda: _throughput.measure(folder, arguments.rows),
            "sandbox, print(1)": _sandbox.measure,
        }
        if arguments.cases:
            parts = {"equivalence": lambda: _equivalence.measure(folder, arguments.cases)}
        if arguments.only:  # minutes long: only when asked for
            parts["planner, a small local model"] = _planner.measure
        for title, measure in parts.items():
            if title.startswith(arguments.only):
                print(f"\n{title}\n  " + "\n  ".join(measure()), flush=True)


if __name__ == "__main__":
    main()
