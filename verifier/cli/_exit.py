"""Exit codes, and the error that ends a command with one of them."""

from __future__ import annotations

OK = 0
REFUTED = 1
USAGE = 2
UNVERIFIED = 3
INTERRUPTED = 130


class CliError(Exception):
    """Something in the command line or its input can't be used: what, where, and what to do."""
