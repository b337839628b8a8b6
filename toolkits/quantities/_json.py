"""Exact numbers as JSON: decimal text where there is one, else ``"p/q"``, enclosures as ``{"lo", "hi"}``."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits._decimals import integer_text, integer_value, scaled_text, terminating_places
from toolkits._interval import Interval
from toolkits.quantities._quantity import QuantityError

_MAX_PLACES = 200
_MAX_TEXT = 100_000
_MAX_EXPONENT = 5000
_TEXT = re.compile(r"([+-]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([+-]?\d{1,6}))?")
_RATIO = re.compile(r"([+-]?\d+)\s*/\s*(\d+)")


def number_json(value: Fraction | Interval) -> str | dict[str, str]:
    """The JSON form of an exact number or an enclosure; :func:`number_from_json` is its inverse."""
    if isinstance(value, Interval):
        return {"lo": _text(value.lo), "hi": _text(value.hi)}
    return _text(value)


def _text(value: Fraction | int) -> str:
    numerator, denominator = value.numerator, value.denominator
    if denominator == 1:
        return integer_text(numerator)
    places = terminating_places(denominator, _MAX_PLACES)
    if places is None:
        return f"{integer_text(numerator)}/{integer_text(denominator)}"
    return scaled_text(numerator * 10**places // denominator, places)


def number_from_json(obj: Any) -> Fraction | Interval:
    """Read a number: int, float (by its shortest decimal), decimal text, ``"p/q"`` or ``{"lo", "hi"}``.

    Raises:
        QuantityError: it is no number, not finite, or beyond the limits on digits.
    """
    if isinstance(obj, str):
        return _from_text(obj)
    if isinstance(obj, bool):
        raise QuantityError(f"{obj} is a truth value, not a number")
    if isinstance(obj, int | Fraction):
        return Fraction(obj)
    if isinstance(obj, float):
        return _from_text(repr(obj))
    if isinstance(obj, Interval):
        return obj
    return _interval(obj)


def _interval(obj: Any) -> Interval:
    if not isinstance(obj, Mapping) or obj.keys() != {"lo", "hi"}:
        raise QuantityError(f"a number was expected, not {type(obj).__name__}")
    low, high = number_from_json(obj["lo"]), number_from_json(obj["hi"])
    if isinstance(low, Interval) or isinstance(high, Interval) or low > high:
        raise QuantityError("the ends of an interval are two numbers in order")
    return Interval(low, high)


def _from_text(text: str) -> Fraction:
    if len(text) > _MAX_TEXT:
        raise QuantityError(f"a number of more than {_MAX_TEXT} characters", code="limit")
    stripped = text.strip()
    match = _TEXT.fullmatch(stripped) if stripped.isascii() else None
    if match:
        return _decimal(match)
    ratio = _RATIO.fullmatch(stripped) if stripped.isascii() else None
    if ratio is None or not ratio[2].strip("0"):
        raise QuantityError(f"{text[:60]!r} is not a decimal number or a fraction p/q")
    sign, digits = (-1, ratio[1][1:]) if ratio[1][0] == "-" else (1, ratio[1].lstrip("+"))
    return Fraction(sign * integer_value(digits), integer_value(ratio[2]))


def _decimal(match: re.Match[str]) -> Fraction:
    whole, decimals = match[2] or "", match[3] or match[4] or ""
    shift = int(match[5] or 0) - len(decimals)
    if abs(shift) > _MAX_EXPONENT + len(decimals):
        raise QuantityError(f"the exponent of {match[0][:60]} is beyond {_MAX_EXPONENT}", code="limit")
    digits = integer_value(f"{whole}{decimals}")
    value = Fraction(digits * 10**shift) if shift >= 0 else Fraction(digits, 10**-shift)
    return -value if match[1] == "-" else value
