"""Data sets: rows to check, and labels that only the scorer sees.

::

    for item in read([Path("answers.jsonl.gz")]):   # the form is told by the content
        match item:
            case Example(row, label): ...           # `row` may be run; `label` is for scoring
            case Fault(): ...                       # a line that can't be read, and why

A :class:`Row` holds what a checker may know: the question, the answer and the data that comes with them.
All else that a file says about a row (gold answer, verdict of a judge, first wrong step, whatever a field of
another name may give away) goes into its :class:`Label`.
"""

from __future__ import annotations

from evals.data._files import read
from evals.data._forms import FORMS
from evals.data._row import DataSetError, Example, Fault, Label, Row, Truth

__all__ = ["FORMS", "DataSetError", "Example", "Fault", "Label", "Row", "Truth", "read"]
