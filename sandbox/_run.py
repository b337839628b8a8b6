"""Runs one job in the embedded sandbox and says what became of it."""

from __future__ import annotations

import base64
import errno
import json
import signal
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from sandbox import _interpreter, _look, _pool
from sandbox._bubblewrap import Kind, Server, StartFailed
from sandbox._inside import _frames
from sandbox._job import ExceptionInfo, Job, Outcome, Status

#: How long past its own clock the supervisor may take to answer before the host kills it.
_GRACE_S = 5.0
_START_S = 10.0

#: Import name -> name to install, where they differ.
_INSTALL_NAMES = {
    "sklearn": "scikit-learn", "cv2": "opencv-python", "PIL": "pillow", "bs4": "beautifulsoup4",
    "yaml": "pyyaml", "skimage": "scikit-image", "dotenv": "python-dotenv", "Crypto": "pycryptodome",
    "attr": "attrs", "dateutil": "python-dateutil",
}  # fmt: skip


class JobError(ValueError):
    """The job cannot be sent: inputs that are no JSON, or a file name that leaves the working directory."""


class Cancel:
    """Lets another thread end a job: the job and everything it started are killed."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._leash: socket.socket | None = None
        self.asked = False

    def hold(self, leash: socket.socket | None) -> None:
        """Remember the socket whose closing ends the job."""
        with self._lock:
            self._leash = leash
            if self.asked and leash is not None:
                leash.shutdown(socket.SHUT_RDWR)

    def cancel(self) -> None:
        """End the job now, or before it starts."""
        with self._lock:
            self.asked = True
            if self._leash is not None:
                self._leash.shutdown(socket.SHUT_RDWR)


def _check_name(name: str) -> str:
    path = PurePosixPath(name)
    if not name or path.is_absolute() or ".." in path.parts or "\0" in name:
        raise JobError(f"the file name {name!r} does not stay in the job's working directory")
    return str(path)


def message(job: Job) -> dict[str, Any]:
    """The frame that carries a job. Raises :class:`JobError`."""
    try:
        inputs = json.loads(json.dumps(dict(job.inputs), allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise JobError(f"the inputs are not JSON: {error}") from error
    limits = job.limits
    files = {_check_name(name): base64.b64encode(data).decode("ascii") for name, data in job.files.items()}
    return {
        "source": job.source, "inputs": inputs, "result": job.result, "seed": job.seed,
        "files": files,
        "limits": {
            "wall_s": limits.wall_s, "memory_mb": limits.memory_mb, "output_bytes": limits.output_bytes,
            "processes": limits.processes, "files_mb": limits.files_mb,
        },
    }  # fmt: skip


def _install_hint(module: str) -> str:
    top = module.partition(".")[0]
    return f"install it where amtfv runs: pip install {_INSTALL_NAMES.get(top, top)}"


def _exception(found: Mapping[str, Any] | None) -> ExceptionInfo | None:
    if not found:
        return None
    return ExceptionInfo(
        type=str(found["type"]), message=str(found["message"]), line=found["line"],
        traceback=str(found["traceback"]), bases=tuple(found["bases"]), errno=found["errno"],
    )  # fmt: skip


def _report(text: str) -> dict[str, Any]:
    """The program's own report; empty when it left none or a broken one."""
    try:
        report = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return report if isinstance(report, dict) else {}


def _out_of_memory(exception: ExceptionInfo | None) -> bool:
    if exception is None:
        return False
    return "MemoryError" in (exception.type, *exception.bases) or exception.errno == errno.ENOMEM


def _status(
    reply: Mapping[str, Any], report: Mapping[str, Any], exception: ExceptionInfo | None
) -> tuple[Status, str]:
    """The runner's finding.

    Its own clock and counters first, then how the process ended, then what it reported.
    """
    code = reply["exit_code"]
    if reply["why"] == "timeout" or (code is not None and -code == signal.SIGXCPU):
        return "timeout", "the wall clock ran out"
    if reply["why"] == "output_limit" or report.get("too_large"):
        return "output_limit", "more output than allowed"
    if code is None or code < 0:
        return "killed", f"ended by signal {-(code or 0)}"
    if report.get("missing"):
        return "missing_library", f"the sandbox has no module called {report['missing']!r}"
    if _out_of_memory(exception):
        return "memory", "the memory limit was hit"
    return ("ok", "") if code == 0 else ("error", f"exit code {code}")


def _outcome(reply: Mapping[str, Any], backend: str) -> Outcome:
    report = _report(reply["report"])
    exception = _exception(report.get("exception"))
    status, detail = _status(reply, report, exception)
    missing = str(report.get("missing") or "") if status == "missing_library" else ""
    return Outcome(
        status=status, detail=detail, exception=exception, exit_code=reply["exit_code"],
        stdout=base64.b64decode(reply["stdout"]).decode("utf-8", "replace"),
        stderr=base64.b64decode(reply["stderr"]).decode("utf-8", "replace"),
        value=report.get("value"), has_value=bool(report.get("has_value")), duration_s=reply["seconds"],
        backend=backend, missing=missing, hint=_install_hint(missing) if missing else "",
    )  # fmt: skip


def _talk(leash: socket.socket, job: Job, frame: dict[str, Any]) -> tuple[dict[str, Any] | None, bool]:
    """Send the job and wait for the answer: (reply or None, whether the job had started)."""
    leash.settimeout(_START_S)
    try:
        _frames.send(leash, frame)
        first = _frames.receive(leash)
        if first is None or "failed" in first:
            return first, False
        leash.settimeout(job.limits.wall_s + _GRACE_S)
        return _frames.receive(leash), True
    except (OSError, _frames.BrokenFrame):
        return None, leash.gettimeout() != _START_S


def _unanswered(started: bool, cancel: Cancel, seconds: float) -> Outcome:
    if cancel.asked:
        return Outcome(status="killed", detail="cancelled", duration_s=seconds)
    detail = "the job's supervisor was killed" if started else "the sandbox ended before the job started"
    return Outcome(status="killed" if started else "unavailable", detail=detail, duration_s=seconds)


def _on(server: Server, job: Job, frame: dict[str, Any], cancel: Cancel) -> tuple[Outcome, bool]:
    """Run the job on a server: (outcome, whether it had started)."""
    begin = time.monotonic()
    backend = "bubblewrap-once" if server.kind.once else "bubblewrap"
    usable = False
    try:
        with server.open_job() as leash:
            cancel.hold(leash)
            reply, started = _talk(leash, job, frame)
            cancel.hold(None)
        usable = reply is not None
    except OSError:
        return _unanswered(False, cancel, time.monotonic() - begin), False
    finally:
        _pool.shared().give_back(server, usable=usable)
    if reply is None:
        return _unanswered(started, cancel, time.monotonic() - begin), started
    if "failed" in reply:
        return Outcome(status="unavailable", detail=str(reply["failed"]), backend=backend), False
    return _outcome(reply, backend), True


def kind_of(job: Job, imported: frozenset[str], *, once: bool) -> Kind:
    """The fork server that a job wants: preloaded with what it imports."""
    wanted = imported | {name.partition(".")[0] for name in job.libraries}
    usual = _interpreter.view().libraries
    preload = tuple(name for name in _interpreter.USUAL_LIBRARIES if name in wanted and name in usual)
    extra = tuple(
        sorted(name.partition(".")[0] for name in job.libraries if name.partition(".")[0] not in usual)
    )
    return Kind(preload=preload, libraries=extra, once=once)


def _absent(job: Job) -> str:
    """The first of the job's libraries that is not installed here, or ""."""
    visible = _interpreter.view(kind_of(job, frozenset(), once=False).libraries).libraries
    tops = (name.partition(".")[0] for name in job.libraries)
    return next((top for top in tops if top not in visible and not _interpreter.is_standard(top)), "")


def run(job: Job, cancel: Cancel | None = None, *, once: bool = False) -> Outcome:
    """Run ``job`` in bubblewrap.

    Args:
        job: the program.
        cancel: lets another thread end it.
        once: give the job a bubblewrap of its own instead of a fork server's namespaces.

    Raises:
        JobError: the job cannot be sent.
    """
    frame = message(job)
    absent = _absent(job)
    if absent:
        hint = _install_hint(absent)
        return Outcome(
            status="missing_library", missing=absent, detail=f"{absent} is not installed", hint=hint
        )
    tree = _look.parse(job.source)
    kind = kind_of(job, _look.imports(tree), once=once)
    outcome = _run(job, frame, kind, cancel or Cancel())
    return replace(outcome, reads_clock=True) if _look.reads_clock(tree) else outcome


def _run(job: Job, frame: dict[str, Any], kind: Kind, cancel: Cancel) -> Outcome:
    outcome = Outcome(status="unavailable")
    # A server that ended between two jobs (idle for long, or killed) is replaced, once.
    for _ in range(2):
        try:
            server = _pool.shared().acquire(kind, lambda: cancel.asked)
        except _pool.Cancelled:
            return Outcome(status="killed", detail="cancelled")
        except StartFailed as error:
            return Outcome(status="unavailable", detail=str(error))
        outcome, started = _on(server, job, frame, cancel)
        if started or cancel.asked:
            return outcome
    return outcome
