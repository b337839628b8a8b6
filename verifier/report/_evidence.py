"""The lines that show one claim where it stands, and one step with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.plan import Claim, Step
from verifier.records import Evidence
from verifier.report._pieces import Line, Piece, Style
from verifier.report._places import cells, excerpt, wrapped
from verifier.report._words import diagnosis_words, input_words, one_line, words

GUTTER = 6
INDENT = " " * GUTTER

SIGNS: Mapping[str, Piece] = {
    "pass": ("✓", "good"),
    "fail": ("✗", "bad"),
    "undecided": ("?", "unsure"),
    "unreached": ("·", "dim"),
}
_FINDING_STYLE: Mapping[str, Style] = {"fail": "bad", "undecided": "unsure"}
_LABEL = 13
_MAX_FACT_LINES = 4
_MAX_CODE_LINES = 14


@dataclass(frozen=True, slots=True)
class View:
    """How a report is drawn: cells to a line, and whether diagnoses are in Chinese."""

    width: int = 100
    chinese: bool = False


# --- claims -----------------------------------------------------------------------------------------------
def quote_lines(claim: Claim, answer: str, view: View, *, fault: int | None = None) -> Iterator[Line]:
    """The claim where it stands: its line, numbered, with carets under it; code in full.

    Args:
        claim: what to show.
        answer: the text that it stands in.
        view: how.
        fault: the line of the code, from 1, on which it went wrong.
    """
    if claim.kind in {"code", "sql"} and "\n" in claim.quote:
        yield from _code_lines(claim, answer, view, fault)
    else:
        label = "  final claim" if claim.role == "final" else ""
        yield from _marked_line(answer, claim.span, label, view)


def _marked_line(answer: str, span: tuple[int, int], label: str, view: View) -> Iterator[Line]:
    cut = excerpt(answer, span, width=view.width - GUTTER - len(label))
    yield ((_number(cut.line), "dim"), (cut.before, ""), (cut.marked, "mark"), (cut.after, ""))
    carets = " " * cells(cut.before) + "^" * max(cells(cut.marked), 1)
    yield ((_number(""), "dim"), (carets, "mark"), (label, "dim"))


def _code_lines(claim: Claim, answer: str, view: View, fault: int | None) -> Iterator[Line]:
    start = claim.span[0]
    first = answer.count("\n", 0, start) + 1
    for number, line in enumerate(claim.quote.rstrip("\n").split("\n")[:_MAX_CODE_LINES]):
        if number + 1 == fault and line.strip():
            left = start + len(line) - len(line.lstrip())
            yield from _marked_line(answer, (left, start + len(line.rstrip())), "", view)
        else:
            shown = excerpt(line, (0, 0), width=view.width - GUTTER).after
            yield ((_number(first + number), "dim"), (shown, ""))
        start += len(line) + 1


def _number(line: int | str) -> str:
    return f"{line:>{GUTTER - 3}} │ "


def held_line(claim: Claim, answer: str, evidence: Evidence, view: View) -> Line:
    """A step claim that held, on one line."""
    cut = excerpt(answer, claim.span, width=view.width // 2)
    shown = excerpt(one_line(evidence.outcome.actual), (0, 0), width=view.width // 5).after
    return (
        (_number(cut.line), "dim"),
        SIGNS["pass"],
        (f" {cut.marked}", ""),
        (f"  {evidence.tool} shows {shown}  basis {evidence.basis}", "dim"),
    )


# --- steps ------------------------------------------------------------------------------------------------
def step_lines(step: Step, evidence: Evidence | None, view: View) -> Iterator[Line]:
    """A step of the plan: its evidence, or that it was not reached."""
    if evidence is not None:
        yield from evidence_lines(evidence, view)
    else:
        yield _call(SIGNS["unreached"], step.tool_required, step.tool_input, "not reached", view)


def evidence_lines(evidence: Evidence, view: View) -> Iterator[Line]:
    """What was called with what, what it showed, what the answer says, and what follows."""
    outcome = evidence.outcome
    style = _FINDING_STYLE.get(outcome.result, "")
    sign = SIGNS[outcome.result]
    yield _call(sign, evidence.tool, evidence.tool_input, f"basis {evidence.basis}", view)
    if outcome.actual:
        yield from _fact("tool shows", outcome.actual, "", view)
    if outcome.expected and outcome.expected != outcome.actual:
        yield from _fact("answer says", outcome.expected, style, view)
    if outcome.result != "pass":
        why = diagnosis_words(evidence.diagnosis, chinese=view.chinese) or outcome.detail
        yield from _fact(words(outcome.reason), why, style, view)
    yield from _cases(evidence.output or {}, view)


def fault_line(evidence: Evidence) -> int | None:
    """The line of the code under test on which it raised, if it did."""
    raised = (evidence.output or {}).get("exception")
    line = raised.get("line") if isinstance(raised, Mapping) else None
    return line if isinstance(line, int) else None


def _call(sign: Piece, tool: str, tool_input: Mapping[str, Any], note: str, view: View) -> Line:
    room = max(view.width - GUTTER - cells(tool) - len(note) - 4, 20)
    shown = excerpt(input_words(tool_input), (0, 0), width=room).after
    return (("    ", ""), sign, (" ", ""), (tool, "tool"), (f"  {shown}", ""), (f"  {note}", "dim"))


def _fact(label: str, text: str, style: Style, view: View) -> Iterator[Line]:
    room = max(view.width - GUTTER - _LABEL, 20)
    parts = list(wrapped(one_line(text), room))
    if len(parts) > _MAX_FACT_LINES:
        parts = [*parts[: _MAX_FACT_LINES - 1], f"{parts[_MAX_FACT_LINES - 1][: room - 1]}…"]
    for part in parts or [""]:
        yield ((f"{INDENT}{label:<{_LABEL - 2}}  ", "dim"), (part, style))
        label = ""


def _cases(output: Mapping[str, Any], view: View) -> Iterator[Line]:
    """The cases on which code was tried: those that went wrong, those not judged, and how many were right."""
    cases = output.get("cases")
    if not isinstance(cases, list):
        return
    told = [case for case in cases if isinstance(case, Mapping)]
    right = sum(bool(case.get("judged")) and bool(case.get("ok")) for case in told)
    if right:
        yield ((INDENT, ""), SIGNS["pass"], (f" {right} of {len(told)} cases as the question says", ""))
    for case in told:
        if not (case.get("judged") and case.get("ok")):
            yield _case(case, view)


def _case(case: Mapping[str, Any], view: View) -> Line:
    judged = bool(case.get("judged"))
    stated, done = one_line(case.get("expected", "")), one_line(case.get("actual", ""))
    name = one_line(case.get("case", ""))
    text = f"{name}: should be {stated}, the code: {done}"
    if not judged:
        text = f"{name}: not judged ({stated}), the code: {done}"
    shown = excerpt(text, (0, 0), width=view.width - GUTTER - 2).after
    return ((INDENT, ""), SIGNS["fail" if judged else "unreached"], (f" {shown}", "" if judged else "dim"))
