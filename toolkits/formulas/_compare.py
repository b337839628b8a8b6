"""Whether two formulas say the same, whatever their letters: a witness refutes, only a proof confirms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from toolkits.errors import ToolkitError
from toolkits.expressions import EvaluationError, Expression, Interval, evaluate, parse, rename

_MAX_LENGTH = 300
_MAX_RENAMED = 5
_SUBJECT = re.compile(r"[^\d+\-*/^=()\[\]{}|]{1,40}")
_STRIPPED = re.compile(r"^\s*\$+|\$+\s*$|[。.;；，,]\s*$")
#: Distinct values for up to a dozen variables, one row a sample; small, so that powers stay small.
_POINTS: tuple[tuple[int | Fraction, ...], ...] = (
    (2, 3, 5, 7, 4, 6, 8, 9),
    (3, 5, 2, 4, 7, 8, 9, 6),
    (5, 2, 7, 3, 6, 4, 9, 8),
    (Fraction(1, 2), Fraction(3, 2), 2, 3, Fraction(5, 2), 4, 5, 6),
    (7, 4, 3, 2, 5, 9, 6, 8),
    (Fraction(1, 10), 12, 2, Fraction(3, 10), 4, 5, 6, 7),
)


@dataclass(frozen=True, slots=True)
class Formula:
    """``subject = body``; the subject is a variable's name, words, or "" for a bare expression."""

    subject: str
    body: Expression


def same_formula(a: str, b: str) -> bool | None:
    """Whether two formulas are the same up to the names of their variables.

    A name that both formulas use means the same in both, so ``P*(1 + n/r)`` is not ``P*(1 + r/n)``. Rearrangements
    count as the same where each follows from the other at every sample and one of them is proved.

    Args:
        a: ``A = P*(1 + r/n)^(n*t)``, ``面积 = πr²``, or an expression alone.
        b: another.

    Returns:
        ``True`` when proved, ``False`` when some values tell them apart under every renaming, ``None`` when neither
        or when one of them can't be read.
    """
    first, second = read_formula(a), read_formula(b)
    if first is None or second is None:
        return None
    if _rearranged(first, second):
        return _rearrangement(first, second)
    return same_expression(first.body, second.body, fixed=first.body.variables & second.body.variables)


def read_formula(text: str) -> Formula | None:
    """Read one formula; ``None`` when it is none, or not solved for one variable."""
    if len(text) > _MAX_LENGTH:
        return None
    plain = _STRIPPED.sub("", _STRIPPED.sub("", text)).replace("＝", "=").strip()
    subject, equals, body = plain.rpartition("=")
    subject = subject.strip().strip("$").strip()
    if "=" in subject or (equals and not _SUBJECT.fullmatch(subject)):
        return None
    try:
        return Formula(subject, parse(body.strip()))
    except ToolkitError:
        return None


def same_expression(a: Expression, b: Expression, *, fixed: frozenset[str]) -> bool | None:
    """As :func:`same_formula`, on expressions; ``fixed`` names stand for themselves, others may be renamed."""
    free_a, free_b = sorted(a.variables - fixed), sorted(b.variables - fixed)
    if len(free_a) != len(free_b):
        return False if _witness(a, b) else None
    if len(free_a) > _MAX_RENAMED:
        return None
    undecided = False
    for names in permutations(free_b):
        renamed = rename(b, dict(zip(names, free_a, strict=True)))
        if str(a) == str(renamed):
            return True
        if not _witness(a, renamed):
            if _proved(a, renamed):
                return True
            undecided = True
    return None if undecided else False


def _witness(a: Expression, b: Expression) -> bool:
    """Whether some sample tells the two apart."""
    return any(_differ(_value(a, point), _value(b, point)) for point in _samples(a.variables | b.variables))


def _samples(variables: frozenset[str]) -> Iterator[dict[str, Fraction]]:
    names = sorted(variables)
    if len(names) > len(_POINTS[0]):
        return
    for point in _POINTS:
        yield {name: Fraction(value) for name, value in zip(names, point, strict=False)}


def _value(expression: Expression, point: Mapping[str, Fraction]) -> Fraction | Interval | None:
    try:
        return evaluate(expression, point)
    except EvaluationError:
        return None


def _differ(a: Fraction | Interval | None, b: Fraction | Interval | None) -> bool:
    if a is None or b is None:
        return False
    low_a, high_a = (a.lo, a.hi) if isinstance(a, Interval) else (a, a)
    low_b, high_b = (b.lo, b.hi) if isinstance(b, Interval) else (b, b)
    return high_a < low_b or high_b < low_a


def _proved(a: Expression, b: Expression) -> bool:
    from toolkits.equivalence import equivalence  # noqa: PLC0415  (its last resort is a computer algebra system)

    try:
        return bool(equivalence(a=str(a), b=str(b))["value"] == "equivalent")
    except ToolkitError:
        return False


def _rearranged(first: Formula, second: Formula) -> bool:
    """Both are solved for one of the other's variables: P = A/(1 + r)^t against A = P*(1 + r)^t."""
    return first.subject in second.body.variables and second.subject in first.body.variables


def _rearrangement(first: Formula, second: Formula) -> bool | None:
    """Put one into the other: solved for A, then for P, gives P back."""
    if first.body.variables - {second.subject} != second.body.variables - {first.subject}:
        return None
    substituted = [
        _through(outer, inner, point)
        for outer, inner in ((first, second), (second, first))
        for point in _samples(inner.body.variables)
    ]
    if any(result is False for result in substituted):
        return False
    return True if substituted and all(substituted) else None


def _through(outer: Formula, inner: Formula, point: Mapping[str, Fraction]) -> bool | None:
    """Whether ``outer`` gives back the variable that ``inner`` was computed from; exact values only."""
    value = _value(inner.body, point)
    if not isinstance(value, Fraction):
        return None
    back = _value(outer.body, {**point, inner.subject: value})
    if back is None:
        return None
    return not _differ(back, point[outer.subject]) if isinstance(back, Fraction) else None
