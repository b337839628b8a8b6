"""Values as they are written, read by type: an amount with its unit, a day, a name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.quantities import Quantity, read_all

_MAX_LENGTH = 200
_LEAD = re.compile(
    r"^(?:(?:about|around|approximately|roughly|nearly|almost|some|exactly|precisely|only|约|大约|大概|约为|将近|近|恰好|正好)\s*|[≈~=]\s*)+",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"about|around|approximately|roughly|nearly|almost|some|约|大概|将近|近|≈|~", re.IGNORECASE
)
_TAIL = re.compile(r"[\s.。,，;；!！*]+$")
_YEAR = re.compile(r"(?:(?:in|the year)\s+)?(\d{3,4})\s*年?(?:\s*(?:ad|ce))?", re.IGNORECASE)
_POWER = re.compile(r"(?P<base>[A-Za-zµμΩ%°]+)\^?\(?(?P<exp>[-−]?\d+)\)?")
_SUPER = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_SUPERS = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+")
_TRAILING_ZEROS = re.compile(r"[1-9](0+)$")
#: Nouns that count and measure nothing.
_COUNTED = frozenset(
    [
        "people",
        "persons",
        "inhabitants",
        "residents",
        "citizens",
        "人",
        "名",
        "个",
        "口",
        "居民",
        "protons",
        "electrons",
        "units",
        "items",
    ]
)
#: Written out as one unit, in words that the unit layer has no need for elsewhere.
_SPELT = {
    "years": "year", "yrs": "year", "岁": "year", "年": "year", "coulomb": "C", "coulombs": "C", "库仑": "C", "库": "C",
    "per mole": "mol^-1", "per mol": "mol^-1", "每摩尔": "mol^-1", "摩尔^-1": "mol^-1", "joule seconds": "J s",
    "joule second": "J s", "joule-seconds": "J s", "焦耳秒": "J s", "焦耳·秒": "J s", "焦·秒": "J s",
    "joules per kelvin": "J K^-1", "焦耳/开尔文": "J K^-1", "焦耳每开尔文": "J K^-1", "daltons": "u", "dalton": "u", "amu": "u",
    "Da": "u", "meters per second": "m/s", "metres per second": "m/s", "sq km": "km²", "sq. km": "km²",
    "square kilometers": "km²", "square kilometres": "km²", "平方公里": "km²", "平方千米": "km²",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit.

    Attributes:
        value: exact, in units of what was printed (25 % is 1/4).
        quantum: the step to which it was printed, or ``None`` for an exact fraction.
        loose: the step without the zeros at its end, which may be rounding: 70,000 -> 10,000.
        unit: canonical symbol, the text of an unknown one, or "".
        known: whether the unit layer knows the unit.
        approx: printed with "about".
    """

    value: Fraction
    quantum: Fraction
    loose: Fraction
    unit: str
    known: bool
    approx: bool


@dataclass(frozen=True, slots=True)
class Day:
    """A date, or a year alone."""

    year: int
    day: date | None


Typed: TypeAlias = Amount | Day | str


@lru_cache(maxsize=65536)
def read_value(text: str, unit: str = "") -> Typed:
    """The value that a text spells: an :class:`Amount`, a :class:`Day`, or else the text as a name.

    Args:
        text: "2,381,740 square kilometers", "5 July 1962", "Paris".
        unit: its unit, where that does not stand in the text.
    """
    plain = _TAIL.sub("", text.strip())
    if not plain or len(plain) > _MAX_LENGTH:
        return plain[:_MAX_LENGTH]
    if unit == "date" or not any(c.isdigit() for c in plain):
        return (_day(plain) if unit == "date" else None) or (_amount(plain, unit) or plain)
    return _amount(plain, unit) or _day(plain) or plain


def reads_amount(text: str) -> bool:
    """Whether a text is a number with its unit, or a date, and nothing else."""
    return not isinstance(read_value(text), str)


def year_of(text: str) -> Day | None:
    """A text that is a year alone, as a date."""
    match = _YEAR.fullmatch(text.strip())
    return Day(int(match[1]), None) if match else None


def day_of(text: str) -> Day | None:
    """A text that is a date or a year."""
    plain = _TAIL.sub("", text.strip())
    return year_of(plain) or _day(plain)


def _day(text: str) -> Day | None:
    from toolkits.dates import read_date  # noqa: PLC0415  (few values are dates)

    try:
        found = read_date(re.sub(r"^on\s+", "", text))
    except ToolkitError:
        return None
    return Day(found.year, found)


def _amount(text: str, unit: str) -> Amount | None:
    lead = _LEAD.match(text)
    body = text[lead.end() :] if lead else text
    found = read_all(body)
    if not found or body[: found[0].number_start].strip(" $£€¥￥-−+"):
        return None
    first = found[0]
    if first.alternatives or first.truncated:
        return None
    if any(q.number_start < _unit_end(body, first) for q in found[1:] if not _in_unit(body, q)):
        return None
    symbol = _unit(body, first, unit)
    if symbol is None:
        return None
    name, known = symbol
    about = bool(lead and _ABOUT.search(lead[0])) or first.approx
    scale = Fraction(1, 100) if name == "%" and first.unit != "%" else Fraction(1)
    value, quantum = first.value * scale, (first.quantum or Fraction(0)) * scale
    loose = _loose(value, quantum)
    return Amount(value, loose if about else quantum, loose, name, known, about)


def _unit_end(body: str, first: Quantity) -> int:
    return max(first.number_end, len(body))


def _in_unit(body: str, quantity: Quantity) -> bool:
    """Whether a number is the exponent of a unit ("s^-1", "m3"), so no number of its own."""
    before = body[: quantity.number_start].rstrip("^({-−")
    return bool(before) and (before[-1].isalpha() or before[-1] in "Ω°")


def _unit(body: str, first: Quantity, given: str) -> tuple[str, bool] | None:
    """(symbol, whether it is a known unit); ``None`` for words behind the number that are no unit."""
    rest = body[first.number_end :].strip(" \t*_")
    if first.unit == "%":
        return ("%", True) if not rest.lstrip("% ") else None
    money = first.unit if first.unit and first.unit.isupper() and len(first.unit) == 3 else ""
    if money:
        return (money, True) if first.end >= len(body.rstrip()) else None
    if not rest:
        return symbol_of(given) if given else ("", True)
    if rest.casefold() in _COUNTED:
        return ("", True) if not given or given.casefold() in _COUNTED else None
    found = symbol_of(rest)
    if found[1] or spelled(rest) == spelled(given) or not _has_words(rest):
        return found
    return None


def _has_words(text: str) -> bool:
    """Whether a text holds a space between words, as no symbol of one unit does."""
    return len(text) > 24 or re.search(r"[,;:，；：。、]|[a-z]{4,}\s+[a-z]{2,}", text) is not None


@lru_cache(maxsize=4096)
def symbol_of(text: str) -> tuple[str, bool]:
    """The canonical symbol of a unit and ``True``, or its plain spelling and ``False``."""
    if text.casefold() in _COUNTED:
        return "", True
    text = _SPELT.get(text, _SPELT.get(text.casefold(), text))
    if text == "%":
        return "%", True
    from toolkits.units import canonical  # noqa: PLC0415  (its table is read only where a unit is asked about)

    try:
        symbol = canonical(text)
    except ToolkitError:
        symbol = None
    return (symbol, True) if symbol else (spelled(text), False)


@lru_cache(maxsize=4096)
def spelled(text: str) -> str:
    """A unit's factors with their exponents, in order: ``kg m s^-1``, ``m·kg/s`` and ``kg*m/s`` are one."""
    text = _SPELT.get(text, _SPELT.get(text.casefold(), text))
    text = _SUPERS.sub(lambda match: f"^{match[0].translate(_SUPER)}", text).replace("−", "-")
    powers: dict[str, int] = {}
    sign = 1
    for part in re.findall(r"[/()]|[^\s/()·⋅*×]+", re.sub(r"[{}$\\]", "", text)):
        if part in "/()":
            sign = -1 if part == "/" else (1 if part == ")" else sign)
            continue
        match = _POWER.fullmatch(part)
        base, power = (match["base"], int(match["exp"].replace("−", "-"))) if match else (part, 1)
        powers[base] = powers.get(base, 0) + sign * power
    return " ".join(f"{base}^{power}" for base, power in sorted(powers.items()) if power)


def _loose(value: Fraction, quantum: Fraction) -> Fraction:
    """The quantum, coarsened by the zeros at the end of a whole number of quanta."""
    if not quantum or value % quantum:
        return quantum
    zeros = _TRAILING_ZEROS.search(str(abs(value / quantum)))
    return quantum * 10 ** len(zeros[1]) if zeros else quantum
