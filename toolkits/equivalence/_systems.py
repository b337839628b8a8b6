"""Systems of equations in several unknowns: linear ones by their reduced rows, others at a stated point."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flint import fmpq, fmpq_mat

from toolkits.equivalence._evidence import Finding, both, different, equivalent, undecided
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._rational import Field, NotRational
from toolkits.equivalence._statements import assignments
from toolkits.equivalence._values import Combined, Equation, Named, Value, Whole
from toolkits.expressions import Binary, Expression, Number, Variable, transform

MAX_SIZE = 16


def systems(one: Value, other: Value, policy: Policy) -> Finding | None:
    """Whether two systems have the same solutions; None where one is no system in several unknowns."""
    sides = [_equations(value) for value in (one, other)]
    if sides[0] is None or sides[1] is None:
        return None
    names = sorted({name for side in sides if side for part in side for name in part.variables})
    if len(names) < 2:
        return None
    if max(len(names), *(len(side) for side in sides if side)) > MAX_SIZE:
        return undecided("limit", limit=f"a system of more than {MAX_SIZE} equations or unknowns")
    found = _linear(sides[0], sides[1], names)
    if found is None:
        found = _at_point(one, sides[1], names, policy) or _at_point(other, sides[0], names, policy)
    if found and found.outcome == "equivalent" and all(map(_is_list_of_curves, (one, other))):
        return undecided("ambiguous", reason="several curves, or the points that they share")
    return found


def _equations(value: Value) -> list[Expression] | None:
    """What must be zero; None where the value is no system. A system without solutions is ``1 = 0``."""
    if isinstance(value, Whole) and value.empty:
        return []
    if isinstance(value, Named):
        table = assignments(value)
        return None if table is None else [Binary("-", Variable(name), of) for name, of in table.items()]
    parts = value.parts if isinstance(value, Combined) else (value,)
    if isinstance(value, Combined) and {*value.signs} - {",", "and"}:
        return None
    equations = [part for part in parts if isinstance(part, Equation)]
    if len(equations) < len(parts):
        return None
    return [Binary("-", part.left, part.right) for part in equations]


def _is_list_of_curves(value: Value) -> bool:
    """``y = x + 1 and y = 1 - x`` may name two lines instead of their common point."""
    if not isinstance(value, Combined):
        return False
    names = [
        part.left.name
        for part in value.parts
        if isinstance(part, Equation) and isinstance(part.left, Variable)
    ]
    return len(names) == len(value.parts) > len(set(names))


def _linear(one: Sequence[Expression], other: Sequence[Expression], names: list[str]) -> Finding | None:
    rows = [_reduced(side, names) for side in (one, other)]
    if rows[0] is None or rows[1] is None:
        return None
    if rows[0] == rows[1] == ():
        return (
            undecided("empty", reason="neither has a solution")
            if one and other
            else equivalent("exact", "solution set")
        )
    return (equivalent if rows[0] == rows[1] else different)("exact", "solution set")


def _reduced(side: Sequence[Expression], names: list[str]) -> tuple[Any, ...] | None:
    """The rows of the reduced echelon form that aren't zero; none where there is no solution."""
    if not side:
        return ()
    table = [_row(part, names) for part in side]
    if any(row is None for row in table):
        return None
    reduced, rank = fmpq_mat([row for row in table if row is not None]).rref()
    rows = tuple(tuple(str(cell) for cell in line) for line in reduced.tolist()[:rank])
    return () if any(set(row[:-1]) == {"0"} for row in rows) else rows


def _row(node: Expression, names: list[str]) -> list[Any] | None:
    """Coefficients of the unknowns and the constant; None where the equation isn't linear."""
    try:
        quotient = Field(names).quotient(node)
    except NotRational:
        return None
    if not quotient.bottom.is_constant() or quotient.top.total_degree() > 1:
        return None
    row = [fmpq(0)] * (len(names) + 1)
    for exponents, coefficient in quotient.top.to_dict().items():
        powers = [int(power) for power in exponents]
        row[powers.index(1) if 1 in powers else len(names)] = coefficient
    return row


def _at_point(value: Value, system: Sequence[Expression], names: list[str], policy: Policy) -> Finding | None:
    """``different`` where numbers for all unknowns don't solve the other system; that they do is no proof."""
    table = assignments(value)
    if table is None or table.keys() != {*names} or not system:
        return None
    found = both([compare(Pair(_with(part, table), Number(0), policy)) for part in system], "system")
    return found if found.outcome == "different" else None


def _with(node: Expression, table: Mapping[str, Expression]) -> Expression:
    return transform(node, lambda part: table.get(part.name, part) if isinstance(part, Variable) else part)
