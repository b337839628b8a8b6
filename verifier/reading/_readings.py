"""What an equation may mean under the loose styles that people write in, and which meaning to take.

Several readings do not make a claim ambiguous where one of them is true: that one was meant. What is false
under each of them is a slip, unless a change of scale, a rounded operand or an unsure edge may explain it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from toolkits import lazy_re as re
from toolkits.expressions import Interval
from verifier.reading._expressions import Expr
from verifier.reading._measures import DERIVED, mixed
from verifier.reading._numbers import PERCENT, Printed, holds, may_round_to, value_of, without_percent

#: A left side for the expression parser and the number that it is said to come to.
Sides: TypeAlias = tuple[str, Printed]

# Operands that look like the rounded result of an earlier step: three decimals or more, or the decimals of
# thirds,
# sixths, sevenths, ninths.
_ROUNDED: Final = re.compile(
    r"\.\d{3}|\.(?:33|66|67|16|17|83|14|28|29|42|43|57|71|85|86|11|22|44|55|56|77|78|88|89)(?!\d)"
    r"|\.[36](?!\d)|pi|sqrt"
)
_PERCENT_LAST: Final = re.compile(r"(.+?) ([+-]) (\d[\d,.]*)%")
_SHARED_LAST: Final = re.compile(r"(.+) / (\d+) / (\d+)")
_DIFFERENCES: Final = frozenset(
    {"less", "fewer", "more", "difference", "short", "shorter", "lower", "cheaper", "younger", "older"}
)
_SUMS: Final = frozenset("+-")
_NEAR: Final = Fraction(1, 50)
_ONE_OFF: Final = Fraction(3, 2)
_FAR: Final = Fraction(10**30)


def chosen(expr: Expr, following: Expr, number: Printed, *, sure: bool, approx: bool) -> Sides | None:
    """The sides of the equation to claim, or ``None`` where nothing is certain.

    Args:
        expr: the left side.
        following: the expression in which the right side stands.
        number: the right side.
        sure: nothing but the conventions below leaves a doubt about what the equation says.
        approx: it is stated as an approximation.
    """
    sides = list(readings(expr, following, number))
    scales = mixed([*expr.measures, *following.measures])
    rounded = _ROUNDED.search(expr.text) is not None
    if len(sides) == 1 and sure and expr.plain and number.quantum and not (scales or rounded or approx):
        return sides[0]
    true = next((s for s in sides if holds(*s)), None)
    if true is not None or not sure or _explained(expr, number, scales) or _derives(expr, following):
        return true
    sides = [s for s in sides if value_of(s[0]) is not None]
    if (approx and _one_off(expr.text, number)) or (rounded and may_round_to(expr.text, number)):
        return None
    if number.quantum is None and _is_near(expr.text, number):
        return None
    return min(sides, key=_distance, default=None)


def readings(expr: Expr, following: Expr, number: Printed) -> Iterator[Sides]:
    """The sides under each convention that the text may follow, the plain one first."""
    yield expr.text, number
    if number.unit == PERCENT:
        yield expr.text, without_percent(number)
    if expr.percents:
        yield from _of_percents(expr, number)
    if " of " in expr.text:
        yield from _of_the_rest(expr, number)
    if expr.operators[-1:] == "/":
        yield from _of_quotients(expr, number)
    if expr.operators == "-" and following.unit in _DIFFERENCES:
        left, _, right = expr.text.partition(" - ")
        yield f"{right} - {left}", number  # "1800 - 2000 = 200 less"


def _of_percents(expr: Expr, number: Printed) -> Iterator[Sides]:
    change = _PERCENT_LAST.fullmatch(expr.text)
    if change and "%" not in change[1]:
        yield f"({change[1]}) * (1 {change[2]} {change[3]}%)", number  # "100 + 10% = 110"
    if number.unit == PERCENT:
        yield expr.text.replace("%", ""), without_percent(number)  # "100 - 30% = 70%"
    elif _SUMS.issuperset(expr.operators):
        yield expr.text.replace("%", ""), number


def _of_the_rest(expr: Expr, number: Printed) -> Iterator[Sides]:
    """The share may be taken of a whole sum: "1/4 of 80 + 20"."""
    head, _, tail = expr.text.rpartition(" of ")
    if ("+" in tail or "-" in tail) and "(" not in tail:
        yield f"{head} of ({tail})", number


def _of_quotients(expr: Expr, number: Printed) -> Iterator[Sides]:
    """An average without its brackets ("4 + 6 + 8 / 3 = 6"), a fraction to divide by ("24 / 2/3 = 36")."""
    terms, _, count = expr.text.rpartition(" / ")
    if set(expr.operators[:-1]) == {"+"} and "(" not in terms and count == str(len(expr.operators)):
        yield f"({terms}) / {count}", number
    shared = _SHARED_LAST.fullmatch(expr.text)
    if shared:
        yield f"{shared[1]} / ({shared[2]} / {shared[3]})", number


def _explained(expr: Expr, number: Printed, scales: list[tuple[Fraction, Fraction]]) -> bool:
    """Whether a change of scale may explain why the sides differ ("30 minutes * 2 = 1 hour")."""
    if not scales:
        return False
    exact = value_of(expr.text)
    no_one_size = any(0 in pair for pair in scales)
    if no_one_size or not _SUMS.isdisjoint(expr.operators):
        return True
    if not isinstance(exact, Fraction) or not exact or not number.value:
        return True
    ratio = number.value / exact
    return any(abs(ratio * q - 1) <= _NEAR for a, b in scales for q in (a / b, b / a))


def _derives(expr: Expr, following: Expr) -> bool:
    """Whether the result has a unit made of others, some of them scaled ("100 g * 9.8 = 0.98 N")."""
    known = {dimension for dimension, _ in expr.measures}
    made = any(dimension in DERIVED and dimension not in known for dimension, _ in following.measures)
    return made and bool(known) and any(scale != 1 for _, scale in (*expr.measures, *following.measures))


def _one_off(expression: str, number: Printed) -> bool:
    """An approximation ("≈") whose last digit is one off is not exact, but not false."""
    exact = value_of(expression)
    if exact is None or number.quantum is None:
        return True
    low, high = (exact.lo, exact.hi) if isinstance(exact, Interval) else (exact, exact)
    return low - number.quantum * _ONE_OFF <= number.value <= high + number.quantum * _ONE_OFF


def _is_near(expression: str, number: Printed) -> bool:
    """A fraction that replaces another a little ("120/2,118,760 = 1/17656") is rounded, if silently."""
    exact = value_of(expression)
    return isinstance(exact, Fraction) and abs(exact - number.value) * 1000 < abs(number.value)


def _distance(sides: Sides) -> Fraction:
    """How far apart the two sides are in scale: the nearest reading is what was most likely meant."""
    exact = value_of(sides[0])
    if exact is None:
        return _FAR
    middle = (exact.lo + exact.hi) / 2 if isinstance(exact, Interval) else exact
    return abs(middle - sides[1].value) / (abs(middle) + abs(sides[1].value) or 1)


def slips(expr: Expr, following: Expr, last: Expr, target: Printed) -> bool:
    """Whether a chain breaks between ``expr`` and ``following`` for certain.

    It does when what follows comes to the end of the chain and ``expr`` does not come near it.
    """
    if not expr.certain or expr.percents or following.percents or last.percents:
        return False
    exact, after = value_of(expr.text), value_of(following.text)
    if (
        not isinstance(exact, Fraction)
        or not isinstance(after, Fraction)
        or not holds(following.text, target)
    ):
        return False
    if mixed([*expr.measures, *following.measures, *last.measures]):
        return False
    near = abs(exact - after) <= _NEAR * max(abs(exact), abs(after))
    whole = exact.denominator == 1 and after.denominator == 1 and "." not in expr.text + following.text
    return not near or whole
