"""Everything that a text may mean as one number: each reading with its step and with what was read into it.

:func:`toolkits.quantities.read` gives the ordinary reading of a text; here nothing is decided silently.
``1,234`` comes back twice, as 1234 and as 1.234, unless the caller knows which mark is for decimals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits.quantities._digits import VULGAR, repeating
from toolkits.quantities._forms import Form, whole_form
from toolkits.quantities._numerals import step
from toolkits.quantities._quantity import Quantity, QuantityError
from toolkits.quantities._units import is_money
from toolkits.quantities._whole import inner, plain_characters, read

Decimals: TypeAlias = Literal["", "point", "comma"]
"""Which mark a text uses for decimals; ``""``: unknown."""

_COMMA = re.compile(r"-?[0-9]{1,3},[0-9]{3}")
_POINT = re.compile(r"-?[0-9]{1,3}\.[0-9]{3}")
_DECIMAL_COMMA = re.compile(r"-?[0-9]+,[0-9]+")
_DECIMAL_POINT = re.compile(r"-?[0-9]+\.[0-9]+")
_ELLIPSIS = re.compile(r"(-?)([0-9]*)\.([0-9]{1,60})(?:\.{3}|…)")
_CONCISE = re.compile(r"(-?[0-9]*\.([0-9]+))\(([0-9]{1,4})\)")
_SPREAD = re.compile(r"\s*(?:±|\+/-|\+-|\\pm(?![A-Za-z]))\s*")
_RANGE = re.compile(r"\s*(?:~|—|至|到|\bto\b)\s*|(?<=[0-9A-Za-z%°])\s*-\s*(?=[0-9])")
_FROM = re.compile(r"(?:between|from)\s+|从|在", re.IGNORECASE)
_AND = re.compile(r"\s+and\s+|\s*[和与]\s*")
_LONGEST = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One meaning of a text as a number.

    Attributes:
        value: exact value; of a range its lower end.
        quantum: the step to which it was printed; ``None``: exact as written.
        unit: as in :class:`~toolkits.quantities.Quantity`.
        says: what was read into the text: ``plain``, ``grouped`` (1,234 is 1234), ``decimal_comma`` (1,234 is
            1.234), ``percent``, ``per_mille``, ``basis_points``, ``scaled`` (5K is 5000), ``repeating``
            (0.333… is 1/3), ``truncated`` (0.333… is some number that begins so), ``base``, ``range``,
            ``uncertain`` (5 ± 0.1).
        base: the base of the digits.
        spread: half the width of what stands behind ±.
        upper: the upper end of a range.
        approx: said to be about so much.
    """

    value: Fraction
    quantum: Fraction | None
    unit: str | None = None
    says: str = "plain"
    base: int = 10
    spread: Fraction | None = None
    upper: Fraction | None = None
    approx: bool = False


def readings(text: str, decimals: Decimals = "") -> tuple[Reading, ...]:
    """Every reading of ``text`` as a number, a range, or a number ± its uncertainty; the likeliest first.

    Raises:
        QuantityError: it is none of these.
    """
    if len(text) > _LONGEST:
        raise QuantityError(f"a number of more than {_LONGEST} characters", code="limit")
    if "，" in text:
        text = plain_characters(text) or text
    folded = fold_prose(text)
    start, end = inner(folded)
    body = folded[start:end]
    found = _uncertain(body, decimals) or _range(body, decimals) or _special(body, text[start:end])
    if not found:
        found = tuple(_of_quantity(read(text), folded, decimals))
    return tuple(dict.fromkeys(found))


# --- one number ---------------------------------------------------------------------------------------------


def _special(body: str, original: str) -> tuple[Reading, ...]:
    """Other bases, and dots that stand for digits without end."""
    dotted = _ELLIPSIS.fullmatch(body)
    if dotted:
        return tuple(_endless(dotted))
    if any(char in original for char in VULGAR):
        return ()
    form = whole_form(body) if not body.isdecimal() else None
    return (_of_form(form),) if form and form.kind == "base" else ()


def _of_form(form: Form) -> Reading:
    return Reading(value=form.value, quantum=form.quantum, unit=form.unit, says=form.kind, base=form.base)


def _endless(match: re.Match[str]) -> Iterator[Reading]:
    """0.333…: a period that stands there at least twice goes on, or the digits were cut off."""
    sign, whole, digits = match.groups()
    negative = -1 if sign else 1
    period = _period(digits)
    if period:
        fixed = digits[: len(digits) - _repeated(digits, period)]
        quantum = step(len(fixed))
        value = repeating(Fraction(int(whole + fixed or "0")) * quantum, quantum, period)
        yield Reading(value=negative * value, quantum=None, says="repeating")
    cut = Fraction(int(whole + digits), 10 ** len(digits))
    yield Reading(value=negative * cut, quantum=step(len(digits)), says="truncated")


def _period(digits: str) -> str:
    """The shortest period of which the digits end in two whole runs, three of a single digit; else ``""``."""
    for length in range(1, len(digits) // 2 + 1):
        period = digits[-length:]
        times = 3 if length == 1 else 2
        if digits.endswith(period * times) and (length > 1 or period != "0"):
            return period
    return ""


def _repeated(digits: str, period: str) -> int:
    length = len(period)
    count = 0
    while digits[: len(digits) - count].endswith(period):
        count += length
    return count


def _of_quantity(quantity: Quantity, text: str, decimals: Decimals) -> Iterator[Reading]:
    digits = text[quantity.number_start : quantity.number_end].rstrip("%")
    unit = quantity.unit
    plain = Reading(
        value=quantity.value,
        quantum=quantity.quantum,
        unit=unit,
        approx=quantity.approx,
        says=_says(quantity, text),
    )
    concise = _CONCISE.search(text) if unit else None
    if concise is None and (comma := _with_mark(plain, digits, decimals)):
        yield from comma
        return
    yield plain
    for value in quantity.alternatives:
        if not _DECIMAL_COMMA.fullmatch(digits):  # 3,5 as a list of 3 and 5 is no one number
            yield replace(plain, value=value, quantum=_step_of(plain, value), says="plain")


def _with_mark(plain: Reading, digits: str, decimals: Decimals) -> list[Reading]:
    """The readings of 1,234 and 1.234, by what the decimal mark may be; none where there is no doubt."""
    thousandth = replace(plain, value=plain.value / 1000, quantum=_scaled(plain, 1000), says="decimal_comma")
    thousand = replace(
        plain, value=plain.value * 1000, quantum=_scaled(plain, Fraction(1, 1000)), says="grouped"
    )
    if _COMMA.fullmatch(digits):
        grouped = replace(plain, says="grouped")
        money = is_money(plain.unit) and plain.unit != "EUR"
        if decimals == "point" or (money and not decimals):
            return [grouped]
        return [thousandth] if decimals == "comma" or digits.lstrip("-")[0] == "0" else [grouped, thousandth]
    if _POINT.fullmatch(digits):
        euro = plain.unit == "EUR" and not decimals
        return [thousand] if decimals == "comma" else [plain, thousand] if euro else []
    if _DECIMAL_COMMA.fullmatch(digits):
        return [replace(plain, says="decimal_comma")]
    if _DECIMAL_POINT.fullmatch(digits) and decimals == "comma":
        raise QuantityError(f"{digits!r} has a decimal point where a comma is the mark")
    return []


def _scaled(reading: Reading, by: int | Fraction) -> Fraction | None:
    return None if reading.quantum is None else reading.quantum / by


def _step_of(plain: Reading, value: Fraction) -> Fraction | None:
    """The step of another reading of the same digits: it scales as the value does."""
    if plain.quantum is None or not plain.value:
        return plain.quantum
    return abs(plain.quantum * value / plain.value)


def _says(quantity: Quantity, text: str) -> str:
    printed = text[quantity.number_start : quantity.end].lower()
    if quantity.unit == "%":
        if "‰" in printed or "千分之" in printed or "per mil" in printed or "per thousand" in printed:
            return "per_mille"
        return "basis_points" if "b" in printed else "percent"
    if quantity.alternatives and re.search("[kmbt兆]", printed):
        return "scaled"
    if quantity.quantum is None and re.search(r"overline|bar|dot|\(|\u0305", text):
        return "repeating"
    return "plain"


# --- ranges and uncertainty ---------------------------------------------------------------------------------


def _uncertain(body: str, decimals: Decimals) -> tuple[Reading, ...]:
    """5 ± 0.1, 100 km ± 5 km, (5 ± 0.1) cm, 1.23(4) m."""
    parts = _SPREAD.split(body)
    if len(parts) == 2 and all(parts):
        left, right, unit = _sides(parts[0], parts[1])
        one, spread = _only(left, decimals), _only(right, decimals)
        if one is None or spread is None or spread.value < 0:
            return ()
        if spread.unit == "%" and one.unit != "%":  # 5 cm ± 2% is 2% of it
            spread = replace(spread, value=abs(one.value) * spread.value, unit=one.unit)
        same = _one_unit(one, spread, unit)
        return (replace(one, unit=same[0], spread=spread.value, says="uncertain"),) if same else ()
    concise = _CONCISE.match(body)
    if concise and concise.end() < len(body):
        one = _only(concise[1] + body[concise.end() :], decimals)
        spread_value = Fraction(int(concise[3]), 10 ** len(concise[2]))
        return (replace(one, spread=spread_value, says="uncertain"),) if one and one.unit else ()
    return ()


def _range(body: str, decimals: Decimals) -> tuple[Reading, ...]:
    """3-5, 3 to 5 km, 3至5, between 3 and 5."""
    lead = _FROM.match(body)
    rest = body[lead.end() :] if lead else body
    parts = _RANGE.split(rest)
    if lead and len(parts) != 2:
        parts = _AND.split(rest)
    if len(parts) != 2 or not all(parts):
        return ()
    low, high = _only(parts[0], decimals), _only(parts[1], decimals)
    same = _one_unit(low, high, "") if low and high else None
    if low is None or high is None or same is None:
        return ()
    if same[0] == "%" and low.unit is None:  # 3-5%
        low = replace(low, value=low.value / 100, quantum=_scaled(low, 100))
    if low.value >= high.value or body.startswith("零下"):  # 零下3到5度: is it 5 or -5?
        return ()
    return (replace(low, unit=same[0], upper=high.value, says="range"),)


def _sides(left: str, right: str) -> tuple[str, str, str]:
    """Both sides of ±, and the unit that stands behind a bracket around them."""
    if left.startswith("(") and ")" in right:
        right, _, unit = right.rpartition(")")
        return left[1:], right, unit.strip()
    return left, right, ""


def _only(text: str, decimals: Decimals) -> Reading | None:
    """The one reading of ``text``; ``None`` where it has none, or several."""
    try:
        found = tuple(_of_quantity(read(text), fold_prose(text), decimals))
    except QuantityError:
        return None
    return found[0] if len(found) == 1 else None


def _one_unit(one: Reading, other: Reading, around: str) -> tuple[str | None] | None:
    """The unit of both (in a tuple); ``None`` where they differ."""
    if around:
        named = _only(f"1 {around}", "")
        return (named.unit,) if named and not one.unit and not other.unit else None
    units = {one.unit, other.unit} - {None}
    return (next(iter(units), None),) if len(units) <= 1 else None
