"""The kinds of parameters: what each accepts among a question's tokens, and the value that it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits.dates import read_date
from toolkits.errors import ToolkitError
from toolkits.units import canonical, factors, names
from toolkits.units import parse as parse_unit
from verifier.planning.templates._numbers import number_text, times
from verifier.planning.templates._tokens import Token, is_name, words
from verifier.planning.templates._word_lists import NOT_UNITS

PERCENT = "%"
_MAX_UNIT_TOKENS = 5
_MAX_VALUES = 40
_EACH = frozenset({"an", "a", "every", "each", "per"})
_EACH_ZH = re.compile(
    r"(?:每(?P<unit>小时|分钟|分|秒)|时速为?)(?:平均)?(?:行驶|行走|飞行|步行|骑行|行|走|跑|骑|飞|航行|前进|爬)?"
)
_JOINTS = frozenset({"and", "零", "又"})
_LIST_MARKS = frozenset({",", "and", "和", "与", "及", "&"})
_CURRENCY = frozenset({"USD", "CNY", "EUR", "GBP", "JPY", "INR", "KRW", "HKD", "CAD", "AUD"})


@dataclass(frozen=True, slots=True)
class Given:
    """What a question gives for a parameter.

    Attributes:
        value: the number; a percentage is a fraction, a list has its numbers in ``values``.
        unit: canonical unit, currency or ``%``; ``None`` when the question prints none.
        text: the words, for units, names, dates and amounts in several units ("2 h 30 min").
        total: such an amount as an expression in its first unit: ``(2+30/60)``.
        values: the numbers of a list.
        at: index of its token.
    """

    value: Fraction = Fraction(0)
    unit: str | None = None
    text: str = ""
    total: str = ""
    values: tuple[Fraction, ...] = ()
    at: int = -1


Found: TypeAlias = Iterator[tuple[int, Given]]
Reader: TypeAlias = Callable[[Sequence[Token], int], Found]


def _quantities(tokens: Sequence[Token], at: int) -> Found:
    """The number at a token, with the unit that it carries or that follows it, and smaller parts after it."""
    for end, given in _simple(tokens, at):
        yield end, given
        if given.unit and given.unit != PERCENT:
            yield from _compound(tokens, end, given)


def _simple(tokens: Sequence[Token], at: int) -> Found:
    if at >= len(tokens):
        return
    quantity = tokens[at].quantity
    if quantity is None or quantity.alternatives or quantity.truncated or quantity.approx:
        return
    yield at + 1, Given(value=quantity.value, unit=quantity.unit, at=at)
    if quantity.unit is None:
        for end, unit in _unit_names(tokens, at + 1):
            yield end, Given(value=quantity.value, unit=unit, at=at)


def _compound(tokens: Sequence[Token], at: int, first: Given) -> Found:
    """2 hours and 30 minutes, as 2 + 30/60 hours: the second part is less than one of the first's unit."""
    joined = at + 1 if at < len(tokens) and tokens[at].text in _JOINTS else at
    for end, part in _simple(tokens, joined):
        factor = factors(part.unit, first.unit or "") if part.unit else None
        if factor and factor < 1 and part.value * factor < 1 and first.value.denominator == 1:
            whole, rest = number_text(first.value), number_text(part.value)
            yield (
                end,
                replace(
                    first,
                    value=first.value + part.value * factor,
                    text=f"{whole} {first.unit} {rest} {part.unit}",
                    total=f"({whole}+{rest}{times(factor)})",
                ),
            )


def _unit_names(tokens: Sequence[Token], at: int) -> Iterator[tuple[int, str]]:
    """Every run of tokens from ``at`` that names a unit, with its text as the unit tables read it."""
    text = ""
    for end in range(at, min(len(tokens), at + _MAX_UNIT_TOKENS)):
        token = tokens[end]
        if token.kind != "word":
            return
        gap = " " if text and token.raw.isascii() and token.raw.isalpha() and text[-1].isalpha() else ""
        text += gap + token.raw
        if text.casefold() not in NOT_UNITS and any(dimensions(text)):
            yield end + 1, canonical(text) or text


def unit_words() -> frozenset[str]:
    """Every word (or Chinese character) that stands in some unit's name, from the table of units."""
    return frozenset(word for name in names() for word in words(name))


def dimensions(unit: str) -> frozenset[tuple[tuple[str, int], ...]]:
    """Dimensions of every reading of a unit."""
    try:
        return frozenset(reading.dimension for reading in parse_unit(unit, rare=False))
    except ToolkitError:
        return frozenset()


def _of_dimension(*wanted: tuple[tuple[str, int], ...], bare: bool) -> Reader:
    """Quantities of one of these dimensions; with ``bare`` also numbers without a unit."""

    def read(tokens: Sequence[Token], at: int) -> Found:
        for end, given in _quantities(tokens, at):
            if (bare and given.unit is None) or (given.unit and dimensions(given.unit) & frozenset(wanted)):
                yield end, given

    return read


def _number(tokens: Sequence[Token], at: int) -> Found:
    return ((end, given) for end, given in _quantities(tokens, at) if given.unit is None)


def _count(tokens: Sequence[Token], at: int) -> Found:
    return (
        (end, given)
        for end, given in _number(tokens, at)
        if given.value.denominator == 1 and given.value >= 0
    )


def _money(tokens: Sequence[Token], at: int) -> Found:
    return (
        (end, given)
        for end, given in _quantities(tokens, at)
        if given.unit is None or given.unit in _CURRENCY
    )


def _percent(tokens: Sequence[Token], at: int) -> Found:
    """A percentage, or a decimal fraction (0.05)."""
    for end, given in _quantities(tokens, at):
        if given.unit == PERCENT or (given.unit is None and 0 < given.value < 1):
            yield end, Given(value=given.value, unit=PERCENT, at=at)


def _quantity(tokens: Sequence[Token], at: int) -> Found:
    """Any number, with or without a unit; no percentages."""
    return ((end, given) for end, given in _quantities(tokens, at) if given.unit != PERCENT)


def _value(tokens: Sequence[Token], at: int) -> Found:
    """Any number but a percentage or what may be a year (from 2018 to 2019)."""
    for end, given in _quantity(tokens, at):
        year = given.unit in {None, "year"} and given.value.denominator == 1 and 1500 <= given.value <= 2100
        if not year:
            yield end, given


def _amount(tokens: Sequence[Token], at: int) -> Found:
    """A number with a physical unit."""
    for end, given in _quantities(tokens, at):
        if given.unit and given.unit != PERCENT and given.unit not in _CURRENCY:
            yield end, given


def _values(tokens: Sequence[Token], at: int) -> Found:
    """Two or more numbers of one unit, with commas or "and" between them."""
    numbers: list[Given] = []
    while len(numbers) < _MAX_VALUES:
        step = next(iter(_quantity(tokens, at)), None)
        if step is None:
            return
        at = step[0]
        numbers.append(step[1])
        if len(numbers) > 1 and len({number.unit for number in numbers}) == 1:
            yield at, Given(values=tuple(n.value for n in numbers), unit=numbers[0].unit, at=numbers[0].at)
        marks = 0
        while at < len(tokens) and tokens[at].text in _LIST_MARKS and marks < 2:
            at, marks = at + 1, marks + 1
        if not marks:
            return


def _fold(tokens: Sequence[Token], at: int) -> Found:
    if at < len(tokens) and tokens[at].kind == "fold" and isinstance(tokens[at].value, Fraction):
        yield at + 1, Given(value=Fraction(tokens[at].value or 0), at=at)


def _date(tokens: Sequence[Token], at: int) -> Found:
    """A calendar day; its value is its number in the calendar, for comparisons."""
    if at < len(tokens) and tokens[at].kind == "date":
        text = str(tokens[at].value)
        try:
            yield at + 1, Given(value=Fraction(read_date(text).toordinal()), text=text, at=at)
        except ToolkitError:
            return


def _unit(tokens: Sequence[Token], at: int) -> Found:
    return ((end, Given(text=unit, unit=unit, at=at)) for end, unit in _unit_names(tokens, at))


def _speed(tokens: Sequence[Token], at: int) -> Found:
    """60 km/h, 60 miles an hour, 每小时行60千米, 时速60公里."""
    yield from _of_dimension(_SPEED, bare=False)(tokens, at)
    for end, given in _simple(tokens, at):
        if (
            given.unit
            and _LENGTH in dimensions(given.unit)
            and end < len(tokens)
            and tokens[end].text in _EACH
        ):
            for last, unit in _unit_names(tokens, end + 1):
                yield last, replace(given, unit=f"{given.unit}/{unit}")
    run = takewhile(lambda token: token.kind == "word", tokens[at : at + 8])
    lead = _EACH_ZH.fullmatch("".join(token.text for token in run))
    if lead:
        hour = lead["unit"] or "h"
        for end, given in _simple(tokens, at + len(lead[0])):
            if given.unit and _LENGTH in dimensions(given.unit):
                yield end, replace(given, unit=f"{given.unit}/{canonical(hour) or 'min'}")


def _name(tokens: Sequence[Token], at: int) -> Found:
    """A person's or thing's name: a capitalised word (a Chinese name is listed in the vocabulary)."""
    if at < len(tokens) and is_name(tokens[at]) and "'" not in tokens[at].text:
        yield at + 1, Given(text=tokens[at].text, at=at)


def owner(tokens: Sequence[Token], at: int) -> Found:
    """A name in the possessive, as the name: Tom's."""
    if at < len(tokens) and is_name(tokens[at]) and "'" in tokens[at].text:
        yield at + 1, Given(text=tokens[at].text.removesuffix("'s"), at=at)


_LENGTH, _AREA, _VOLUME = (("L", 1),), (("L", 2),), (("L", 3),)
_MASS, _TIME, _SPEED = (("M", 1),), (("T", 1),), (("L", 1), ("T", -1))

#: kind -> how it is read. ``word`` and ``name`` are read from phrases too, see the engine.
KINDS: Mapping[str, Reader] = {
    "number": _number,
    "count": _count,
    "money": _money,
    "percent": _percent,
    "quantity": _quantity,
    "value": _value,
    "amount": _amount,
    "values": _values,
    "length": _of_dimension(_LENGTH, bare=True),
    "area": _of_dimension(_AREA, bare=True),
    "volume": _of_dimension(_VOLUME, bare=True),
    "mass": _of_dimension(_MASS, bare=False),
    "distance": _of_dimension(_LENGTH, bare=False),
    "time": _of_dimension(_TIME, bare=False),
    "speed": _speed,
    "fold": _fold,
    "date": _date,
    "unit": _unit,
    "name": _name,
    "word": lambda _tokens, _at: iter(()),
}
