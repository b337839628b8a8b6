"""Outputs of dear, deterministic tools, kept for the next run that asks the same.

The key is the whole of what an output depends on: the tool, its version, where it runs, the digest of its
sources (all of that is ``Tool.provenance``) and the canonical input. So nothing is served across a changed
source. Only tools that say ``deterministic`` are remembered, and of their outputs only those in which neither
a clock nor a limit of this machine had a part. Light tools are not: a look-up costs as much as their call.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, TypeAlias

from toolkits.registry import Tool
from verifier._canonical import canonical

Key: TypeAlias = tuple[str, str, str]

_ENTRIES = 512
_BYTES = 16_000_000
#: Above this an output is not worth its room.
_LONGEST = 200_000


class Memory:
    """Outputs by key, the least lately used ones forgotten first; shared by all runs of the process."""

    def __init__(self, entries: int = _ENTRIES, size: int = _BYTES) -> None:
        self._entries = entries
        self._size = size
        self._held = 0
        self._outputs: OrderedDict[Key, tuple[Mapping[str, Any], int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._outputs)

    def recall(self, tool: Tool, key: Key) -> Mapping[str, Any] | None:
        """The output that the tool gave for this key, or ``None``."""
        if not tool.deterministic:
            return None
        with self._lock:
            found = self._outputs.get(key)
            if found is None:
                return None
            self._outputs.move_to_end(key)
            return found[0]

    def keep(self, tool: Tool, key: Key, output: Mapping[str, Any]) -> None:
        """Remember an output, if it may be served again."""
        if not tool.deterministic or output.get("reads_clock") or output.get("exception"):
            return
        size = len(canonical(output)) + len(key[2])
        if size > _LONGEST:
            return
        with self._lock:
            self._forget(key)
            self._outputs[key] = output, size
            self._held += size
            while len(self._outputs) > self._entries or self._held > self._size:
                self._forget(next(iter(self._outputs)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._outputs.clear()
            self._held = 0

    def _forget(self, key: Key) -> None:
        found = self._outputs.pop(key, None)
        self._held -= found[1] if found else 0


#: The process's own.
MEMORY = Memory()
