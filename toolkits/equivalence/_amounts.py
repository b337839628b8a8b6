"""Amounts with a unit, and money: the layer of units reads them, here they are told from expressions."""

from __future__ import annotations

from toolkits import lazy_re as re
from toolkits.equivalence._values import Counted, Measure, Scalar, Value
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Expression, Unary, number, parse
from toolkits.quantities import QuantityError, is_money, read

#: What percentage points count.
POINTS = "percentage point"

_LONGEST = 90
_SIGN_BEHIND = re.compile(r"(\d[\d.,]*)\s*([£¥₹₽₩])")
_ACCOUNTED = re.compile(r"\([^()]+\)")
_BRACED = re.compile(r"\^\{\s*(-?\d+)\s*\}")
_WORDED = re.compile(r"[A-Za-z][a-z]+(?:[ -][a-z]+)+")
_BEGINS = re.compile(
    r"[-+]?\s*(?:[√\d(.½⅓⅔¼¾⅛一二两三四五六七八九十百千万半零每$¥€£₹₽₩]|(?:[A-Z]{2}\$|[A-Z]{2,3} ?\d))"
)
_UNIT_SIGN = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿµμΩÅ°℃℉'\"′″\u4e00-\u9fff$¥€£₹₽₩¢]")
_MONEY_SIGN = re.compile(r"[$¥€£₹₽₩¢元块]|[A-Z]{3}|dollar|euro|pound|yuan|rupee|yen|RMB")
#: An expression in front of a unit: 2*pi/60 rad/s. Plain numbers are read with their unit.
_EXPRESSION = re.compile(
    r"(?P<number>(?:[-+\d(]|√(?=\d))(?:[\d\s.,*/()+^-]|√(?=\d)|pi|π)*(?:[\d)]|pi|π))"
    r"\s*(?P<unit>[A-Za-zÀ-ÖØ-öø-ÿµμΩÅ°℃℉\u4e00-\u9fff].*)"
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
    if change and (found := _measure(change["rest"])):
        value = Unary("-", found.value) if change["way"].lower() in _DOWN else found.value
        return [Measure(value, found.units, difference=True)]
    if text.count("±") == 1:
        return _with_tolerance(*text.split("±"))
    if _ACCOUNTED.fullmatch(text) and money(text[1:-1]):
        raise ToolInputError("an amount in brackets, which may be a negative one", code="ambiguous")
    if not _UNIT_SIGN.search(text) or not (_BEGINS.match(text) or _WORDED.fullmatch(text)):
        return []
    measured = _measure(text)
    if measured and measured.units[0].symbol in "%‰":
        return []
    if measured:
        return [_without_unit(measured) or measured]
    points = _percentage_points(text)
    return [points] if points else []


def is_percentage(node: Expression) -> bool:
    """Whether a percent sign ends it: 5%, -12.5%."""
    inner = node.operand if isinstance(node, Unary) and node.op == "-" else node
    return isinstance(inner, Unary) and inner.op == "%"


def money(text: str) -> bool:
    """Whether ``text`` is an amount of money: ``$12.50``, ``1250 cents``, ``100元``."""
    if len(text) > _LONGEST or not _MONEY_SIGN.search(text):
        return False
    found = _measure(text)
    return found is not None and any(is_money(base) for base, _ in found.units[0].dimension)


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
    from toolkits.units import read_amount  # noqa: PLC0415  (reads the table of units)

    text = _SIGN_BEHIND.sub(r"\2\1", _BRACED.sub(r"^\1", text.strip()))
    if "!" in text:
        return None
    try:
        amount = read_amount(text, "", rare=False)
    except ToolkitError:
        return _after_expression(text)
    others = tuple(map(number, amount.others))
    grouped = all(abs(value) < abs(amount.value) for value in amount.others)
    return Measure(number(amount.value), amount.units, others=others, likely=grouped)


def _after_expression(text: str) -> Measure | None:
    from toolkits.units import parse as parse_unit  # noqa: PLC0415

    found = _EXPRESSION.fullmatch(text)
    if not found:
        return None
    try:
        units, value = parse_unit(found["unit"].strip(), rare=False), parse(found["number"])
    except ToolkitError:
        return None
    return None if value.variables else Measure(value, units)


def _without_unit(found: Measure) -> Scalar | None:
    """A dozen counts, and measures nothing."""
    unit = found.units[0]
    if len(found.units) > 1 or unit.dimension or unit.pi:
        return None
    from toolkits.expressions import Binary  # noqa: PLC0415

    return Scalar(Binary("*", found.value, number(unit.factor)))


def _percentage_points(text: str) -> Counted | None:
    try:
        found = read(text)
    except QuantityError:
        return None
    return Counted(number(found.value), POINTS) if found.unit == "pp" else None
