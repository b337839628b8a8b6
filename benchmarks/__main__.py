"""``python -m benchmarks [--rows FILE] [--cases FILE] [--facts DIR] [--programs FILE …] [--only PART]``.

What `make bench` runs. The parts about recorded data need their files.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import (
    _engine,
    _equivalence,
    _facts,
    _labelled,
    _models,
    _planner,
    _quorum,
    _sandbox,
    _sql,
    _startup,
    _throughput,
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rows", type=Path, help="JSONL rows to check in place of generated ones")
    parser.add_argument("--cases", type=Path, help="JSONL pairs: the table of the equivalence tool alone")
    parser.add_argument("--programs", type=Path, help="JSONL of programs: the table of quorums alone")
    parser.add_argument("--answers", type=Path, nargs="+", default=[], help="JSONL of labelled answers")
    parser.add_argument("--rerun", default="", metavar="AUTHOR", help="run an author's programs again")
    parser.add_argument("--through", type=int, default=0, metavar="N", help="send N answers through check()")
    parser.add_argument(
        "--facts", type=Path, metavar="DIR", help="tables: the part of the fact checker alone"
    )
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
            "sql": lambda: _sql.measure(folder),
        }
        if arguments.cases:
            parts = {"equivalence": lambda: _equivalence.measure(folder, arguments.cases)}
        if arguments.facts:
            parts = {"facts": lambda: _facts.measure(folder, arguments.facts)}
        if arguments.only:  # minutes long: only when asked for
            parts["planner, a small local model"] = _planner.measure
            for tool in _labelled.TOOLS:
                parts[tool] = partial(_labelled.measure, tool)
        if arguments.programs:
            parts = {"quorum": lambda: _quorum.measure(**_quorum_options(arguments))}
        for title, measure in parts.items():
            if title.startswith(arguments.only):
                print(f"\n{title}\n  " + "\n  ".join(measure()), flush=True)


def _quorum_options(arguments: argparse.Namespace) -> dict[str, Any]:
    return {name: getattr(arguments, name) for name in ("programs", "answers", "rerun", "through")}


if __name__ == "__main__":
    main()
