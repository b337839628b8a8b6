"""Which values agree with each other, with no answer in sight.

Whole numbers agree when they are equal. Where decimals take part, values agree that are a millionth apart at
most, and a value printed to cents or finer (three figures at least) agrees with the one that it is rounded
from: 33.33 is 33.3333…, but 42 is not 41.67.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from toolkits._decimals import terminating_places
from toolkits.derivations._values import Value
from toolkits.quantities import Interval, rounds_to

_NEAR: Final = Fraction(1, 10**6)
#: Three figures, counted from the last decimal.
_FIGURES, _PLACES, _MOST_PLACES = 100, 2, 12


def agreement(values: Sequence[Value | None]) -> tuple[tuple[int, ...], ...]:
    """Positions of the values that agree, the largest class first; of one size, the earlier first.

    The classes do not depend on the order of the values: the finest value stands for its class.
    """
    at = [index for index, value in enumerate(values) if value is not None]
    classes: list[list[int]] = []
    for index in sorted(at, key=lambda i: _order(values[i])):
        found = next((c for c in classes if _agree(values[c[0]], values[index])), None)
        if found is None:
            classes.append([index])
        else:
            found.append(index)
    ordered = sorted((tuple(sorted(c)) for c in classes), key=lambda c: (-len(c), c))
    return tuple(ordered)


def _agree(one: Value | None, other: Value | None) -> bool:
    return one is not None and other is not None and same_value(one, other)


def same_value(one: Value, other: Value) -> bool:
    """Whether two programs derived the same."""
    a, b = one.value, other.value
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, str) or isinstance(b, str):
        return isinstance(a, str) and isinstance(b, str) and _folded(a) == _folded(b)
    if "%" in (one.unit, other.unit) and one.unit != other.unit and None not in (one.unit, other.unit):
        return False
    return _near(a, b) or _rounds(a, b) or _rounds(b, a)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).strip().strip("().").casefold()


def _near(a: Fraction | Interval, b: Fraction | Interval) -> bool:
    if isinstance(a, Fraction) and isinstance(b, Fraction) and a.denominator == b.denominator == 1:
        return a == b
    (low, high), (first, last) = _ends(a), _ends(b)
    gap = max(first - high, low - last, Fraction(0))
    return gap <= _NEAR * max(abs(low), abs(high), abs(first), abs(last))


def _rounds(exact: Fraction | Interval, printed: Fraction | Interval) -> bool:
    """Whether ``printed`` is ``exact``, rounded to the cents or finer."""
    if isinstance(printed, Interval):
        return False
    places = _places(printed)
    if places is None or places < _PLACES or abs(printed) * 10**places < _FIGURES:
        return False
    return rounds_to(exact, printed, Fraction(1, 10**places)) is True


def _places(value: Fraction) -> int | None:
    """Decimals of a short decimal; ``None`` for what is none."""
    return terminating_places(value.denominator, _MOST_PLACES)


def _ends(value: Fraction | Interval) -> tuple[Fraction, Fraction]:
    return (value.lo, value.hi) if isinstance(value, Interval) else (value, value)


def _order(value: Value | None) -> tuple[int, int, Fraction, str]:
    """The finest first: what has no end of decimals, then more decimals before fewer."""
    assert value is not None
    if isinstance(value.value, bool | str):
        return (1, 0, Fraction(0), str(value.value))
    low, high = _ends(value.value)
    places = _places(low) if low == high else None
    return (0, -(_MOST_PLACES + 1 if places is None else places), (low + high) / 2, value.unit or "")
