"""The one numeric layer: numbers, percent, money, units, 万/亿, digits of any script are read here."""

from __future__ import annotations

from toolkits._interval import Interval
from toolkits.quantities._chinese import with_digits
from toolkits.quantities._decimal_text import decimal_text, magnitude
from toolkits.quantities._format import format_like
from toolkits.quantities._grounding import CONSTANTS, literals
from toolkits.quantities._json import number_from_json, number_json
from toolkits.quantities._numerals import significant_quantum
from toolkits.quantities._quantity import Quantity, QuantityError
from toolkits.quantities._readings import Decimals, Reading, readings
from toolkits.quantities._relation import (
    Mode,
    Rounding,
    round_to,
    round_to_figures,
    rounding,
    rounding_as_printed,
)
from toolkits.quantities._rounding import rounds_to
from toolkits.quantities._scan import read_all
from toolkits.quantities._units import is_money, unit_symbol
from toolkits.quantities._whole import read

__all__ = [
    "CONSTANTS",
    "Decimals",
    "Interval",
    "Mode",
    "Quantity",
    "QuantityError",
    "Reading",
    "Rounding",
    "decimal_text",
    "format_like",
    "is_money",
    "literals",
    "magnitude",
    "number_from_json",
    "number_json",
    "read",
    "read_all",
    "readings",
    "round_to",
    "round_to_figures",
    "rounding",
    "rounding_as_printed",
    "rounds_to",
    "significant_quantum",
    "unit_symbol",
    "with_digits",
]
