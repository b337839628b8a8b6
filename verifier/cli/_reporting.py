"""Writes rows that were made elsewhere as a report in any format."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from verifier.cli._judgement import Gate, Tally
from verifier.cli._outputs import FileOutput
from verifier.cli._settings import Checked
from verifier.report import Finder, Region, Told, relative


def write_rows(path: Path, rows: Iterable[str], root: Path) -> None:
    """Write the report.

    Args:
        path: the file, whose name says the format.
        rows: reports as JSON, whose source and line say where they belong.
        root: the folder to which sources are told relative.

    Raises:
        CliError: the file can't be written.
    """
    output, finder, tally = FileOutput(path), Finder(), Tally(Gate(allow_undecided=True))
    for text in rows:
        row = json.loads(text)
        source = Path(row["source"])
        row["source"] = source.relative_to(root).as_posix() if source.is_relative_to(root) else str(source)
        place = Region(line=row["line"], end_line=row["line"])
        found = finder.findings(row, partial(_whole, place))
        results = [claim["result"] for claim in row["claims"]]
        checked = Checked(
            verdict=row["verdict"],
            stop_reason=row["stop_reason"],
            document=row["document"],
            held=results.count("held"),
            failed=results.count("failed"),
            claims=len(results),
            broken=False,
            answer=row["final_answer"],
            row=json.dumps(row, ensure_ascii=False),
        )
        tally.add(checked, relative(row["source"]))
        output.add(checked, Told(row=row, findings=found))
    output.close(tally.summary, [], tally.judge())


def _whole(place: Region, _span: tuple[int, int]) -> Region:
    return place
