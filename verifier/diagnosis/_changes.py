"""The single slips that are tried on an expression's operations: what is changed, and how it is said.

Each change gives the value that the whole comes to; nodes and sentence are made only when asked for, since
nearly all changes are sorted out by their value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Call, Expression, Interval, Number, Unary, evaluate
from verifier.diagnosis._numbers import Slip
from verifier.diagnosis._tree import NAN, Tree, applied

Nodes: TypeAlias = Mapping[int, Expression]

_OPERATORS = ("+", "-", "*", "/")
_SIGNS = {"+": ("+", "加"), "-": ("-", "减"), "*": ("×", "乘"), "/": ("÷", "除"), "^": ("^", "乘方")}
#: Functions that are taken for each other.
_MISTAKEN = {"sin": "cos", "cos": "sin", "ln": "log10", "log10": "ln", "sqrt": "cbrt", "cbrt": "sqrt"}


class Change(NamedTuple):
    """One slip.

    Attributes:
        value: what the whole comes to, as a float; NaN where floats can't say.
        nodes: gives the nodes that take the place of others, by index.
        slip: gives the slip in words.
    """

    value: float
    nodes: Callable[[], Nodes]
    slip: Callable[[], Slip]


def exact_value(tree: Tree, change: Change) -> Fraction | None:
    """What the whole comes to after the change; ``None`` where it has no value."""
    try:
        value = evaluate(tree.replaced(change.nodes()))
    except ToolkitError:
        return None
    return value.midpoint if isinstance(value, Interval) else value


def operation_changes(tree: Tree) -> Iterator[Change]:
    """Every slip in an operation, from the whole to its parts."""
    for index, node in enumerate(tree.nodes):
        parts = [tree.values[part] for part in tree.parts[index]]
        for made, value, slip in _at(tree, index, node, parts):
            yield Change(tree.whole_with(index, value), partial(_one, index, made), slip)


def _one(index: int, made: Expression) -> Nodes:
    return {index: made}


#: A node in place of another, its value, and the slip in words.
Made: TypeAlias = tuple[Expression, float, Callable[[], Slip]]


def _at(tree: Tree, index: int, node: Expression, parts: Sequence[float]) -> Iterator[Made]:
    if isinstance(node, Binary):
        yield from _of_binary(node, parts, whole=index == 0)
        for made, slip in _without_brackets(node):
            yield made, _of_grandparts(tree, index, made), slip
    elif isinstance(node, Unary):
        yield from _of_unary(node, parts[0])
    elif isinstance(node, Call) and len(parts) == 1:
        yield from _of_call(node, node.arguments[0], parts)


def _of_grandparts(tree: Tree, index: int, made: Expression) -> float:
    """The value of a node made anew of the parts of another's parts."""
    near = (index, *tree.parts[index], *(deep for part in tree.parts[index] for deep in tree.parts[part]))
    known = {id(tree.nodes[i]): tree.values[i] for i in near}

    def value(node: Expression) -> float:
        if id(node) in known:
            return known[id(node)]
        return applied(node, (value(node.left), value(node.right))) if isinstance(node, Binary) else NAN

    return value(made)


# --- one operation ------------------------------------------------------------------------------------------


def _of_binary(node: Binary, parts: Sequence[float], *, whole: bool) -> Iterator[Made]:
    """Another operator, the sides exchanged, one of them left out, another exponent."""
    left, right = node.left, node.right
    for op in _OPERATORS if node.op in _SIGNS else ():
        if op != node.op:
            made = Binary(op, left, right)
            yield made, applied(made, parts), partial(_operator_slip, node, op)
    if node.op in "/^" or (node.op == "-" and not whole):  # of the whole difference, it is the sign
        made = Binary(node.op, right, left)
        yield made, applied(made, (parts[1], parts[0])), partial(_exchange_slip, node)
    if node.op == "^":
        yield from _other_exponent(node, parts)
        return
    yield left, parts[0], partial(_operand_slip, right)
    if node.op != "/":
        yield right, parts[1], partial(_operand_slip, left)


def _other_exponent(node: Binary, parts: Sequence[float]) -> Iterator[Made]:
    yield node.left, parts[0], partial(_instead_slip, "exponent", node, node.left)
    exponent = node.right.value if isinstance(node.right, Number) else None
    for other in (exponent + 1, exponent - 1) if exponent is not None and exponent.denominator == 1 else ():
        if other > 1:
            made = Binary("^", node.left, Number(other))
            yield (
                made,
                applied(made, (parts[0], float(other))),
                partial(_instead_slip, "exponent", node, made),
            )


def _operator_slip(node: Binary, op: str) -> Slip:
    (was, was_zh), (now, now_zh) = _SIGNS[node.op], _SIGNS[op]
    where = str(node)
    return Slip(
        "operator", f"it is what {where} gives with {now} in place of {was}",
        f"把{where}中的“{was_zh}”算成“{now_zh}”即得此值", {"at": where, "right": node.op, "used": op},
    )  # fmt: skip


def _exchange_slip(node: Binary) -> Slip:
    where = str(node)
    return Slip(
        "operator", f"it is what {where} gives with its two sides exchanged", f"把{where}的两边颠倒即得此值",
        {"at": where, "right": node.op, "used": "exchanged"},
    )  # fmt: skip


def _operand_slip(dropped: Expression) -> Slip:
    text = str(dropped)
    return Slip(
        "operand", f"it is what comes out when {text} is left out", f"漏掉{text}即得此值", {"dropped": text}
    )


def _instead_slip(kind: str, node: Expression, made: Expression) -> Slip:
    """``r for r^2``."""
    was, now = str(node), str(made)
    return Slip(
        kind, f"it is what comes out with {now} for {was}", f"把{was}算成{now}即得此值",
        {"right": was, "used": now},
    )  # fmt: skip


def _of_unary(node: Unary, part: float) -> Iterator[Made]:
    """A minus or percent sign dropped, degrees for radians."""
    operand = node.operand
    if node.op in ("°", "rad"):
        made = Unary("rad" if node.op == "°" else "°", operand)
        yield made, applied(made, (part,)), partial(_angle_slip, made)
    else:
        kind = {"-": "sign", "%": "percent", "‰": "percent"}.get(node.op, "function")
        yield operand, part, partial(_instead_slip, kind, node, operand)


def _angle_slip(made: Unary) -> Slip:
    text = str(made.operand)
    now, now_zh = ("radians", "弧度") if made.op == "rad" else ("degrees", "角度")
    return Slip(
        "angle", f"it is what comes out when {text} is taken in {now}", f"把{text}当作{now_zh}即得此值",
        {"at": text, "used": now},
    )  # fmt: skip


def _of_call(node: Call, argument: Expression, parts: Sequence[float]) -> Iterator[Made]:
    """A root or function left out, or taken for another; an angle without its unit taken in degrees."""
    yield argument, parts[0], partial(_instead_slip, "function", node, argument)
    other = _MISTAKEN.get(node.name)
    if other:
        made = Call(other, node.arguments)
        yield made, applied(made, parts), partial(_instead_slip, "function", node, made)
    if node.name in ("sin", "cos", "tan") and not isinstance(argument, Unary):
        turned = Unary("°", argument)
        made = Call(node.name, (turned,))
        yield made, applied(made, (applied(turned, parts),)), partial(_angle_slip, turned)
    if node.name == "sqrt" and isinstance(argument, Binary) and argument.op in "+-":
        each = Binary(argument.op, Call("sqrt", (argument.left,)), Call("sqrt", (argument.right,)))
        yield each, NAN, partial(_instead_slip, "function", node, each)


# --- brackets -----------------------------------------------------------------------------------------------


def _without_brackets(node: Binary) -> Iterator[tuple[Binary, Callable[[], Slip]]]:
    """(a + b) × c worked out as a + b × c, and the other way round; (a + b)² as a² + b²."""
    left, right, op = node.left, node.right, node.op
    if op in "*/^" and isinstance(left, Binary) and left.op in "+-":
        yield Binary(left.op, left.left, Binary(op, left.right, right)), partial(_bracket_slip, node)
        if op == "^":
            each = Binary(left.op, Binary("^", left.left, right), Binary("^", left.right, right))
            yield each, partial(_instead_slip, "exponent", node, each)
    if op in "*/" and isinstance(right, Binary) and right.op in "+-*":
        yield Binary(right.op, Binary(op, left, right.left), right.right), partial(_bracket_slip, node)
    if op == "-" and isinstance(right, Binary) and right.op in "+-":
        yield Binary(right.op, Binary("-", left, right.left), right.right), partial(_bracket_slip, node)
    if op in "+-" and isinstance(right, Binary) and right.op in "*/":
        yield Binary(right.op, Binary(op, left, right.left), right.right), partial(_order_slip, node)
    if op in "+-" and isinstance(left, Binary) and left.op in "*/":
        yield Binary(left.op, left.left, Binary(op, left.right, right)), partial(_order_slip, node)


def _bracket_slip(node: Binary) -> Slip:
    where = str(node)
    return Slip(
        "parentheses",
        f"it is what {where} gives without its brackets",
        f"忽略{where}的括号即得此值",
        {"at": where},
    )


def _order_slip(node: Binary) -> Slip:
    where = str(node)
    return Slip(
        "parentheses", f"it is what {where} gives when the sum is worked out before the product",
        f"在{where}中先加减后乘除即得此值", {"at": where},
    )  # fmt: skip
