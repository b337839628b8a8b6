"""Runs a scripted run in many children, each of which kills itself at another line of the engine or the journal.

Called as a script: ``python killed.py FOLDER LINES…`` (each child's journal is ``FOLDER/LINE.sqlite``). Line 0 is the
run that nobody kills; how many lines it took is printed.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

from tests.verifier.scripted import RIGHT, WRONG, ScriptedCorrector, claim, placed, question, registry, step
from verifier.engine import run_inline
from verifier.journal import Journal
from verifier.plan import Plan
from verifier.task import Task

WATCHED = ("verifier/engine/", "verifier/journal/", "verifier/machine.py")
TASK = Task(question=question())
FIRST = [claim("c1"), claim("c2"), claim("final", WRONG)]
SECOND = [claim("c1"), claim("c2"), claim("final", RIGHT)]
OTHERS = (step("s1", "c1", basis="answer"), step("s2", "c2", basis="answer"))
LAST = step("s0", "final", depends_on=("s1", "s2"))


def planner(task: Task, answer: str, attempt: int, *, feedback: tuple[str, ...] = ()) -> Plan:
    """A weak plan at first, then a sound one: s1 and s2 before s0, so that the first attempt fails at its end."""
    _, claims = placed(FIRST if attempt == 1 else SECOND)
    weak = attempt == 1 and not feedback
    return Plan(claims=claims, steps=(*OTHERS, replace(LAST, tool_input={"ask": "99999"}) if weak else LAST))


def parts(calls: list[str] | None = None) -> dict[str, Any]:
    """What the run is given, for the first time and when it is resumed."""
    return {
        "planner": planner, "registry": registry({}, called=calls),
        "corrector": ScriptedCorrector(placed(SECOND)[0]),
    }  # fmt: skip


class Executioner:
    """Kills the process when it comes to the n-th line of the watched files."""

    def __init__(self, line: int) -> None:
        self.line, self.seen = line, 0

    def __call__(self, frame: FrameType, event: str, _: object) -> Executioner | None:
        """Trace function of a frame."""
        if not any(part in frame.f_code.co_filename for part in WATCHED):
            return None
        self.seen += 1
        if self.seen == self.line:
            os.kill(os.getpid(), signal.SIGKILL)
        return self


def child(folder: Path, line: int) -> int:
    """Run, until killed; the number of lines seen."""
    executioner = Executioner(line)
    journal = Journal.open(folder / f"{line}.sqlite")
    sys.settrace(executioner)
    run_inline(TASK, placed(FIRST)[0], journal=journal, **parts())
    sys.settrace(None)
    return executioner.seen


def main(folder: Path, lines: list[int]) -> None:
    """Fork a child for each line."""
    for line in lines:
        pid = os.fork()
        if pid == 0:
            sys.stdout.write(f"{child(folder, line)}\n")
            sys.stdout.flush()
            os._exit(0)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [int(word) for word in sys.argv[2:]])
