"""``re`` whose ``compile`` waits until a pattern is first used.

Most of our hundreds of patterns wait for a kind of text that a process never meets, and compiling them all
would take longer than checking an answer. Import it in place of the standard module where patterns are made
while a module loads::

    from toolkits import lazy_re as re

A pattern that is no pattern then fails at its first use; a test compiles every one. Patterns that come from
outside belong to the standard module, which refuses a bad one at once. The ``re`` of a match is the compiled
pattern, not the stand-in.
"""

from __future__ import annotations

import re
from re import (
    ASCII,
    DOTALL,
    IGNORECASE,
    MULTILINE,
    VERBOSE,
    Match,
    Pattern,
    escape,
    findall,
    finditer,
    fullmatch,
    match,
    search,
    split,
    sub,
)
from typing import Any, cast

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "Match",
    "Pattern",
    "compile",
    "escape",
    "findall",
    "finditer",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
]

_PARTS = (
    "flags", "groups", "groupindex",
    "match", "fullmatch", "search", "finditer", "findall", "split", "sub", "subn",
)  # fmt: skip


def compile(pattern: str, flags: int = 0) -> Pattern[str]:  # noqa: A001  (as the standard module calls it)
    """A stand-in for ``re.compile(pattern, flags)``, with the same methods."""
    return cast("Pattern[str]", Waiting(pattern, flags))


class _Compiled:
    """Holds the bound methods of a pattern: as quick to call as the pattern's own."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __repr__(self) -> str:
        return f"lazy_re.compile({self.pattern!r})"


class Waiting(_Compiled):
    """A pattern that was not used yet."""

    def __getattr__(self, name: str) -> Any:
        if name not in _PARTS:
            raise AttributeError(f"a pattern has no attribute {name!r}")
        compiled = re.compile(self.pattern, self._flags)
        self.__dict__.update({part: getattr(compiled, part) for part in _PARTS})
        # It waits no longer: a class that has `__getattr__` would slow down each call.
        object.__setattr__(self, "__class__", _Compiled)
        return getattr(compiled, name)
