"""Values of number tokens: grouping, decimals, exponents, vulgar fractions, bases, repeating decimals."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from functools import lru_cache

from toolkits import lazy_re as re
from toolkits._decimals import integer_value
from toolkits.expressions._errors import ExpressionError

MAX_DIGITS = 4000
MAX_EXPONENT = 5000
VULGAR = "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"

_GROUPED = re.compile(r"(?!0[,'])\d{1,3}(?:(?:,\d{3})+|(?:'\d{3})+|(?:_+\d{3})+)|[1-9]\d?(?:,\d{2})+,\d{3}")
_BASE = re.compile(r"(\d+)_(\d{1,2})")
_SPLIT = re.compile(r"([^.eE]*)\.?(\d*)(?:[eE]([+-]?\d+))?")
_DECIMAL_COMMA = re.compile(r"\d+,\d+")
_REPEATING = re.compile(r"(\d*)\.(\d*)(?:\\(?:overline|bar)\s*\{(\d+)\}|((?:\\dot\s*\{?\d\}?\d*)+))")


@lru_cache(maxsize=4096)
def number_value(token: str) -> int | Fraction:
    """Exact value of a number token.

    Raises:
        ExpressionError: bad grouping, a decimal comma, a digit outside its base, or more digits than the
            limit.
    """
    if token.isdecimal() and len(token) <= MAX_DIGITS:
        return integer_value(token)
    if len(token) > MAX_DIGITS:
        raise ExpressionError(f"a number of more than {MAX_DIGITS} digits", code="limit")
    if "\\" in token:
        return _repeating(token)
    if token[-1] in VULGAR:
        return _vulgar(token)
    based = _BASE.fullmatch(token)
    return in_base(based[1], int(based[2])) if based else _decimal(token)


def _decimal(token: str) -> int | Fraction:
    match = _SPLIT.fullmatch(token)
    if match is None:
        raise ExpressionError(f"{token!r} is not a number")
    whole, decimals, exponent = match[1], match[2], int(match[3] or 0)
    if abs(exponent) > MAX_EXPONENT:
        raise ExpressionError(f"the exponent of {token} is beyond {MAX_EXPONENT}", code="limit")
    if not whole.isdecimal() and whole:
        whole = _ungrouped(whole, token)
    shift = exponent - len(decimals)
    scaled = integer_value(f"{whole}{decimals}" or "0")
    return scaled * 10**shift if shift >= 0 else simplest(Fraction(scaled, 10**-shift))


def _ungrouped(whole: str, token: str) -> str:
    if _GROUPED.fullmatch(whole):
        return re.sub(r"\D", "", whole)
    if _DECIMAL_COMMA.fullmatch(token):
        readings = (token.replace(",", "."), token.replace(",", ""))
        raise ExpressionError(
            f"{token!r}: a decimal comma, or two numbers?", code="ambiguous", readings=readings
        )
    raise ExpressionError(f"{token!r}: the digits are not grouped in threes")


def simplest(value: Fraction) -> int | Fraction:
    """An ``int`` where the value is whole: integer arithmetic is many times faster."""
    return value.numerator if value.denominator == 1 else value


def _vulgar(token: str) -> int | Fraction:
    numerator, _, denominator = unicodedata.normalize("NFKC", token[-1]).partition("\u2044")
    return int(token[:-1] or 0) + Fraction(int(numerator), int(denominator))


def in_base(digits: str, base: int) -> int:
    """Value of ``digits`` in ``base``.

    Raises:
        ExpressionError: the base is not 2..36, or a digit does not belong to it.
    """
    try:
        return int(digits, base) if base else int("")
    except ValueError:
        raise ExpressionError(f"{digits!r} is not a number in base {base}") from None


def _repeating(token: str) -> int | Fraction:
    match = _REPEATING.fullmatch(token)
    if match is None:
        raise ExpressionError(f"{token!r} is not a repeating decimal")
    return repeating_value(match[1], match[2], match[3] or re.sub(r"\D", "", match[4]))


def repeating_value(whole: str, fixed: str, period: str) -> int | Fraction:
    """Value of ``whole.fixed`` followed by ``period`` for ever: ``("0", "1", "6")`` is 1/6."""
    scale = 10 ** len(fixed)
    fraction = Fraction(int(period), scale * (10 ** len(period) - 1))
    return simplest(Fraction(int(f"{whole}{fixed}" or "0"), scale) + fraction)
