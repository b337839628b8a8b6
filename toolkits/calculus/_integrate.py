"""Antiderivatives of sums of simple terms, by table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from toolkits.algebra import Polynomial, to_polynomial
from toolkits.calculus._build import ONE, call, constant, minus, negated, over, plus, power, times
from toolkits.errors import ToolkitError, ToolRefused
from toolkits.expressions import Binary, Call, Expression, Unary, Variable, number, parse

#: f -> an antiderivative of f(u) with respect to u.
_TABLE: dict[str, Callable[[Expression], Expression]] = {
    "sin": lambda u: negated(call("cos", u)),
    "cos": lambda u: call("sin", u),
    "exp": lambda u: call("exp", u),
    "sinh": lambda u: call("cosh", u),
    "cosh": lambda u: call("sinh", u),
    "sqrt": lambda u: times(number(Fraction(2, 3)), power(u, number(Fraction(3, 2)))),
}


def integrate(node: Expression, name: str) -> Expression:
    """An antiderivative of ``node`` in the variable ``name``.

    Polynomials, powers of linear expressions, 1/(a x + b), and sines, cosines and exponentials of linear
    expressions; sums and constant multiples of these.

    Raises:
        ToolRefused: anything else (``unsupported``).
    """
    polynomial = _polynomial(node, name)
    if polynomial is not None:
        return parse(str(polynomial.integral(name)))
    if name not in node.variables:
        return times(node, Variable(name))
    if isinstance(node, Unary) and node.op == "-":
        return negated(integrate(node.operand, name))
    if isinstance(node, Binary):
        return _binary(node, name)
    if isinstance(node, Call) and len(node.arguments) == 1 and node.name in _TABLE:
        inner = node.arguments[0]
        return over(_TABLE[node.name](inner), number(_slope(inner, name)))
    raise _unsupported(node)


def _unsupported(node: Expression) -> ToolRefused:
    return ToolRefused(f"no rule integrates {node}", code="unsupported")


def _polynomial(node: Expression, name: str) -> Polynomial | None:
    """``node`` as a polynomial in ``name`` alone, without roots; None where it is none."""
    try:
        polynomial = to_polynomial(node, {})
    except ToolkitError:
        return None
    return polynomial if polynomial.variables <= {name} else None


def _binary(node: Binary, name: str) -> Expression:
    if node.op in "+-":
        join = plus if node.op == "+" else minus
        return join(integrate(node.left, name), integrate(node.right, name))
    if node.op == "*":
        return _product(node, name)
    if node.op == "/":
        return _quotient(node, name)
    if node.op == "^":
        return _power(node.left, node.right, name)
    raise _unsupported(node)


def _product(node: Binary, name: str) -> Expression:
    if name not in node.left.variables:
        return times(node.left, integrate(node.right, name))
    if name not in node.right.variables:
        return times(node.right, integrate(node.left, name))
    raise _unsupported(node)


def _quotient(node: Binary, name: str) -> Expression:
    top, bottom = node.left, node.right
    if name not in bottom.variables:
        return over(integrate(top, name), bottom)
    if name in top.variables:
        raise _unsupported(node)
    if isinstance(bottom, Binary) and bottom.op == "^":
        exponent = constant(bottom.right)
        if exponent is None:
            raise _unsupported(node)
        return times(top, _power(bottom.left, number(-exponent), name))
    if isinstance(bottom, Call) and bottom.name == "sqrt":
        return times(top, _power(bottom.arguments[0], number(Fraction(-1, 2)), name))
    return times(top, _power(bottom, number(-1), name))


def _power(base: Expression, exponent: Expression, name: str) -> Expression:
    if name not in base.variables:
        rate = ONE if str(base) == "e" else call("ln", base)
        return over(over(power(base, exponent), rate), number(_slope(exponent, name)))
    value = constant(exponent)
    if value is None:
        raise _unsupported(power(base, exponent))
    slope = number(_slope(base, name))
    if value == -1:
        return over(call("ln", call("abs", base)), slope)
    raised = over(power(base, number(value + 1)), number(value + 1))
    return over(raised, slope)


def _slope(node: Expression, name: str) -> Fraction:
    """The coefficient a of a linear expression a x + b. Raises where it is no such thing."""
    polynomial = _polynomial(node, name)
    if polynomial is None or polynomial.degree(name) != 1:
        raise _unsupported(node)
    return polynomial.terms[((name, 1),)]
