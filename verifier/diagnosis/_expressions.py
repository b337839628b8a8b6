"""Which small change of an expression gives the claimed number: an operator, brackets, a parameter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice

from toolkits.errors import ToolkitError
from toolkits.expressions import (
    Binary,
    Call,
    Expression,
    Interval,
    Number,
    Unary,
    children,
    evaluate,
    parse,
    transform,
    walk,
)
from toolkits.quantities import decimal_text
from verifier.diagnosis._numbers import Pair, Slip

#: Evaluations spent on one diagnosis.
BUDGET = 120

_NODES = 60
_OPERATORS = ("+", "-", "*", "/")
_WORDS = {"+": ("+", "加"), "-": ("-", "减"), "*": ("×", "乘"), "/": ("÷", "除"), "^": ("^", "乘方")}
#: Periods in a year, and the factors by which a percentage is misread.
_PERIODS = (1, 2, 4, 12, 52, 365)
_MISREAD = (Fraction(100), Fraction(1, 100), Fraction(10), Fraction(1, 10))


def expression_slips(text: str, pair: Pair) -> Iterator[Slip]:
    """Changes of the expression ``text`` after which it comes to the claimed number, the smallest first."""
    try:
        expression = parse(text)
    except ToolkitError:
        return
    if expression.variables or sum(1 for _ in walk(expression)) > _NODES:
        return
    for changed, slip in islice(_changes(expression), BUDGET):
        if _comes_to(changed, pair):
            yield slip()


def _comes_to(expression: Expression, pair: Pair) -> bool:
    try:
        value = evaluate(expression)
    except ToolkitError:
        return False
    return pair.fits(value.midpoint if isinstance(value, Interval) else value)


#: A changed expression, and the slip that it would be: put into words only when it explains the number.
Change = tuple[Expression, Callable[[], Slip]]


def _changes(expression: Expression) -> Iterator[Change]:
    yield from _at_each_node(expression, _other_operator)
    yield from _at_each_node(expression, _without_brackets)
    yield from _at_each_node(expression, _exchanged)
    yield from _at_each_node(expression, _left_out)
    yield from _other_parameter(expression)


def _at_each_node(
    expression: Expression, change: Callable[[Expression], Iterator[Change]]
) -> Iterator[Change]:
    """``change`` of the whole, then of each part in its place."""
    yield from change(expression)
    parts = children(expression)
    for index, part in enumerate(parts):
        for changed, slip in _at_each_node(part, change):
            yield _with_part(expression, index, changed), slip


def _with_part(node: Expression, index: int, part: Expression) -> Expression:
    if isinstance(node, Binary):
        return Binary(node.op, *((part, node.right) if index == 0 else (node.left, part)))
    if isinstance(node, Unary):
        return Unary(node.op, part)
    assert isinstance(node, Call)
    return Call(node.name, (*node.arguments[:index], part, *node.arguments[index + 1 :]))


def _other_operator(node: Expression) -> Iterator[Change]:
    """+ for −, × for +, and so on; a product for a power."""
    if not isinstance(node, Binary) or node.op not in _WORDS:
        return
    for op in _OPERATORS:
        if op != node.op:
            yield Binary(op, node.left, node.right), partial(_operator_slip, node, op)


def _operator_slip(node: Binary, op: str) -> Slip:
    (was, was_zh), (now, now_zh) = _WORDS[node.op], _WORDS[op]
    where = str(node)
    return Slip(
        "operator", f"it is what {where} gives with {now} in place of {was}",
        f"把{where}中的“{was_zh}”算成“{now_zh}”即得此值", {"at": where, "right": node.op, "used": op},
    )  # fmt: skip


def _without_brackets(node: Expression) -> Iterator[Change]:
    """(a + b) × c worked out as a + b × c, and the other way round."""
    if not isinstance(node, Binary):
        return
    left, right, op = node.left, node.right, node.op
    if op in "*/^" and isinstance(left, Binary) and left.op in "+-":
        yield Binary(left.op, left.left, Binary(op, left.right, right)), partial(_bracket_slip, node)
    if op in "*/" and isinstance(right, Binary) and right.op in "+-*":
        yield Binary(right.op, Binary(op, left, right.left), right.right), partial(_bracket_slip, node)
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


def _exchanged(node: Expression) -> Iterator[Change]:
    """Both sides the other way round: b − a for a − b, b ÷ a for a ÷ b."""
    if isinstance(node, Binary) and (node.op in "-/" or (node.op == "^" and _whole(node.left))):
        yield Binary(node.op, node.right, node.left), partial(_exchange_slip, node)


def _exchange_slip(node: Binary) -> Slip:
    where = str(node)
    return Slip(
        "operator", f"it is what {where} gives with its two sides exchanged", f"把{where}的两边颠倒即得此值",
        {"at": where, "right": node.op, "used": "exchanged"},
    )  # fmt: skip


def _whole(node: Expression) -> bool:
    return isinstance(node, Number) and Fraction(node.value).denominator == 1


def _left_out(node: Expression) -> Iterator[Change]:
    """One operand left out."""
    if isinstance(node, Binary):
        yield node.left, partial(_operand_slip, node.right)
        yield node.right, partial(_operand_slip, node.left)


def _operand_slip(dropped: Expression) -> Slip:
    text = str(dropped)
    return Slip(
        "operand", f"it is what comes out when {text} is left out", f"漏掉{text}即得此值", {"dropped": text}
    )


def _other_parameter(expression: Expression) -> Iterator[Change]:
    """Another number wherever one of the numbers stands, such as 1 for 4 periods a year."""
    numbers = dict.fromkeys(expression.literals)
    for value in numbers:
        for other in _candidates(value, numbers):
            changed = transform(expression, partial(_replaced, value=value, other=other))
            yield changed, partial(_parameter_slip, value, other)


def _replaced(leaf: Expression, *, value: Fraction, other: Fraction) -> Expression:
    return Number(other) if isinstance(leaf, Number) and leaf.value == value else leaf


def _parameter_slip(value: Fraction, other: Fraction) -> Slip:
    was, now = decimal_text(value), decimal_text(other)
    return Slip(
        "parameter", f"it is what comes out with {now} in place of {was}", f"以{now}代替{was}即得此值",
        {"right": was, "used": now},
    )  # fmt: skip


def _candidates(value: Fraction, numbers: dict[Fraction, None]) -> list[Fraction]:
    periods = map(Fraction, _PERIODS) if value in _PERIODS else ()
    found = dict.fromkeys(
        (*periods, *(value * factor for factor in _MISREAD), value + 1, value - 1, *numbers)
    )
    return [other for other in found if other != value]
