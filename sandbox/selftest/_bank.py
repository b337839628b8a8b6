"""Reads a bank of programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

#: The bank that comes with the package.
OWN = Path(__file__).with_name("cases.jsonl")

#: What a case may expect, apart from ``ok: TEXT`` and ``exit: NUMBER``.
EXPECTATIONS = frozenset({
    "ok", "error", "signal", "timeout", "memory_limit", "output_truncated", "missing_library",
    "blocked", "no_network", "contained", "no_survivor", "differs",
})  # fmt: skip


class BankError(ValueError):
    """A bank cannot be used; the message says which line, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One program, and how it must end.

    Attributes:
        id: its name in the results.
        category: what it is about.
        code: the program. ``PORT`` stands for a port of this machine on which the self-test listens.
        expected: how it must end; see :func:`read_bank`.
        alternatives: other endings that are right.
        soft: an ending that is wrong here is a limitation, no way out.
        inputs: JSON values that the program finds under their names.
        files: text files that it finds in its directory.
    """

    id: str
    code: str
    expected: str
    category: str = ""
    alternatives: tuple[str, ...] = ()
    soft: bool = False
    inputs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    files: Mapping[str, str] = field(default_factory=dict[str, str])


def read_bank(path: Path) -> tuple[Case, ...]:
    """The cases of a file, one JSON object a line.

    Fields: ``id``, ``code``, ``expected``; if wanted ``category``, ``alt`` (a list of other right endings),
    ``soft``, ``vars`` (the program's inputs), ``files``. ``expected`` is one of

    - ``ok``, ``ok: TEXT`` (exactly that on stdout), ``exit: NUMBER``, ``error`` (it ended by itself, and not
      well), ``signal``, ``timeout``, ``memory_limit``, ``output_truncated``, ``missing_library``;
    - ``blocked``, ``no_network``: it got nothing. A program that gets through says so with a word in capitals
      (``LEAK``, ``CONNECTED``); what it read of the self-test's canary, and a connection to its port, count
      too, whatever it says;
    - ``contained``: likewise, and the next job finds a sound sandbox; ``no_survivor``: likewise, and no
      process is left; ``differs``: two runs without a seed print different things.

    Raises:
        BankError: the file cannot be read, holds no case, or a line is none.
    """
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BankError(f"{path}: can't be read: {error.strerror or error}") from None
    lines = [(number, line) for number, line in enumerate(text.split(b"\n"), start=1) if line.strip()]
    if not lines:
        raise BankError(f"{path}: holds no case")
    return tuple(_case(f"{path}:{number}", line) for number, line in lines)


def _case(where: str, line: bytes) -> Case:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BankError(f"{where}: not JSON: {error}") from None
    if not isinstance(row, dict):
        raise BankError(f"{where}: not a JSON object")
    for name, kind in _KINDS.items():
        if name in row and not isinstance(row[name], kind):
            raise BankError(f"{where}: {name!r} is {type(row[name]).__name__}")
    missing = [name for name in ("id", "code", "expected") if name not in row]
    if missing:
        raise BankError(f"{where}: has no {', '.join(map(repr, missing))}")
    alternatives = tuple(map(str, row.get("alt", ())))
    for expected in (row["expected"], *alternatives):
        if not _is_expectation(expected):
            raise BankError(f"{where}: nothing is called {expected!r} among what can be expected")
    return Case(
        id=row["id"], code=row["code"], expected=row["expected"], category=row.get("category", ""),
        alternatives=alternatives, soft=row.get("soft", False), inputs=row.get("vars", {}),
        files={str(name): str(content) for name, content in row.get("files", {}).items()},
    )  # fmt: skip


_KINDS: dict[str, type] = {
    "id": str, "code": str, "expected": str, "category": str, "alt": list, "soft": bool, "vars": dict,
    "files": dict,
}  # fmt: skip


def _is_expectation(text: str) -> bool:
    kind, colon, rest = text.partition(": ")
    if not colon:
        return text in EXPECTATIONS
    return kind == "ok" or (kind == "exit" and rest.strip().isdigit())
