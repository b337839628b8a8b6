"""Rounding as a relation of its own: how a printed number comes from the exact one, how far it misses.

:func:`toolkits.quantities.rounds_to` answers yes or no and is asked of every equation; this says which
rounding it was. All is worked out on one number: the distance of the exact value from the printed one, in
printed steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits._interval import Interval
from toolkits.quantities._decimal_text import magnitude
from toolkits.quantities._quantity import Quantity

Relation: TypeAlias = Literal["exact", "rounded", "truncated", "raised", "off", "open"]
"""``exact``: equal; ``rounded``: the nearest step (a tie either way); ``truncated``: cut off, towards zero;
``raised``: the next step away from zero; ``off``: no rounding gives it; ``open``: the readings or the
enclosure don't decide."""

Mode: TypeAlias = Literal["half_up", "half_even", "half_down", "truncation", "floor", "ceiling"]
"""``half_up`` and ``half_down`` send a tie away from and towards zero; ``truncation`` cuts towards zero."""

MODES: tuple[Mode, ...] = ("half_up", "half_even", "half_down", "truncation", "floor", "ceiling")
_NEAREST = frozenset(MODES[:3])
_HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounding:
    """How a printed number relates to the exact one.

    Attributes:
        relation: see :data:`Relation`.
        modes: the roundings that give the printed number from the exact one, in the order of :data:`MODES`.
        quantum: the printed step; ``None``: printed as exact (1/3).
        nearest: what is right at that step (a tie away from zero); for numbers printed as exact the exact
            value itself; ``None`` where an enclosure leaves it open.
        steps: how many last digits the printed number is off from ``nearest``, with its sign.
        error: printed - exact, in printed steps (with no step: as it is); ``None`` for an enclosure.
        figures: significant figures that the step leaves in the printed number; 0 for a printed zero. With
            ``zeros``, the most with which it would be right.
        reason: why the relation is ``open``: ``enclosure``, ``zeros`` (11600 to the unit or to the
            hundred?) or ``ambiguous`` (a number with two readings).
    """

    relation: Relation
    modes: tuple[Mode, ...] = ()
    quantum: Fraction | None = None
    nearest: Fraction | None = None
    steps: int | None = None
    error: Fraction | None = None
    figures: int | None = None
    reason: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the printed number is right as printed: exact or rounded to the nearest; ``None``: open."""
        return None if self.relation == "open" else self.relation in ("exact", "rounded")

    def json(self) -> dict[str, Any]:
        """The relation as JSON, numbers in their JSON form."""
        from toolkits.quantities._json import number_json  # noqa: PLC0415  (only reports need it)

        numbers = {"quantum": self.quantum, "nearest": self.nearest, "error": self.error}
        return {
            "relation": self.relation,
            "modes": list(self.modes),
            **{name: None if number is None else number_json(number) for name, number in numbers.items()},
            "steps": self.steps,
            "figures": self.figures,
            **({"reason": self.reason} if self.reason else {}),
        }


def rounding(exact: Fraction | Interval, value: Fraction, quantum: Fraction | None) -> Rounding:
    """How ``value``, printed to steps of ``quantum``, comes from ``exact``.

    Args:
        exact: the true value, or an enclosure of it.
        value: the printed value.
        quantum: its step; ``None``: printed as exact, so only equality is right.
    """
    low, high = (exact.lo, exact.hi) if isinstance(exact, Interval) else (exact, exact)
    if quantum is None:
        return _as_printed(low, high, value)
    figures = _figures(value, quantum)
    if low == value == high:
        return Rounding(
            relation="exact",
            modes=MODES,
            quantum=quantum,
            nearest=value,
            steps=0,
            error=low - value,
            figures=figures,
        )
    one, other = (low - value) / quantum, (high - value) / quantum
    modes: tuple[Mode, ...] = tuple(mode for mode in MODES if _gives(mode, one, value, low, quantum))
    if one != other:
        above: set[Mode] = {mode for mode in MODES if _gives(mode, other, value, high, quantum)}
        both: tuple[Mode, ...] = tuple(mode for mode in modes if mode in above)
        apart = set(modes) != above or (one > 0) != (other > 0)
        if apart and not _NEAREST & set(both):
            return Rounding(relation="open", quantum=quantum, figures=figures, reason="enclosure")
        modes = both
    off_low, off_high = (_away(distance, end) for distance, end in ((one, low), (other, high)))
    steps = -off_low if off_low == off_high else None
    return Rounding(
        relation=_relation(modes),
        modes=modes,
        quantum=quantum,
        nearest=None if steps is None else value - steps * quantum,
        steps=steps,
        error=-one if one == other else None,
        figures=figures,
    )


def rounding_as_printed(exact: Fraction | Interval, printed: Quantity) -> Rounding:
    """The same for a number as read from a text, with all its readings.

    Zeros at the end of a whole number may be digits or may only hold the place: 11600 is 11,607.5 to the
    hundred, and wrong to the unit. Where the reading decides, the relation is ``open``. Within one unit there
    is no doubt: who writes 1000 for 999.4 wrote it to the unit.
    """
    found = rounding(exact, printed.value, printed.quantum)
    if printed.alternatives:
        others = {rounding(exact, value, printed.quantum).holds for value in printed.alternatives}
        same = others == {found.holds} and found.holds is False
        return found if same else _open(found, "ambiguous")
    if found.holds is not False or found.modes:
        return found
    coarser = (rounding(exact, printed.value, quantum) for quantum in _place_holding(printed))
    right = next((other for other in coarser if other.holds is not False), None)
    return replace(_open(found, "zeros"), figures=right.figures) if right else found


def round_to(value: Fraction, quantum: Fraction, mode: Mode = "half_up") -> Fraction:
    """``value`` rounded to a multiple of ``quantum``."""
    steps = value / quantum
    below = steps.numerator // steps.denominator
    rest = steps - below
    if not rest:
        return below * quantum
    up = {
        "half_up": rest > _HALF or (rest == _HALF and value > 0),
        "half_even": rest > _HALF or (rest == _HALF and below % 2 == 1),
        "half_down": rest > _HALF or (rest == _HALF and value < 0),
        "truncation": value < 0,
        "floor": False,
        "ceiling": True,
    }[mode]
    return (below + up) * quantum


def round_to_figures(value: Fraction, figures: int, mode: Mode = "half_up") -> Fraction:
    """``value`` rounded to ``figures`` significant figures; zero stays zero."""
    if not value:
        return value
    return round_to(value, Fraction(10) ** (magnitude(abs(value)) - figures + 1), mode)


def _as_printed(low: Fraction, high: Fraction, value: Fraction) -> Rounding:
    if low == high:
        same = low == value
        return Rounding(
            relation="exact" if same else "off",
            modes=MODES if same else (),
            nearest=low,
            steps=0 if same else None,
            error=value - low,
        )
    outside = value < low or value > high
    return Rounding(relation="off") if outside else Rounding(relation="open", reason="enclosure")


def _gives(mode: Mode, distance: Fraction, value: Fraction, exact: Fraction, quantum: Fraction) -> bool:
    """Whether ``mode`` sends the exact value, ``distance`` steps above the printed one, to that one."""
    if mode in _NEAREST:
        if abs(distance) != _HALF:
            return abs(distance) < _HALF
        if mode == "half_even":
            return (value / quantum) % 2 == 0
        return (abs(value) > abs(exact)) == (mode == "half_up")
    if mode == "truncation":
        if not value:
            return abs(distance) < 1
        mode = "floor" if value > 0 else "ceiling"
    return 0 <= distance < 1 if mode == "floor" else -1 < distance <= 0


def _away(distance: Fraction, exact: Fraction) -> int:
    """The whole number nearest to ``distance``; a tie goes away from zero as seen from ``exact``."""
    twice = 2 * distance
    below = twice.numerator // (2 * twice.denominator)
    rest = distance - below
    return below + (rest > _HALF or (rest == _HALF and exact > 0))


def _relation(modes: tuple[Mode, ...]) -> Relation:
    if _NEAREST & set(modes):
        return "rounded"
    if not modes:
        return "off"
    return "truncated" if "truncation" in modes else "raised"  # floor or ceiling alone: away from zero


def _figures(value: Fraction, quantum: Fraction) -> int:
    return max(0, magnitude(abs(value)) - magnitude(quantum) + 1) if value else 0


def _open(found: Rounding, reason: str) -> Rounding:
    return Rounding(
        relation="open",
        quantum=found.quantum,
        nearest=found.nearest,
        steps=found.steps,
        error=found.error,
        figures=found.figures,
        reason=reason,
    )


def _place_holding(printed: Quantity) -> Iterator[Fraction]:
    """The coarser steps to which a whole number with zeros at its end may have been printed."""
    value, quantum = printed.value, printed.quantum
    if quantum is None or quantum.denominator != 1 or not value or printed.approx:
        return
    while value % (quantum * 10) == 0:
        quantum *= 10
        yield quantum
