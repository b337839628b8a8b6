"""Numbers with units, as checks compare them: one side from a tool, the other from the answer.

An :class:`Amount` counts whole units: 25 % is 25 with unit "%". A claim's value is in base units of what was
printed (25 % is 1/4, see ``_schema``), so a percent claim is scaled here, once.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from toolkits.errors import ToolkitError
from toolkits.quantities import Interval, QuantityError, number_from_json, read
from verifier.plan._schema import Claim

Number: TypeAlias = Fraction | Interval

PERCENT = "%"
RATIO = "1"
_HUNDRED = Fraction(100)


class Amount(NamedTuple):
    """A tool's number, in units of ``unit``; a named tuple, since every check makes one."""

    number: Number
    unit: str | None = None


class Stated(NamedTuple):
    """What an answer (or a plan's literal) states: an exact value in units of ``unit``."""

    value: Fraction
    unit: str | None = None
    quantum: Fraction | None = None
    truncated: bool = False
    strict: bool = True
    approx: bool = False


def of_claim(claim: Claim) -> Stated | None:
    """The number that a claim states, or ``None`` when it states none. Step claims are read leniently."""
    value = claim.value
    if type(value) is not Fraction:
        return None
    if claim.unit == PERCENT:
        quantum = claim.quantum * 100 if claim.quantum is not None else None
        return Stated(value * 100, PERCENT, quantum, claim.truncated, claim.role == "final", claim.approx)
    return Stated(value, claim.unit, claim.quantum, claim.truncated, claim.role == "final", claim.approx)


def of_literal(value: Any) -> Stated | None:
    """The number that a literal of the plan spells ("78.50", 78.5, "about 80", "5 km"), or ``None``."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Fraction):
        return None
    if isinstance(value, Fraction):
        return Stated(value)
    try:
        quantity = read(str(value))
    except QuantityError:
        return _exact_literal(value)
    if quantity.alternatives:
        return None
    scale = _HUNDRED if quantity.unit == PERCENT else Fraction(1)
    quantum = None if quantity.quantum is None else quantity.quantum * scale
    return Stated(quantity.value * scale, quantity.unit, quantum, quantity.truncated, approx=quantity.approx)


def _exact_literal(value: Any) -> Stated | None:
    number = to_number(value)
    return Stated(number) if isinstance(number, Fraction) else None


def to_number(value: Any) -> Number | None:
    """A number in JSON form (text, number, enclosure), or ``None``."""
    try:
        return number_from_json(value)
    except QuantityError:
        return None


def of_output(value: Any, unit: str | None) -> Amount | None:
    """The number that a tool's output holds, or ``None``. Printed text may carry its own unit.

    Args:
        value: JSON of the output.
        unit: its unit, as the check or the output states it.
    """
    number = to_number(value)
    if number is not None:
        return Amount(number, unit)
    return _of_text(value, unit) if isinstance(value, str) else None


def _of_text(text: str, unit: str | None) -> Amount | None:
    try:
        quantity = read(text.strip())
    except QuantityError:
        return None
    if quantity.alternatives:
        return None
    own = quantity.unit
    number = quantity.value * 100 if own == PERCENT else quantity.value
    return Amount(number, own if own is not None else unit)


class UnitMismatch(Exception):  # noqa: N818  (says what is wrong, never leaves the package)
    """Two units that measure different things, or whose conversion is ambiguous."""


def readings(amount: Amount, unit: str | None) -> tuple[Number, ...]:
    """The tool's number in the answer's unit: the plain reading first, then the other that percent allows.

    A unit that is missing on one side is taken as the other's. Percent is the exception that answers get
    wrong by a factor of 100, so there both readings are returned and the check decides what to do when they
    disagree.

    Raises:
        UnitMismatch: the units cannot be converted.
    """
    number, given = amount.number, amount.unit
    if given == unit:
        return (number,)
    if given is None:
        return (_scale(number, _HUNDRED), number) if unit == PERCENT else (number,)
    if unit is None:
        return (number, _scale(number, 1 / _HUNDRED)) if given == PERCENT else (number,)
    return (_converted(number, given, unit),)


def _scale(number: Number, factor: Fraction) -> Number:
    if isinstance(number, Interval):
        return Interval(number.lo * factor, number.hi * factor)
    return number * factor


def _converted(number: Number, given: str, wanted: str) -> Number:
    from toolkits.units import convert  # noqa: PLC0415  (its table is read only where units differ)

    try:
        if isinstance(number, Interval):
            ends = convert(number.lo, given, wanted), convert(number.hi, given, wanted)
            return Interval(min(ends), max(ends))
        return convert(number, given, wanted)
    except ToolkitError as error:
        raise UnitMismatch(str(error)) from None


def number_text(number: Number) -> str:
    """A number for people: exact where it is short, else as a decimal with an ellipsis."""
    if isinstance(number, Interval):
        return _enclosure_text(number)
    if number.denominator == 1:
        return _short(number.numerator)
    scaled = _decimal(number)
    return scaled if Fraction(scaled) == number else f"{scaled}…"


def _short(value: int) -> str:
    if value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    return str(value)


def _decimal(number: Fraction, places: int = 12) -> str:
    """The decimal cut off (towards zero) after ``places`` digits."""
    scaled = abs(number.numerator) * 10**places // number.denominator
    if scaled.bit_length() > 240:
        return f"{'-' if number < 0 else ''}{scaled // 10**places}"
    whole, rest = divmod(scaled, 10**places)
    digits = f"{rest:0{places}d}".rstrip("0") or "0"
    return f"{'-' if number < 0 else ''}{whole}.{digits}"


def _enclosure_text(number: Interval) -> str:
    low, high = _decimal(number.lo), _decimal(number.hi)
    same = next(
        (i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high))
    )
    common = low[:same]
    return f"{common}…" if "." in common else f"{low}…{high}"
