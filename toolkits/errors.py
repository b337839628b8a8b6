"""Errors of the tools.

::

    ToolkitError
    ├── ToolInputError      the input does not fit the tool's schema, or names something that does not exist
    ├── ToolRefused         the tool will not do this (unsafe, outside its domain)
    ├── ToolLimit           a counted bound was hit (size, digits, depth, operations)
    ├── ToolUnavailable     something the tool needs is missing here (sandbox, library, service); see ``hint``
    └── ToolTimeout         the wall clock ran out; ``retryable``

A tool that raises one of these has refuted nothing: the engine turns it into ``undecided`` with ``code``.
"""

from __future__ import annotations


class ToolkitError(Exception):
    """Root of the tools' errors.

    Attributes:
        code: stable reason code, used in evidence (``input``, ``refused``, ``limit``, ``unavailable``,
            ``timeout``, or a finer one given by the tool, such as ``sandbox_unavailable``).
        retryable: whether the same call may succeed later.
        hint: what the user can do about it, or "".
    """

    default_code = "tool_error"
    retryable = False

    def __init__(self, message: str, *, code: str | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.code = code or self.default_code
        self.hint = hint


def told(error: BaseException) -> str:
    """An error in words, ``Type: message``; some errors of others fail at saying what they are."""
    try:
        message = str(error)
    except Exception:  # noqa: BLE001  (a message that can't be made is none)
        message = "(it has no message that can be shown)"
    return f"{type(error).__name__}: {message}"


class ToolInputError(ToolkitError):
    """The input does not fit the tool."""

    default_code = "tool_input"


class ToolRefused(ToolkitError):  # noqa: N818  (named for what happened)
    """The tool will not do this."""

    default_code = "refused"


class ToolLimit(ToolkitError):  # noqa: N818  (named for what happened)
    """A counted bound was hit."""

    default_code = "limit"


class ToolUnavailable(ToolkitError):  # noqa: N818  (named for what happened)
    """Something that the tool needs is missing here."""

    default_code = "unavailable"


class ToolTimeout(ToolkitError):  # noqa: N818  (named for what happened)
    """The wall clock ran out."""

    default_code = "timeout"
    retryable = True
