"""Solves an equation or inequality in one variable over the real numbers, where exact rules do."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpz_poly

from toolkits._precision import precision
from toolkits.algebra import Polynomial, real_roots
from toolkits.equivalence._enclose import Undefined, enclose
from toolkits.equivalence._numbers import number
from toolkits.equivalence._rational import Field, NotRational
from toolkits.equivalence._regions import (
    EVERYTHING,
    HIGHEST,
    LOWEST,
    NOTHING,
    End,
    Region,
    Unsolved,
    interval,
    order,
    points,
    sign_of,
)
from toolkits.equivalence._separation import rational
from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Call, Constant, Expression, Number, Unary, Variable, parse, walk

MAX_DEPTH = 8
MAX_DEGREE = 24
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_ZERO, _ONE = Number(0), Number(1)


def solution(left: Expression, sign: str, right: Expression, name: str, depth: int = 0) -> Region:
    """The real numbers ``name`` for which ``left sign right`` (one of ``= != < <= > >=``) holds.

    Raises:
        Unsolved: beyond the rules: rational functions whose factors have roots in radicals, absolute
            values, linear and
            quadratic equations with real coefficients, one occurrence of the variable inside invertible
            functions.
    """
    if depth > MAX_DEPTH:
        raise Unsolved("nested too deeply")
    if (left.variables | right.variables) - {name}:
        raise Unsolved("more than one variable")
    size = _absolute_value(left, name) or _absolute_value(right, name)
    if size is not None:
        return _by_cases((left, sign, right), name, size, depth)
    difference = Binary("-", left, right)
    for rule in (_rational_function, _quadratic):
        found = rule(difference, sign, name)
        if found is not None:
            return found
    squared = _squared(left, sign, right, name, depth) or _squared(right, sign, left, name, depth)
    if squared:
        return squared
    return _peeled(left, sign, right, name, depth)


def _squared(root: Expression, sign: str, other: Expression, name: str, depth: int) -> Region | None:
    """``sqrt(f) = g`` with the variable in both: ``f = g^2`` where ``g >= 0``."""
    is_root = isinstance(root, Call) and root.name == "sqrt"
    if sign != "=" or not is_root or name not in root.variables & other.variables:
        return None
    assert isinstance(root, Call)
    square = Binary("*", other, other)
    return solution(root.arguments[0], "=", square, name, depth + 1) & solution(
        other, ">=", _ZERO, name, depth + 1
    )


# --- absolute values ----------------------------------------------------------------------------------------


def _absolute_value(node: Expression, name: str) -> Call | None:
    """An absolute value (or the root of a square) of something with the variable in it."""
    for part in walk(node):
        if isinstance(part, Call) and part.name == "abs" and name in part.variables:
            return part
    return None


def _by_cases(sides: tuple[Expression, str, Expression], name: str, size: Call, depth: int) -> Region:
    left, sign, right = sides
    inner = size.arguments[0]
    result = NOTHING
    for relation, value in ((">=", inner), ("<", Unary("-", inner))):
        where = solution(inner, relation, _ZERO, name, depth + 1)
        one, other = (_replaced(side, str(size), value) for side in (left, right))
        result = result | (where & solution(one, sign, other, name, depth + 1))
    return result


def _replaced(node: Expression, old: str, new: Expression) -> Expression:
    if isinstance(node, Call) and str(node) == old:
        return new
    if isinstance(node, Binary):
        return Binary(node.op, _replaced(node.left, old, new), _replaced(node.right, old, new))
    if isinstance(node, Unary):
        return Unary(node.op, _replaced(node.operand, old, new))
    if isinstance(node, Call):
        return Call(node.name, tuple(_replaced(argument, old, new) for argument in node.arguments))
    return node


# --- rational functions -------------------------------------------------------------------------------------


def _rational_function(difference: Expression, sign: str, name: str) -> Region | None:
    try:
        quotient = Field([name]).quotient(difference)
    except NotRational:
        return None
    if not quotient.bottom:
        return NOTHING
    poles = points(_roots(quotient.bottom, name))
    if not quotient.top:
        return EVERYTHING - poles if sign in ("=", "<=", ">=") else NOTHING
    zeros = points(_roots(quotient.top, name)) - poles
    if sign in ("=", "!="):
        return zeros if sign == "=" else EVERYTHING - poles - zeros
    ends = [piece.low for piece in (zeros | poles).pieces]
    result = NOTHING
    for low, high in zip([LOWEST, *ends], [*ends, HIGHEST], strict=True):
        if _positive_at(quotient, _between(low, high)) == (sign in (">", ">=")):
            result = result | interval(low, high, has_low=False, has_high=False)
    return result | zeros if sign in ("<=", ">=") else result


def _coefficients(polynomial: Any) -> list[Fraction]:
    rows: dict[int, Fraction] = {}
    for exponents, coefficient in polynomial.to_dict().items():
        rows[int(exponents[0])] = Fraction(int(coefficient.p), int(coefficient.q))
    return [rows.get(power, Fraction(0)) for power in range(max(rows, default=0) + 1)]


def _roots(polynomial: Any, name: str) -> list[Expression]:
    """The real roots, as expressions. Raises :class:`Unsolved` where a factor has none in radicals."""
    if polynomial.is_constant():
        return []
    if polynomial.total_degree() > MAX_DEGREE:
        raise Unsolved("a degree that is too high")
    found: list[Expression] = []
    for factor, _ in polynomial.factor()[1]:
        found += _roots_of_factor(_coefficients(factor), name)
    return found


def _roots_of_factor(coefficients: list[Fraction], name: str) -> list[Expression]:
    degree = len(coefficients) - 1
    if degree <= 2:
        terms = {_monomial(name, power): c for power, c in enumerate(coefficients) if c}
        return [parse(text) for text in real_roots(Polynomial(terms), name)]
    if not any(coefficients[1:-1]):
        return _pure_roots(-coefficients[0] / coefficients[-1], degree)
    if _has_no_real_root(coefficients):
        return []
    raise Unsolved("roots of an irreducible factor of degree three or more")


def _monomial(name: str, power: int) -> tuple[tuple[str, int], ...]:
    return ((name, power),) if power else ()


def _pure_roots(value: Fraction, degree: int) -> list[Expression]:
    """The real solutions of ``x^degree = value``."""
    if degree % 2 == 0 and value < 0:
        return []
    root: Expression = Call("root", (number(abs(value)), Number(degree)))
    if degree % 2:
        return [Unary("-", root) if value < 0 else root]
    return [root, Unary("-", root)]


def _has_no_real_root(coefficients: list[Fraction]) -> bool:
    from math import lcm  # noqa: PLC0415

    scale = lcm(*(c.denominator for c in coefficients))
    roots: Any = fmpz_poly([int(c * scale) for c in coefficients]).complex_roots()
    return all(not root.imag.contains(0) for root, _ in roots)


def _between(low: End, high: End) -> Fraction:
    """A rational strictly between two ends."""
    if low.infinite and high.infinite:
        return Fraction(0)
    if low.infinite or high.infinite:
        near = _approximate(high.value if low.infinite else low.value)
        return near - 1 if low.infinite else near + 1
    assert low.value is not None
    assert high.value is not None
    middle = (_approximate(low.value) + _approximate(high.value)) / 2
    if order(low.value, number(middle)) < 0 < order(high.value, number(middle)):
        return middle
    raise Unsolved("ends that are too close")


def _approximate(value: Expression | None) -> Fraction:
    assert value is not None
    try:
        with precision(256):
            middle = enclose(value, {}).real.mid()
    except Undefined:
        raise Unsolved("an end without a value") from None
    mantissa, exponent = (int(part) for part in middle.man_exp())
    if abs(exponent) > 4_000:
        raise Unsolved("an end that is too large")
    return Fraction(mantissa) * Fraction(2) ** exponent


def _positive_at(quotient: Any, at: Fraction) -> bool:
    top, bottom = (_valued(_coefficients(part), at) for part in (quotient.top, quotient.bottom))
    return top * bottom > 0


def _valued(coefficients: list[Fraction], at: Fraction) -> Fraction:
    total = Fraction(0)
    for coefficient in reversed(coefficients):
        total = total * at + coefficient
    return total


# --- linear and quadratic, with any real coefficients
# ---------------------------------------------------------------------------------------------------------


def _quadratic(difference: Expression, sign: str, name: str) -> Region | None:
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
        return _of_parabola(roots, sign if sign_of(a) > 0 else _FLIPPED[sign])
    slope = sign_of(b)
    if not slope:
        return EVERYTHING if _holds(sign_of(c), sign) else NOTHING
    root = Unary("-", Binary("/", c, b))
    return ray(root, sign if slope > 0 else _FLIPPED[sign])


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


def _holds(sign: int, relation: str) -> bool:
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


# --- one occurrence of the variable: functions are undone from outside
# -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Peel:
    """``inner sign value`` with the variable in ``inner`` alone."""

    inner: Expression
    sign: str
    value: Expression
    name: str
    depth: int

    def on(self, inner: Expression, value: Expression, *, flip: bool = False) -> Region:
        sign = _FLIPPED[self.sign] if flip else self.sign
        return solution(inner, sign, value, self.name, self.depth + 1)

    def where(self, inner: Expression, sign: str, value: Expression) -> Region:
        return solution(inner, sign, value, self.name, self.depth + 1)


def _peeled(left: Expression, sign: str, right: Expression, name: str, depth: int) -> Region:
    if name in right.variables and name in left.variables:
        raise Unsolved("the variable stands on both sides")
    if name not in left.variables:
        left, sign, right = right, _FLIPPED[sign], left
    if sign == "!=":
        raise Unsolved("an inequation beyond the rules")
    peel = _Peel(left, sign, right, name, depth)
    if isinstance(left, Variable):
        return ray(right, sign)
    if isinstance(left, Unary) and left.op == "-":
        return peel.on(left.operand, Unary("-", right), flip=True)
    if isinstance(left, Binary):
        return _peeled_binary(peel, left)
    if isinstance(left, Call) and len(left.arguments) == 1:
        return _peeled_call(peel, left.name, left.arguments[0])
    if isinstance(left, Call) and left.name == "log" and not left.arguments[1].variables:
        return _logarithm(peel, left.arguments[1], left.arguments[0])
    raise Unsolved("a function that can't be undone")


def _peeled_binary(peel: _Peel, node: Binary) -> Region:
    inside_left = peel.name in node.left.variables
    if inside_left and peel.name in node.right.variables:
        raise Unsolved("the variable stands twice")
    inner, known = (node.left, node.right) if inside_left else (node.right, node.left)
    if node.op == "+":
        return peel.on(inner, Binary("-", peel.value, known))
    if node.op == "-":
        if inside_left:
            return peel.on(inner, Binary("+", peel.value, known))
        return peel.on(inner, Binary("-", known, peel.value), flip=True)
    if node.op == "*" or (node.op == "/" and inside_left):
        sign = sign_of(known)
        if not sign:
            raise Unsolved("a factor of zero")
        back = "/" if node.op == "*" else "*"
        return peel.on(inner, Binary(back, peel.value, known), flip=sign < 0)
    if node.op == "^":
        return _peeled_power(peel, node) if inside_left else _exponential(peel, node.left, inner)
    raise Unsolved("an operation that can't be undone")


def _peeled_power(peel: _Peel, node: Binary) -> Region:
    exponent = rational(node.right)
    if exponent == Fraction(1, 2):
        return _root(peel, node.left)
    if exponent is None or exponent.denominator != 1 or exponent < 1 or peel.sign != "=":
        raise Unsolved("a power that can't be undone")
    degree = Number(int(exponent))
    size = sign_of(peel.value)
    if exponent % 2:
        value: Expression = Call("root", (peel.value if size >= 0 else Unary("-", peel.value), degree))
        return peel.on(node.left, Unary("-", value) if size < 0 else value)
    if size < 0:
        return NOTHING
    root = Call("root", (peel.value, degree))
    return peel.on(node.left, root) | peel.on(node.left, Unary("-", root))


def _exponential(peel: _Peel, base: Expression, exponent: Expression) -> Region:
    """``base ^ exponent sign value``."""
    if sign_of(base) <= 0 or order(base, _ONE) == 0:
        raise Unsolved("a base that is not positive")
    if sign_of(peel.value) <= 0:
        if peel.sign in ("=", "<", "<="):
            return NOTHING
        return _domain(exponent, peel)
    value = Binary("/", Call("ln", (peel.value,)), Call("ln", (base,)))
    return peel.on(exponent, value, flip=order(base, _ONE) < 0)


def _domain(node: Expression, peel: _Peel) -> Region:
    """Where ``node`` has a real value, for polynomials: everywhere."""
    if Field([peel.name]).same(node, node) and "/" not in str(node):
        return EVERYTHING
    raise Unsolved("a domain that is not known")


def _root(peel: _Peel, inner: Expression) -> Region:
    """``sqrt(inner) sign value``."""
    size, sign = sign_of(peel.value), peel.sign
    square = Binary("*", peel.value, peel.value)
    defined = peel.where(inner, ">=", _ZERO)
    if size < 0:
        return NOTHING if sign in ("=", "<", "<=") else defined
    return defined & peel.where(inner, sign, square)


def _logarithm(peel: _Peel, base: Expression, inner: Expression) -> Region:
    if sign_of(base) <= 0 or order(base, _ONE) == 0:
        raise Unsolved("a base that is not positive")
    value = Binary("^", base, peel.value)
    sign = _FLIPPED[peel.sign] if order(base, _ONE) < 0 else peel.sign
    return peel.where(inner, ">", _ZERO) & peel.where(inner, sign, value)


def _peeled_call(peel: _Peel, name: str, inner: Expression) -> Region:
    bases = {"ln": Constant("e"), "log10": Number(10), "log2": Number(2)}
    if name == "sqrt":
        return _root(peel, inner)
    if name == "cbrt":
        return peel.on(inner, Binary("^", peel.value, Number(3)))
    if name == "exp":
        return _exponential(peel, Constant("e"), inner)
    if name in bases:
        return _logarithm(peel, bases[name], inner)
    raise Unsolved("a function that can't be undone")


def holds_at(left: Expression, sign: str, right: Expression, point: dict[str, Fraction]) -> bool | None:
    """Whether the relation holds at a point, proved; None where a side is not real or it can't be told."""
    difference = Binary("-", left, right)
    for bits in (96, 384):
        try:
            with precision(bits):
                value = enclose(difference, point)
        except (Undefined, ToolkitError):
            return None
        if not value.imag.contains(0):
            return None
        if value.is_zero():
            return _holds(0, sign)
        if not value.real.contains(0) and value.imag.is_zero():
            return _holds(1 if value.real > 0 else -1, sign)
    return None
