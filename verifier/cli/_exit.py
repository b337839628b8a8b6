"""Exit codes, and the error that ends a command with one of them."""

from __future__ import annotations

OK = 0
REFUTED = 1
USAGE = 2
UNVERIFIED = 3
INTERRUPTED = 130


class CliError(Exception):
    """The command can't go on; the message says what, where, and what to do.

    Attributes:
        code: the exit code that it ends with.
    """

    def __init__(self, message: str, code: int = USAGE) -> None:
        super().__init__(message)
        self.code = code
