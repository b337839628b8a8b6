"""Resolves derivatives, integrals, sums, products and limits to expressions that can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from toolkits._precision import precision
from toolkits.calculus import definite, derive, integrate
from toolkits.equivalence._enclose import Undefined, enclose, size
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._separation import rational
from toolkits.equivalence._wire import to_wire
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable, transform, walk

MAX_TERMS = 1_000
MAX_ORDER = 10
#: Of a derivative on the way to one of higher order.
MAX_PARTS = 2_000
_LHOPITAL = 6
_OPERATORS = frozenset({"integral", "derivative", "limit", "sum_over", "product_over"})
_SMOOTH = frozenset(
    {"sin", "cos", "tan", "exp", "sqrt", "ln", "sinh", "cosh", "tanh", "asin", "acos", "atan", "log"}
)


@dataclass(frozen=True, slots=True)
class Resolved:
    """An expression without operators of analysis.

    Attributes:
        by_algebra: the computer algebra system took part: what rests on it is ``symbolic`` at best.
        open_constant: it is an antiderivative: any constant may be added.
    """

    expression: Expression
    by_algebra: bool = False
    open_constant: bool = False


def has_operators(node: Expression) -> bool:
    """Whether anything in ``node`` must be resolved first."""
    return any(isinstance(part, Call) and part.name in _OPERATORS for part in walk(node))


def resolve(node: Expression, policy: Policy) -> Resolved:
    """``node`` with every operator worked out.

    Raises:
        ToolInputError: ``unresolved``: neither our rules nor the computer algebra system find it.
    """
    work = _Work(policy)
    indefinite = any(_is_indefinite(part) for part in walk(node))
    return Resolved(work.node(node), work.by_algebra, indefinite)


def _is_indefinite(node: Expression) -> bool:
    return isinstance(node, Call) and node.name == "integral" and len(node.arguments) == 2


def put(node: Expression, name: str, value: Expression) -> Expression:
    """``node`` with a variable replaced."""
    return transform(node, lambda leaf: value if isinstance(leaf, Variable) and leaf.name == name else leaf)


def slope(node: Expression, name: str) -> Expression:
    """The derivative; ``ln|u|`` has that of ``ln u``. Raises :class:`ToolkitError` where there is no rule."""
    return derive(_without_sizes(node), name)


def _without_sizes(node: Expression) -> Expression:
    if isinstance(node, Binary):
        return Binary(node.op, _without_sizes(node.left), _without_sizes(node.right))
    if isinstance(node, Unary):
        return Unary(node.op, _without_sizes(node.operand))
    if isinstance(node, Call):
        inner = node.arguments[0]
        if node.name == "ln" and isinstance(inner, Call) and inner.name == "abs":
            return Call("ln", inner.arguments)
        return Call(node.name, tuple(map(_without_sizes, node.arguments)))
    return node


class _Work:
    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.by_algebra = False

    def node(self, node: Expression) -> Expression:
        if isinstance(node, Binary):
            return Binary(node.op, self.node(node.left), self.node(node.right))
        if isinstance(node, Unary):
            return Unary(node.op, self.node(node.operand))
        if not isinstance(node, Call):
            return node
        if node.name not in _OPERATORS:
            return Call(node.name, tuple(map(self.node, node.arguments)))
        body, variable, *rest = node.arguments
        assert isinstance(variable, Variable)
        return getattr(self, f"_{node.name}")(self.node(body), variable.name, *map(self._bound, rest))  # type: ignore[no-any-return]

    def _bound(self, node: Expression) -> Expression:
        return node if _infinite(node) else self.node(node)

    def _derivative(self, body: Expression, name: str, order: Expression) -> Expression:
        times = rational(order)
        if times is None or not 1 <= times <= MAX_ORDER or times.denominator != 1:
            raise ToolInputError(f"an order from 1 to {MAX_ORDER} is possible", code="limit")
        for _ in range(int(times)):
            body = derive(body, name)
            if size(body) > MAX_PARTS:
                raise ToolInputError(f"a derivative of more than {MAX_PARTS} parts", code="limit")
        return body

    def _integral(self, body: Expression, name: str, *ends: Expression) -> Expression:
        try:
            if not ends:
                return integrate(body, name)
            if not any(map(_infinite, ends)):
                return definite(body, name, *ends)
        except ToolkitError:
            pass
        low, high = map(_end, ends) if ends else (None, None)
        return self._ask(
            {"task": "integral", "body": to_wire(body), "variable": name, "low": low, "high": high}
        )

    def _sum_over(self, body: Expression, name: str, low: Expression, high: Expression) -> Expression:
        return self._over("sum", body, name, low, high)

    def _product_over(self, body: Expression, name: str, low: Expression, high: Expression) -> Expression:
        return self._over("product", body, name, low, high)

    def _over(self, task: str, body: Expression, name: str, low: Expression, high: Expression) -> Expression:
        first, last = (None if _infinite(end) else rational(end) for end in (low, high))
        if first is not None and last is not None:
            return self._expanded("+" if task == "sum" else "*", body, name, first, last)
        return self._ask(
            {"task": task, "body": to_wire(body), "variable": name, "low": _end(low), "high": _end(high)}
        )

    def _expanded(self, op: str, body: Expression, name: str, first: Fraction, last: Fraction) -> Expression:
        if first.denominator != 1 or last.denominator != 1:
            raise ToolInputError("a sum runs over whole numbers", code="unresolved")
        if last - first >= MAX_TERMS:
            raise ToolInputError(f"a sum of more than {MAX_TERMS} terms", code="limit")
        total: Expression = Number(0 if op == "+" else 1)
        for count in range(int(first), int(last) + 1):
            total = Binary(op, total, put(body, name, _whole(count)))
        return total

    def _limit(self, body: Expression, name: str, point: Expression, *side: Expression) -> Expression:
        found = None if _infinite(point) else _continuous(body, name, point)
        if found is not None:
            return found
        sides = {None: "", 1: "+", -1: "-"}
        sign = sides[int(rational(side[0]) or 0) if side else None]
        return self._ask(
            {"task": "limit", "body": to_wire(body), "variable": name, "point": _end(point), "side": sign}
        )

    def _ask(self, task: dict[str, Any]) -> Expression:
        from toolkits.equivalence._symbolic import tree  # noqa: PLC0415  (starts a process)

        found = tree(task, self.policy)
        if found is None:
            raise ToolInputError(f"the {task['task']} is not found", code="unresolved")
        self.by_algebra = True
        return found


def _whole(count: int) -> Expression:
    return Number(count) if count >= 0 else Unary("-", Number(-count))


def _infinite(node: Expression) -> bool:
    inner = node.operand if isinstance(node, Unary) else node
    return isinstance(inner, Constant) and inner.name == "infinity"


def _end(node: Expression) -> Any:
    if _infinite(node):
        return "-oo" if isinstance(node, Unary) else "+oo"
    return to_wire(node)


def _continuous(body: Expression, name: str, point: Expression) -> Expression | None:
    """The limit of a smooth expression: its value, or by L'Hôpital's rule that of the derivatives."""
    if any(isinstance(part, Call) and part.name not in _SMOOTH for part in walk(body)):
        return None
    for _ in range(_LHOPITAL):
        value = put(body, name, point)
        if not value.variables and _exists(value):
            return value
        if not isinstance(body, Binary) or body.op != "/":
            return None
        if not all(_is_zero(put(side, name, point)) for side in (body.left, body.right)):
            return None
        try:
            body = Binary("/", derive(body.left, name), derive(body.right, name))
        except ToolkitError:
            return None
    return None


def _exists(value: Expression) -> bool:
    try:
        with precision(128):
            enclose(value, {})
    except (Undefined, ToolkitError):
        return False
    return True


def _is_zero(value: Expression) -> bool:
    from toolkits.equivalence._ladder import Pair, compare  # noqa: PLC0415

    if value.variables:
        return False
    return compare(Pair(value, Number(0), Policy(symbolic=False))).outcome == "equivalent"
