"""The equivalence tool beside Math-Verify on a file of labelled pairs.

A line of the file is ``{"id", "kind", "a", "b", "expected", "also_ok"}``. Both run warm, one pair after the
other, in a process of their own that is killed when a pair takes ten seconds.
"""

from __future__ import annotations

import importlib.util
import json
import queue
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECONDS = 10.0
INSTALL = (
    "python -m pip install --constraint constraints/bench.txt --constraint constraints/run.txt math-verify"
)
_OPEN = {"undecidable": "undecided"}


def measure(folder: Path, cases: Path) -> list[str]:
    """Lines of a table: ours, with rounding asked for and not, and Math-Verify where it is installed."""
    rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines() if line.strip()]
    subjects = [("amtfv", "ours"), ("amtfv, no relation given", "ours-plain")]
    installed = importlib.util.find_spec("math_verify") is not None
    if installed:
        subjects.append(("Math-Verify, $-wrapped", "math-verify"))
    results = {title: _run(rows, name, folder) for title, name in subjects}
    lines = [_HEAD, *(_line(title, found, rows) for title, found in results.items())]
    if installed:
        lines.append(_ratios(results["amtfv"], results["Math-Verify, $-wrapped"]))
    else:
        lines.append(f"Math-Verify is not installed here; for the other side: {INSTALL}")
    return lines + _by_kind(results["amtfv"], rows)


@dataclass(slots=True)
class _Found:
    outcomes: list[str] = field(default_factory=list[str])
    times: list[float] = field(default_factory=list[float])
    hangs: int = 0
    payloads: int = 0


def _run(rows: Sequence[Mapping[str, Any]], subject: str, folder: Path) -> _Found:
    found = _Found()
    with tempfile.TemporaryDirectory(dir=folder) as work:
        server = _Server(subject, Path(work))
        for row in rows:
            reply = server.ask({key: row[key] for key in ("kind", "a", "b")})
            found.hangs += reply["outcome"] == "hang"
            found.outcomes.append(reply["outcome"])
            found.times.append(reply["ms"])
        server.close()
        found.payloads = sum(1 for path in Path(work).iterdir() if "pwned" in path.name)
    return found


class _Server:
    """The subject in a process of its own, started again when it had to be killed."""

    def __init__(self, subject: str, work: Path) -> None:
        self._subject, self._work = subject, work
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("_equivalence_subject.py")), self._subject],
            cwd=self._work,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._replies: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._pump, args=(self._process, self._replies), daemon=True).start()
        self._replies.get(timeout=120)

    @staticmethod
    def _pump(process: subprocess.Popen[str], replies: queue.Queue[str]) -> None:
        for line in process.stdout or ():
            replies.put(line)
        replies.put("")

    def ask(self, row: Mapping[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(row) + "\n")
        self._process.stdin.flush()
        try:
            line = self._replies.get(timeout=SECONDS)
        except queue.Empty:
            line = ""
        if line:
            return dict(json.loads(line))
        self.close()
        self._start()
        return {"outcome": "hang", "ms": SECONDS * 1000}

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.wait()


# --- the table ----------------------------------------------------------------------------------------------

_HEAD = (
    f"{'':<26}{'acceptable':>16}{'wrong =':>9}{'wrong !=':>10}{'hangs':>7}{'payloads':>10}"
    f"{'median':>11}{'p95':>11}"
)


def _allowed(row: Mapping[str, Any]) -> list[str]:
    words: list[str] = [row["expected"], *row.get("also_ok", ())]
    return [_OPEN.get(word, word) for word in words]


def _line(title: str, found: _Found, rows: Sequence[Mapping[str, Any]]) -> str:
    pairs = list(zip(found.outcomes, rows, strict=True))
    right = sum(outcome in _allowed(row) for outcome, row in pairs)
    equal = sum(outcome == "equivalent" and outcome not in _allowed(row) for outcome, row in pairs)
    unequal = sum(
        outcome == "different" and row["expected"] == "equivalent" and outcome not in _allowed(row)
        for outcome, row in pairs
    )
    share = f"{right}/{len(rows)} {100 * right / len(rows):.1f} %"
    times = f"{statistics.median(found.times):>8.2f} ms{_p95(found.times):>8.1f} ms"
    return f"{title:<26}{share:>16}{equal:>9}{unequal:>10}{found.hangs:>7}{found.payloads:>10}{times}"


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(0.95 * (len(times) - 1))]


def _ratios(ours: _Found, theirs: _Found) -> str:
    median = statistics.median(ours.times) / statistics.median(theirs.times)
    return (
        f"amtfv's time against Math-Verify's: median 1/{1 / median:.0f}, "
        f"p95 1/{_p95(theirs.times) / _p95(ours.times):.0f}"
    )


def _by_kind(found: _Found, rows: Sequence[Mapping[str, Any]]) -> list[str]:
    total: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for outcome, row in zip(found.outcomes, rows, strict=True):
        total[row["kind"]] += 1
        right[row["kind"]] += outcome in _allowed(row)
    parts = [f"{kind} {right[kind]}/{total[kind]}" for kind in total]
    return ["amtfv by kind: " + ", ".join(parts[at : at + 6]) for at in range(0, len(parts), 6)]
