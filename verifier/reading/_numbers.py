"""Numbers as the answer prints them: a thin way into the numeric layer, and what a claim of it would need."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import Interval, evaluate, parse
from toolkits.quantities import Quantity, read_all, rounds_to
from verifier.reading._expressions import Expr
from verifier.reading._measures import MEASURES

PERCENT: Final = "%"
_FRACTION: Final = re.compile(r"\(?\s*(-?\s*\d[\d,]*)\s*/\s*(\d[\d,]*)\s*\)?")
_OVERLINE: Final = re.compile(r"\.?\\(?:overline|bar|dot)|̅")
_DOTS: Final = re.compile(r"\s?(?:…+|\.{3,}|\\[lc]?dots)")
_UNIT_MORE: Final = re.compile(r"\s?/\s?[A-Za-z]+|\s(?:per|an?)\s[A-Za-z]+|[²³]|\^\{?[23]\}?")
_ABOUT: Final = re.compile(
    r"(?:≈|~|\\approx|\b(?:about|approximately|approx\.?|roughly|around|nearly"
    r"|almost)|大约|约为?)\s*$",
    re.IGNORECASE,
)
_LONGEST_ABOUT: Final = 16
_FINE: Final = 10**6
_DOUBLE_DIGITS: Final = 15
_WHOLE_FRAC: Final = re.compile(r"\\[dt]?frac\s?\{?\s*\d+\s*\}?\s?\{?\s*\d+\s*\}?")
_DECIMAL: Final = re.compile(r"\d+\.(\d+)")
_LATEX_NUMBER: Final = re.compile(r"\{,\}|\\,|\\!,|,\\!")


@dataclass(frozen=True, slots=True)
class Printed:
    """A number that the answer prints as a result.

    Attributes:
        value, quantum, unit, approx, truncated: as in a claim.
        span: digits (what a patch replaces).
        end: where the number with its unit ends.
    """

    value: Fraction
    quantum: Fraction | None
    unit: str | None
    span: tuple[int, int]
    end: int
    approx: bool = False
    truncated: bool = False


def printed(text: str, expr: Expr) -> Printed | None:
    """The number that ``expr`` is, or ``None`` where it is no single number, or has two readings."""
    if expr.number is None:
        return _simple_fraction(expr)
    start, end = expr.number
    if _OVERLINE.match(text, end):
        return None
    if "\\" in text[start:end] or "{" in text[start:end]:
        return _latex_number(text, expr)
    dots = _DOTS.match(text, end) if end == expr.end else None
    about = _ABOUT.search(text, max(0, expr.start - _LONGEST_ABOUT), expr.start)
    found = read_all(text, about.start() if about else expr.start, dots.end() if dots else _stop(text, expr))
    if len(found) != 1 or found[0].alternatives:
        return None
    number = from_quantity(found[0])
    if dots:
        return replace(number, truncated=True, end=dots.end())
    return number if number.end >= expr.end else replace(number, end=expr.end)


def _stop(text: str, expr: Expr) -> int:
    """Where the quantity may end: its unit ("km/h", "m²") counts in, a counting word ("3 dozen") does not."""
    measure = MEASURES.get(expr.unit)
    if measure is not None and measure[0] in ("count", "fraction") and expr.unit != "percent":
        return expr.end
    more = _UNIT_MORE.match(text, expr.units_end) if expr.unit else None
    return more.end() if more else expr.units_end


def from_quantity(quantity: Quantity) -> Printed:
    """The number that the numeric layer read."""
    return Printed(
        value=quantity.value,
        quantum=_double_quantum(quantity),
        unit=quantity.unit,
        span=(quantity.number_start, quantity.number_end),
        end=quantity.end,
        approx=quantity.approx,
        truncated=quantity.truncated,
    )


def _double_quantum(quantity: Quantity) -> Fraction | None:
    """The printed step, but no finer than a double carries: "26.666666666666668" is a machine's 80/3."""
    quantum = quantity.quantum
    if quantum is None or quantum.denominator < _FINE or not quantity.value:
        return quantum
    digits = len(str(int(abs(quantity.value) / quantum)))
    return quantum if digits <= _DOUBLE_DIGITS else quantum * 10 ** (digits - _DOUBLE_DIGITS)


def _latex_number(text: str, expr: Expr) -> Printed | None:
    r"""A number with LaTeX between its digits (4{,}000), or a plain \frac."""
    assert expr.number is not None
    start, end = expr.number
    exact = value_of(expr.text)
    if not isinstance(exact, Fraction):
        return None
    piece = _LATEX_NUMBER.sub("", text[start:end])
    if "frac" in piece and _WHOLE_FRAC.search(piece) is None:
        return None
    decimals = len(piece.partition(".")[2])
    quantum = None if "frac" in piece else Fraction(1, 10**decimals)
    if expr.percents and quantum is not None:
        quantum /= 100
    return Printed(
        value=exact, quantum=quantum, unit=PERCENT if expr.percents else None, span=(start, end), end=expr.end
    )


def _simple_fraction(expr: Expr) -> Printed | None:
    """A quotient of two whole numbers that stands for a value ("= 8/45")."""
    if expr.operators != "/" or expr.variable or expr.percents:
        return None
    if not (_FRACTION.fullmatch(expr.text) or _WHOLE_FRAC.fullmatch(expr.text)):
        return None
    exact = value_of(expr.text)
    if not isinstance(exact, Fraction):
        return None
    return Printed(value=exact, quantum=None, unit=None, span=(expr.start, expr.end), end=expr.end)


def leading(text: str, expr: Expr) -> Printed | None:
    """The number with which ``expr`` starts ("90" of "90 - 10")."""
    found = read_all(text, expr.start, expr.end)
    if not found or found[0].alternatives or text[expr.start : found[0].start].strip(" ($"):
        return None
    return from_quantity(found[0])


@lru_cache(maxsize=2048)
def value_of(expression: str) -> Fraction | Interval | None:
    """Exact value of an expression's text, or ``None`` where it has none or two readings."""
    try:
        return evaluate(parse(expression))
    except ToolkitError:
        return None


def holds(expression: str, number: Printed) -> bool | None:
    """Whether ``expression`` comes to ``number``, rounded or truncated at its digits; ``None``: undecided."""
    exact = value_of(expression)
    return None if exact is None else rounds_to(exact, number.value, number.quantum, truncation=True)


def may_round_to(expression: str, number: Printed) -> bool:
    """Whether ``number`` lies within what ``expression`` can be when its decimals are rounded ones."""
    if number.quantum is None:
        return False
    exact = value_of(expression)
    if not isinstance(exact, Fraction):
        return False
    slack = number.quantum / 2
    for match in _DECIMAL.finditer(expression):
        step = Fraction(1, 2 * 10 ** len(match[1]))
        moved = value_of(
            f"{expression[: match.start()]}({match[0]} + {step.numerator}/{step.denominator})"
            f"{expression[match.end() :]}"
        )
        if not isinstance(moved, Fraction):
            return False
        slack += abs(moved - exact)
    return abs(exact - number.value) <= slack


def without_percent(number: Printed) -> Printed:
    """The same digits with the percent sign as a mere unit (25 % -> 25)."""
    quantum = None if number.quantum is None else number.quantum * 100
    return replace(number, value=number.value * 100, quantum=quantum, unit=None)
