"""Where two expressions are compared: every sign orthant, zero, ±1, whole and broken, small and large."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

MAX_POINTS = 48
_SIZES = tuple(
    Fraction(top, bottom)
    for top, bottom in (
        (13, 7), (5, 11), (0, 1), (1, 1), (2, 1), (37, 5), (1, 97), (3, 1), (103, 9), (1, 2), (3001, 17),
        (7, 3),
        (19, 23), (12, 1), (1, 1009), (211, 13),
    )
)  # fmt: skip


def points(names: Sequence[str]) -> Iterator[dict[str, Fraction]]:
    """At most 48 points, the telling ones first; the same for the same names."""
    if not names:
        yield {}
        return
    orthants = list(product((1, -1), repeat=min(len(names), 5)))
    made = 0
    for round_ in range(len(_SIZES)):
        for turn, signs in enumerate(orthants):
            if made == MAX_POINTS:
                return
            yield {
                name: signs[at % len(signs)] * _SIZES[(round_ + at * (3 + turn)) % len(_SIZES)]
                for at, name in enumerate(names)
            }
            made += 1
