"""Reads the options of a plain ``amtfv check`` at once.

The framework that parses the command lines takes longer to load than many an answer takes to check. What is
spelt out in full is read here; all else (help, ``--name=value``, ``-j2``, mistakes) is the framework's to
read or to refuse. A test holds the two to the same reading.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from verifier.cli._checking import FailOn, Format, LogStyle, ProgressStyle

_FLAGS: dict[str, tuple[str, bool]] = {
    "--fix": ("fix", True),
    "--diff": ("preview", True),
    "--facts-closed": ("facts_closed", True),
    "--allow-undecided": ("allow_undecided", True),
    "--resume": ("resume", True),
    "--retry-errors": ("retry_errors", True),
    "--cache": ("cache", True),
    "--no-cache": ("cache", False),
    "--watch": ("watch", True),
    "--exit-zero": ("exit_zero", True),
    "--journal": ("journal", True),
    "--no-journal": ("journal", False),
}
_ONE: dict[str, tuple[str, Callable[[str], Any]]] = {
    "--question": ("question", str),
    "--plan": ("plan", Path),
    "--map": ("mapping", str),
    "--output-format": ("output_format", Format),
    "-j": ("jobs", lambda text: "123456789".index(text) + 1),
    "--min-pass-rate": ("min_pass_rate", str),
    "--min-coverage": ("min_coverage", str),
    "--baseline": ("baseline", Path),
    "--write-baseline": ("write_baseline", Path),
    "--changed-since": ("changed_since", str),
    "--progress": ("progress", ProgressStyle),
    "--log": ("log", LogStyle),
}
_MANY: dict[str, tuple[str, Callable[[str], Any]]] = {
    "--data": ("data", Path),
    "-o": ("outputs", Path),
    "--fail-on": ("fail_on", FailOn),
    "--facts": ("facts", str),
    "--tools": ("tools", str),
}


def plain_options(words: Sequence[str]) -> dict[str, Any] | None:
    """The arguments of :func:`~verifier.cli._checking.check`; ``None`` where the framework must read them."""
    options: dict[str, Any] = {}
    rest = iter(words)
    try:
        for word in rest:
            if word in _FLAGS:
                name, value = _FLAGS[word]
                options[name] = value
            elif word in _ONE:
                name, convert = _ONE[word]
                options[name] = convert(_plain(next(rest)))
            elif word in _MANY:
                name, convert = _MANY[word]
                options.setdefault(name, []).append(convert(_plain(next(rest))))
            else:
                options.setdefault("files", []).append(_plain(word))
    except (ValueError, StopIteration):
        return None
    return options


def _plain(word: str) -> str:
    if word == "" or (word[0] == "-" and word != "-"):
        raise ValueError(word)
    return word
