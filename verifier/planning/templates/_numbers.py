"""Numbers and factors as they stand in an expression."""

from __future__ import annotations

from fractions import Fraction

from toolkits.quantities import number_json


def number_text(value: Fraction) -> str:
    """A number as our expression language reads it, in brackets where it could be torn apart."""
    text = str(number_json(value))
    return text if text.replace(".", "", 1).isdigit() else f"({text})"


def times(factor: Fraction) -> str:
    """What multiplies by ``factor``: ``*1000``, ``/60``, ``*5/18``."""
    top, bottom = factor.numerator, factor.denominator
    return (f"*{top}" if top != 1 or bottom == 1 else "") + (f"/{bottom}" if bottom != 1 else "")
