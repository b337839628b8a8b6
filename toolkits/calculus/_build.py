"""Constructors of expression nodes that fold numbers, zeros and ones as they build."""

from __future__ import annotations

from fractions import Fraction

from toolkits.expressions import Binary, Call, Expression, Number, Unary, number

ZERO, ONE, TWO = Number(0), Number(1), Number(2)


def constant(node: Expression) -> Fraction | None:
    """The rational that a node is as written: a number, its negation, or a quotient of two numbers."""
    if isinstance(node, Number):
        return Fraction(node.value)
    if isinstance(node, Unary) and node.op == "-":
        inner = constant(node.operand)
        return None if inner is None else -inner
    if isinstance(node, Binary) and node.op == "/":
        top, bottom = constant(node.left), constant(node.right)
        return top / bottom if top is not None and bottom else None
    return None


def plus(left: Expression, right: Expression) -> Expression:
    """``left + right``."""
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return number(a + b)
    if a == 0:
        return right
    if b == 0:
        return left
    if isinstance(right, Unary) and right.op == "-":
        return Binary("-", left, right.operand)
    return Binary("+", left, right)


def negated(node: Expression) -> Expression:
    """``-node``."""
    value = constant(node)
    if value is not None:
        return number(-value)
    return node.operand if isinstance(node, Unary) and node.op == "-" else Unary("-", node)


def minus(left: Expression, right: Expression) -> Expression:
    """``left - right``."""
    return plus(left, negated(right))


def times(left: Expression, right: Expression) -> Expression:
    """``left * right``, a number first."""
    a, b = constant(left), constant(right)
    if a is not None and b is not None:
        return number(a * b)
    if b is not None:
        return times(right, left)
    if a == 0:
        return ZERO
    if a == 1:
        return right
    if a == -1:
        return negated(right)
    if isinstance(right, Unary) and right.op == "-":
        return negated(times(left, right.operand))
    if isinstance(left, Unary) and left.op == "-" and a is None:
        return negated(times(left.operand, right))
    return Binary("*", left, right)


def over(left: Expression, right: Expression) -> Expression:
    """``left / right``."""
    a, b = constant(left), constant(right)
    if a is not None and b:
        return number(a / b)
    if a == 0 and b != 0:
        return ZERO
    if b == 1:
        return left
    if isinstance(left, Unary) and left.op == "-":
        return negated(over(left.operand, right))
    return Binary("/", left, right)


def power(base: Expression, exponent: Expression) -> Expression:
    """``base ^ exponent``."""
    value = constant(exponent)
    if value == 1:
        return base
    if value == 0:
        return ONE
    return Binary("^", base, exponent)


def call(name: str, argument: Expression) -> Expression:
    """``name(argument)``."""
    return Call(name, (argument,))
