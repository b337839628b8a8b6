"""Annotations of GitHub Actions: ``::error file=…,line=…::message``.

A step shows ten of a kind and drops the rest in silence; the last one here says how many more there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from verifier.report._findings import Finding
from verifier.report._told import Ending, Told

#: How many annotations of a kind a step shows.
CAP = 10
_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
_PROPERTY = {**_DATA, ord(":"): "%3A", ord(","): "%2C"}


def commands(told: Sequence[Told], ending: Ending, *, more: str = "the report") -> str:
    """The workflow commands, a line each: at most ten errors and ten warnings, and a notice with the verdict.

    Args:
        told: the answers; findings of the baseline are left out.
        ending: faults of the input are errors.
        more: where those that were left out are to be found.
    """
    new = [finding for one in told for finding in one.findings if not finding.known]
    errors = [
        *(
            _command("error", name, (line or 1, 0), "amtfv: not read", message)
            for name, line, message in ending.faults
        ),
        *(_finding(finding) for finding in new if finding.level == "error"),
    ]
    warnings = [
        *(_finding(finding) for finding in new if finding.level == "warning"),
        *(_broken(one) for one in told if one.broken and not one.findings),
    ]
    lines = [*_capped(errors, "error", more), *_capped(warnings, "warning", more)]
    verdict = "; ".join(filter(None, [str(ending.summary), ending.verdict]))
    return "".join(f"{line}\n" for line in [*lines, f"::notice title=amtfv::{verdict.translate(_DATA)}"])


def _capped(commands: Sequence[str], kind: str, more: str) -> Iterator[str]:
    if len(commands) <= CAP:
        yield from commands
        return
    yield from commands[: CAP - 1]
    left = len(commands) - CAP + 1
    yield f"::{kind} title=amtfv::{f'{left} more {kind}s: see {more}'.translate(_DATA)}"


def _finding(finding: Finding) -> str:
    region = finding.region
    return _command(
        finding.level,
        finding.source,
        (region.line, region.column),
        f"amtfv: {finding.rule}",
        finding.message,
        end=(region.end_line, region.end_column),
    )


def _broken(one: Told) -> str:
    why = one.row["error"].partition("\n")[0] or one.row["stop_reason"].replace("_", " ")
    source = one.row["source"] or one.row["id"]
    return _command("warning", source, (one.row["line"] or 1, 0), "amtfv: could not verify", why)


def _command(
    kind: str,
    file: str,
    start: tuple[int, int],
    title: str,
    message: str,
    *,
    end: tuple[int, int] | None = None,
) -> str:
    places: dict[str, str | int] = {"file": file, "line": start[0]}
    if end is not None:
        places["endLine"] = end[0]
    if end is not None and start[1] and end[0] == start[0]:  # columns are only read within one line
        places |= {"col": start[1], "endColumn": end[1]}
    pairs = ",".join(
        f"{name}={str(value).translate(_PROPERTY)}" for name, value in {**places, "title": title}.items()
    )
    return f"::{kind} {pairs}::{message.translate(_DATA)}"
