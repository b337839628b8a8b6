"""Facts: three-valued checks of claims (entity, attribute, value) against sources, each with its evidence.

Names are compared whole, values by type; similarity never decides. A source that fails is an error, not a
verdict.
"""

from __future__ import annotations

from toolkits.facts._compare import is_name
from toolkits.facts._knowledge import NAMED, Knowledge, builtin, open_sources
from toolkits.facts._records import Evidence, Fact, FactClaim, FactSource, Found, Passage, Ruling
from toolkits.facts._statement import Reading, read_question, read_statement
from toolkits.facts._table import Table
from toolkits.facts._tool import NAME, fact_check, fact_checker, source_digest
from toolkits.facts._values import reads_amount
from toolkits.facts._words import attribute_keys, key

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
    "attribute_keys",
    "builtin",
    "fact_check",
    "fact_checker",
    "is_name",
    "key",
    "open_sources",
    "read_question",
    "read_statement",
    "reads_amount",
    "source_digest",
]
