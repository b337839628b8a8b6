"""Reads amounts with a unit, and money."""

from __future__ import annotations

from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.equivalence._values import Measure, Money, Value
from toolkits.errors import ToolkitError
from toolkits.expressions import Binary, Expression, Number, Unary, parse
from toolkits.quantities import Quantity, QuantityError, is_money, read

_LONGEST = 90
_YUAN = re.compile(r"(\d{1,12})元(\d)角(?:(\d)分)?")
_SIGN_BEHIND = re.compile(r"(\d[\d.,]*)\s*([£¥₹₽₩])")
_BRACED = re.compile(r"\^\{\s*(-?\d+)\s*\}")
_WORDED = re.compile(r"[A-Za-z][a-z]+(?:[ -][a-z]+)+")
_BEGINS = re.compile(r"[-+]?\s*[√\d(.½⅓¼¾一二两三四五六七八九十百千万半零]")
_UNIT_SIGN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿµμΩÅ°℃℉'\"′″\u4e00-\u9fff]")
_UNIT = r"\s*(?P<unit>[A-Za-zÀ-ÖØ-öø-ÿµμΩÅ°℃℉\u4e00-\u9fff].*)"
_SPLITS = tuple(
    re.compile(rf"(?P<number>{number}){_UNIT}")
    for number in (
        r"[-+]?\s*(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[-+]?\d*[½⅓⅔¼¾⅛]",
        r"[-+]?\s*\d+ \d+/\d+|[-+]?\s*\d+/\d+",
        r"(?:[-+\d(]|√(?=\d))(?:[\d\s.,*/()+^-]|√(?=\d)|pi|π)*(?:[\d)]|pi|π)",
    )
)
_CHANGE = re.compile(
    r"(?:a\s+)?(?:temperature\s+)?(?P<way>rise|increase|drop|fall|decrease|difference|change|升高|上升|升温|降低|下降|降温|温差)"
    r"(?:\s+(?:of|by|in temperature of)|了)?\s*(?P<rest>.+)",
    re.IGNORECASE,
)
_DOWN = frozenset({"drop", "fall", "decrease", "降低", "下降", "降温"})


def amounts(text: str) -> list[Value]:
    """The amount that ``text`` states, where it states one."""
    if len(text) > _LONGEST:
        return []
    change = _CHANGE.fullmatch(text)
    if change:
        found = _measure(change["rest"])
        if found:
            value = Unary("-", found.value) if change["way"].lower() in _DOWN else found.value
            return [Measure(value, found.units, difference=True)]
    if text.count("±") == 1:
        return _with_tolerance(*text.split("±"))
    if not _BEGINS.match(text) or not _UNIT_SIGN.search(text):
        found = _from_quantity(text) if _WORDED.fullmatch(text) else None
        return [found] if found else []
    found = _measure(text)
    return [found] if found else []


def _with_tolerance(left: str, right: str) -> list[Value]:
    one, other = _measure(left.strip()), _measure(right.strip())
    if other is None or (one is not None and one.units != other.units):
        return []
    if one is None:
        try:
            return [Measure(parse(left), other.units, tolerance=other.value)]
        except ToolkitError:
            return []
    return [Measure(one.value, one.units, tolerance=other.value)]


def _measure(text: str) -> Measure | None:
    from toolkits.units import parse as parse_unit  # noqa: PLC0415  (reads the table of units)

    text = _BRACED.sub(r"^\1", text)
    for pattern in _SPLITS:
        found = pattern.fullmatch(text.strip())
        if not found:
            continue
        try:
            units = parse_unit(found["unit"].strip(), rare=False)
            value = parse(found["number"])
        except ToolkitError:
            continue
        if units and not value.variables:
            return Measure(value, units)
    return _compound(text)


def _compound(text: str) -> Measure | None:
    """``1 h 30 min``, ``5'10"``, ``3千米``, and numbers that only the numeric layer reads."""
    if not re.search(r"\d\D+\d|\d['′]|[\u4e00-\u9fff]|[½⅓⅔¼¾]", text):
        return None
    from toolkits.units import read_amount  # noqa: PLC0415

    if not re.search(r"[\u4e00-\u9fff°'\"′″½⅓⅔¼¾]", text) and not _all_units_known(text):
        return None
    try:
        amount = read_amount(text)
    except ToolkitError:
        return _from_quantity(text)
    return Measure(number(amount.value), amount.units)


def _all_units_known(text: str) -> bool:
    from toolkits.units import parse as parse_unit  # noqa: PLC0415

    try:
        return all(parse_unit(name, rare=False) for name in re.findall(r"[A-Za-z]+", text) if name != "and")
    except ToolkitError:
        return False


def _from_quantity(text: str) -> Measure | None:
    from toolkits.units import parse as parse_unit  # noqa: PLC0415

    try:
        quantity = read(text)
        if quantity.unit in (None, "%", "折") or is_money(quantity.unit) or quantity.alternatives:
            return None
        return Measure(number(quantity.value), parse_unit(str(quantity.unit), rare=False))
    except ToolkitError:
        return None


def money(text: str) -> Money | None:
    """An amount of money: ``$12.50``, ``1250 cents``, ``100元``."""
    if len(text) > _LONGEST or not re.search(
        r"[$¥€£₹₽₩¢元块角分]|cent|[A-Z]{3}|dollar|euro|pound|yuan|rupee|yen|RMB", text
    ):
        return None
    coins = _YUAN.fullmatch(text)
    if coins:
        return Money(Fraction(int(coins[1]) * 100 + int(coins[2]) * 10 + int(coins[3] or 0), 100), "CNY")
    try:
        found = read(_SIGN_BEHIND.sub(r"\2\1", text))
    except QuantityError:
        return None
    if found.unit == "CNY" and re.search("[¥￥]", text):
        return Money(found.value, "¥", found.alternatives)
    return _as_money(found)


def _as_money(found: Quantity) -> Money | None:
    if found.unit == "¢":
        return Money(found.value / 100, "¢")
    if found.unit is None or not is_money(found.unit):
        return None
    return Money(found.value, found.unit, found.alternatives)


def number(value: Fraction | int) -> Expression:
    """A rational as a tree."""
    exact = Fraction(value)
    if exact < 0:
        return Unary("-", number(-exact))
    if exact.denominator == 1:
        return Number(exact.numerator)
    return Binary("/", Number(exact.numerator), Number(exact.denominator))
