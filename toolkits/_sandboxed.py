"""Running a program for a tool.

What kept it from running is an error of the tool, never a finding (law 2).
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any, TypeAlias

import sandbox
from sandbox import ExceptionInfo, Job, Outcome
from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolTimeout, ToolUnavailable

Plain: TypeAlias = Any

_LIMITS = frozenset(
    {errno.ENOSPC, errno.EFBIG, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.EDQUOT}
)
# Names that earlier releases had.
_GONE = re.compile(
    r"module '(?:numpy|pandas|sympy|scipy)[\w.]*' has no attribute"
    r"|'(?:DataFrame|Series)' object has no attribute "
    r"'(?:append|ix|iteritems|as_matrix|get_value|set_value|applymap|mad)'"
)
_NETWORK = frozenset({"gaierror", "herror", "URLError", "HTTPError", "ConnectionError", "SSLError"})


def _unavailable(outcome: Outcome) -> ToolkitError:
    message = f"code could not be run: {outcome.detail}"
    return ToolUnavailable(message, code="sandbox_unavailable", hint=outcome.hint)


def _missing(outcome: Outcome) -> ToolkitError:
    message = f"the sandbox lacks the library {outcome.missing!r}"
    return ToolUnavailable(message, code="missing_library", hint=outcome.hint)


_FAILURES: dict[str, Callable[[Outcome], ToolkitError]] = {
    "unavailable": _unavailable,
    "missing_library": _missing,
    "timeout": lambda outcome: ToolTimeout(f"the program was stopped: {outcome.detail}"),
    "memory": lambda _: ToolLimit("the program needed more memory than it may have", code="memory"),
    "output_limit": lambda _: ToolLimit("the program put out more than it may", code="output_limit"),
    "killed": lambda outcome: ToolkitError(f"the program was killed: {outcome.detail}", code="killed"),
}


def completed(job: Job) -> Outcome:
    """The outcome of a job that ran to its own end (``ok`` or ``error``).

    Raises:
        ToolInputError: the job cannot be sent.
        ToolkitError: it could not run or was stopped; ``code`` is ``sandbox_unavailable``,
            ``missing_library``, ``timeout``, ``memory``, ``output_limit`` or ``killed``.
    """
    try:
        outcome = sandbox.run(job)
    except sandbox.JobError as error:
        raise ToolInputError(str(error)) from error
    failure = _FAILURES.get(outcome.status)
    if failure is not None:
        raise failure(outcome)
    return outcome


def surroundings(exception: ExceptionInfo) -> str:
    """Why an exception says nothing about the code: what the sandbox lacks, as a reason code, or "".

    ``missing_file``, ``network``, ``stdin``, ``memory``, ``limit`` (disk, descriptors, threads),
    ``library_version`` (an interface that another release of a library has), ``refused`` (anything else that
    the operating system refused).
    """
    kinds = {exception.type, *exception.bases}
    if "MemoryError" in kinds:
        return "memory"
    if exception.type == "AttributeError" and _GONE.search(exception.message):
        return "library_version"
    if exception.type == "EOFError" and "reading a line" in exception.message:
        return "stdin"
    if exception.type == "RuntimeError" and "can't start new thread" in exception.message:
        return "limit"
    if not kinds & {"OSError", "herror"}:
        return ""
    if kinds & _NETWORK:
        return "network"
    if exception.errno in _LIMITS:
        return "limit"
    return "missing_file" if "FileNotFoundError" in kinds else "refused"


def plain(value: Plain) -> Plain:
    """A sandbox value as the JSON that a check compares with.

    Tuples, sets and arrays become lists, frames their columns and rows. Values with no JSON form become the
    text that Python shows for them.
    """
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$type" not in value:
        return {key: plain(item) for key, item in value.items()}
    return _plain_typed(value)


def _plain_typed(value: dict[str, Any]) -> Plain:
    if value["$type"] == "DataFrame":
        return {"columns": plain(value["columns"]), "rows": plain(value["rows"])}
    if value["$type"] == "dict":
        return {_key(plain(key)): plain(item) for key, item in value["items"]}
    for name in ("items", "value", "repr", "hex", "base64"):
        if name in value:
            return plain(value[name])
    return value


def _key(key: Plain) -> str:
    return key if isinstance(key, str) else str(key)
