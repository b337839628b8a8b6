"""Linear and quadratic relations in one variable, with any real coefficients; rays of the real line."""

from __future__ import annotations

from toolkits.equivalence._regions import (
    EVERYTHING,
    HIGHEST,
    LOWEST,
    NOTHING,
    End,
    Region,
    interval,
    points,
    sign_of,
)
from toolkits.equivalence._separation import rational
from toolkits.expressions import Binary, Call, Expression, Number, Unary, Variable

#: The relation with its sides exchanged, or both negated.
FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_ZERO, _ONE = Number(0), Number(1)


def quadratic(difference: Expression, sign: str, name: str) -> Region | None:
    """Where ``difference sign 0`` holds; None where its degree is above two."""
    rows = _polynomial_rows(difference, name)
    if rows is None:
        return None
    c, b, a = [*rows, _ZERO, _ZERO][:3]
    if len(rows) == 3 and sign_of(a):
        discriminant = Binary("-", Binary("*", b, b), Binary("*", Binary("*", Number(4), a), c))
        width = sign_of(discriminant)
        roots: list[Expression] = []
        if width >= 0:
            width_root = Call("sqrt", (discriminant,))
            twice = Binary("*", Number(2), a)
            signs = ("-", "+") if sign_of(a) > 0 else ("+", "-")
            roots = [
                Binary("/", Binary(op, Unary("-", b), width_root), twice) for op in signs[: 1 + (width > 0)]
            ]
        return _of_parabola(roots, sign if sign_of(a) > 0 else FLIPPED[sign])
    slope = sign_of(b)
    if not slope:
        return EVERYTHING if holds(sign_of(c), sign) else NOTHING
    root = Unary("-", Binary("/", c, b))
    return ray(root, sign if slope > 0 else FLIPPED[sign])


def _of_parabola(roots: list[Expression], sign: str) -> Region:
    """Where a parabola that opens upwards, with these zeros in order, compares with zero."""
    zeros = points(roots)
    inside = NOTHING
    if len(roots) == 2:
        inside = interval(End(roots[0]), End(roots[1]), has_low=False, has_high=False)
    outside = EVERYTHING - inside - zeros
    return {
        "=": zeros, "!=": EVERYTHING - zeros, "<": inside, "<=": inside | zeros, ">": outside,
        ">=": outside | zeros,
    }[sign]  # fmt: skip


def _polynomial_rows(node: Expression, name: str) -> list[Expression] | None:
    """Coefficients by rising power, as expressions; None beyond degree two."""
    if name not in node.variables:
        return [node]
    if isinstance(node, Variable):
        return [_ZERO, _ONE]
    if isinstance(node, Unary) and node.op == "-":
        rows = _polynomial_rows(node.operand, name)
        return None if rows is None else [Unary("-", row) for row in rows]
    if not isinstance(node, Binary):
        return None
    left = _polynomial_rows(node.left, name)
    if left is None:
        return None
    if node.op == "^":
        return (
            _times(left, left) if rational(node.right) == 2 else left if rational(node.right) == 1 else None
        )
    right = _polynomial_rows(node.right, name)
    if right is None:
        return None
    if node.op in "+-":
        longest = max(len(left), len(right))
        pairs = zip(
            [*left, *[_ZERO] * (longest - len(left))],
            [*right, *[_ZERO] * (longest - len(right))],
            strict=True,
        )
        return [Binary(node.op, one, other) for one, other in pairs]
    if node.op == "*":
        return _times(left, right)
    return [Binary("/", row, right[0]) for row in left] if node.op == "/" and len(right) == 1 else None


def _times(one: list[Expression], other: list[Expression]) -> list[Expression] | None:
    if len(one) + len(other) > 4:
        return None
    rows: list[Expression] = [_ZERO] * (len(one) + len(other) - 1)
    for at, a in enumerate(one):
        for to, b in enumerate(other):
            rows[at + to] = Binary("+", rows[at + to], Binary("*", a, b))
    return rows


def holds(sign: int, relation: str) -> bool:
    """Whether a number of that sign compares with zero like that."""
    return {"=": sign == 0, "!=": sign != 0, "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0}[
        relation
    ]


def ray(value: Expression, sign: str) -> Region:
    """The numbers ``x`` with ``x sign value``."""
    end = End(value)
    if sign == "=":
        return points([value])
    if sign == "!=":
        return EVERYTHING - points([value])
    closed = sign in ("<=", ">=")
    if sign in ("<", "<="):
        return interval(LOWEST, end, has_low=False, has_high=closed)
    return interval(end, HIGHEST, has_low=closed, has_high=False)
