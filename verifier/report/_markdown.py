"""Markdown for a job's summary page: the verdict, the counts, and a table of findings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolkits import lazy_re as re
from verifier.report._findings import Finding
from verifier.report._places import excerpt, printable
from verifier.report._told import Ending, Told

#: A step's summary may have 1 MiB; what is longer is dropped whole.
LIMIT = 1_000_000
_ROWS = 500
_SIGNS = {0: "✅", 1: "❌"}
#: What Markdown or the HTML in it would take for markup, links to people and issues included.
_MARKUP = re.compile(r"([\\`*_{}\[\]<>|#~$@!&])")


def markdown(told: Sequence[Told], ending: Ending) -> str:
    """The summary, of at most :data:`LIMIT` bytes."""
    text = "".join(f"{line}\n" for line in _lines(told, ending))
    while len(text.encode("utf-8", "replace")) > LIMIT:
        text = text[: len(text) * 9 // 10].rpartition("\n")[0] + "\n"
    return text


def _lines(told: Sequence[Told], ending: Ending) -> Iterator[str]:
    yield f"## {_SIGNS.get(ending.code, '⚠️')} amtfv: {_escaped(ending.verdict)}"
    yield ""
    yield f"{_escaped(str(ending.summary))}"
    for note in ending.notes:
        yield f"- {_escaped(note)}"
    new = [finding for one in told for finding in one.findings if not finding.known]
    yield from _findings(new)
    yield from _broken(told)
    if ending.faults:
        yield from ("", "### Not read", "")
        for name, line, message in ending.faults[:_ROWS]:
            yield f"- {_escaped(f'{name}:{line}' if line else name)}: {_escaped(message)}"


def _findings(findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        return
    yield from ("", "### Findings", "", "| where | answer | rule | what is wrong |", "|---|---|---|---|")
    for finding in findings[:_ROWS]:
        place = f"{finding.source}:{finding.region.line}"
        cells = (place, finding.id, finding.rule, excerpt(finding.message, (0, 0), width=300).after)
        yield f"| {' | '.join(map(_escaped, cells))} |"
    if len(findings) > _ROWS:
        yield f"\n{len(findings) - _ROWS} more findings: see the report"


def _broken(told: Sequence[Told]) -> Iterator[str]:
    broken = [one for one in told if one.broken]
    if broken:
        yield from ("", "### Could not verify", "")
    for one in broken[:_ROWS]:
        why = one.row["error"].partition("\n")[0] or one.row["stop_reason"].replace("_", " ")
        place = f"{one.row['source'] or '-'}:{one.row['line'] or 1} {one.name}"
        yield f"- {_escaped(place)}: {_escaped(why)}"


def _escaped(text: str) -> str:
    return _MARKUP.sub(r"\\\1", printable(text))
