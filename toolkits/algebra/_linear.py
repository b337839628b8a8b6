"""Systems of linear equations, by exact elimination."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from toolkits.algebra._polynomial import Polynomial
from toolkits.errors import ToolLimit, ToolRefused

MAX_UNKNOWNS = 60


def solve_linear(equations: Sequence[Polynomial], unknowns: Sequence[str]) -> dict[str, Fraction]:
    """The unknowns that the equations (each polynomial = 0, of degree 1 at most) determine.

    Raises:
        ToolRefused: the equations contradict each other (``no_solution``).
        ToolLimit: more than 60 unknowns.
    """
    if len(unknowns) > MAX_UNKNOWNS:
        raise ToolLimit(f"more than {MAX_UNKNOWNS} unknowns")
    rows = [_row(equation, unknowns) for equation in equations]
    reduced = _reduce(rows, len(unknowns))
    if any(row[-1] and not any(row[:-1]) for row in reduced):
        raise ToolRefused("the equations contradict each other", code="no_solution")
    found: dict[str, Fraction] = {}
    for row in reduced:
        used = [index for index, value in enumerate(row[:-1]) if value]
        if len(used) == 1:
            found[unknowns[used[0]]] = -row[-1] / row[used[0]]
    return found


def _row(equation: Polynomial, unknowns: Sequence[str]) -> list[Fraction]:
    terms = equation.terms
    return [*(terms.get(((name, 1),), Fraction(0)) for name in unknowns), terms.get((), Fraction(0))]


def _reduce(rows: list[list[Fraction]], width: int) -> list[list[Fraction]]:
    """Reduced row echelon form (of the first ``width`` columns)."""
    done = 0
    for column in range(width):
        pivot = next((i for i in range(done, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        head = rows[done]
        for index, row in enumerate(rows):
            if index != done and row[column]:
                factor = row[column] / head[column]
                rows[index] = [a - factor * b for a, b in zip(row, head, strict=True)]
        done += 1
    return rows
