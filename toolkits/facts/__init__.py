"""Facts: three-valued checks of claims (entity, attribute, value) against sources, each with its evidence.

Names are compared whole, values by type; similarity never decides. A source that fails is an error, not a
verdict.
"""

from __future__ import annotations

from toolkits.facts._knowledge import NAMED, Knowledge, builtin, open_sources
from toolkits.facts._records import Evidence, Fact, FactClaim, FactSource, Found, Passage, Ruling
from toolkits.facts._statement import Reading, read_question, read_statement
from toolkits.facts._table import Table
from toolkits.facts._tool import NAME, fact_check, fact_checker, source_digest

__all__ = [
    "NAME",
    "NAMED",
    "Evidence",
    "Fact",
    "FactClaim",
    "FactSource",
    "Found",
    "Knowledge",
    "Passage",
    "Reading",
    "Ruling",
    "Table",
    "builtin",
    "fact_check",
    "fact_checker",
    "open_sources",
    "read_question",
    "read_statement",
    "source_digest",
]
