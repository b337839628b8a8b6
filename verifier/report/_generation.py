"""How an answer was made, step by step: programs, what they put out, thoughts, and the answer itself."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from verifier.generation import Generated
from verifier.report._evidence import INDENT
from verifier.report._pieces import Line, Style
from verifier.report._places import excerpt
from verifier.report._words import one_line

#: Lines of one step that are shown before the rest is folded.
FOLD = 12
#: Where a step keeps its text, and what else of it is told in one line.
_BODIES = ("code", "text")
_FACTS = ("tool", "input", "fault", "model", "prompt", "dialect", "rows", "host", "decision")
_STYLES: Mapping[str, Style] = {
    "program": "tool", "query": "tool", "action": "tool", "output": "good", "observation": "good",
    "thought": "dim",
}  # fmt: skip


def generation_lines(made: Generated, *, width: int = 100, whole: bool = False) -> list[Line]:
    """Each step of the trace with its text, and the answer; long texts are folded.

    Args:
        made: what a generator gave.
        width: cells to a line; longer lines are cut.
        whole: fold nothing.
    """
    lines: list[Line] = []
    fold = None if whole else FOLD
    for step, after in zip(made.trace, [*made.trace[1:], {}], strict=True):
        lines += _step(step, after, made, width, fold)
    head: Line = (("answer", "strong"), (f"  by {made.generator}", "dim"), (_note(made), "unsure"))
    return [*lines, head, *_body(made.answer, "strong", width, fold)]


def _note(made: Generated) -> str:
    return f"; {made.note}" if made.note else ""


def _step(
    step: Mapping[str, Any], after: Mapping[str, Any], made: Generated, width: int, fold: int | None
) -> Iterator[Line]:
    kind = str(step.get("kind", "step"))
    facts = [f"{name} {one_line(_plain(step[name]))}" for name in _FACTS if step.get(name) not in (None, "")]
    head = excerpt("  ".join(facts), (0, 0), width=max(width - len(kind) - 2, 10)).after
    yield (
        (kind, _STYLES.get(kind, "")),
        (f"  {head}" if head else "", "bad" if step.get("fault") else "dim"),
    )
    if step.get("detail"):
        yield from _body(str(step["detail"]), "bad", width, fold)
    text = next((str(step[name]) for name in _BODIES if step.get(name)), "")
    # What the next lines show anyway is not shown twice: the program of a reply, or the answer.
    if text and text.strip() != made.answer and after.get("kind") not in {"program", "query"}:
        yield from _body(text, "", width, fold)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _body(text: str, style: Style, width: int, fold: int | None) -> Iterator[Line]:
    lines: Sequence[str] = text.strip("\n").splitlines()
    shown = lines if fold is None or len(lines) <= fold + 1 else lines[:fold]
    for line in shown:
        yield ((INDENT, ""), (excerpt(line, (0, 0), width=width - len(INDENT)).after, style))
    if len(shown) < len(lines):
        yield ((f"{INDENT}… {len(lines) - len(shown)} more lines (--full shows them)", "dim"),)
