r"""Where untrusted code runs: one job in, one outcome out, in namespaces of its own.

    >>> import sandbox
    >>> sandbox.run(sandbox.Job(source="print(6 * 7)")).stdout  # doctest: +SKIP
    '42\n'

The embedded sandbox isolates by Linux user, pid, mount, network, IPC and UTS namespaces, a seccomp filter and
resource limits. It shares the host's kernel: a kernel fault that can be reached through the allowed system
calls breaks it. It protects against mistakes and ordinary malicious code in model output; it is no boundary
between tenants. Without a writable control group the memory limit holds for each process, not for a job's
processes together. What the sandboxed code prints or returns is its claim, not a fact: only
``Outcome.status`` is the runner's own finding.
"""

from __future__ import annotations

from sandbox._advice import Advice
from sandbox._api import arun, run
from sandbox._backend import Backend
from sandbox._cancel import Cancel
from sandbox._choice import UnknownBackend
from sandbox._inside._values import encode
from sandbox._job import Durations, ExceptionInfo, Job, Limits, Outcome, Status
from sandbox._look import Look, look
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
    "encode",
    "frame_file",
    "look",
    "place",
    "probe",
    "run",
    "use",
]
