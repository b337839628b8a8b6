"""Whether two equations, or two inequalities, hold for the same numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from toolkits.equivalence._evidence import Finding, different, equivalent, undecided
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._points import points
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._roots import same_roots, sections_differ
from toolkits.equivalence._statements import regions
from toolkits.equivalence._values import Equation, Infinite, Relation
from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Expression, Variable, exact_value, number

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!=", "=": "="}
_LOOKED_AT = 12


@dataclass(frozen=True, slots=True)
class Equations:
    """Compares equations and inequalities under one policy."""

    policy: Policy

    def _scalars(self, one: Expression, other: Expression) -> Finding:
        return compare(Pair(one, other, self.policy))

    # --- equations
    # ----------------------------------------------------------------------------------------------------

    def equations(self, one: Equation, other: Equation) -> Finding:
        """By values of one name, by solution sets, by proportional differences, by a point on one alone."""
        if _is_definition(one) and _is_definition(other):
            return self._definitions(one, other)
        left, right = Binary("-", one.left, one.right), Binary("-", other.left, other.right)
        names = left.variables | right.variables
        if len(names) == 1:
            found = regions(one, other, self.policy)
            if found and found.outcome != "undecided":
                return found
            rooted = same_roots(left, right, next(iter(names)))
            if rooted:
                return rooted
        return self._curves(left, right)

    def _curves(self, left: Expression, right: Expression) -> Finding:
        """Equations in several variables, or beyond the rules of one."""
        return (
            self._proportional(left, right)
            or _same_factors(left, right)
            or self._on_one_alone(left, right)
            or sections_differ(left, right, self.policy)
            or undecided("unsupported", reason="the equations may have the same solutions")
        )

    def _definitions(self, one: Equation, other: Equation) -> Finding:
        if str(one.left) == str(other.left):
            return self._scalars(one.right, other.right)
        if one.right.variables or other.right.variables:
            left, right = Binary("-", one.left, one.right), Binary("-", other.left, other.right)
            return self._curves(left, right)
        return different("structural", "kind", reason="other letters")

    def _proportional(self, left: Expression, right: Expression) -> Finding | None:
        if left.variables != right.variables:
            return None
        ratio = _ratio(left, right, self.policy)
        if ratio is None:
            return None
        found = self._scalars(left, Binary("*", number(ratio), right))
        return found if found.outcome == "equivalent" else None

    def _on_one_alone(self, left: Expression, right: Expression) -> Finding | None:
        """A point that solves one equation exactly, and certainly not the other."""
        for one, other in ((left, right), (right, left)):
            names = sorted(one.variables | other.variables)
            for point in islice(_solutions(one, names, self.policy), _LOOKED_AT):
                if _is_not_zero(other, point):
                    shown = {name: str(value) for name, value in sorted(point.items())}
                    return different("certified", "witness", point=shown)
        return None

    # --- inequalities
    # -------------------------------------------------------------------------------------------------

    def relations(self, one: Relation, other: Relation) -> Finding:
        """By solution sets, else by a point where one alone holds, else by proportional differences."""
        found = regions(one, other, self.policy)
        if found and found.outcome != "undecided":
            return found
        if len(one.signs) != 1 or len(other.signs) != 1:
            return found or undecided("unsupported", reason="the relations may hold for the same numbers")
        return self._single(one, other)

    def _single(self, one: Relation, other: Relation) -> Finding:
        sides = [side for relation in (one, other) for side in relation.parts]
        if any(isinstance(side, Infinite) for side in sides):
            return undecided("unsupported", reason="infinity as a number")
        a, b, c, d = (side for side in sides if not isinstance(side, Infinite))
        witness = self._witness((a, one.signs[0], b), (c, other.signs[0], d))
        if witness:
            return witness
        left, right = Binary("-", a, b), Binary("-", c, d)
        ratio = _ratio(left, right, self.policy)
        if ratio is not None and left.variables == right.variables:
            sign = _FLIPPED[other.signs[0]] if ratio < 0 else other.signs[0]
            found = self._scalars(left, Binary("*", number(ratio), right))
            if found.outcome == "equivalent" and sign == one.signs[0]:
                return found
        return undecided("unsupported", reason="the relations may hold for the same numbers")

    def _witness(
        self, one: tuple[Expression, str, Expression], other: tuple[Expression, str, Expression]
    ) -> Finding | None:
        from toolkits.equivalence._solve import holds_at  # noqa: PLC0415

        names = sorted({name for side in (one[0], one[2], other[0], other[2]) for name in side.variables})
        edges = [
            point
            for left, _, right in (one, other)
            for point in islice(_solutions(Binary("-", left, right), names, self.policy), 3)
        ]
        for point in [*points(names, self.policy), *edges]:
            left, right = holds_at(*one, point), holds_at(*other, point)
            if left is not None and right is not None and left != right:
                return different("certified", "witness", point={name: str(v) for name, v in point.items()})
        return None


def _is_definition(equation: Equation) -> bool:
    return isinstance(equation.left, Variable) and equation.left.name not in equation.right.variables


def _ratio(left: Expression, right: Expression, policy: Policy) -> Fraction | None:
    """``left / right`` at a point where both are rational and neither is zero."""
    for point in points(sorted(left.variables | right.variables), policy):
        values = [_rational(side, point) for side in (left, right)]
        if values[0] and values[1]:
            return values[0] / values[1]
    return None


def _rational(node: Expression, point: dict[str, Fraction]) -> Fraction | None:
    try:
        return exact_value(node, point)
    except ToolkitError:
        return None


def _solutions(node: Expression, names: list[str], policy: Policy) -> Iterator[dict[str, Fraction]]:
    """Points where ``node`` is exactly zero, found along a variable in which it is linear."""
    for name in names:
        others = [other for other in names if other != name]
        for rest in islice(points(others, policy), _LOOKED_AT):
            values = [_rational(node, {**rest, name: Fraction(at)}) for at in (0, 1, 2)]
            if None in values:
                continue
            zero, one, two = (value for value in values if value is not None)
            if one == zero or two - one != one - zero:
                continue
            point = {**rest, name: -zero / (one - zero)}
            if _rational(node, point) == 0:
                yield point


def _is_not_zero(node: Expression, point: dict[str, Fraction]) -> bool:
    from toolkits.equivalence._solve import holds_at  # noqa: PLC0415
    from toolkits.expressions import Number  # noqa: PLC0415

    return holds_at(node, "!=", Number(0), point) is True


def _same_factors(left: Expression, right: Expression) -> Finding | None:
    """Polynomials with the same irreducible factors vanish at the same points."""
    from toolkits.equivalence._rational import Field, NotRational  # noqa: PLC0415

    if left.variables != right.variables:
        return None
    field = Field(sorted(left.variables))
    try:
        quotients = [field.quotient(side) for side in (left, right)]
    except NotRational:
        return None
    if not all(part.top and _never_meets(field, part) for part in quotients):
        return None
    one, other = (_factors(part.top) for part in quotients)
    return equivalent("exact", "factors") if one == other else None


def _never_meets(field: Any, quotient: Any) -> bool:
    """Whether no zero of the top is one of the bottom, which is made of variables that aren't zero there."""
    if quotient.bottom.is_constant():
        return True
    gens = dict(zip(map(str, field.context.gens()), field.names, strict=True))
    for factor, _ in quotient.bottom.factor()[1]:
        name = str(factor)
        if name not in gens:
            return False
        rest = quotient.top.subs({name: 0})
        if not rest or not rest.is_constant():
            return False
    return True


def _factors(polynomial: Any) -> frozenset[str]:
    return frozenset(str(factor / factor.leading_coefficient()) for factor, _ in polynomial.factor()[1])


__all__ = ["Equations", "replace"]
