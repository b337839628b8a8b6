"""Units: exact factors, the names that language models write, refusal where a name has two meanings."""

from __future__ import annotations

from toolkits.units._compound import Amount, read_amount
from toolkits.units._convert import Conversion, by_working_time, conversion, convert, factors
from toolkits.units._names import names
from toolkits.units._parse import canonical, parse
from toolkits.units._statement import (
    Statement,
    judge_amounts,
    judge_conversion,
    judge_statement,
    unit_convert,
)
from toolkits.units._tool import units
from toolkits.units._unit import Unit

__all__ = [
    "Amount",
    "Conversion",
    "Statement",
    "Unit",
    "by_working_time",
    "canonical",
    "conversion",
    "convert",
    "factors",
    "judge_amounts",
    "judge_conversion",
    "judge_statement",
    "names",
    "parse",
    "read_amount",
    "unit_convert",
    "units",
]
