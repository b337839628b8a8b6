"""``amtfv demo``: the main job on built-in cases, offline."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from toolkits import lazy_re as re
from verifier import check
from verifier.cli._demo_cases import CASES, DemoCase
from verifier.cli._exit import OK, UNVERIFIED
from verifier.records import Report
from verifier.report import Line, Piece, cells, coloured, full_report, plain, rich_text, wants_colour, wrapped

_MAX_WIDTH = 110
_PICTURE_WIDTH = 102
_NOT_RUN = "not run: needs Docker"
_FONT_FROM_ELSEWHERE = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)


def command() -> int:
    """Show the main job on built-in cases, offline.

    Exits with 3 if a case does not end as it must.
    """
    width = min(shutil.get_terminal_size((100, 24)).columns, _MAX_WIDTH)
    paint = coloured if wants_colour(sys.stdout, os.environ) else plain
    endings: list[tuple[DemoCase, Report | None]] = []
    for number, case in enumerate(CASES, start=1):
        report = _run(case)
        endings.append((case, report))
        sys.stdout.write(paint(_shown(number, case, report, width)))
        sys.stdout.flush()
    sys.stdout.write(paint(_closing(endings, width)))
    return OK if all(_as_expected(*ending) for ending in endings) else UNVERIFIED


def picture() -> str:
    """The first case in English as an SVG of a terminal; loads no font from elsewhere."""
    from rich.console import Console  # noqa: PLC0415  (only for the docs)

    console = Console(record=True, width=_PICTURE_WIDTH, file=open(os.devnull, "w"))  # noqa: SIM115, PTH123
    number, case = next((n, case) for n, case in enumerate(CASES, start=1) if case.question.isascii())
    lines = _shown(number, case, _run(case), _PICTURE_WIDTH)
    console.print(rich_text(map(_placed, lines)))
    svg = console.export_svg(title="amtfv demo", unique_id="amtfv")
    return _FONT_FROM_ELSEWHERE.sub("", svg)


def _placed(line: Line) -> Line:
    """The line with leading spaces as pieces of their own: not every viewer keeps those within a piece."""
    pieces: list[Piece] = []
    for text, style in line:
        spaces = text[: len(text) - len(text.lstrip(" "))]
        pieces.append((spaces, "strong" if style != "strong" else "dim"))
        pieces.append((text.lstrip(" "), style))
    return tuple(pieces)


def _run(case: DemoCase) -> Report | None:
    """The case's report, or ``None`` where code cannot be run."""
    if case.code and not _sandboxed():
        return None
    return check(case.answer, case.question, plan=case.plan or None, fix=case.fix)


def _sandboxed() -> bool:
    from sandbox import probe  # noqa: PLC0415  (most cases do without)

    return probe().available


def _as_expected(case: DemoCase, report: Report | None) -> bool:
    if report is None:
        return True
    return (report.attempts[0].verdict, report.verdict) == (case.first, case.last)


# --- the screen -------------------------------------------------------------------------------------------
def _shown(number: int, case: DemoCase, report: Report | None, width: int) -> list[Line]:
    title = f"━━ {number}  {case.title} "
    lines: list[Line] = [
        ((title + "━" * max(width - cells(title), 2), "strong"),),
        ((f"      {case.point}", "dim"),),
        (),
        *_quoted("question", case.question, width),
        *_quoted("answer", case.answer, width),
        (),
    ]
    if report is None:
        return [*lines, ((_NOT_RUN, "unsure"),), ()]
    return [*lines, *full_report(report, width=width), ()]


def _quoted(label: str, text: str, width: int) -> Iterator[Line]:
    for number, line in enumerate(text.strip().split("\n")):
        head = label if number == 0 else ""
        for part in wrapped(line, width - 10):
            yield ((f"{head:<10}", "dim"), (part, ""))
            head = ""


def _sign(case: DemoCase, report: Report | None) -> Piece:
    if report is None:
        return ("·", "dim")
    return ("✓", "good") if _as_expected(case, report) else ("✗", "bad")


def _closing(endings: list[tuple[DemoCase, Report | None]], width: int) -> Iterator[Line]:
    yield (("━" * width, "strong"),)
    for number, (case, report) in enumerate(endings, start=1):
        sign = _sign(case, report)
        yield ((f"  {number}  ", "dim"), sign, (f" {case.title}  ", ""), (_ending(report), "dim"))
    if all(_as_expected(*ending) for ending in endings):
        yield (("Every case ended as it must. Next: amtfv check FILE, on answers of yours", "strong"),)
        if shutil.which("amtfv") is None:
            yield (
                (f"The shell does not know amtfv yet: it is {Path(sys.executable).parent / 'amtfv'}", "dim"),
            )
    else:
        yield (("A case did not end as it must; what it shows above says why.", "bad"),)


def _ending(report: Report | None) -> str:
    if report is None:
        return _NOT_RUN
    verdicts = [attempt.verdict.replace("_", " ") for attempt in report.attempts]
    reason = report.stop_reason.replace("_", " ")
    tail = f": {reason}" if report.verdict == "inconclusive" else ""
    return " → ".join(verdicts) + tail
