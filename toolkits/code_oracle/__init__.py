"""Code under test against an oracle that stands in the question: its examples, or the rows that it says to keep.

What a pass is worth differs. A row filter is tried at, beside and between the values that the question names, so it may
verify. A few examples let much wrong code through (4 in 100 of the wrong programs of one public set): they may refute and
never verify. Output that the answer itself shows can only contradict it.
"""

from __future__ import annotations

from toolkits.code_oracle._examples import Example, read_examples
from toolkits.code_oracle._filter_read import RowFilter, read_row_filter
from toolkits.code_oracle._hints import Hint, hint_for
from toolkits.code_oracle._mutants import mutate_code
from toolkits.code_oracle._stub import preamble
from toolkits.code_oracle._tool import LIMITS, VERSION, code_oracle

__all__ = [
    "LIMITS",
    "VERSION",
    "Example",
    "Hint",
    "RowFilter",
    "code_oracle",
    "hint_for",
    "mutate_code",
    "preamble",
    "read_examples",
    "read_row_filter",
]
