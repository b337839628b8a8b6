"""A certified enclosure of a real number."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """The true value lies in ``[lo, hi]``; both ends are exact rationals.

    Raises:
        ValueError: ``lo`` is greater than ``hi``.
    """

    lo: Fraction
    hi: Fraction

    def __post_init__(self) -> None:
        if self.lo > self.hi:
            raise ValueError(f"an interval runs upwards: {self.lo} > {self.hi}")

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int | Fraction) and self.lo <= value <= self.hi

    def overlaps(self, other: Interval) -> bool:
        """Whether the two enclosures have a point in common."""
        return self.lo <= other.hi and other.lo <= self.hi

    @property
    def midpoint(self) -> Fraction:
        """Exact centre of the enclosure."""
        return (self.lo + self.hi) / 2
