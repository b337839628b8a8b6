"""Start-up of the command, in multiples of an empty Python."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

_ROUNDS = 15


def measure(folder: Path) -> list[str]:
    """Lines of ratios, bytecode cached; ``folder`` is where the commands run."""
    amtfv = str(Path(sys.executable).with_name("amtfv"))
    (folder / "one.md").write_text("The sum is 12 + 30 = 42.\n", encoding="utf-8")
    commands: dict[str, Sequence[str]] = {
        "python -c pass": (sys.executable, "-c", "pass"),
        "amtfv --version": (amtfv, "--version"),
        "amtfv --help": (amtfv, "--help"),
        "check of one sum": (amtfv, "check", "one.md", "--question", "What is 12 + 30?"),
        "check of one sum, no journal": (
            amtfv, "check", "one.md", "--question", "What is 12 + 30?", "--no-journal",
        ),
        "check of a document": (amtfv, "check", "one.md"),
    }  # fmt: skip
    for command in commands.values():  # what a first run compiles is compiled
        wall_seconds(command, folder)
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_ROUNDS):  # interleaved, so that a busy moment hits all of them
        for name, command in commands.items():
            seconds[name].append(wall_seconds(command, folder))
    base = statistics.median(seconds["python -c pass"])
    return [
        f"{name:<34}{statistics.median(times) * 1000:8.1f} ms {statistics.median(times) / base:6.1f}x"
        for name, times in seconds.items()
    ]


def with_bytecode(folder: Path) -> dict[str, str]:
    """The environment, with a cache of bytecode in ``folder`` whatever the caller thinks of one."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


def wall_seconds(command: Sequence[str], folder: Path) -> float:
    """How long a command takes in ``folder``, wall clock, whatever its exit code."""
    start = time.perf_counter()
    subprocess.run(
        command,
        cwd=folder,
        env=with_bytecode(folder),
        check=False,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    return time.perf_counter() - start
