"""Where two expressions are compared: every sign orthant, zero, ±1, whole and broken, small and large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from toolkits.equivalence._policy import Policy

MAX_POINTS = 48
_TRIED = 400
_SIZES = tuple(
    Fraction(top, bottom)
    for top, bottom in (
        (13, 7), (5, 11), (0, 1), (1, 1), (2, 1), (37, 5), (1, 97), (3, 1), (103, 9), (1, 2), (3001, 17),
        (7, 3), (19, 23), (12, 1), (1, 1009), (211, 13),
    )
)  # fmt: skip
_WHOLE = tuple(Fraction(number) for number in (2, 5, 0, 1, 3, 7, 4, 11, 6, 29, 8, 101, 9, 12, 18, 1009))


def points(names: Sequence[str], policy: Policy) -> Iterator[dict[str, Fraction]]:
    """At most 48 points, the telling ones first; the same for the same names and assumptions."""
    if not names:
        yield {}
        return
    made = 0
    for tried, point in enumerate(_all(names, policy)):
        if made == MAX_POINTS or tried == _TRIED:
            return
        if all(policy.allows(name, value) for name, value in point.items()):
            yield point
            made += 1


def _all(names: Sequence[str], policy: Policy) -> Iterator[dict[str, Fraction]]:
    orthants = list(product((1, -1), repeat=min(len(names), 5)))
    sizes = {name: _WHOLE if policy.assume.get(name) == "integer" else _SIZES for name in names}
    for round_ in range(len(_SIZES)):
        for turn, signs in enumerate(orthants):
            yield {
                name: signs[at % len(signs)] * sizes[name][(round_ + at * (3 + turn)) % len(_SIZES)]
                for at, name in enumerate(names)
            }
