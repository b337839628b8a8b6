"""Runs one case of a bank on a backend."""

from __future__ import annotations

import time
from dataclasses import dataclass

from sandbox._backend import Backend
from sandbox._cancel import Cancel
from sandbox._job import Job, Limits, Outcome
from sandbox._message import JobError
from sandbox.selftest._bait import Bait, survivors
from sandbox.selftest._bank import Case
from sandbox.selftest._judge import Seen, judged

#: What is endless costs this much each.
ENDLESS_S = 5.0
#: Enough for libraries to load on a busy machine.
WALL_S = 20.0
#: Endings after which the sandbox must still serve the next job.
_VIOLENT = frozenset({"contained", "no_survivor", "signal", "timeout", "memory_limit", "output_truncated"})
_ENDLESS = frozenset({"timeout", "contained"})
_NEXT = Job(source="print(1)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """One case's result.

    Attributes:
        id: the case's.
        status: the runner's finding.
        held: it ended as it must.
        ms: wall clock, milliseconds.
        detail: what was seen, in words.
        soft: a miss is a limitation, no way out.
    """

    id: str
    status: str
    held: bool
    ms: float
    detail: str
    soft: bool = False


def trial(case: Case, backend: Backend, bait: Bait) -> Trial:
    """Run one case inside ``backend``, and judge it.

    Raises:
        ValueError: the backend is no sandbox.
    """
    if backend.name == "unsafe_subprocess":
        raise ValueError("a bank never runs outside a sandbox")
    mark = f"amtfv{bait.port}x"
    prefix = _NAMED % mark if case.expected == "no_survivor" else ""
    wall_s = min(ENDLESS_S, WALL_S) if case.expected in _ENDLESS else WALL_S
    job = Job(
        source=prefix + bait.source(case.code), inputs=case.inputs,
        files={name: text.encode("utf-8", "surrogatepass") for name, text in case.files.items()},
        limits=Limits(wall_s=wall_s), seed=None if case.expected == "differs" else 0,
    )  # fmt: skip
    begin = time.perf_counter()
    outcome = _outcome(backend, job)
    seconds = time.perf_counter() - begin
    found = judged(
        case,
        Seen(
            outcome=outcome,
            again=_outcome(backend, job) if case.expected == "differs" else None,
            secrets=bait.secrets,
            connected=bait.connected(),
            survivors=survivors(mark) if prefix else 0,
            next_ok=case.expected not in _VIOLENT or _outcome(backend, _NEXT).stdout == "1\n",
        ),
    )
    return Trial(
        id=case.id, status=outcome.status, held=found.held, ms=round(seconds * 1000, 1), detail=found.detail,
        soft=case.soft,
    )  # fmt: skip


#: Gives the process a name by which its descendants are found.
_NAMED = "import ctypes; ctypes.CDLL(None).prctl(15, b'%s', 0, 0, 0)\n"


def _outcome(backend: Backend, job: Job) -> Outcome:
    try:
        return backend.run(job, Cancel())
    except JobError as error:
        return Outcome(status="error", detail=str(error), exit_code=1)
