"""Code under test against an oracle in its question: examples, or the rows that it says to keep.

What a pass is worth differs. A row filter is tried at, beside and between the values that the question names,
so it may verify. A few examples let much wrong code through (4 in 100 of the wrong programs of one public
set): they may refute and never verify. Output that the answer itself shows can only contradict it.
"""

from __future__ import annotations

from toolkits.code_oracle._examples import Example, read_examples
from toolkits.code_oracle._filter_read import RowFilter, read_row_filter
from toolkits.code_oracle._hints import Hint, hint_for
from toolkits.code_oracle._mutants import mutate_code
from toolkits.code_oracle._stub import defined_names, preamble, runs_alone
from toolkits.code_oracle._tool import code_oracle

__all__ = [
    "Example",
    "Hint",
    "RowFilter",
    "code_oracle",
    "defined_names",
    "hint_for",
    "mutate_code",
    "preamble",
    "read_examples",
    "read_row_filter",
    "runs_alone",
]
