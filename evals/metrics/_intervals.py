"""Shares, means and percentiles with their 95 % intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

#: The 97.5 % point of the normal distribution.
Z = 1.959963984540054
#: Resamples of a bootstrap; more change the third digit only.
RESAMPLES = 1000
#: Values drawn for one interval, at the most (but at least 100 resamples are made).
WORK = 2_000_000

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A value with its 95 % interval.

    Attributes:
        value: ``None`` where nothing was counted.
        count: rows that it is made of.
        hits: of those, the ones that are counted, where it is a share of rows.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int = 0
    hits: int | None = None


def wilson(hits: int, count: int) -> tuple[float, float]:
    r"""The 95 % score interval of a share.

    Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22
    (1927): with p = hits/n and z = 1.96, the bounds are
    (p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n).

    Raises:
        ValueError: no count, or hits outside of it.
    """
    if not 0 <= hits <= count or not count:
        raise ValueError(f"{hits} of {count} is no share")
    p, zz = hits / count, Z * Z / count
    middle = p + zz / 2
    half = Z * math.sqrt(p * (1 - p) / count + zz / (4 * count))
    low, high = (middle - half) / (1 + zz), (middle + half) / (1 + zz)
    # Exact at the ends, where rounding would leave 1e-17.
    return (0.0 if hits == 0 else min(low, p)), (1.0 if hits == count else max(high, p))


def share(hits: int, count: int) -> Figure:
    """A share of rows, with :func:`wilson`'s interval."""
    if not count:
        return Figure(hits=0)
    low, high = wilson(hits, count)
    return Figure(value=hits / count, low=low, high=high, count=count, hits=hits)


def mean(values: Sequence[float], *, seed: int = 0) -> Figure:
    """The mean, with a bootstrapped interval."""
    return resampled(values, lambda sample: math.fsum(sample) / len(sample), seed)


def percentile(values: Sequence[float], percent: float, *, seed: int = 0) -> Figure:
    """The smallest value that so many percent of the values do not exceed, with a bootstrapped interval.

    The nearest-rank definition: the value of rank ⌈n·p/100⌉.
    """
    return resampled(values, lambda sample: _rank(sample, percent), seed)


def ratio(pairs: Sequence[tuple[float, float]], *, seed: int = 0) -> Figure:
    """Sum of the first over sum of the second, rows resampled as a whole (a ratio estimator)."""
    if not math.fsum(below for _, below in pairs):
        return Figure()
    return resampled(pairs, _ratio, seed)


def _ratio(pairs: Sequence[tuple[float, float]]) -> float:
    below = math.fsum(b for _, b in pairs)
    return math.fsum(a for a, _ in pairs) / below if below else 0.0


def _rank(values: Sequence[float], percent: float) -> float:
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


def resampled(values: Sequence[_T], statistic: Callable[[Sequence[_T]], float], seed: int) -> Figure:
    """The percentile interval of the bootstrap.

    Source: B. Efron, "Bootstrap methods: another look at the jackknife", Annals of Statistics 7 (1979).
    Rows are
    drawn with replacement, always the same draws for the same seed. Of very many rows fewer resamples are
    made:
    the interval is narrow then.
    """
    if not values:
        return Figure()
    value = statistic(values)
    draw = random.Random(f"{seed}:{len(values)}")  # noqa: S311  (resampling, no secret)
    times = max(100, min(RESAMPLES, WORK // len(values)))
    found = sorted(statistic(draw.choices(values, k=len(values))) for _ in range(times))
    low, high = found[int(times * 0.025)], found[min(times - 1, int(times * 0.975))]
    return Figure(value=value, low=min(low, value), high=max(high, value), count=len(values))
