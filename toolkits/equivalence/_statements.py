"""Turns statements into sets of real numbers: intervals, roots, equations, inequalities, combinations."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

from toolkits.equivalence import _regions as sets
from toolkits.equivalence._evidence import Finding, different, equivalent, undecided
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._regions import End, Region, Unsolved
from toolkits.equivalence._values import (
    Builder,
    Combined,
    Equation,
    Group,
    Infinite,
    Named,
    Relation,
    Scalar,
    Value,
    Whole,
)
from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Expression, Variable

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
_IN_STATEMENTS = (Group, Relation, Equation, Builder, Whole, Combined)


@dataclass(frozen=True, slots=True)
class _Set:
    """A region, with the letter that runs through it where one is named."""

    region: Region
    name: str = ""


def regions(one: Value, other: Value, policy: Policy) -> Finding | None:
    """Whether two statements hold for the same real numbers; None where one is no such statement."""
    if not all(isinstance(value, _IN_STATEMENTS) for value in (one, other)):
        return None
    try:
        rooted = _by_roots(one, other, policy) or _by_roots(other, one, policy)
        if rooted:
            return rooted
        left, right = _set(one, policy), _set(other, policy)
        same = sets.same(left.region, right.region)
        empty = left.region.is_empty and right.region.is_empty
    except ToolkitError as error:
        return undecided("unsupported", reason=str(error)[:200])
    if left.name and right.name and left.name != right.name:
        return different("structural", "kind", reason="other letters")
    if same and empty and isinstance(one, Equation) and isinstance(other, Equation):
        return undecided("empty", reason="neither has a real solution")
    return equivalent("exact", "solution set") if same else different("exact", "solution set")


def _by_roots(one: Value, other: Value, policy: Policy) -> Finding | None:
    """A polynomial equation whose roots are not known against a list of numbers that may be its roots."""
    if not isinstance(one, Equation) or (isinstance(other, Equation) and isinstance(one.left, Variable)):
        return None
    names = one.left.variables | one.right.variables
    if len(names) != 1:
        return None
    try:
        _set(one, policy)
    except ToolkitError:
        pass
    else:
        return None
    listed = _set(other, policy)
    values = [piece.low.value for piece in listed.region.pieces if piece.low == piece.high]
    name = next(iter(names))
    if listed.name not in ("", name) or not values or len(values) < len(listed.region.pieces):
        return None
    from toolkits.equivalence._roots import roots_are  # noqa: PLC0415

    equation = Binary("-", one.left, one.right)
    return roots_are(equation, [value for value in values if value is not None], name, policy)


def as_interval(value: Value) -> Value:
    """``(1, 2)`` as an open interval."""
    if (
        isinstance(value, Group)
        and value.form == "tuple"
        and value.brackets == "()"
        and len(value.members) == 2
    ):
        return Group("interval", value.members, "()")
    return value


def assignments(value: Value) -> dict[str, Expression] | None:
    """``x = 1, y = 2`` as a table of at least two names; None where the value is no such list."""
    if isinstance(value, Named):
        return _from_tuple(value)
    if not isinstance(value, Combined) or {*value.signs} - {",", "and"}:
        return None
    table: dict[str, Expression] = {}
    for part in value.parts:
        if not isinstance(part, Equation) or not isinstance(part.left, Variable) or part.right.variables:
            return None
        if part.left.name in table:
            return None
        table[part.left.name] = part.right
    return table


def _from_tuple(value: Named) -> dict[str, Expression] | None:
    names = value.name.strip("()").split(",")
    if value.name[:1] != "(" or not isinstance(value.value, Group) or len(names) != len(value.value.members):
        return None
    members = value.value.members
    if not all(isinstance(member, Scalar) for member in members):
        return None
    return {
        name: member.expression
        for name, member in zip(names, members, strict=True)
        if isinstance(member, Scalar)
    }


def _set(value: Value, policy: Policy) -> _Set:
    """Raises :class:`Unsolved` where the value is no set of real numbers that is known."""
    if isinstance(value, Whole):
        return _Set(sets.NOTHING if value.empty else sets.EVERYTHING)
    if isinstance(value, Scalar):
        return _Set(sets.points([value.expression]))
    if isinstance(value, Group):
        return _group(as_interval(value), policy)
    if isinstance(value, Equation):
        return _solved(value.left, "=", value.right)
    if isinstance(value, Relation):
        return _chain(value)
    if isinstance(value, Builder):
        found = _set(as_interval(value.condition) if value.is_set else value.condition, policy)
        if found.name not in ("", value.variable):
            raise Unsolved("other letters")
        return _Set(found.region, value.variable if value.is_set else "")
    if isinstance(value, Combined):
        return _combined(value, policy)
    raise Unsolved(f"a {type(value).__name__.lower()} is no set of real numbers")


def _group(value: Value, policy: Policy) -> _Set:
    assert isinstance(value, Group)
    if value.form != "interval":
        if value.form == "tuple":
            raise Unsolved("a tuple is no set of real numbers")
        if value.form == "set" and any(isinstance(member, Whole | Group) for member in value.members):
            raise Unsolved("a set of sets is no set of real numbers")  # {∅} is not ∅
        return _joined([_set(member, policy) for member in value.members], "∪")
    low, high = map(_end, value.members)
    region = sets.interval(low, high, has_low=value.brackets[0] == "[", has_high=value.brackets[1] == "]")
    return _Set(region)


def _end(value: Value) -> End:
    if isinstance(value, Infinite):
        return End(infinite=value.sign)
    if isinstance(value, Scalar):
        return End(value.expression)
    raise Unsolved("an end of an interval that is no number")


def _combined(value: Combined, policy: Policy) -> _Set:
    parts = [_set(as_interval(part), policy) for part in value.parts]
    signs = [_operation(sign, value) for sign in value.signs]
    if set(signs) == {"∪"}:
        return _joined(parts, "∪")
    result = parts[0]
    for sign, part in zip(signs, parts[1:], strict=True):
        result = _joined([result, part], sign)
    return result


def _operation(sign: str, value: Combined) -> str:
    """Roots that are listed are alternatives; conditions that are listed hold together."""
    if sign in ("∪", "or"):
        return "∪"
    if sign in (",", "and") and all(isinstance(part, Equation) for part in value.parts):
        return "∪"
    return "∖" if sign == "∖" else "∩"


def _joined(parts: list[_Set], sign: str) -> _Set:
    names = {part.name for part in parts} - {""}
    if len(names) > 1:
        raise Unsolved("more than one variable")
    name = next(iter(names), "")
    if sign == "∪":
        return _Set(sets.union(part.region for part in parts), name)
    join = {"∩": Region.__and__, "∖": Region.__sub__}[sign]
    return _Set(reduce(join, [part.region for part in parts]), name)


def _chain(value: Relation) -> _Set:
    steps = [
        _step(left, sign, right)
        for (left, right), sign in zip(pairwise(value.parts), value.signs, strict=True)
    ]
    return _joined(steps, "∩")


def _step(left: Expression | Infinite, sign: str, right: Expression | Infinite) -> _Set:
    """One link of a chain; anything is on the right side of infinity."""
    if isinstance(left, Infinite):
        left, sign, right = right, _FLIPPED[sign], left
    if isinstance(left, Infinite):
        raise Unsolved("infinity on both sides")
    if isinstance(right, Infinite):
        if not isinstance(left, Variable) or sign == "=":
            raise Unsolved("infinity as a number")
        below = sign in ("<", "<=", "!=") if right.infinite_above else sign in (">", ">=", "!=")
        return _Set(sets.EVERYTHING if below else sets.NOTHING, left.name)
    return _solved(left, sign, right)


def _solved(left: Expression, sign: str, right: Expression) -> _Set:
    from toolkits.equivalence._solve import solution  # noqa: PLC0415

    names = left.variables | right.variables
    if len(names) != 1:
        raise Unsolved("one variable is needed" if not names else "more than one variable")
    name = next(iter(names))
    return _Set(solution(left, sign, right, name), name)
