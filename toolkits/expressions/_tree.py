"""The frozen tree of an expression, its canonical text, and rewriting by constructors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, TypeVar

from toolkits._decimals import integer_text, terminating_decimal

T = TypeVar("T")

_LOOSEST, _SUM, _PRODUCT, _PREFIX, _POWER, _POSTFIX, _ATOM = range(7)
_BINARY_LEVEL = {
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
    "//": _PRODUCT,
    "mod": _PRODUCT,
    "^": _POWER,
}
_SPACED = frozenset({"+", "-", "mod", "//"})


class Expression:
    """A node of an expression; equal when the canonical texts are equal."""

    __slots__ = ()
    level: ClassVar[int] = _ATOM

    @property
    def variables(self) -> frozenset[str]:
        """Names of the free variables."""
        return frozenset(node.name for node in walk(self) if isinstance(node, Variable))

    @property
    def literals(self) -> tuple[Fraction, ...]:
        """Values of the numbers as written, left to right (the 20 of ``20%``)."""
        return tuple(Fraction(node.value) for node in walk(self) if isinstance(node, Number))

    def __str__(self) -> str:
        return _text(self, _LOOSEST)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expression):
    """A number as written."""

    value: int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Constant(Expression):
    """``pi`` or ``e``."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Variable(Expression):
    """A free variable."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expression):
    """``op`` is ``-`` (prefix), ``!``, ``%``, ``‰``, ``°`` or ``rad`` (postfix)."""

    op: str
    operand: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expression):
    """``op`` is one of ``+ - * / // mod ^``."""

    op: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expression):
    """A function of the table in ``_functions`` and its arguments."""

    name: str
    arguments: tuple[Expression, ...]


def children(node: Expression) -> tuple[Expression, ...]:
    """Direct parts of ``node``, left to right."""
    if isinstance(node, Binary):
        return (node.left, node.right)
    if isinstance(node, Unary):
        return (node.operand,)
    return node.arguments if isinstance(node, Call) else ()


def walk(root: Expression) -> Iterator[Expression]:
    """Every node, parents before their parts, left to right. Iterative: long sums are deep trees."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def transform(root: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """``root`` with ``change`` applied to each leaf (number, constant, variable), left to right."""
    if isinstance(root, Binary):

        def join(node: Binary, left: Expression) -> Expression:
            return Binary(node.op, left, transform(node.right, change))

        return fold_left(root, lambda left: transform(left, change), join)
    if isinstance(root, Unary):
        return Unary(root.op, transform(root.operand, change))
    if isinstance(root, Call):
        return Call(root.name, tuple(transform(argument, change) for argument in root.arguments))
    return change(root)


def replace_literal(expression: Expression, index: int, value: Fraction) -> Expression:
    """``expression`` with its ``index``-th number (in the order of ``literals``) replaced by ``value``.

    Raises:
        IndexError: there is no such number.
    """
    if not 0 <= index < len(expression.literals):
        raise IndexError(f"the expression has {len(expression.literals)} numbers; there is no number {index}")
    position = -1

    def change(leaf: Expression) -> Expression:
        nonlocal position
        if not isinstance(leaf, Number):
            return leaf
        position += 1
        return replace(leaf, value=value) if position == index else leaf

    return transform(expression, change)


def rename(expression: Expression, names: Mapping[str, str]) -> Expression:
    """``expression`` with its variables renamed at once (so that two may be swapped)."""

    def change(leaf: Expression) -> Expression:
        return Variable(names.get(leaf.name, leaf.name)) if isinstance(leaf, Variable) else leaf

    return transform(expression, change)


def left_spine(node: Binary) -> list[Binary]:
    """``node`` and the binary nodes down its left edge: long sums are worked off from its far end."""
    spine = [node]
    while isinstance(spine[-1].left, Binary):
        spine.append(spine[-1].left)
    return spine


def fold_left(node: Binary, first: Callable[[Expression], T], join: Callable[[Binary, T], T]) -> T:
    """What ``join`` makes of ``node`` and of its left side's result, from the far end of a long chain on.

    Args:
        node: the outermost operation.
        first: the result of the leftmost operand.
        join: the result of an operation, from that of its left side.
    """
    spine = left_spine(node)
    result = first(spine[-1].left)
    for part in reversed(spine):
        result = join(part, result)
    return result


def _text(node: Expression, outer: int) -> str:
    """Canonical text of ``node`` where an operand of level ``outer`` or tighter is wanted."""
    text, level = _bare(node)
    return f"({text})" if level < outer else text


def _bare(node: Expression) -> tuple[str, int]:
    if isinstance(node, Binary):
        return _binary_text(node), _BINARY_LEVEL[node.op]
    if isinstance(node, Number):
        return number_text(node.value)
    if isinstance(node, Unary):
        return _unary_text(node)
    if isinstance(node, Call):
        return f"{node.name}({', '.join(_text(argument, _LOOSEST) for argument in node.arguments)})", _ATOM
    assert isinstance(node, Constant | Variable)
    return node.name, _ATOM


def _unary_text(node: Unary) -> tuple[str, int]:
    if node.op == "-":
        return f"-{_text(node.operand, _POWER)}", _PREFIX
    operand = node.operand
    double = isinstance(operand, Unary) and operand.op == "!"
    sign = " rad" if node.op == "rad" else node.op
    return f"{_text(operand, _ATOM if double else _POSTFIX)}{sign}", _POSTFIX


def _binary_text(node: Binary) -> str:
    level = _BINARY_LEVEL[node.op]
    if node.op == "^":
        return f"{_text(node.left, _ATOM)}^{_text(node.right, _POSTFIX)}"
    spine = [node]
    while isinstance(spine[-1].left, Binary) and _BINARY_LEVEL[spine[-1].left.op] == level:
        spine.append(spine[-1].left)
    parts = [_text(spine[-1].left, level)]
    for part in reversed(spine):
        parts.append(f" {part.op} " if part.op in _SPACED else part.op)
        parts.append(_right_text(part, level))
    return "".join(parts)


def _right_text(node: Binary, level: int) -> str:
    """The right operand; a percentage after + or - is bracketed, since bare it has two readings."""
    right = node.right
    if level == _SUM and isinstance(right, Unary) and right.op in "%‰":
        return f"({_bare(right)[0]})"
    text = _text(right, _POWER if level == _PRODUCT else _PRODUCT)
    return f"({text})" if text.startswith("-") else text


def number(value: Fraction | int) -> Expression:
    """A rational as a tree: a fraction becomes a quotient, a negative one a negation."""
    exact = Fraction(value)
    if exact < 0:
        return Unary("-", number(-exact))
    if exact.denominator == 1:
        return Number(exact.numerator)
    return Binary("/", Number(exact.numerator), Number(exact.denominator))


def number_text(value: int | Fraction) -> tuple[str, int]:
    """Exact text of a number and its level: a decimal where one exists, else ``p/q``."""
    if isinstance(value, int):
        return integer_text(value), _ATOM if value >= 0 else _PREFIX
    if value.denominator == 1:
        return number_text(value.numerator)
    text = terminating_decimal(value)
    if text is None:
        return (
            f"{integer_text(value.numerator)}/{integer_text(value.denominator)}",
            _PRODUCT if value > 0 else _SUM,
        )
    return text, _ATOM if value > 0 else _PREFIX
