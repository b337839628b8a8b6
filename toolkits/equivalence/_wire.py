"""Expression trees as JSON, for the process that runs the computer algebra system; never as text."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from toolkits.errors import ToolInputError
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable, left_spine

MAX_DEPTH = 150


def to_wire(node: Expression) -> list[Any]:
    """``node`` as nested lists; the left edge of a chain of operations lies flat."""
    if isinstance(node, Number):
        value = Fraction(node.value)
        return ["n", str(value.numerator), str(value.denominator)]
    if isinstance(node, Variable | Constant):
        return ["v" if isinstance(node, Variable) else "c", node.name]
    if isinstance(node, Unary):
        return ["u", node.op, to_wire(node.operand)]
    if isinstance(node, Binary):
        spine = left_spine(node)
        rest = [[part.op, to_wire(part.right)] for part in reversed(spine)]
        return ["b", to_wire(spine[-1].left), rest]
    assert isinstance(node, Call)
    return ["f", node.name, [to_wire(argument) for argument in node.arguments]]


def from_wire(data: Any) -> Expression:
    """The tree that :func:`to_wire` wrote. Raises :class:`ToolInputError` on anything else."""
    try:
        return _node(data, 0)
    except (ValueError, TypeError, KeyError, IndexError, ZeroDivisionError) as error:
        raise ToolInputError(f"not a tree: {error}") from None


def _node(data: Any, depth: int) -> Expression:
    if depth > MAX_DEPTH:
        raise ValueError("nested too deeply")
    kind, *rest = data
    if kind == "n":
        value = Fraction(int(rest[0]), int(rest[1]))
        return Number(value.numerator if value.denominator == 1 else value)
    if kind == "v":
        return Variable(str(rest[0]))
    if kind == "c":
        return Constant(str(rest[0]))
    if kind == "u":
        return Unary(str(rest[0]), _node(rest[1], depth + 1))
    if kind == "b":
        result = _node(rest[0], depth + 1)
        for op, right in rest[1]:
            result = Binary(str(op), result, _node(right, depth + 1))
        return result
    if kind == "f":
        return Call(str(rest[0]), tuple(_node(argument, depth + 1) for argument in rest[1]))
    raise ValueError(f"no node is called {kind!r}")
