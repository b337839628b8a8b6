"""Runs `amtfv check`: tells each result where it is asked for, and judges the whole."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from verifier.cli._exit import UNVERIFIED, CliError
from verifier.cli._inputs import STDIN, Fault, Item, read_items
from verifier.cli._judgement import Gate, Judgement, Tally
from verifier.cli._kept import Keeping, Kept
from verifier.cli._outputs import (
    WHOLE,
    FileOutput,
    Format,
    Output,
    check_paths,
    format_of,
    gate_lines,
    to_stdout,
)
from verifier.cli._pool import check_entries
from verifier.cli._progress import Progress, with_progress
from verifier.cli._rows import Fields
from verifier.cli._settings import Checked, Settings
from verifier.report import Finder, Finding, Told, printable, relative

_TAKEN = "writes text to the standard output; write the report with -o FILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the command line asked for."""

    sources: Sequence[str] = ()
    question: str | None
    fields: Fields | None
    format: Format
    outputs: Sequence[Path]
    jobs: int
    settings: Settings
    gate: Gate = field(default_factory=Gate)
    write_baseline: Path | None = None
    keeping: Keeping = field(default_factory=Keeping)
    progress: Progress = "auto"

    @property
    def wants_findings(self) -> bool:
        """Something of it needs to know each finding and its place."""
        formats = {self.format, *map(format_of, self.outputs)}
        return bool(WHOLE & formats) or self.gate.baseline is not None or self.write_baseline is not None


def run(request: Request) -> Judgement:
    """Check everything, tell it, and judge.

    Raises:
        CliError: the request can't be carried out.
    """
    check_paths(request.outputs, request.sources)
    finding = _Findings(request) if request.wants_findings else None
    teller = _Teller(request)
    tally = Tally(request.gate)
    faults: list[Fault] = []
    entries = read_items(
        request.sources, question=request.question, fields=request.fields, places=finding is not None
    )
    kept = _kept(request)
    results = check_entries(kept.entries(entries) if kept else entries, request.settings, request.jobs)
    for result in with_progress(results, request.sources, request.progress):
        if isinstance(result, Fault):
            faults.append(result)
            tally.unread += 1
            tally.summary.unread += 1
            _say(str(result))
            continue
        item, checked = result
        if kept:
            kept.put(item, checked)
        told = None if finding is None else finding.told(item, checked)
        marks = () if told is None else [found.fingerprint for found in told.findings]
        tally.add(checked, relative(item.source), marks)
        if checked.missing:
            _say(f"{item.name}:{item.line}: {checked.missing}")
        tally.unwritten += not teller.tell(item, checked, told)
    if kept:
        kept.close()
        if kept.served:
            _say(f"{kept.served} results were there already")
    if finding is not None:
        finding.write()
    judgement = tally.judge()
    teller.close(tally, faults, judgement)
    if judgement.code == UNVERIFIED and not request.gate.is_asked_for:
        _say(judgement.reasons[-1])
    return judgement


def _kept(request: Request) -> Kept | None:
    return None if request.keeping == Keeping(record=False) else Kept(request.keeping, request.settings)


def _say(message: str) -> None:
    sys.stderr.write("\n".join(map(printable, f"amtfv check: {message}".split("\n"))) + "\n")


class _Findings:
    """Reads what was found off the rows, knows what is known, and writes a baseline."""

    def __init__(self, request: Request) -> None:
        self._finder = Finder()
        self._gate = request.gate
        self._path = request.write_baseline
        self._all: list[Finding] = []

    def told(self, item: Item, checked: Checked) -> Told:
        """What reports on the whole tell of an answer."""
        from verifier.cli._origins import locator  # noqa: PLC0415  (for findings only)

        row = json.loads(checked.row)
        named = any(map(checked.has, self._gate.fail_on))
        found = self._finder.findings(row, locator(item, row["final_answer"]), named=named)
        if self._gate.baseline is not None:
            found = tuple(replace(f, known=f.fingerprint in self._gate.baseline) for f in found)
        if self._path is not None:
            self._all += found
        return Told(row=row, findings=found, broken=checked.broken, text=checked.detail)

    def write(self) -> None:
        """Write the baseline, where one was asked for."""
        if self._path is None:
            return
        from verifier.cli._baseline import write_baseline  # noqa: PLC0415  (written now and then)

        count = write_baseline(self._path, self._all)
        _say(f"{self._path}: {count} finding{'' if count == 1 else 's'} written")


class _Teller:
    """Writes reports, corrected texts and diffs.

    The standard output holds either reports, or what ``--fix -`` and ``--diff`` make; the text report of
    ``--fix -``, and what there is to tell of rows beside a diff, then go to the standard error.
    """

    def __init__(self, request: Request) -> None:
        self._settings = request.settings
        self._text = request.format == "text"
        self._gate = request.gate.is_asked_for
        if request.settings.preview and not self._text:
            raise CliError(f"--diff {_TAKEN}")
        self._stdout_taken = request.settings.preview
        more = ", ".join(str(path) for path in request.outputs)
        self._stdout: Output = to_stdout(request.format, gate=self._gate, more=more)
        self._files = [FileOutput(path) for path in request.outputs]

    def tell(self, item: Item, checked: Checked, told: Told | None) -> bool:
        """Report one answer and apply its fix; whether the fix could be written."""
        if self._settings.fix and item.is_text and not self._settings.preview and item.source == STDIN:
            self._take_stdout()
        for output in self._files:
            output.add(checked, told)
        if not self._stdout_taken:
            self._stdout.add(checked, told)
        elif not (self._settings.preview and item.is_text):
            sys.stderr.write(checked.text)
        return self._fix(item, checked) if self._settings.fix and item.is_text else True

    def _take_stdout(self) -> None:
        if not self._text:
            raise CliError(f"--fix - {_TAKEN}")
        self._stdout_taken = True

    def _fix(self, item: Item, checked: Checked) -> bool:
        from verifier.cli._fix import diff, rewrite  # noqa: PLC0415  (few checks fix anything)

        if self._settings.preview:
            sys.stdout.write(diff(item, checked.answer))
        elif item.source == STDIN:
            sys.stdout.write(checked.answer)
        elif checked.answer != item.answer:
            try:
                rewrite(item, checked.answer)
            except CliError as error:
                _say(str(error))
                return False
        return True

    def close(self, tally: Tally, faults: Sequence[Fault], judgement: Judgement) -> None:
        """Write what ends each output, and the counts where people look for them."""
        for output in self._files:
            output.close(tally.summary, faults, judgement)
        if not self._stdout_taken:
            self._stdout.close(tally.summary, faults, judgement)
        if self._stdout_taken or not self._text:
            lines = gate_lines(judgement) if self._gate else []
            sys.stderr.writelines(f"{line}\n" for line in [str(tally.summary), *lines])
