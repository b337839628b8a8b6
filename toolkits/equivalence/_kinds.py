"""Compares typed values: which kinds can be the same, and what of them must be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from toolkits.equivalence._evidence import Finding, Verdict, both
from toolkits.equivalence._ladder import Pair, compare
from toolkits.equivalence._values import Equation, Group, Measure, Relation, Scalar, Value, Word
from toolkits.expressions import Binary, Expression, Number, Unary, Variable

_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "!=": "!="}
_MOST_MEMBERS = 40


@dataclass(frozen=True, slots=True)
class Comparison:
    """Compares values under one set of assumptions."""

    variables: frozenset[str] = frozenset()

    def values(self, one: Value, other: Value) -> Finding:
        """The verdict on two values; the same with the two exchanged."""
        if isinstance(one, Group) and isinstance(other, Group):
            return self._groups(one, other)
        for a, b in ((one, other), (other, one)):
            if isinstance(a, Equation) and isinstance(b, Scalar) and isinstance(a.left, Variable):
                return self._scalars(a.right, b.expression)
            if isinstance(a, Group) and len(a.members) == 1:
                return self.values(a.members[0], b)
        if type(one) is not type(other):
            return self._mixed(one, other)
        return self._alike(one, other)

    def _alike(self, one: Value, other: Value) -> Finding:
        if isinstance(one, Scalar) and isinstance(other, Scalar):
            return self._scalars(one.expression, other.expression)
        if isinstance(one, Equation) and isinstance(other, Equation):
            return self._equations(one, other)
        if isinstance(one, Relation) and isinstance(other, Relation):
            return self._relations(one, other)
        if isinstance(one, Measure) and isinstance(other, Measure):
            return measures(one, other)
        if isinstance(one, Word) and isinstance(other, Word):
            return _decided(one.text == other.text, "text")
        return _unlike(one, other)

    def _mixed(self, one: Value, other: Value) -> Finding:
        measured = next((v for v in (one, other) if isinstance(v, Measure)), None)
        plain = next((v for v in (one, other) if isinstance(v, Scalar)), None)
        if measured and plain and measured.quantity.unit in (None, "%"):
            return self._scalars(_number(measured.quantity.value), plain.expression)
        if measured and plain:
            return Finding("undecidable", "unit", {"reason": "one has a unit, the other has none"})
        return _unlike(one, other)

    def _scalars(self, one: Expression, other: Expression) -> Finding:
        return compare(Pair(one, other, self.variables))

    # --- equations and relations
    # --------------------------------------------------------------------------------------

    def _equations(self, one: Equation, other: Equation) -> Finding:
        """The same set of points: one side's difference is a constant multiple of the other's."""
        if isinstance(one.left, Variable) and isinstance(other.left, Variable):
            return self._named(one, other)
        left, right = Binary("-", one.left, one.right), Binary("-", other.left, other.right)
        same = self._proportional(left, right)
        if same:
            return same
        return Finding("undecidable", "unsupported", {"reason": "the equations may have the same solutions"})

    def _named(self, one: Equation, other: Equation) -> Finding:
        if str(one.left) == str(other.left):
            return self._scalars(one.right, other.right)
        if one.right.variables or other.right.variables:
            return Finding(
                "undecidable", "unsupported", {"reason": "the equations may have the same solutions"}
            )
        return Finding("different", "kind", {"reason": "other letters"})

    def _proportional(self, left: Expression, right: Expression) -> Finding | None:
        names = sorted(left.variables | right.variables)
        if not names or left.variables != right.variables:
            return None
        ratio = _ratio(left, right)
        if ratio is None:
            return None
        found = self._scalars(left, Binary("*", _number(ratio), right))
        return found if found.value == "equivalent" else None

    def _relations(self, one: Relation, other: Relation) -> Finding:
        """The same half of the line: the differences are proportional, a negative factor turning the sign."""
        left, right = Binary("-", one.left, one.right), Binary("-", other.left, other.right)
        ratio = _ratio(left, right)
        if ratio is None or left.variables != right.variables:
            return Finding(
                "undecidable", "unsupported", {"reason": "the relations may hold for the same numbers"}
            )
        op = _FLIPPED[other.op] if ratio < 0 else other.op
        found = self._scalars(left, Binary("*", _number(ratio), right))
        if found.value != "equivalent":
            return Finding(
                "undecidable", "unsupported", {"reason": "the relations may hold for the same numbers"}
            )
        return (
            found if op == one.op else Finding("different", "relation", {"reason": f"{one.op} is not {op}"})
        )

    # --- groups
    # -------------------------------------------------------------------------------------------------------

    def _groups(self, one: Group, other: Group) -> Finding:
        forms = {one.form, other.form}
        if forms == {"set", "tuple"}:
            return Finding("different", "kind", {"reason": "a set is not a tuple"})
        if "interval" in forms and forms <= {"interval", "tuple"}:
            return self._intervals(one, other)
        if max(len(one.members), len(other.members)) > _MOST_MEMBERS:
            return Finding("undecidable", "limit", {"limit": f"more than {_MOST_MEMBERS} members"})
        if forms <= {"tuple"}:
            return self._in_order(one.members, other.members)
        if forms <= {"list", "tuple"}:
            return self._lists(one, other)
        return self._unordered(one.members, other.members)

    def _intervals(self, one: Group, other: Group) -> Finding:
        if one.brackets != other.brackets or len(one.members) != len(other.members):
            return Finding("different", "kind", {"reason": f"{one.brackets} is not {other.brackets}"})
        return self._in_order(one.members, other.members)

    def _lists(self, one: Group, other: Group) -> Finding:
        if all(isinstance(member, Equation) for member in (*one.members, *other.members)):
            return self._unordered(one.members, other.members)
        ordered = self._in_order(one.members, other.members)
        if ordered.value != "different":
            return ordered
        unordered = self._unordered(one.members, other.members)
        if unordered.value == "equivalent":
            return Finding("undecidable", "order", {"reason": "the same members in another order"})
        return ordered if unordered.value == "different" else unordered

    def _in_order(self, one: Sequence[Value], other: Sequence[Value]) -> Finding:
        if len(one) != len(other):
            return Finding("different", "kind", {"reason": f"{len(one)} members and {len(other)}"})
        return both([self.values(a, b) for a, b in zip(one, other, strict=True)], "members")

    def _unordered(self, one: Sequence[Value], other: Sequence[Value]) -> Finding:
        """Sets: each member of either is one of the other's."""
        rows = [[self.values(a, b) for b in other] for a in one]
        columns = [list(column) for column in zip(*rows, strict=True)]
        for line in (*rows, *columns):
            verdicts = {finding.value for finding in line}
            if "equivalent" not in verdicts:
                worst: Verdict = "undecidable" if verdicts & {"undecidable", "error"} else "different"
                return Finding(worst, "members", {"reason": "a member of one is none of the other's"})
        return Finding("equivalent", "members")


def _decided(truth: bool, by: str) -> Finding:
    return Finding("equivalent" if truth else "different", by)


def _unlike(one: Value, other: Value) -> Finding:
    names = sorted((type(one).__name__.lower(), type(other).__name__.lower()))
    loose = {"relation", "group", "equation"} & set(names)
    return Finding("undecidable" if loose else "different", "kind", {"kinds": names})


def _number(value: Fraction) -> Expression:
    if value < 0:
        return Unary("-", _number(-value))
    return (
        Number(value.numerator)
        if value.denominator == 1
        else Binary("/", Number(value.numerator), Number(value.denominator))
    )


def _ratio(left: Expression, right: Expression) -> Fraction | None:
    """``left / right`` at a point where both are rational and neither is zero."""
    from toolkits.equivalence._points import points  # noqa: PLC0415  (the cheap paths need none)
    from toolkits.errors import ToolkitError  # noqa: PLC0415
    from toolkits.expressions import evaluate  # noqa: PLC0415

    for point in points(sorted(left.variables | right.variables)):
        try:
            values = evaluate(left, point), evaluate(right, point)
        except ToolkitError:
            continue
        if all(isinstance(value, Fraction) and value for value in values):
            return Fraction(values[0]) / Fraction(values[1])  # type: ignore[arg-type]
    return None


def measures(one: Measure, other: Measure) -> Finding:
    a, b = one.quantity, other.quantity
    if a.alternatives or b.alternatives:
        return Finding("undecidable", "ambiguous", {"reason": "a number with two readings"})
    if a.unit == b.unit:
        shown = {"a": str(a.value), "b": str(b.value)}
        return replace(
            _decided(a.value == b.value, "proved-exact" if a.value == b.value else "refuted-exact"),
            detail=shown,
        )
    return _converted(one, other)


def _converted(one: Measure, other: Measure) -> Finding:
    from toolkits.errors import ToolkitError  # noqa: PLC0415
    from toolkits.units import units  # noqa: PLC0415  (only quantities of different units need it)

    a, b = one.quantity, other.quantity
    if a.unit is None or b.unit is None:
        return Finding("undecidable", "unit", {"reason": "one has a unit, the other has none"})
    try:
        value = units(value=str(a.value), from_unit=a.unit, to_unit=b.unit)["value"]
    except ToolkitError as error:
        return Finding(
            "different" if error.code == "dimension" else "undecidable", "unit", {"reason": str(error)[:200]}
        )
    return _decided(Fraction(str(value)) == b.value, "unit")
