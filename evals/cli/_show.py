"""What eval commands say and write."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from evals.data import Example, Label
from evals.reports import html_report, markdown_report, summary
from evals.run import Result, RunFolder
from evals.scoring import BASELINES, Score, joined, scored
from verifier.cli._exit import CliError
from verifier.report import printable


def say(text: str) -> None:
    """A line for people, on the standard error."""
    sys.stderr.write(f"{printable(text)}\n")


def write_reports(
    folder: RunFolder, *, baselines: Sequence[str] = (), labels: list[Label] | None = None,
    results: Iterator[Result] | None = None, name: str = "report",
) -> Score:  # fmt: skip
    """Score a run, write its reports, and print their summary.

    Args:
        folder: the run.
        baselines: who else judges its rows.
        labels: in place of the folder's own.
        results: in place of the folder's own.
        name: of the files.

    Raises:
        CliError: a file can't be written, or a baseline is not installed.
    """
    seed = folder.manifest["seed"] or 0
    known = list(folder.labels()) if labels is None else labels
    rows = list(joined(folder, known, results))
    score = scored(rows, seed=seed)
    if baselines:
        score = replace(score, baselines=_baselines(folder, known, baselines, seed))
    try:
        (folder.path / f"{name}.json").write_text(score.json_text(), encoding="utf-8")
        (folder.path / f"{name}.md").write_text(markdown_report(score, folder.manifest), encoding="utf-8")
        with (folder.path / f"{name}.html").open("w", encoding="utf-8") as stream:
            stream.writelines(html_report(score, rows, folder, known))
    except OSError as error:
        raise CliError(f"{error.filename} can't be written: {error.strerror or error}") from None
    sys.stdout.write("\n".join(map(printable, summary(score))) + "\n")
    say(f"reports: {folder.path / f'{name}.html'}, .md, .json")
    return score


def _baselines(
    folder: RunFolder, labels: Iterable[Label], names: Sequence[str], seed: int
) -> dict[str, Score]:
    examples = [Example(row, label) for row, label in zip(folder.rows(), labels, strict=True)]
    try:
        return {name: scored(list(BASELINES[name](examples)), name=name, seed=seed) for name in names}
    except ModuleNotFoundError as error:
        raise CliError(f"--baseline: {error.name} is not installed: pip install math-verify") from None
