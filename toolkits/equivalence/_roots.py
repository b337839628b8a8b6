"""Polynomial equations by their factors: real roots are counted and told apart without being written down.

Irreducible polynomials over the rationals share no root unless they are the same, so two equations in one
variable have the same real solutions exactly when every factor that only one of them has is without a real
root (Sturm; here FLINT's certified isolation of complex roots).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import lcm
from typing import Any

from flint import fmpq, fmpz_poly

from toolkits.equivalence._evidence import Finding, different, equivalent
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._points import points
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._rational import Field, NotRational, Quotient
from toolkits.expressions import Expression, Number, Variable, transform

MAX_DEGREE = 24
_SECTIONS = 8


def same_roots(left: Expression, right: Expression, name: str) -> Finding | None:
    """Whether ``left = 0`` and ``right = 0`` have the same real solutions; None where that is not known."""
    factors = [_factors_of(side, name) for side in (left, right)]
    if factors[0] is None or factors[1] is None:
        return None
    return _compared(factors[0], factors[1])


def sections_differ(left: Expression, right: Expression, policy: Policy) -> Finding | None:
    """``different`` where the solutions differ once all variables but one are given numbers."""
    names = sorted(left.variables | right.variables)
    field = Field(names)
    try:
        quotients = [field.quotient(side) for side in (left, right)]
    except NotRational:
        return None
    if not all(part.bottom.is_constant() for part in quotients):
        return None
    for name in names:
        others = [other for other in names if other != name]
        for point in islice(points(others, policy), _SECTIONS):
            found = _at(quotients, point, names.index(name))
            if found and found.outcome == "different":
                shown = {other: str(value) for other, value in point.items()}
                return different("exact", "solution set", point=shown)
    return None


def roots_are(
    equation: Expression, values: Sequence[Expression], name: str, policy: Policy
) -> Finding | None:
    """Whether the real solutions of ``equation = 0`` are these numbers; None where it can't be told."""
    factors = _factors_of(equation, name)
    if factors is None:
        return None
    for value in values:
        found = compare(Pair(_at_value(equation, name, value), Number(0), policy))
        if found.outcome != "equivalent":
            return found if found.outcome == "different" else None
    for one, other in combinations(values, 2):
        if compare(Pair(one, other, policy)).outcome != "different":
            return None
    if len(values) == sum(map(_count_real, factors.values())):
        return equivalent("exact", "roots")
    return different("exact", "roots", reason="other numbers of roots")


def _at_value(equation: Expression, name: str, value: Expression) -> Expression:
    return transform(equation, lambda leaf: value if leaf == Variable(name) else leaf)


def _factors_of(node: Expression, name: str) -> Mapping[str, list[int]] | None:
    """Irreducible factors of the numerator that are none of the denominator's; None where there are none."""
    try:
        quotient = Field([name]).quotient(node)
    except NotRational:
        return None
    if not quotient.top or max(quotient.top.total_degree(), quotient.bottom.total_degree()) > MAX_DEGREE:
        return None
    bottom = _factored(quotient.bottom, 0)
    return {text: factor for text, factor in _factored(quotient.top, 0).items() if text not in bottom}


def _at(quotients: Sequence[Quotient], point: Mapping[str, Fraction], place: int) -> Finding | None:
    values = {name: fmpq(value.numerator, value.denominator) for name, value in point.items()}
    tops = [quotient.top.subs(values) for quotient in quotients]
    if not all(tops) or max(top.total_degree() for top in tops) > MAX_DEGREE:
        return None
    return _compared(_factored(tops[0], place), _factored(tops[1], place))


def _compared(one: Mapping[str, list[int]], other: Mapping[str, list[int]]) -> Finding | None:
    alone = {text: factor for text, factor in {**one, **other}.items() if (text in one) != (text in other)}
    if any(map(_count_real, alone.values())):
        return different("exact", "solution set")
    if alone and not any(map(_count_real, one.values())):
        return None  # neither has a real solution
    return equivalent("exact", "solution set")


def _factored(polynomial: Any, place: int) -> dict[str, list[int]]:
    """Text of each irreducible factor -> its coefficients by rising power, of the variable at ``place``."""
    found: dict[str, list[int]] = {}
    if polynomial.is_constant():
        return found
    for factor, _ in polynomial.factor()[1]:
        rows = {
            int(exponents[place]): Fraction(int(c.p), int(c.q)) for exponents, c in factor.to_dict().items()
        }
        scale = lcm(*(value.denominator for value in rows.values()))
        whole = fmpz_poly([int(rows.get(power, 0) * scale) for power in range(max(rows) + 1)])
        primitive = whole // whole.content() if whole[whole.degree()] > 0 else -whole // whole.content()
        found[str(primitive)] = [int(c) for c in primitive.coeffs()]
    return found


def _count_real(coefficients: Sequence[int]) -> int:
    """The number of real roots of an irreducible polynomial."""
    if len(coefficients) == 2:
        return 1
    roots: Any = fmpz_poly(list(coefficients)).complex_roots()
    return sum(1 for root, _ in roots if root.imag.is_zero())
