"""The ``code_oracle`` tool."""

from __future__ import annotations

from typing import Any

from toolkits.code_oracle._frame import Table
from toolkits.code_oracle._predicate import from_data
from toolkits.code_oracle._run_cells import judge_cells
from toolkits.code_oracle._run_examples import judge_examples
from toolkits.code_oracle._run_filter import judge_filter
from toolkits.errors import ToolInputError


def code_oracle(
    *,
    code: str = "",
    examples: list[dict[str, str]] | None = None,
    predicate: dict[str, Any] | None = None,
    file: str = "",
    table: dict[str, Any] | None = None,
    cells: list[dict[str, str]] | None = None,
    before: list[str] | None = None,
) -> dict[str, Any]:
    """Run code against what its question says it must do.

    Exactly one of ``examples``, ``predicate`` and ``cells`` is given.

    Args:
        code: the code under test.
        examples: calls and what they give: ``{"call": "f(1)", "expected": "2"}``, or ``"raises":
            "ValueError"``.
        predicate: the rows of a table to keep: ``{"keep": [["Age", ">=", "0"], …], "join": "and"}``.
        file: the file that the code is to read, by the question; a small table made for the run stands in it.
        table: ``{"columns": […], "rows": [[…], …]}`` that came with the question, tried besides.
        cells: a program in pieces with the output that the answer shows for each: ``{"code": …, "shown":
            …}``.
        before: imports and helpers that the question gives, each a statement.

    Returns:
        ``value``: ``holds`` or ``violated``; ``consistent``: the same as a boolean; ``complete``: whether
        ``holds`` may verify the code (a few examples may not); ``cases``: ``{case, expected, actual, ok,
        judged}`` each; ``exception`` and ``hint`` (``{en, zh}``) when the code raised one; ``reads_clock``.

    Raises:
        ToolkitError: nothing could be judged; ``code`` is one of the ``python`` tool's, or ``missing_file``,
            ``network``, ``stdin``, ``library_version``, ``unclear_result``, ``unclear_data``,
            ``no_case_judged``, ``weak_oracle``.
    """
    given = [
        name for name, value in (("examples", examples), ("predicate", predicate), ("cells", cells)) if value
    ]
    if len(given) != 1:
        raise ToolInputError("exactly one of examples, predicate and cells is needed")
    if cells:
        return judge_cells(cells)
    if not code.strip():
        raise ToolInputError("there is no code to test")
    if examples:
        return judge_examples(code, examples, "\n".join(before or ()))
    return judge_filter(
        code, from_data(predicate or {}), file=file, before="\n".join(before or ()), table=_table(table)
    )


def _table(data: dict[str, Any] | None) -> Table | None:
    if data is None:
        return None
    try:
        columns = tuple(str(column) for column in data["columns"])
        rows = tuple(tuple(row) for row in data["rows"])
    except (KeyError, TypeError) as error:
        raise ToolInputError('a table is {"columns": […], "rows": [[…], …]}') from error
    if any(len(row) != len(columns) for row in rows):
        raise ToolInputError("every row of the table needs one cell for each column")
    return Table(columns, rows)
