"""Findings that are known: a file that is written once, committed, and shrinks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from verifier.cli._exit import CliError
from verifier.report import Finding

_VERSION = 1


def read_baseline(path: Path) -> dict[str, Mapping[str, Any]]:
    """The entries by fingerprint.

    Raises:
        CliError: the file is not there or is no baseline.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        hint = "; make it with --write-baseline" if isinstance(error, FileNotFoundError) else ""
        raise CliError(f"--baseline {path}: can't be read: {error.strerror or error}{hint}") from None
    except (ValueError, RecursionError) as error:
        raise CliError(f"--baseline {path}: is not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
        raise CliError(f"--baseline {path}: is no baseline; make it with --write-baseline")
    if data.get("version") != _VERSION:
        told = data.get("version")
        raise CliError(
            f"--baseline {path}: has version {told!r}, not {_VERSION}; make it anew with --write-baseline"
        )
    entries: dict[str, Mapping[str, Any]] = {}
    for number, entry in enumerate(data["findings"], start=1):
        if not isinstance(entry, dict) or not isinstance(entry.get("fingerprint"), str):
            raise CliError(f"--baseline {path}: finding {number} has no fingerprint")
        entries[entry["fingerprint"]] = entry
    return entries


def write_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Write all of ``findings``, sorted so that a change is a small diff; how many there are.

    Raises:
        CliError: the file can't be written.
    """
    rows = [
        {
            "fingerprint": finding.fingerprint,
            "source": finding.source,
            "rule": finding.rule,
            "quote": finding.quote,
            "message": finding.message,
        }
        for finding in findings
    ]
    rows.sort(key=lambda row: (row["source"], row["fingerprint"]))
    text = json.dumps({"version": _VERSION, "findings": rows}, indent=1, ensure_ascii=True) + "\n"
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise CliError(f"--write-baseline: {path} can't be written: {error.strerror or error}") from None
    return len(rows)
