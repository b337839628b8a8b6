"""Tables, values and databases as prompts and programs know them: the one place that writes data down.

Every prompt that shows data has it from here: a name that is a Python identifier, columns with their types,
dimensions, and the first rows as CSV with each cell cut. With ``rows=0`` no value stands in it.
"""

from __future__ import annotations

from verifier.tables._cells import cell_text, csv_text
from verifier.tables._databases import rows_text, schema_text
from verifier.tables._frames import is_frame, table_of
from verifier.tables._variables import Variable, check_json, described, inputs, prelude, variables
from verifier.tables._withheld import MARK, Withheld

__all__ = [
    "MARK",
    "Variable",
    "Withheld",
    "cell_text",
    "check_json",
    "csv_text",
    "described",
    "inputs",
    "is_frame",
    "prelude",
    "rows_text",
    "schema_text",
    "table_of",
    "variables",
]
