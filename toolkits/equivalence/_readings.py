"""Conventions that meaning may hang on: the base of ``log``, the unit of an angle, which odd root.

Each convention that occurs gives a second reading of the tree. A verdict that holds under every reading
needs no policy; one that doesn't is undecided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from toolkits.equivalence._policy import Policy
from toolkits.equivalence._separation import rational
from toolkits.expressions import (
    Binary,
    Call,
    Constant,
    Expression,
    Number,
    Unary,
    half_turns,
    left_spine,
    walk,
)

_ANGULAR = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_INVERSE = frozenset({"asin", "acos", "atan"})

Rewrite = Callable[[Expression], Expression]


def readings(one: Expression, other: Expression, policy: Policy) -> Iterator[tuple[Expression, Expression]]:
    """The pair under every combination of the conventions that matter to it, the usual ones first."""
    nodes = [*walk(one), *walk(other)]
    choices = [_logarithms(nodes, policy), _angles(nodes, policy), _roots(nodes, policy)]
    if all(choice == [_same] for choice in choices):
        yield one, other
        return
    for rewrites in product(*choices):
        yield tuple(_rewritten(side, rewrites) for side in (one, other))  # type: ignore[misc]


def _same(node: Expression) -> Expression:
    return node


def _logarithms(nodes: list[Expression], policy: Policy) -> list[Rewrite]:
    if not any(isinstance(node, Call) and node.name == "log" and len(node.arguments) == 1 for node in nodes):
        return [_same]
    if policy.log == "natural" or (policy.log == "any" and any(map(_is_exponential, nodes))):
        return [_natural]
    return [_common] if policy.log == "common" else [_natural, _common]


def _is_exponential(node: Expression) -> bool:
    return (isinstance(node, Constant) and node.name == "e") or (
        isinstance(node, Call) and node.name == "exp"
    )


def _natural(node: Expression) -> Expression:
    if isinstance(node, Call) and node.name == "log" and len(node.arguments) == 1:
        return Call("ln", node.arguments)
    return node


def _common(node: Expression) -> Expression:
    if isinstance(node, Call) and node.name == "log" and len(node.arguments) == 1:
        return Call("log10", node.arguments)
    return node


def _angles(nodes: list[Expression], policy: Policy) -> list[Rewrite]:
    """Degrees are a reading of plain numbers; π beside an arc function says that its value is in radians."""
    asked = any(_is_bare_angle(node) for node in nodes)
    if not asked or policy.angles == "radians":
        return [_same]
    if policy.angles == "degrees":
        return [_degrees]
    circle = any(isinstance(node, Constant) and node.name == "pi" for node in nodes)
    plain = any(_is_bare_angle(node) and isinstance(node, Call) and node.name in _ANGULAR for node in nodes)
    return [_same] if circle and not plain else [_same, _degrees]


def _is_bare_angle(node: Expression) -> bool:
    if not isinstance(node, Call) or node.name not in _ANGULAR | _INVERSE:
        return False
    inner = node.arguments[0]
    if node.name in _INVERSE:
        return not inner.variables
    return not inner.variables and not _names_unit(inner)


def _names_unit(inner: Expression) -> bool:
    if half_turns(inner) is not None:
        return True
    return any(
        (isinstance(node, Unary) and node.op in ("°", "rad"))
        or (isinstance(node, Constant) and node.name == "pi")
        or (isinstance(node, Call) and node.name in _INVERSE)
        for node in walk(inner)
    )


def _degrees(node: Expression) -> Expression:
    if not isinstance(node, Call) or not _is_bare_angle(node):
        return node
    if node.name in _INVERSE:
        return Binary("/", Binary("*", node, Number(180)), Constant("pi"))
    return Call(node.name, (Unary("°", node.arguments[0]),))


def _roots(nodes: list[Expression], policy: Policy) -> list[Rewrite]:
    asked = any(_odd_root(node) for node in nodes)
    if not asked or policy.roots == "principal":
        return [_same]
    return [_real_root] if policy.roots == "real" else [_same, _real_root]


def _odd_root(node: Expression) -> tuple[int, int] | None:
    """``(p, q)`` of a power p/q with an odd q of something that may be negative."""
    if not isinstance(node, Binary) or node.op != "^":
        return None
    exponent = rational(node.right)
    if exponent is None or exponent.denominator % 2 == 0 or exponent.denominator == 1:
        return None
    base = rational(node.left)
    if base is not None and base >= 0:
        return None
    return exponent.numerator, exponent.denominator


def _real_root(node: Expression) -> Expression:
    found = _odd_root(node)
    if not found or not isinstance(node, Binary):
        return node
    top, degree = found
    root = Call("cbrt", (node.left,)) if degree == 3 else Call("root", (node.left, Number(degree)))
    if top == 1:
        return root
    return Binary("^", root, Number(top) if top > 0 else Unary("-", Number(-top)))


def _rewritten(node: Expression, rewrites: tuple[Rewrite, ...]) -> Expression:
    """The tree with every rewrite applied at each node, parts first."""
    if isinstance(node, Binary):
        spine = left_spine(node)
        result = _rewritten(spine[-1].left, rewrites)
        for part in reversed(spine):
            result = _applied(Binary(part.op, result, _rewritten(part.right, rewrites)), rewrites)
        return result
    if isinstance(node, Unary):
        return _applied(Unary(node.op, _rewritten(node.operand, rewrites)), rewrites)
    if isinstance(node, Call):
        return _applied(Call(node.name, tuple(_rewritten(a, rewrites) for a in node.arguments)), rewrites)
    return node


def _applied(node: Expression, rewrites: tuple[Rewrite, ...]) -> Expression:
    for rewrite in rewrites:
        node = rewrite(node)
    return node
