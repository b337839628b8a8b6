"""What stands behind a number: percent sign, unit, half more (三年半), a word of approximation."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from toolkits import lazy_re as re
from toolkits.quantities._units import unit_at

_PERCENT = re.compile(
    r"\s?\\?%|\s?‰|[ -]?(?:percent(?:age)?(?: points?)?|per cent|pct|pp|bps|basis points?)(?![A-Za-z])",
    re.IGNORECASE,
)
_TENTHS = re.compile("成(?![为了立本功熟年员分交果长])")
_MAY_BEGIN_PERCENT = frozenset("%‰pPbB\\")
_HALF_AFTER = frozenset(("year", "month", "week", "d", "h", "min"))
_HALF = re.compile("个半(?=小时|钟头|月|星期|礼拜)|半(?![价径数])")
_APPROX_AFTER = re.compile(
    r" or so\b| approx(?:\.|imately)?(?![A-Za-z])|左右|上下|[多余几](?=[个人只名元块米天年岁次件里千公斤])"
)
APPROX_BEGINS = frozenset(" 左上多余几")


class After(NamedTuple):
    """Value, step and unit with what stands behind the number, and where number and span end."""

    value: Fraction
    quantum: Fraction | None
    unit: str | None
    number_end: int
    end: int


def percent_or_unit(text: str, number: After, stop: int) -> After:
    """``number`` with the percent sign or unit that stands behind its end."""
    value, quantum, unit, _, end = number
    char = text[end]
    position = end + 1 if char in " -" else end
    if position >= stop:
        return number
    if text[position] in _MAY_BEGIN_PERCENT and (percent := _PERCENT.match(text, end, stop)):
        return _percentage(value, quantum, percent)
    if char == "成" and _TENTHS.match(text, end, stop):
        return After(value / 10, None if quantum is None else quantum / 10, "%", end + 1, end + 1)
    if char == "个" and value.denominator == 1 and (half := _HALF.match(text, end, stop)):
        return percent_or_unit(text, _and_a_half(value, unit, half.end()), stop)
    found = unit_at(text, position, stop)
    if found is None or (unit is not None and found[0] != unit):
        return number
    symbol, unit_end = found
    if symbol == "s" and position == end and text[end - 1] == "0":  # the 1990s, in his 20s
        return number
    if symbol in _HALF_AFTER and value.denominator == 1 and (half := _HALF.match(text, unit_end, stop)):
        return _and_a_half(value, symbol, half.end())
    return After(value, quantum, symbol, end, unit_end)


def _and_a_half(value: Fraction, unit: str | None, end: int) -> After:
    """三年半, 两个半."""
    return After(value + Fraction(1, 2), None, unit, end, end)


def _percentage(value: Fraction, quantum: Fraction | None, match: re.Match[str]) -> After:
    sign = match[0].strip(" -\\").lower()
    if sign == "pp" or ("point" in sign and "basis" not in sign):
        return After(value, quantum, "pp", match.start(), match.end())
    factor = Fraction(1, 1000 if sign == "‰" else 10_000 if sign[0] == "b" else 100)
    return After(value * factor, None if quantum is None else quantum * factor, "%", match.end(), match.end())


def approximation_after(text: str, end: int, stop: int) -> int:
    """Where the word of approximation behind ``end`` stops; ``end`` when there is none."""
    match = _APPROX_AFTER.match(text, end, stop)
    return match.end() if match else end
