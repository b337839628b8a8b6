"""Carries a conversion out on exact numbers and enclosures; a power of π makes an enclosure."""

from __future__ import annotations

from fractions import Fraction

from toolkits._interval import Interval
from toolkits.units._convert import Conversion


def apply(found: Conversion, number: Fraction | Interval) -> Fraction | Interval:
    """``number`` in the other unit."""
    if isinstance(number, Fraction):
        return _through_pi(found, number)
    ends = [
        end
        for part in (_through_pi(found, number.lo), _through_pi(found, number.hi))
        for end in ((part.lo, part.hi) if isinstance(part, Interval) else (part, part))
    ]
    return Interval(min(ends), max(ends))


def _through_pi(found: Conversion, value: Fraction) -> Fraction | Interval:
    if not found.pi:
        return found.apply(value)
    from toolkits import expressions  # noqa: PLC0415  (only where π takes part)

    return expressions.evaluate(expressions.parse(f"({found.apply(value)}) * pi^({found.pi})"))
