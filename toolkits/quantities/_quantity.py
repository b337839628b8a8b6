"""A number as printed: value, precision, unit and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from toolkits.errors import ToolInputError


class QuantityError(ToolInputError):
    """The text is not one number (or not a number at all)."""

    default_code = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One number of a text.

    Attributes:
        value: exact value in base units of what was printed: 25% is 1/4, 约1.16万 is 11600, $3k is 3000.
        quantum: the step to which it was printed (26 -> 1; 11,607.55 -> 1/100; 25% -> 1/100; 1.16万 -> 100;
            "about 11,600" -> 100); ``None`` for what is exact as written (1/3, 3 1/2, 0.(3)).
        unit: ``"%"``, ``"pp"`` (percentage points), a currency code (``"USD"``, ``"CNY"``…), a unit symbol
            (``"km"``, ``"h"``, ``"°C"``, ``"km/h"``…), ``"折"`` (value as printed), or ``None``; nouns
            ("apples") are not units.
        approx: printed with "about", "≈", "约", "左右"…
        truncated: digits followed by "…".
        start: start of the span with sign, currency, unit and word of approximation.
        end: its end.
        number_start: start of the digits, with their sign, separators, scale (万, million) and percent sign.
        number_end: its end; ``read(text[number_start:number_end])`` gives the same value back.
        alternatives: other readings of the same characters; not empty means ambiguous.
    """

    value: Fraction
    quantum: Fraction | None
    unit: str | None
    approx: bool
    truncated: bool
    start: int
    end: int
    number_start: int
    number_end: int
    alternatives: tuple[Fraction, ...] = ()
