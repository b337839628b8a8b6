"""Steps that run code against an oracle: rows that the question says to keep, its examples, shown output.

What each can do follows from what its oracle is worth:

============================  ==================  ========================  ==================================
oracle                        basis               check                     can ============================
==================  ========================  ================================== a row filter in the question
question            equals ``holds``          refute and verify examples in the question      question
consistent                refute (a few examples verify nothing) output shown by the answer    answer
consistent                refute none                          answer              succeeds
refute (it does not even load) ============================  ==================  ========================
==================================
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from toolkits import lazy_re as re
from verifier.plan import Claim, Consistent, Equals, Step, Succeeds
from verifier.reading import Reading
from verifier.task import DataTable, Task

_MOST_ROWS: Final = 500
_MOST_CELLS: Final = 20
_MOST_CODE: Final = 100_000
_FENCED: Final = re.compile(
    r"^[ \t]*(?P<mark>```|~~~)[ \t]*(?P<info>[A-Za-z][\w+-]*)?[^\n]*\n"
    r"(?P<body>.*?)(?:^[ \t]*(?P=mark)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PYTHON: Final = frozenset({"python", "py", "python3"})
_SHOWN: Final = frozenset({"output", "outputs", "result", "stdout"})
#: An output that is a failure of the run that made it, and no result.
_FAILED_RUN: Final = re.compile(r"Traceback|Error\b|[Tt]imed? ?out|Timeout")


def code_steps(task: Task, reading: Reading, answer: str = "") -> list[Step]:
    """Steps for the code of an answer.

    Args:
        task: what was asked.
        reading: what the answer claims.
        answer: its text, for programs whose output it shows.
    """
    final = next((c for c in reading.claims if c.kind == "code" and c.role == "final"), None)
    if final is not None and task.question is not None and _is_python(final, reading):
        return list(_of_claim(final, task.question, task))
    return list(_shown_output(answer)) if reading.code else []


def _is_python(claim: Claim, reading: Reading) -> bool:
    block = next((block for block in reading.code if block.span == claim.span), None)
    return (
        isinstance(claim.value, str)
        and len(claim.value) <= _MOST_CODE
        and (block is None or block.language == "python")
    )


def _of_claim(claim: Claim, question: str, task: Task) -> Iterator[Step]:
    from toolkits.code_oracle import defined_names, preamble, read_examples, read_row_filter  # noqa: PLC0415  (code only)

    code = str(claim.value)
    row_filter = read_row_filter(question)
    if row_filter is not None:
        table = _table(task.data, row_filter.file, row_filter.predicate.columns)
        yield _filter_step(claim, row_filter.predicate.as_data(), row_filter.file, table)
        return
    names = defined_names(code)
    before = preamble(question, names)
    examples = read_examples(question, names) if names else ()
    if examples:
        yield _example_step(claim, [example.as_data() for example in examples], before)
    else:
        yield from _load_step(claim, code, before)


def _reference(claim: Claim) -> dict[str, str]:
    return {"$ref": f"claims.{claim.id}.value"}


def _filter_step(claim: Claim, predicate: dict[str, Any], file: str, table: dict[str, Any] | None) -> Step:
    tool_input = {"code": _reference(claim), "predicate": predicate, "file": file, "table": table}
    return Step(
        step_id=f"rows.{claim.id}",
        description="the code keeps the rows that the question says to keep",
        tool_required="code_oracle",
        tool_input={key: value for key, value in tool_input.items() if value},
        expected_check=Equals(expected="holds"),
        claim=claim.id,
        basis="question",
    )


def _table(data: tuple[DataTable, ...], file: str, columns: tuple[str, ...]) -> dict[str, Any] | None:
    """The table that comes with the question, when it is the one that the code is to read."""
    fitting = [table for table in data if set(columns) <= set(table.columns)]
    named = [table for table in fitting if file and table.name in (file, file.rpartition(".")[0])]
    table = next(iter(named or (fitting if len(fitting) == 1 else [])), None)
    if table is None:
        return None
    return {"columns": list(table.columns), "rows": [list(row) for row in table.rows[:_MOST_ROWS]]}


def _example_step(claim: Claim, examples: list[dict[str, str]], before: list[str]) -> Step:
    tool_input = {"code": _reference(claim), "examples": examples, "before": before}
    return Step(
        step_id=f"examples.{claim.id}",
        description="the code gives what the question's examples show",
        tool_required="code_oracle",
        tool_input={key: value for key, value in tool_input.items() if value},
        expected_check=Consistent(),
        claim=claim.id,
        basis="question",
    )


def _load_step(claim: Claim, code: str, before: list[str]) -> Iterator[Step]:
    """That the code loads, where it is a whole program.

    A fragment that needs names from elsewhere is not run.
    """
    from toolkits.code_oracle import runs_alone  # noqa: PLC0415  (code only)

    if not runs_alone(code, "\n".join(before)):
        return
    tool_input = {"code": _reference(claim), "before": before}
    yield Step(
        step_id=f"loads.{claim.id}",
        description="the code runs to its end",
        tool_required="python",
        tool_input={key: value for key, value in tool_input.items() if value},
        expected_check=Succeeds(),
        claim=claim.id,
        basis="answer",
    )


# --- shown output -------------------------------------------------------------------------------------
def _shown_output(answer: str) -> Iterator[Step]:
    """That a program prints what the answer shows as its output."""
    cells = _cells(answer)
    if any("shown" in cell for cell in cells) and len(cells) <= _MOST_CELLS:
        yield Step(
            step_id="shown",
            description="the program prints what the answer shows",
            tool_required="code_oracle",
            tool_input={"cells": cells},
            expected_check=Consistent(),
            required=False,
            basis="answer",
        )


def _cells(answer: str) -> list[dict[str, str]]:
    """The Python blocks of an answer, each with the output block that follows it."""
    cells: list[dict[str, str]] = []
    end = -1
    for match in _FENCED.finditer(answer):
        info = (match["info"] or "").lower()
        if info in _PYTHON:
            cells.append({"code": match["body"]})
            end = match.end()
        elif info in _SHOWN and end >= 0 and not answer[end : match.start()].strip():
            if match["body"].strip() and not _FAILED_RUN.search(match["body"]):
                cells[-1]["shown"] = match["body"]
            end = -1
        else:
            end = -1
    return cells
