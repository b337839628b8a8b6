"""Derivatives of expression trees by the rules of calculus."""

from __future__ import annotations

from collections.abc import Callable

from toolkits.calculus._build import (
    ONE,
    TWO,
    ZERO,
    call,
    constant,
    minus,
    negated,
    over,
    plus,
    power,
    times,
)
from toolkits.errors import ToolLimit, ToolRefused
from toolkits.expressions import Binary, Call, Expression, Number, Unary, Variable, number

MAX_NODES = 20_000

#: derivative of f(u) with respect to u.
_OUTER: dict[str, Callable[[Expression], Expression]] = {
    "sin": lambda u: call("cos", u),
    "cos": lambda u: negated(call("sin", u)),
    "tan": lambda u: over(ONE, power(call("cos", u), TWO)),
    "cot": lambda u: negated(over(ONE, power(call("sin", u), TWO))),
    "sec": lambda u: times(call("sec", u), call("tan", u)),
    "csc": lambda u: negated(times(call("csc", u), call("cot", u))),
    "asin": lambda u: over(ONE, call("sqrt", minus(ONE, power(u, TWO)))),
    "acos": lambda u: negated(over(ONE, call("sqrt", minus(ONE, power(u, TWO))))),
    "atan": lambda u: over(ONE, plus(ONE, power(u, TWO))),
    "sinh": lambda u: call("cosh", u),
    "cosh": lambda u: call("sinh", u),
    "tanh": lambda u: over(ONE, power(call("cosh", u), TWO)),
    "exp": lambda u: call("exp", u),
    "ln": lambda u: over(ONE, u),
    "log": lambda u: over(ONE, u),
    "log10": lambda u: over(ONE, times(u, call("ln", Number(10)))),
    "log2": lambda u: over(ONE, times(u, call("ln", Number(2)))),
    "sqrt": lambda u: over(ONE, times(TWO, call("sqrt", u))),
    "cbrt": lambda u: over(ONE, times(Number(3), power(call("cbrt", u), TWO))),
}


class _Deriver:
    def __init__(self, name: str) -> None:
        self._name = name
        self._made = 0

    def derive(self, node: Expression) -> Expression:
        self._made += 1
        if self._made > MAX_NODES:
            raise ToolLimit(f"a derivative of more than {MAX_NODES} parts")
        if self._name not in node.variables:
            return ZERO
        if isinstance(node, Variable):
            return ONE
        if isinstance(node, Unary):
            return self._unary(node)
        if isinstance(node, Binary):
            return self._binary(node)
        assert isinstance(node, Call)
        return self._call(node)

    def _unary(self, node: Unary) -> Expression:
        if node.op == "-":
            return negated(self.derive(node.operand))
        raise ToolRefused(f"the derivative of {node} is not defined here", code="unsupported")

    def _call(self, node: Call) -> Expression:
        outer = _OUTER.get(node.name)
        if outer is None or len(node.arguments) != 1:
            raise ToolRefused(f"the derivative of {node.name} is not defined here", code="unsupported")
        (inner,) = node.arguments
        return times(self.derive(inner), outer(inner))

    def _binary(self, node: Binary) -> Expression:
        left, right = node.left, node.right
        if node.op in "+-":
            return (plus if node.op == "+" else minus)(self.derive(left), self.derive(right))
        if node.op == "*":
            return plus(times(self.derive(left), right), times(left, self.derive(right)))
        if node.op == "/":
            return self._quotient(left, right)
        if node.op == "^":
            return self._power(node)
        raise ToolRefused(f"the derivative of {node.op} is not defined here", code="unsupported")

    def _quotient(self, left: Expression, right: Expression) -> Expression:
        if self._name not in right.variables:
            return over(self.derive(left), right)
        top = minus(times(self.derive(left), right), times(left, self.derive(right)))
        return over(top, power(right, TWO))

    def _power(self, node: Binary) -> Expression:
        base, exponent = node.left, node.right
        if self._name not in exponent.variables:
            value = constant(exponent)
            lowered = number(value - 1) if value is not None else minus(exponent, ONE)
            return times(times(exponent, power(base, lowered)), self.derive(base))
        rate = self._exponential_rate(base)
        if self._name not in base.variables:
            return times(times(rate, node), self.derive(exponent))
        logarithmic = plus(
            times(self.derive(exponent), call("ln", base)), over(times(exponent, self.derive(base)), base)
        )
        return times(node, logarithmic)

    def _exponential_rate(self, base: Expression) -> Expression:
        return ONE if str(base) == "e" else call("ln", base)


def derive(node: Expression, name: str) -> Expression:
    """The derivative of ``node`` with respect to the variable ``name``, lightly simplified.

    ``log`` without a base is the natural logarithm, angles are radians.

    Raises:
        ToolRefused: a function without a rule (``unsupported``), such as ``abs``, ``floor`` or a factorial.
        ToolLimit: the derivative grows beyond 20,000 parts.
    """
    return _Deriver(name).derive(node)
