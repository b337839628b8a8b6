"""Whether two formulas say the same, whatever their letters: a witness refutes, only a proof confirms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import (
    EvaluationError,
    Expression,
    Interval,
    Variable,
    evaluate,
    parse,
    rename,
    transform,
)

_MAX_LENGTH = 300
_MAX_RENAMED = 5
_SUBJECT = re.compile(r"[^\d+\-*/^=()\[\]{}|]{1,40}")
_CAPITALS = re.compile(r"(?<![A-Za-z])[A-Z]{2,3}(?![A-Za-z(])")
_FRESH = "zyxwvuqk"
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

    A name that both formulas use means the same in both, so ``P*(1 + n/r)`` is not ``P*(1 + r/n)``. Solved
    for another variable a formula is the same. Capitals that touch (``PV``, ``PRT``) are a name or a product;
    either will do.

    Args:
        a: ``A = P*(1 + r/n)^(n*t)``, ``面积 = πr²``, or an expression alone.
        b: another.

    Returns:
        ``True`` when proved, ``False`` when some values tell them apart under every renaming, ``None`` when
        neither or when one of them can't be read.
    """
    results = [_same(one, two) for one in read_formulas(a) for two in read_formulas(b)]
    if any(result is True for result in results):
        return True
    return False if results and all(result is False for result in results) else None


def _same(first: Formula, second: Formula) -> bool | None:
    if first.subject in second.body.variables and second.subject in first.body.variables:
        return _rearranged(first, second)
    shared = first.body.variables & second.body.variables
    result = same_expression(first.body, second.body, fixed=shared)
    strange = first.body.variables != second.body.variables
    # Other letters elsewhere: the shared ones may be a coincidence (n years here, n times a year there).
    if result is False and shared and strange and same_expression(first.body, second.body) is not False:
        return None
    return result


def read_formulas(text: str) -> tuple[Formula, ...]:
    """The readings of one formula; none when it is no formula, or not solved for one variable."""
    if len(text) > _MAX_LENGTH:
        return ()
    plain = _STRIPPED.sub("", _STRIPPED.sub("", text)).replace("＝", "=").strip()
    subject, equals, body = plain.rpartition("=")
    subject = subject.strip().strip("$").strip()
    if "=" in subject or (equals and not _SUBJECT.fullmatch(subject)):
        return ()
    bodies = dict.fromkeys(
        tree for variant in _variants(body.strip()) if (tree := _parsed(variant)) is not None
    )
    return tuple(Formula(subject, tree) for tree in bodies)


def _variants(body: str) -> Iterator[str]:
    """The text as it is, with capitals that touch as products, and with them as one name each."""
    yield body
    runs = dict.fromkeys(_CAPITALS.findall(body))
    if runs:
        yield _CAPITALS.sub(lambda match: f"({'*'.join(match[0])})", body)
        fresh = dict(zip(runs, (letter for letter in _FRESH if letter not in body), strict=False))
        yield _CAPITALS.sub(lambda match: fresh.get(match[0], match[0]), body)


def _parsed(text: str) -> Expression | None:
    try:
        return parse(text)
    except ToolkitError:
        return None


def same_expression(a: Expression, b: Expression, *, fixed: frozenset[str] = frozenset()) -> bool | None:
    """As :func:`same_formula`, on expressions; ``fixed`` names stand for themselves, others are renamed."""
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


def _rearranged(first: Formula, second: Formula) -> bool | None:
    """P = A/(1 + r)^t against A = P*(1 + r)^t: put into each other they must give the variable back."""
    results = [_gives_back(first, second), _gives_back(second, first)]
    if False in results:
        return False
    return True if all(results) else None


def _gives_back(outer: Formula, inner: Formula) -> bool | None:
    """Whether ``outer``, fed with ``inner``'s value, is the variable that ``inner`` was computed from."""

    def put_in(leaf: Expression) -> Expression:
        return inner.body if isinstance(leaf, Variable) and leaf.name == inner.subject else leaf

    whole, alone = transform(outer.body, put_in), Variable(outer.subject)
    if _witness(whole, alone):
        return False
    return True if _proved(whole, alone) else None
