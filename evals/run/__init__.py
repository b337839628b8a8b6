"""Runs over data sets: every row checked, every result kept, however often the work is interrupted.

::

    folder = RunFolder.begin(Path("run"), read(paths), Setting(), data=paths)
    for done in work(folder, LocalPool(jobs=8)): ...    # what is done already is not done again
    for number, result in folder.results(): ...         # in the order of the rows, whoever ended first

A folder holds ``manifest.json`` (versions, digests, settings), ``rows.jsonl`` (what the checker sees),
``labels.jsonl`` (what it doesn't: only the scorer reads it), ``results.jsonl`` (whole lines, appended) and
the journals of the worker processes.
"""

from __future__ import annotations

from evals.run._executor import Executor, InProcess, LocalPool
from evals.run._folder import Result, RunFolder, digest_of
from evals.run._job import Done, Job, Setting
from evals.run._work import limited, work

__all__ = [
    "Done",
    "Executor",
    "InProcess",
    "Job",
    "LocalPool",
    "Result",
    "RunFolder",
    "Setting",
    "digest_of",
    "limited",
    "work",
]
