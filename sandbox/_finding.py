"""What a supervisor's reply says of a job, whichever backend holds it."""

from __future__ import annotations

import base64
import contextlib
import errno
import json
import signal
from collections.abc import Mapping
from typing import Any

from sandbox._job import Durations, ExceptionInfo, Outcome, Status
from sandbox._message import JobError, check_name

#: Import name -> name to install, where they differ.
_INSTALL_NAMES = {
    "sklearn": "scikit-learn", "cv2": "opencv-python", "PIL": "pillow", "bs4": "beautifulsoup4",
    "yaml": "pyyaml", "skimage": "scikit-image", "dotenv": "python-dotenv", "Crypto": "pycryptodome",
    "attr": "attrs", "dateutil": "python-dateutil",
}  # fmt: skip


def install_name(module: str) -> str:
    """What to install for a module."""
    top = module.partition(".")[0]
    return _INSTALL_NAMES.get(top, top)


def install_hint(module: str) -> str:
    """How to get a module that the sandbox lacks."""
    return f"install it where amtfv runs: pip install {install_name(module)}"


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

    The counters of the kernel and its own first, then how the process ended, then what it reported.
    """
    code = reply["exit_code"]
    if reply.get("memory_kills") or reply["why"] == "memory":
        return "memory", "the memory limit was hit"
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
    if reply.get("too_much"):
        return "output_limit", str(reply["too_much"])
    return ("ok", "") if code == 0 else ("error", f"exit code {code}")


def _files(found: Mapping[str, str]) -> dict[str, bytes]:
    """The collected files whose names stay in a directory."""
    files: dict[str, bytes] = {}
    for name, content in found.items():
        with contextlib.suppress(JobError):
            files[check_name(name)] = base64.b64decode(content)
    return files


def outcome(reply: Mapping[str, Any], backend: str, image: str = "") -> Outcome:
    """What a supervisor's reply says of its job, as ``backend``'s finding.

    ``reply["memory_kills"]``, where there is one, is the difference that a counter of the kernel shows; a
    backend that has one of its own puts it there.
    """
    report = _report(reply["report"])
    exception = _exception(report.get("exception"))
    status, detail = _status(reply, report, exception)
    missing = str(report.get("missing") or "") if status == "missing_library" else ""
    return Outcome(
        status=status, detail=detail, exception=exception, exit_code=reply["exit_code"],
        stdout=base64.b64decode(reply["stdout"]).decode("utf-8", "replace"),
        stderr=base64.b64decode(reply["stderr"]).decode("utf-8", "replace"),
        value=report.get("value"), has_value=bool(report.get("has_value")), duration_s=reply["seconds"],
        durations=Durations(ran_s=reply["seconds"]), files=_files(reply.get("files") or {}),
        backend=backend, image=image, missing=missing, hint=install_hint(missing) if missing else "",
    )  # fmt: skip
