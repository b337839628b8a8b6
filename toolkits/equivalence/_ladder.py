"""Decides whether two scalar expressions are the same, cheap and certain rungs first.

1. the same tree; 2. exact rationals; 3. certified enclosures at stratified points, which can only refute; 4.
a normal form, which can only prove; 5. the separation bound for numbers made with roots. What no rung decides
is undecidable, with the number of points at which the two agreed as evidence, never as proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from toolkits.equivalence._enclose import IMAGINARY, Undefined, enclose, precision, size
from toolkits.equivalence._evidence import Finding
from toolkits.equivalence._normal import Forms
from toolkits.equivalence._points import points
from toolkits.equivalence._separation import separation
from toolkits.errors import ToolkitError, ToolLimit
from toolkits.expressions import Binary, Expression, Interval, evaluate
from toolkits.quantities import number_json

MAX_NODES = 1_500
_BITS = (128, 512, 2_048)
_MAX_SEPARATION = 20_000
_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Pair:
    """Two expressions to compare.

    Attributes:
        variables: names that stand for real numbers, whatever they look like (``i``, ``e``).
    """

    one: Expression
    other: Expression
    variables: frozenset[str] = frozenset()

    @property
    def names(self) -> tuple[str, ...]:
        """Every free variable, in order."""
        free = self.one.variables | self.other.variables
        return tuple(sorted(name for name in free if name in self.variables or name != IMAGINARY))

    @property
    def is_complex(self) -> bool:
        """Whether ``i`` stands for the imaginary unit."""
        return IMAGINARY in (self.one.variables | self.other.variables) - self.variables


def compare(pair: Pair) -> Finding:
    """The verdict on two scalars."""
    same = str(pair.one) == str(pair.other)
    if size(pair.one) + size(pair.other) > MAX_NODES:
        return Finding("equivalent", "proved-structural") if same and pair.names else _limit("too many parts")
    try:
        return _constants(pair, same) if not pair.names else _functions(pair, same)
    except ToolLimit as error:
        return (
            Finding("equivalent", "proved-structural")
            if same and _is_defined_somehow(pair.one)
            else _limit(str(error))
        )


def _limit(message: str) -> Finding:
    return Finding("undecidable", "limit", {"limit": message})


def _is_defined_somehow(node: Expression) -> bool:
    """Whether an expression too large to evaluate has at least nothing in it that may have no value."""
    text = str(node)
    return not any(sign in text for sign in ("/", "ln(", "log", "tan(", "cot(", "sec(", "csc(", "^(-", "mod"))


# --- numbers
# ----------------------------------------------------------------------------------------------------------


def _constants(pair: Pair, same: bool) -> Finding:
    values = [_rational(side) for side in (pair.one, pair.other)]
    for value in values:
        if isinstance(value, Finding):
            return value
    one, other = values
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        shown = {"a": number_json(one), "b": number_json(other)}
        return (
            Finding("equivalent", "proved-exact", shown)
            if one == other
            else Finding("different", "refuted-exact", shown)
        )
    refuted = _refuted_at(pair, {})
    if refuted:
        return refuted
    if same:
        return Finding("equivalent", "proved-structural")
    if Forms(imaginary=pair.is_complex).same(pair.one, pair.other):
        return Finding("equivalent", "proved-identity")
    return _by_separation(pair) or Finding(
        "undecidable", "sampled", {"points": 1, "digits": int(_BITS[-1] * 0.3)}
    )


def _rational(node: Expression) -> Fraction | Interval | Finding | None:
    """An exact value where there is one; a finding where the expression has no value at all; else None."""
    if node.variables:
        return None
    try:
        value = evaluate(node)
    except ToolkitError as error:
        if error.code == "division_by_zero":
            return Finding("error", "undefined", {"expression": str(node)[:200]})
        if error.code == "limit":
            raise ToolLimit(str(error)) from error
        return _defined(node, error.code)
    return value


def _defined(node: Expression, code: str) -> Finding | None:
    """A number with no real value may have a principal complex one; a convention may decide what is meant."""
    if code == "ambiguous":
        return Finding("undecidable", "ambiguous", {"expression": str(node)[:200]})
    for bits in _BITS:
        try:
            with precision(bits):
                enclose(node, {})
        except Undefined:
            continue
        return None
    return Finding("error", "undefined", {"expression": str(node)[:200]})


def _by_separation(pair: Pair) -> Finding | None:
    """Prove a number zero by enclosing it more narrowly than any that is not zero could be."""
    difference = Binary("-", pair.one, pair.other)
    bound = separation(difference)
    if bound is None or bound.bits > _MAX_SEPARATION:
        return None
    try:
        with precision(bound.bits + 64):
            if not all(_is_positive(enclose(radicand, {})) for radicand in bound.radicands):
                return None
            distance = abs(enclose(difference, {})).upper()
    except Undefined:
        return None
    if distance * 2**bound.bits < 1:
        return Finding("equivalent", "proved-separation", {"bits": bound.bits})
    return None


def _is_positive(ball: Any) -> bool:
    return bool(ball.imag.is_zero() and ball.real > 0)


# --- functions
# --------------------------------------------------------------------------------------------------------


def _functions(pair: Pair, same: bool) -> Finding:
    if same:
        return Finding("equivalent", "proved-structural")
    agreed = apart = 0
    for point in points(pair.names):
        finding = _refuted_at(pair, point)
        if finding is None:
            agreed += 1
        elif finding.value == "different":
            return finding
        else:
            apart += finding.by == "domain"
    detail: dict[str, Any] = {"points": agreed, **({"domains_differ_at": apart} if apart else {})}
    if agreed and Forms(imaginary=pair.is_complex).same(pair.one, pair.other):
        return Finding("equivalent", "proved-identity", detail)
    return Finding("undecidable", "sampled", detail)


def _refuted_at(pair: Pair, point: Mapping[str, Fraction]) -> Finding | None:
    """``different`` with the witness; a note where not both have a value there; None where they may agree."""
    found: Finding | None = None
    for bits in _BITS:
        with precision(bits):
            one, other = _side(pair.one, point), _side(pair.other, point)
            if one is None or other is None:
                found = Finding("undecidable", "undefined" if one is other else "domain")
                continue
            if not (one - other).contains(0):
                return Finding("different", "refuted-by-witness", _witness(point, one, other))
            found = None
            if (one - other).is_zero():
                break
    return found


def _side(node: Expression, point: Mapping[str, Fraction]) -> Any:
    try:
        return enclose(node, point)
    except Undefined:
        return None


def _witness(point: Mapping[str, Fraction], one: Any, other: Any) -> dict[str, Any]:
    return {
        "point": {name: str(number_json(value)) for name, value in point.items()},
        "a": one.str(_SHOWN),
        "b": other.str(_SHOWN),
    }
