"""Compares typed values: which kinds can be the same, and what of them must be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import product
from typing import Any

from toolkits.equivalence._amounts import POINTS, is_percentage
from toolkits.equivalence._equations import Equations
from toolkits.equivalence._evidence import Finding, both, different, undecided, weakest
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._measures import angle, measures
from toolkits.equivalence._plain import clocks, days, decided, words
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._statements import as_interval, assignments, regions
from toolkits.equivalence._systems import systems
from toolkits.equivalence._values import (
    Builder,
    Clock,
    Combined,
    Counted,
    Day,
    Equation,
    Group,
    Infinite,
    Matrix,
    Measure,
    Named,
    Ratio,
    Relation,
    Scalar,
    Value,
    Whole,
    Word,
)
from toolkits.expressions import Binary, Expression, Variable, number

_MOST_MEMBERS = 40
_MOST_LINES = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares values under one policy."""

    policy: Policy = field(default_factory=Policy)
    inside: bool = False

    def values(self, one: Value, other: Value) -> Finding:
        """The finding on two values; the same with the two exchanged."""
        rule = self._rules().get(type(one)) if type(one) is type(other) else None
        if rule:
            return rule(one, other)
        return self._mixed(one, other)

    def _rules(self) -> Mapping[type, Callable[[Any, Any], Finding]]:
        return {
            Scalar: self._scalars,
            Infinite: lambda a, b: decided(a.sign == b.sign, "infinity"),
            Equation: lambda a, b: Equations(self.policy).equations(a, b),
            Relation: lambda a, b: Equations(self.policy).relations(a, b),
            Group: self._groups,
            Combined: self._statements,
            Builder: self._statements,
            Whole: lambda a, b: decided(a.empty == b.empty, "set"),
            Named: self._named,
            Matrix: self._matrices,
            Measure: lambda a, b: measures(a, b, self.policy),
            Counted: self._counted,
            Ratio: self._ratios,
            Clock: clocks,
            Day: days,
            Word: words,
        }

    # --- kinds that differ ----------------------------------------------------------------------------------

    def _mixed(self, one: Value, other: Value) -> Finding:
        table = self._assigned(one, other) or systems(one, other, self.policy)
        if table:
            return table
        for a, b in ((one, other), (other, one)):
            if isinstance(a, Named):
                return self.values(a.value, b)
            if isinstance(a, Equation) and isinstance(b, Scalar) and isinstance(a.left, Variable):
                return self._expressions(a.right, b.expression)
            if (
                isinstance(a, Group)
                and len(a.members) == 1
                and not (self.inside and a.form == "set")  # {1, {2}} is not {1, 2}
                and not (a.form == "set" and isinstance(a.members[0], Group))  # {{1}} is not 1
                and not isinstance(b, Builder | Combined | Relation | Whole)
            ):
                return self.values(a.members[0], b)
        return self._as_sets(one, other) or self._unlike(one, other)

    def _assigned(self, one: Value, other: Value) -> Finding | None:
        """``(x, y) = (1, 2)`` written as ``x = 1, y = 2``, and the like."""
        left, right = assignments(one), assignments(other)
        if left is None or right is None:
            return None
        if left.keys() != right.keys():
            return different("structural", "kind", reason="other letters")
        return both([self._expressions(left[name], right[name]) for name in sorted(left)], "members")

    def _as_sets(self, one: Value, other: Value) -> Finding | None:
        kinds = {type(one), type(other)}
        if (
            Group in kinds
            and kinds & {Group, Relation, Equation, Builder, Whole, Combined}
            and len(kinds) > 1
        ):
            one, other = (as_interval(value) for value in (one, other))
        return regions(one, other, self.policy)

    def _unlike(self, one: Value, other: Value) -> Finding:
        names = sorted((type(one).__name__.lower(), type(other).__name__.lower()))
        kinds = {type(one), type(other)}
        detail = {"kinds": names}
        if kinds & {Measure, Counted} and Scalar in kinds:
            return self._with_a_unit(one, other)
        if Counted in kinds and kinds & {Measure}:
            return undecided("unit", reason="one counts, the other measures")
        if kinds == {Infinite, Scalar}:
            finite = next(value for value in (one, other) if isinstance(value, Scalar))
            itself = self._expressions(finite.expression, finite.expression)
            if itself.outcome == "error":
                return itself
            return (
                undecided("kind", **detail)
                if finite.expression.variables
                else different("structural", "kind", **detail)
            )
        if kinds == {Group, Scalar}:
            return self._one_of_several(one, other)
        if Word in kinds and Scalar in kinds:
            return self._word_and_number(one, other)
        words = [value for value in (one, other) if isinstance(value, Word) and value.topic]
        if words and kinds <= {Word, Measure, Clock, Day}:
            return different("structural", "kind", **detail)
        return undecided("kind", **detail)

    def _with_a_unit(self, one: Value, other: Value) -> Finding:
        """An amount against a bare number, which may be the same without its unit."""
        amount, bare = (other, one) if isinstance(one, Scalar) else (one, other)
        assert isinstance(bare, Scalar)
        if isinstance(amount, Counted) and amount.noun == POINTS and is_percentage(bare.expression):
            return different("structural", "unit", reason="percentage points are no percentage")
        turned = angle(amount) if isinstance(amount, Measure) else None
        if turned is not None:
            return self._expressions(turned, bare.expression)
        return undecided("unit", reason="one has a unit, the other has none")

    def _one_of_several(self, one: Value, other: Value) -> Finding:
        """A single value against several of them."""
        group, single = (one, other) if isinstance(one, Group) else (other, one)
        assert isinstance(group, Group)
        if group.form in ("tuple", "interval"):
            return different("structural", "kind", reason="one value, and several")
        if len(group.members) == 1 and isinstance(group.members[0], Group):
            return undecided("kind", reason="braces that group, or a set in a set")
        if group.form == "set" and self.inside:
            return different("structural", "kind", reason="a set, and a member of one")
        if group.form == "set":
            return self._unordered(group.members, [single])
        return undecided("kind", reason="one value, and several")

    def _word_and_number(self, one: Value, other: Value) -> Finding:
        """A word of a closed list is no number; any other word may name one."""
        word, scalar = (one, other) if isinstance(one, Word) else (other, one)
        assert isinstance(word, Word)
        assert isinstance(scalar, Scalar)
        letters = scalar.expression.variables
        if letters == frozenset(word.text) and len(letters) == len(word.text):  # abc is a·b·c
            parts: list[Expression] = [Variable(letter) for letter in word.text]
            spelled = reduce(_product, parts)
            found = self._expressions(spelled, scalar.expression)
            return found if found.outcome == "equivalent" else undecided("kind", reason="a word, or letters")
        if scalar.expression.variables or not word.topic:
            return undecided("kind", reason="a word, and a number")
        return different("structural", "kind", reason="a word, and a number")

    # --- scalars --------------------------------------------------------------------------------------------

    def _expressions(self, one: Expression, other: Expression) -> Finding:
        return compare(Pair(one, other, self.policy))

    def _scalars(self, one: Scalar, other: Scalar) -> Finding:
        if one.constant or other.constant:
            found = self._antiderivatives(one, other)
        else:
            found = self._expressions(one.expression, other.expression)
        if found.outcome == "different" and self._other_reading_agrees(one, other):
            return undecided("ambiguous", reason="a comma or a point that groups digits, or marks decimals")
        if (one.symbolic or other.symbolic) and found.outcome in ("equivalent", "different"):
            return replace(found, grade="symbolic" if found.grade != "sampled" else "sampled")
        return found

    def _other_reading_agrees(self, one: Scalar, other: Scalar) -> bool:
        """``1,234`` against ``1.234``: in one country the same, in another not."""
        if not one.others and not other.others:
            return False
        sides = [(side.expression, *map(number, side.others)) for side in (one, other)]
        return any(self._expressions(a, b).outcome == "equivalent" for a, b in product(*sides))

    def _antiderivatives(self, one: Scalar, other: Scalar) -> Finding:
        """The same up to a constant, which both must leave open."""
        from toolkits.equivalence._calculus import slope  # noqa: PLC0415

        variable = one.constant or other.constant
        found = self._expressions(*(slope(side.expression, variable) for side in (one, other)))
        if found.outcome == "equivalent":
            for side, across in ((one, other), (other, one)):
                extra = side.expression.variables - across.expression.variables - {variable}
                if not side.constant and not extra:
                    return undecided("constant", reason="one side has no constant of integration")
        return found

    def _counted(self, one: Counted, other: Counted) -> Finding:
        if one.noun.removesuffix("s") != other.noun.removesuffix("s"):
            return undecided("unit", reason="other things are counted")
        return self._expressions(one.value, other.value)

    def _ratios(self, one: Ratio, other: Ratio) -> Finding:
        if len(one.parts) != len(other.parts) or one.open != other.open:
            return different("structural", "ratio", reason="other lengths")
        if any(str(part) == "0" for part in (*one.parts, *other.parts)):
            return undecided("ratio", reason="a part is zero")
        first, second = one.parts[0], other.parts[0]
        return both(
            [
                self._expressions(Binary("*", a, second), Binary("*", b, first))
                for a, b in zip(one.parts[1:], other.parts[1:], strict=True)
            ],
            "ratio",
        )

    def _named(self, one: Named, other: Named) -> Finding:
        table = self._assigned(one, other) if one.name != other.name else None
        if table:
            return table
        found = self.values(one.value, other.value)
        if one.name != other.name and found.outcome == "equivalent":
            return different("structural", "kind", reason="other letters")
        return found

    def _matrices(self, one: Matrix, other: Matrix) -> Finding:
        if (len(one.rows), len(one.rows[0])) != (len(other.rows), len(other.rows[0])):
            return different("structural", "size", reason="matrices of other sizes")
        pairs = [
            (a, b)
            for left, right in zip(one.rows, other.rows, strict=True)
            for a, b in zip(left, right, strict=True)
        ]
        return both([self._expressions(a, b) for a, b in pairs], "members")

    # --- groups ---------------------------------------------------------------------------------------------

    def _statements(self, one: Value, other: Value) -> Finding:
        if isinstance(one, Builder) and isinstance(other, Builder) and one.is_set and other.is_set:
            if one.variable != other.variable:
                return different("structural", "kind", reason="other letters")
            return self.values(one.condition, other.condition)
        return (
            self._assigned(one, other)
            or self._all_of(one, other)
            or systems(one, other, self.policy)
            or self._as_sets(one, other)
            or self._unlike(one, other)
        )

    def _all_of(self, one: Value, other: Value) -> Finding | None:
        """Systems: each statement of one is one of the other's."""
        if not (isinstance(one, Combined) and isinstance(other, Combined)):
            return None
        if {*one.signs, *other.signs} - {",", "and"} or max(len(one.parts), len(other.parts)) > _MOST_LINES:
            return None
        found = self._unordered(one.parts, other.parts)
        return found if found.outcome == "equivalent" else None

    def _groups(self, one: Group, other: Group) -> Finding:
        forms = {one.form, other.form}
        if forms == {"set", "tuple"}:
            return different("structural", "kind", reason="a set is not a tuple")
        if "interval" in forms and forms <= {"interval", "tuple"}:
            return self._intervals(one, other)
        if max(len(one.members), len(other.members)) > _MOST_MEMBERS:
            return undecided("limit", limit=f"more than {_MOST_MEMBERS} members")
        if forms <= {"tuple"}:
            return self._in_order(one.members, other.members)
        if "interval" in forms:
            return self._as_sets(one, other) or self._unlike(one, other)
        if forms <= {"list", "tuple"}:
            return self._lists(one, other)
        return self._unordered(one.members, other.members)

    def _intervals(self, one: Group, other: Group) -> Finding:
        if one.brackets == other.brackets and len(one.members) == len(other.members):
            return self._in_order(one.members, other.members)
        found = regions(as_interval(one), as_interval(other), self.policy)
        return found or different("structural", "kind", reason=f"{one.brackets} is not {other.brackets}")

    def _lists(self, one: Group, other: Group) -> Finding:
        if all(isinstance(member, Equation) for member in (*one.members, *other.members)):
            return self._unordered(one.members, other.members)
        ordered = self._in_order(one.members, other.members)
        if ordered.outcome != "different":
            return ordered
        unordered = self._unordered(one.members, other.members)
        if unordered.outcome == "equivalent":
            return undecided("order", reason="the same members in another order")
        return ordered if unordered.outcome == "different" else unordered

    def _in_order(self, one: Sequence[Value], other: Sequence[Value]) -> Finding:
        if len(one) != len(other):
            return different("structural", "kind", reason="other numbers of members")
        return both([self.values(a, b) for a, b in zip(one, other, strict=True)], "members")

    def _unordered(self, one: Sequence[Value], other: Sequence[Value]) -> Finding:
        """Sets: each member of either is one of the other's."""
        found = [self._among(member, other) for member in one] + [
            self._among(member, one) for member in other
        ]
        for outcome in ("error", "different", "undecided"):
            for finding in found:
                if finding.outcome == outcome:
                    return finding
        return replace(both(found, "members"), detail={})

    def _among(self, member: Value, others: Sequence[Value]) -> Finding:
        """Whether a value is one of the others; those that look the same are tried first."""
        found: list[Finding] = []
        inside = replace(self, inside=True)
        for other in sorted(others, key=lambda other: other != member):
            found.append(inside.values(member, other))
            if found[-1].outcome == "equivalent":
                return found[-1]
        for outcome in ("error", "undecided"):
            for finding in found:
                if finding.outcome == outcome:
                    return finding
        return different(weakest(found), "members", reason="a member of one is none of the other's")


def _product(one: Expression, other: Expression) -> Expression:
    return Binary("*", one, other)
