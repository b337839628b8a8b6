"""The lines that show one claim where it stands, and one step with its evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from verifier.plan._schema import Claim, Step
from verifier.records import Evidence
from verifier.report._pieces import Line, Piece, Style
from verifier.report._places import cells, excerpt
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


def quote_lines(claim: Claim, answer: str, width: int) -> Iterator[Line]:
    """The claim's line of the answer, numbered, with carets under the claim."""
    cut = excerpt(answer, claim.span, width=width - GUTTER)
    yield ((f"{cut.line:>{GUTTER - 3}} │ ", "dim"), (cut.before, ""), (cut.marked, "mark"), (cut.after, ""))
    margin = " " * (GUTTER - 3) + " │ "
    label = "  final claim" if claim.role == "final" else ""
    carets = "^" * max(cells(cut.marked), 1)
    yield ((margin, "dim"), (" " * cells(cut.before) + carets, "mark"), (label, "dim"))


def held_line(claim: Claim, answer: str, evidence: Evidence, width: int) -> Line:
    """A step claim that held, on one line."""
    cut = excerpt(answer, claim.span, width=width // 2)
    shown = excerpt(one_line(evidence.outcome.actual), (0, 0), width=width // 3).after
    return (
        (f"{cut.line:>{GUTTER - 3}} │ ", "dim"),
        SIGNS["pass"],
        (f" {cut.marked}", ""),
        (f"  {evidence.tool} shows {shown}  basis {evidence.basis}", "dim"),
    )


def step_lines(step: Step, evidence: Evidence | None, width: int) -> Iterator[Line]:
    """A step of the plan: its evidence, or that it was not reached."""
    if evidence is not None:
        yield from evidence_lines(evidence, width)
        return
    call = _call(step.tool_required, step.tool_input, width)
    yield (("    ", ""), SIGNS["unreached"], (" ", ""), *call, ("  not reached", "dim"))


def evidence_lines(evidence: Evidence, width: int) -> Iterator[Line]:
    """What was called with what, what it showed, what the answer says, and what follows."""
    outcome = evidence.outcome
    style = _FINDING_STYLE.get(outcome.result, "")
    call = _call(evidence.tool, evidence.tool_input, width)
    yield (("    ", ""), SIGNS[outcome.result], (" ", ""), *call, (f"  basis {evidence.basis}", "dim"))
    if outcome.actual:
        yield _fact("tool shows", outcome.actual, "", width)
    if outcome.expected and outcome.expected != outcome.actual:
        yield _fact("answer says", outcome.expected, style, width)
    if outcome.result != "pass":
        why = diagnosis_words(evidence.diagnosis) or outcome.detail
        yield _fact(words(outcome.reason), why, style, width)


def _call(tool: str, tool_input: Mapping[str, Any], width: int) -> tuple[Piece, ...]:
    room = max(width - GUTTER - cells(tool) - 20, 20)
    shown = excerpt(one_line(input_words(tool_input)), (0, 0), width=room).after
    return ((tool, "tool"), (f"  {shown}", ""))


def _fact(label: str, text: str, style: Style, width: int) -> Line:
    shown = excerpt(one_line(text), (0, 0), width=2 * width).after
    return ((f"{INDENT}{label:<11}  ", "dim"), (shown, style))
