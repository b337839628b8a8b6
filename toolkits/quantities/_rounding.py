"""Whether a printed number is the exact value, rounded (or cut off) where it was printed."""

from __future__ import annotations

from fractions import Fraction

from toolkits._interval import Interval


def rounds_to(
    exact: Fraction | Interval, value: Fraction, quantum: Fraction | None, *, truncation: bool = False
) -> bool | None:
    """Whether ``exact`` rounds to ``value`` at steps of ``quantum``; a tie may go either way.

    Args:
        exact: the true value, or an enclosure of it.
        value: the printed value.
        quantum: its step; ``None``: printed as exact, so it must be equal.
        truncation: cutting the digits off (towards zero) is right too.

    Returns:
        ``None`` where the enclosure does not decide.
    """
    if quantum is not None and type(exact) is Fraction:
        return _exact_rounds_to(exact, value, quantum, truncation)
    if quantum is None:
        low = high = value
    else:
        low, high = value - quantum / 2, value + quantum / 2
    if not truncation or quantum is None:
        return _within(exact, low, high)
    cut_low = value - quantum if value <= 0 else low
    cut_high = value + quantum if value >= 0 else high
    inside = _within(exact, cut_low, cut_high)
    return _not_beyond_cut(exact, cut_low, cut_high, low, high) if inside else inside


def _exact_rounds_to(exact: Fraction, value: Fraction, quantum: Fraction, truncation: bool) -> bool:
    """The same on whole numbers over one denominator: this is asked of every equation of every answer."""
    numerator, denominator = exact.numerator, exact.denominator
    beyond = numerator * value.denominator - value.numerator * denominator
    step = quantum.numerator * denominator * value.denominator
    off = abs(beyond) * quantum.denominator
    if 2 * off <= step:
        return True
    away_from_zero = beyond == 0 or value.numerator == 0 or (beyond > 0) == (value.numerator > 0)
    return truncation and off < step and away_from_zero


def _within(exact: Fraction | Interval, low: Fraction, high: Fraction) -> bool | None:
    if not isinstance(exact, Interval):
        return low <= exact <= high
    if low <= exact.lo and exact.hi <= high:
        return True
    return False if exact.hi < low or exact.lo > high else None


def _not_beyond_cut(
    exact: Fraction | Interval, cut_low: Fraction, cut_high: Fraction, low: Fraction, high: Fraction
) -> bool | None:
    """The far end of a cut is open: 2.70 cut off is never 2.6."""
    first, last = (exact.lo, exact.hi) if isinstance(exact, Interval) else (exact, exact)
    at_end = (last == cut_high and cut_high > high) or (first == cut_low and cut_low < low)
    return True if not at_end else None if first != last else False
