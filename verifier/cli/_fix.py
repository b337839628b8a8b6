"""Writes corrected text: in place and at once, or as a diff."""

from __future__ import annotations

import os
import tempfile
from difflib import unified_diff
from os.path import realpath
from pathlib import Path

from toolkits import lazy_re as re
from verifier.cli._exit import CliError
from verifier.cli._inputs import Item

_BOM = "\ufeff"
_AFTER_LINE_FEED = re.compile(r"(?<=\n)")


def diff(item: Item, answer: str) -> str:
    """What ``--fix`` would change in the text, as a unified diff."""
    name = item.id
    lines = unified_diff(_lines(item.answer), _lines(answer), name, f"{name} (fixed)")
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )


def _lines(text: str) -> list[str]:
    """Lines with their ends; only a line feed ends one (``splitlines`` would split at a form feed too)."""
    return [line for line in _AFTER_LINE_FEED.split(text) if line]


def rewrite(item: Item, answer: str) -> None:
    """Replace the file's text with ``answer``: the file holds the old text or the new, at every moment.

    Links are followed, and mode, byte order mark and line ends stay as they were.

    Raises:
        CliError: the file changed since it was read, or can't be written.
    """
    target = Path(realpath(item.source))
    before, after = (_encode(item, text) for text in (item.answer, answer))
    try:
        if target.read_bytes() != before:
            raise CliError(f"{item.name} changed while it was checked; it was left as it is")
        _replace(target, after)
    except OSError as error:
        raise CliError(f"{item.name} can't be written: {error.strerror or error}") from None


def _encode(item: Item, text: str) -> bytes:
    return (_BOM * item.bom + text).encode()


def _replace(target: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(target.stat().st_mode & 0o7777)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
