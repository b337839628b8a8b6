"""Runs `amtfv check`: tells each result where it is asked for, and turns the whole into an exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from verifier.cli._exit import OK, REFUTED, UNVERIFIED, USAGE, CliError
from verifier.cli._inputs import STDIN, Fault, Item, read_items
from verifier.cli._outputs import FileOutput, Format, Output, check_paths, to_stdout
from verifier.cli._pool import check_entries
from verifier.cli._progress import with_progress
from verifier.cli._rows import Fields
from verifier.cli._settings import Checked, Settings
from verifier.report import Summary, printable

_FAILED = "a tool or a service failed, and left answers undecided"
_UNDECIDED = "nothing was decided; --allow-undecided accepts that"
_TAKEN = "writes text to the standard output; write the report with -o FILE"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What the command line asked for."""

    sources: Sequence[str]
    question: str | None
    fields: Fields | None
    format: Format
    outputs: Sequence[Path]
    jobs: int
    allow_undecided: bool
    settings: Settings


@dataclass(slots=True)
class _Tally:
    """What the exit code depends on."""

    summary: Summary = field(default_factory=Summary)
    faults: list[Fault] = field(default_factory=list[Fault])
    unwritten: bool = False
    named: bool = False
    broken: bool = False
    missing: bool = False

    def add(self, checked: Checked, named: frozenset[str]) -> None:
        if checked.document:
            self.summary.add_document(held=checked.held, failed=checked.failed)
        else:
            self.summary.add(checked.verdict, checked.stop_reason)
        self.named |= any(map(checked.has, named))
        self.broken |= checked.broken
        self.missing |= bool(checked.missing)

    def exit_code(self, *, allow_undecided: bool) -> int:
        if self.faults or self.unwritten or self.missing:
            return USAGE
        if self.summary.verdicts["refuted"] or self.summary.failed or self.named:
            return REFUTED
        undecided = not self.summary.decided and not allow_undecided
        return UNVERIFIED if self.broken or undecided else OK


def run(request: Request) -> int:
    """Check everything, tell it, and return the exit code.

    Raises:
        CliError: the request can't be carried out.
    """
    check_paths(request.outputs, request.sources)
    teller = _Teller(request)
    tally = _Tally()
    entries = read_items(request.sources, question=request.question, fields=request.fields)
    results = check_entries(entries, request.settings, request.jobs)
    for result in with_progress(results, request.sources):
        if isinstance(result, Fault):
            tally.faults.append(result)
            tally.summary.unread += 1
            _say(str(result))
            continue
        item, checked = result
        tally.add(checked, request.settings.named)
        if checked.missing:
            _say(f"{item.name}:{item.line}: {checked.missing}")
        tally.unwritten |= not teller.tell(item, checked)
    teller.close(tally.summary, tally.faults)
    code = tally.exit_code(allow_undecided=request.allow_undecided)
    if code == UNVERIFIED:
        _say(_FAILED if tally.broken else _UNDECIDED)
    return code


def _say(message: str) -> None:
    sys.stderr.write("\n".join(map(printable, f"amtfv check: {message}".split("\n"))) + "\n")


class _Teller:
    """Writes reports, corrected texts and diffs.

    The standard output holds either reports, or what ``--fix -`` and ``--diff`` make; the text report of
    ``--fix -``, and what there is to tell of rows beside a diff, then go to the standard error.
    """

    def __init__(self, request: Request) -> None:
        self._settings = request.settings
        self._text = request.format == "text"
        if request.settings.preview and not self._text:
            raise CliError(f"--diff {_TAKEN}")
        self._stdout_taken = request.settings.preview
        self._stdout: Output = to_stdout(request.format)
        self._files = [FileOutput(path) for path in request.outputs]

    def tell(self, item: Item, checked: Checked) -> bool:
        """Report one answer and apply its fix; whether the fix could be written."""
        if self._settings.fix and item.is_text and not self._settings.preview and item.source == STDIN:
            self._take_stdout()
        for output in self._files:
            output.add(checked)
        if not self._stdout_taken:
            self._stdout.add(checked)
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

    def close(self, summary: Summary, faults: Sequence[Fault]) -> None:
        """Write what ends each output, and the counts where people look for them."""
        for output in self._files:
            output.close(summary, faults)
        if not self._stdout_taken:
            self._stdout.close(summary, faults)
        if self._stdout_taken or not self._text:
            sys.stderr.write(f"{summary}\n")
