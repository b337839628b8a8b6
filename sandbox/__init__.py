r"""Where untrusted code runs: one job in, one outcome out, in namespaces of its own.

    >>> import sandbox
    >>> sandbox.run(sandbox.Job(source="print(6 * 7)")).stdout  # doctest: +SKIP
    '42\n'

It runs in Docker where that works, else in the embedded sandbox (bubblewrap, on Linux), else not at all;
:func:`use` and the environment's ``AMTFV_SANDBOX`` ask for one of them. What each protects against, and what
not, stands in ``sandbox._worth``, in the docs and in ``amtfv sandbox doctor``. What the sandboxed code prints
or returns is its claim, not a fact: only ``Outcome.status`` is the runner's own finding.
"""

from __future__ import annotations

from sandbox._advice import Advice
from sandbox._api import arun, run
from sandbox._backend import Backend
from sandbox._cancel import Cancel, cancelling
from sandbox._choice import UnknownBackend
from sandbox._inside._values import encode
from sandbox._job import Durations, ExceptionInfo, Job, Limits, Outcome, Status
from sandbox._look import Look, look, syntax_tree
from sandbox._message import JobError
from sandbox._probe import Probe, place, probe, use
from sandbox._tables import FrameFile, frame_file

__all__ = [
    "Advice",
    "Backend",
    "Cancel",
    "Durations",
    "ExceptionInfo",
    "FrameFile",
    "Job",
    "JobError",
    "Limits",
    "Look",
    "Outcome",
    "Probe",
    "Status",
    "UnknownBackend",
    "arun",
    "cancelling",
    "encode",
    "frame_file",
    "look",
    "place",
    "probe",
    "run",
    "syntax_tree",
    "use",
]
