"""An expression laid out flat, with a float beside each node, so that a change can be tried in a microsecond.

The floats only sort out what can't be: whatever comes near the claimed number is worked out exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, children, walk

NAN: Final = math.nan
_DEGREE = math.pi / 180


def _power(base: float, exponent: float) -> float:
    value = base**exponent
    return value if isinstance(value, float) else NAN


def _largest(*values: float) -> float:
    return max(values)


def _least(*values: float) -> float:
    return min(values)


_BINARY: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "^": _power,
}
_UNARY: Mapping[str, Callable[[float], float]] = {
    "-": lambda a: -a,
    "%": lambda a: a / 100,
    "‰": lambda a: a / 1000,
    "°": lambda a: a * _DEGREE,
    "rad": lambda a: a,
    "!": lambda a: math.gamma(a + 1),
}
_CALLS: Mapping[str, Callable[..., float]] = {
    "sqrt": math.sqrt, "cbrt": math.cbrt, "exp": math.exp, "ln": math.log, "log10": math.log10,
    "log2": math.log2, "abs": math.fabs, "sin": math.sin, "cos": math.cos, "tan": math.tan, "asin": math.asin,
    "acos": math.acos, "atan": math.atan, "max": _largest, "min": _least, "pow": _power, "floor": math.floor,
    "ceil": math.ceil,
}  # fmt: skip


def applied(node: Expression, values: Sequence[float]) -> float:
    """The value of ``node`` when its parts have these values; NaN where floats can't say."""
    try:
        if type(node) is Binary:
            return _BINARY[node.op](*values)
        if type(node) is Unary:
            return _UNARY[node.op](*values)
        if type(node) is Call:
            return float(_CALLS[node.name](*values))
    except (ArithmeticError, ValueError, KeyError, TypeError):
        return NAN
    return _leaf(node)


def _leaf(node: Expression) -> float:
    if type(node) is Number:
        try:
            return float(node.value)
        except OverflowError:
            return NAN
    return (math.pi if node.name == "pi" else math.e) if isinstance(node, Constant) else NAN


class Tree:
    """The nodes of an expression, parents first.

    Attributes:
        nodes: every node; the whole is the first.
        parts: for each node the indices of its parts.
        values: for each node its value as a float.
    """

    __slots__ = ("nodes", "parents", "parts", "values")

    def __init__(self, expression: Expression) -> None:
        self.nodes = list(walk(expression))
        self.parts: list[tuple[int, ...]] = []
        self.parents = [-1] * len(self.nodes)
        self._join()
        self.values = self.with_values({})

    def _join(self) -> None:
        """Find the parts of each node: in the order of the walk they follow it, each with its own parts."""
        sizes = [1] * len(self.nodes)
        joined: list[tuple[int, ...]] = [()] * len(self.nodes)
        for index in range(len(self.nodes) - 1, -1, -1):
            position, parts = index + 1, []
            for _ in children(self.nodes[index]):
                parts.append(position)
                self.parents[position] = index
                position += sizes[position]
            sizes[index] = position - index
            joined[index] = tuple(parts)
        self.parts = joined

    def with_values(self, given: Mapping[int, float]) -> list[float]:
        """The value of each node when some have the values given."""
        values = [NAN] * len(self.nodes)
        for index in range(len(self.nodes) - 1, -1, -1):
            if index in given:
                values[index] = given[index]
            else:
                values[index] = applied(self.nodes[index], [values[part] for part in self.parts[index]])
        return values

    def whole_with(self, index: int, value: float) -> float:
        """The value of the whole when the node at ``index`` has that value: only its ancestors change."""
        while index:
            parent = self.parents[index]
            node = self.nodes[parent]
            parts = [value if part == index else self.values[part] for part in self.parts[parent]]
            index, value = parent, applied(node, parts)
        return value

    def replaced(self, given: Mapping[int, Expression]) -> Expression:
        """The expression with some nodes replaced."""
        built: list[Expression] = list(self.nodes)
        for index in range(len(self.nodes) - 1, -1, -1):
            if index in given:
                built[index] = given[index]
            elif self.parts[index]:
                built[index] = _rebuilt(self.nodes[index], [built[part] for part in self.parts[index]])
        return built[0]


def _rebuilt(node: Expression, parts: list[Expression]) -> Expression:
    if isinstance(node, Binary):
        return Binary(node.op, parts[0], parts[1])
    if isinstance(node, Unary):
        return Unary(node.op, parts[0])
    assert isinstance(node, Call)
    return Call(node.name, tuple(parts))
