"""The ``statistics`` tool: exact descriptive statistics."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits._ordinals import ordinal
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.quantities import Interval, number_from_json, number_json

Operation: TypeAlias = Literal[
    "mean", "median", "mode", "variance", "sample_variance", "stdev", "sample_stdev", "sum", "product", "min",
    "max", "range", "count", "kth_largest", "kth_smallest", "sort", "nearest", "weighted_mean", "percent_of",
    "mean_deviation", "rank",
]  # fmt: skip

_MAX_VALUES = 1_000_000
_ROOT_DIGITS = 60


def statistics(
    op: Operation,
    values: list[Any],
    *,
    k: str = "1",
    to: str = "",
    weights: list[Any] | None = None,
    descending: bool = False,
    labels: list[str] | None = None,
) -> dict[str, Any]:
    """A statistic of numbers, as an exact rational (standard deviations: exact, or an enclosure).

    Args:
        op: which one. ``variance`` and ``stdev`` are the population's, ``sample_…`` divide by n - 1;
            ``percent_of``: what fraction the first value is of the second (as a number: 1/4 for 25 %);
            ``rank``: the place of ``to`` among the values, 1 for the smallest (largest with ``descending``).
        values: numbers, as text or JSON numbers.
        k: for ``kth_largest`` and ``kth_smallest``: which, from 1 (``2``, ``second``, ``第二``).
        to: for ``nearest``: the number that the value must be nearest to; for ``rank``: the value to place.
        weights: for ``weighted_mean``: one for each value.
        descending: for ``sort`` and ``rank``: largest first.
        labels: for ``min``, ``max`` and the kth: a name for each value; the output says whose the value is.

    Returns:
        ``{"value": number}``; a list of numbers for ``sort``, and for ``mode`` when several values are most
        frequent. With ``labels`` also ``"label"``. A population's ``variance`` and ``stdev`` show the
        sample's as ``"sample"``.

    Raises:
        ToolInputError: no values, something that is no number, or an operand missing.
        ToolRefused: no single answer: two values equally near (``tie``), every value equally frequent
            (``no_mode``).
        ToolLimit: more than a million values.
    """
    handler = _HANDLERS.get(op)
    if handler is None:
        raise ToolInputError(f"unknown operation {op!r}; one of {', '.join(_HANDLERS)}")
    if not values or len(values) > _MAX_VALUES:
        raise (ToolLimit if values else ToolInputError)(
            f"{len(values)} values; 1 to {_MAX_VALUES} are possible"
        )
    numbers = _numbers(values)
    extra = _Extra(k, to, weights or [], descending)
    output = {"value": handler(numbers, extra)}
    if labels is not None:
        output["label"] = _label(output["value"], numbers, labels)
    if op in ("variance", "stdev") and len(numbers) > 1:
        output["sample"] = _HANDLERS[f"sample_{op}"](numbers, extra)
    return output


def _label(value: Any, numbers: Sequence[Fraction], labels: Sequence[str]) -> str:
    hits = [
        label for label, number in zip(labels, numbers, strict=False) if number == number_from_json(value)
    ]
    if len(labels) != len(numbers) or len(hits) != 1:
        raise ToolRefused("the value does not belong to exactly one label", code="tie")
    return hits[0]


class _Extra:
    """The operands that only some operations have, read when they ask."""

    def __init__(self, k: str, to: str, weights: Sequence[Any], descending: bool) -> None:
        self._k, self._to, self._weights = k, to, weights
        self.descending = descending

    @property
    def k(self) -> int:
        return ordinal(self._k)

    @property
    def to(self) -> Fraction:
        return _number(self._to)

    @property
    def weights(self) -> list[Fraction]:
        return _numbers(self._weights)


def _numbers(values: Sequence[Any]) -> list[Fraction]:
    return [_number(value) for value in values]


def _number(value: Any) -> Fraction:
    try:
        number = number_from_json(value)
    except (ValueError, TypeError) as error:
        raise ToolInputError(f"{value!r} is not a number") from error
    if isinstance(number, Interval):
        raise ToolInputError("exact numbers are needed, not intervals")
    return number


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _median(values: Sequence[Fraction]) -> Fraction:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _variance(values: Sequence[Fraction], less: int) -> Fraction:
    if len(values) <= less:
        raise ToolInputError("a sample variance needs two values")
    mean = _mean(values)
    return sum(((v - mean) ** 2 for v in values), Fraction(0)) / (len(values) - less)


def _mean_deviation(values: Sequence[Fraction]) -> Fraction:
    mean = _mean(values)
    return _mean([abs(v - mean) for v in values])


def root(value: Fraction) -> Fraction | Interval:
    """Square root of a rational that is not negative: exact, or enclosed in 60 certified digits."""
    top, bottom = math.isqrt(value.numerator), math.isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    scale = 10**_ROOT_DIGITS
    floor = math.isqrt(value.numerator * scale * scale // value.denominator)
    return Interval(Fraction(floor, scale), Fraction(floor + 1, scale))


def _modes(values: Sequence[Fraction], _: _Extra) -> Any:
    counts = Counter(values)
    top = max(counts.values())
    if top == 1 and len(counts) > 1:
        raise ToolRefused("every value occurs once: there is no mode", code="no_mode")
    found = [number_json(v) for v in sorted(counts) if counts[v] == top]
    return found if len(found) > 1 else found[0]


def _kth(values: Sequence[Fraction], k: int, *, largest: bool) -> Fraction:
    if not 1 <= k <= len(values):
        raise ToolInputError(f"there is no value number {k} among {len(values)}")
    return sorted(values, reverse=largest)[k - 1]


def _nearest(values: Sequence[Fraction], to: Fraction) -> Fraction:
    best = min(abs(v - to) for v in values)
    hits = {v for v in values if abs(v - to) == best}
    if len(hits) > 1:
        raise ToolRefused("two values are equally near", code="tie")
    return hits.pop()


def _weighted_mean(values: Sequence[Fraction], weights: Sequence[Fraction]) -> Fraction:
    total = sum(weights, Fraction(0))
    if len(weights) != len(values) or not total:
        raise ToolInputError("one weight for each value is needed, and their sum may not be 0")
    return sum((v * w for v, w in zip(values, weights, strict=True)), Fraction(0)) / total


def _ratio(values: Sequence[Fraction]) -> Fraction:
    if len(values) != 2 or not values[1]:
        raise ToolInputError("two values are needed, the second not 0")
    return values[0] / values[1]


def _rank(values: Sequence[Fraction], extra: _Extra) -> Fraction:
    to = extra.to
    if list(values).count(to) != 1:
        raise ToolRefused("the value does not occur exactly once", code="tie")
    ahead = (v > to for v in values) if extra.descending else (v < to for v in values)
    return Fraction(1 + sum(ahead))


Handler: TypeAlias = Callable[[Sequence[Fraction], _Extra], Any]


def _number_out(compute: Callable[[Sequence[Fraction], _Extra], Fraction | Interval]) -> Handler:
    return lambda values, extra: number_json(compute(values, extra))


def _sorted(values: Sequence[Fraction], extra: _Extra) -> Any:
    return [number_json(v) for v in sorted(values, reverse=extra.descending)]


_HANDLERS: dict[str, Handler] = {
    "mean": _number_out(lambda v, _: _mean(v)),
    "median": _number_out(lambda v, _: _median(v)),
    "mode": _modes,
    "variance": _number_out(lambda v, _: _variance(v, 0)),
    "sample_variance": _number_out(lambda v, _: _variance(v, 1)),
    "stdev": _number_out(lambda v, _: root(_variance(v, 0))),
    "sample_stdev": _number_out(lambda v, _: root(_variance(v, 1))),
    "mean_deviation": _number_out(lambda v, _: _mean_deviation(v)),
    "sum": _number_out(lambda v, _: sum(v, Fraction(0))),
    "product": _number_out(lambda v, _: math.prod(v, start=Fraction(1))),
    "min": _number_out(lambda v, _: min(v)),
    "max": _number_out(lambda v, _: max(v)),
    "range": _number_out(lambda v, _: max(v) - min(v)),
    "count": _number_out(lambda v, _: Fraction(len(v))),
    "kth_largest": _number_out(lambda v, e: _kth(v, e.k, largest=True)),
    "kth_smallest": _number_out(lambda v, e: _kth(v, e.k, largest=False)),
    "sort": _sorted,
    "nearest": _number_out(lambda v, e: _nearest(v, e.to)),
    "weighted_mean": _number_out(lambda v, e: _weighted_mean(v, e.weights)),
    "percent_of": _number_out(lambda v, _: _ratio(v)),
    "rank": _number_out(_rank),
}
