"""Reads amounts: "5 km", "$3k", "1 h 30 min", "6 ft 2", "2小时30分", "一个半小时", "a rise of 10 °C".

The number is read by the numeric layer, the unit by the table of units; here they are told apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from toolkits import lazy_re as re
from toolkits._characters import fold_prose
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.quantities import Decimals, QuantityError, Reading, read, significant_quantum
from toolkits.units._convert import between
from toolkits.units._leading import NUMERAL, leading_numbers
from toolkits.units._names import clean
from toolkits.units._parse import parse
from toolkits.units._unit import Unit

_MAX_LENGTH = 80
_MOST_PARTS = 4
_JOINED = re.compile(r"\s*,?\s*(?:and\s+|零(?=[0-9])|又)?")
_NEXT_PART = re.compile(rf"(?<![\^/.0-9(*·])(?=[\s,]*(?:and\s+|零|又)?(?:[0-9]|[{NUMERAL}]))")
_ABOUT = re.compile(
    r"\s*(?:about|around|approximately|approx\.?|roughly|nearly|some|≈|~|大约|大概|约为|约|近)\s*",
    re.IGNORECASE,
)
_PI = re.compile(r"(?:π|pi(?= |/)|\\pi)(?: ?/ ?([1-9][0-9]{0,2}))? ?(.+)")
_MONEY = re.compile(r"-?\s?(?:US|HK|CN|[AC])?[$€£¥₹₩]\s?-?[0-9.]")
_YEN = "¥"
#: $5/kg, $20 per hour.
_EACH = re.compile(r"(.+?)\s*(?:/|\bper\b|每)\s*(?:an?\s+)?([A-Za-z\u4e00-\u9fff].*)", re.IGNORECASE)
_RATE = re.compile(r"(?:时速|每\s?(小时|分钟|分|秒|天|日))\s?(?:为|是|约)?\s?(.+)")
_SPREAD = re.compile(r"±|\+/-|\\pm(?![A-Za-z])")
_RISE = re.compile(
    r"(?:a |an )?(?:temperature )?(?:rise|increase|drop|fall|decrease|difference|change)s? of\s+"
    r"|(?:rises?|rose|falls?|fell|dropp?s?|dropped|warmer|colder) by\s+"
    r"|(?:温度|气温)?(?:升高|上升|升温|下降|降低|降温|相差|温差|变化|升|降)(?:了|为|是)?",
    re.IGNORECASE,
)
_WARMER = re.compile(
    r"\s+(?:temperature )?(?:difference|rise|increase|drop|warmer|colder|hotter|cooler|change)$",
    re.IGNORECASE,
)
#: What a bare number counts behind a unit: 5 ft 10, 6'2, 1h30, 45°30.
_IMPLIED = {"ft": "in", "h": "min", "min": "s", "°": "arcmin"}
#: Behind these a bare number is the decimals: 1米75, 5块3.
_DECIMAL_AFTER = frozenset("米尺块元斤")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of one unit, with every reading of both.

    Attributes:
        value: the likeliest value, in the unit.
        units: every reading of the unit.
        name: the unit as written.
        quantum: the step to which the value was printed; ``None``: exact as written.
        approx: said to be about so much.
        others: the other values that the number may have (1,234 as 1.234).
    """

    value: Fraction
    units: tuple[Unit, ...]
    name: str
    quantum: Fraction | None = None
    approx: bool = False
    others: tuple[Fraction, ...] = ()


def read_amount(text: str, decimals: Decimals = "point", *, rare: bool = True) -> Amount:
    """Read "5 km", "$5/kg" or a compound such as "1 h 30 min"; the result counts in the first unit.

    The parts must have one dimension and fall in size, and only the last may have a fraction.

    Args:
        text: the whole amount.
        decimals: which mark the text uses; "" makes 1,234 ambiguous.
        rare: with pint's help for names that the table does not have.

    Raises:
        ToolInputError: ``number``: it is no such amount, or ``unknown_unit``.
    """
    if len(text) > _MAX_LENGTH:
        raise _no_amount(text)
    body = fold_prose(text).strip().rstrip("。.")
    if _SPREAD.search(body):
        raise ToolInputError(f"{text[:60]!r} has a width: it is no single amount", code="number")
    about = _ABOUT.match(body)
    found = _Reader(text, decimals, rare).amount(body[about.end() :] if about else body)
    if about is None:
        return found
    quantum = None if found.quantum is None else significant_quantum(found.value, found.quantum)
    return replace(found, approx=True, quantum=quantum)


def _no_amount(text: str) -> ToolInputError:
    return ToolInputError(f"{text[:60]!r} is not a number with a unit", code="number")


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one text; ``text`` is for messages."""

    text: str
    decimals: Decimals
    rare: bool

    def amount(self, body: str) -> Amount:
        rise, warmer = _RISE.match(body), _WARMER.search(body)
        if rise or warmer:
            inner = body[rise.end() if rise else 0 : warmer.start() if warmer else None]
            return self.difference(self.amount(inner))
        if _MONEY.match(body):
            return self.money(body)
        rate = _RATE.fullmatch(body)
        if rate:
            speed = self.amount(rate[2])
            name = f"{speed.name}/{rate[1] or 'h'}"
            return replace(speed, units=parse(name, rare=self.rare), name=name)
        negative = body.startswith("-")
        total = _sum(self.parts(body.removeprefix("-").strip(), ()), self.text)
        return _negated(total) if negative else total

    def difference(self, amount: Amount) -> Amount:
        """A rise of 10 °C: temperatures become differences."""
        point = next((unit for unit in amount.units if unit.offset), None)
        if point is not None:
            name = f"Δ{point.symbol}"
            return replace(amount, units=parse(name), name=name)
        if not _counts(amount, "Θ"):
            raise _no_amount(self.text)
        return amount

    def money(self, body: str) -> Amount:
        each = _EACH.fullmatch(body)
        try:
            found = read(each[1] if each else body)
        except QuantityError as error:
            raise _no_amount(self.text) from error
        if found.unit is None:
            raise _no_amount(self.text)
        yen = _YEN in body and not body.startswith("CN")
        name, others = found.unit, ("JPY",) if yen else ()
        below = f"/{each[2]}" if each else ""
        units = tuple(unit for money in (name, *others) for unit in parse(f"{money}{below}", rare=self.rare))
        return Amount(found.value, units, f"{name}{below}", found.quantum, found.approx, found.alternatives)

    def parts(self, body: str, before: tuple[Amount, ...]) -> list[Amount]:
        """The amounts that stand one behind the other in ``body``."""
        start = _JOINED.match(body) if before else None
        body = body[start.end() :] if start else body
        failed: ToolkitError | None = None
        for found, end in leading_numbers(body, self.decimals) if len(before) < _MOST_PARTS else ():
            rest = body[end:].strip()
            if not rest:
                if before and (implied := _implied(found, body[:end], before[-1])):
                    return [implied]
                continue
            try:
                return self.with_unit(found, rest, before)
            except ToolkitError as error:
                failed = failed or error
        raise failed or _no_amount(self.text)

    def with_unit(self, found: tuple[Reading, ...], rest: str, before: tuple[Amount, ...]) -> list[Amount]:
        """``rest`` as one unit, else as a unit with more amounts behind it."""
        try:
            return [self.made(found, rest, before)]
        except ToolkitError as error:
            failed = error
        for cut in _NEXT_PART.finditer(rest):
            name = rest[: cut.start()].rstrip(" ,")
            if not name or cut.start() == len(rest):
                continue
            try:
                first = self.made(found, name, before)
                return [first, *self.parts(rest[cut.start() :], (*before, first))]
            except ToolkitError:
                continue
        raise failed

    def made(self, found: tuple[Reading, ...], name: str, before: tuple[Amount, ...]) -> Amount:
        """A number of the unit that is called ``name``."""
        units = _units(name, before, rare=self.rare)
        first, *others = found
        return Amount(
            first.value, units, name, first.quantum, first.approx, tuple(other.value for other in others)
        )


def _negated(amount: Amount) -> Amount:
    return replace(amount, value=-amount.value, others=tuple(-value for value in amount.others))


def _units(name: str, before: tuple[Amount, ...], *, rare: bool) -> tuple[Unit, ...]:
    """The unit's readings; "m" after hours is minutes, ' after degrees is a minute of arc, 度 has two."""
    plain = clean(name)
    if before and plain == "m" and _counts(before[-1], "T"):
        plain = "min"
    if before and plain in {"'", '"'} and _counts(before[-1], "angle"):
        plain = "arcmin" if plain == "'" else "arcsec"
    around = _PI.fullmatch(plain)
    if around:
        by = Fraction(1, int(around[1] or 1))
        units = parse(around[2], rare=rare)
        return tuple(
            replace(unit, symbol=f"π {unit.symbol}", factor=unit.factor * by, pi=unit.pi + 1)
            for unit in units
        )
    if plain == "度":
        return (*parse("°"), *parse("°C"))
    return parse(plain.removeprefix("个") if len(plain) > 1 and plain != "个月" else plain, rare=rare)


def _counts(amount: Amount, base: str) -> bool:
    return all(unit.dimension == ((base, 1),) for unit in amount.units)


def _implied(found: tuple[Reading, ...], digits: str, before: Amount) -> Amount | None:
    """A number without a unit, behind another: 5 ft 10, 1h30, 1米75."""
    if len(found) != 1 or found[0].unit or found[0].value < 0 or found[0].value.denominator != 1:
        return None
    if before.name in _DECIMAL_AFTER and digits.isdecimal() and before.value.denominator == 1:
        quantum = Fraction(1, 10 ** len(digits))
        return Amount(found[0].value * quantum, before.units, before.name, quantum)
    implied = _IMPLIED.get(before.units[0].symbol) if len(before.units) == 1 else None
    return Amount(found[0].value, parse(implied), implied, found[0].quantum) if implied else None


def _sum(parts: list[Amount], text: str) -> Amount:
    first = parts[0]
    if len(parts) == 1:
        return first
    total, quantum, previous = first.value, first.quantum, Fraction(1)
    for earlier, part in pairwise(parts):
        try:
            scale = between(part.units, first.units, Fraction(1), names=(part.name, first.name)).scale
        except ToolkitError as error:
            raise ToolInputError(f"{text[:60]!r}: {error}", code=error.code) from error
        decimals = part.name == earlier.name and part.value < 1
        falls = scale < previous or decimals
        if earlier.value.denominator != 1 or not falls or part.value * scale >= previous or part.others:
            raise ToolInputError(
                f"{text[:60]!r} is not one amount: its units must fall in size", code="number"
            )
        total += part.value * scale
        quantum = None if part.quantum is None else part.quantum * scale
        previous = scale
    return Amount(total, first.units, first.name, quantum)
