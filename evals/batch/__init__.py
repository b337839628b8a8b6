"""Whole data sets by the batch service of a model provider: requests out, answers in, round by round.

A run goes as far as the answers at hand reach. The requests that it still needs are written as JSONL of the
OpenAI Batch API; their answers join a recording, and all runs start again, which costs no call: the same
input makes the same requests. When no run asks anything, all have ended::

    state = State.begin(Path("state"), rows, setting)
    export(state, Path("requests.jsonl"))       # -> an `Export`: what was written, what waits
    take(state, Path("answers.jsonl"))          # -> a `Taken`: what was of use, and every line that wasn't
    async for run in runs(state): ...           # -> `Ended` with its report, or `Waiting` with its requests
"""

from __future__ import annotations

from evals.batch._answers import MEANING, Problem, Taken, take
from evals.batch._export import Export, File, export
from evals.batch._lines import MAX_BYTES, MAX_REQUESTS
from evals.batch._runs import Ended, Waiting, runs
from evals.batch._setting import Setting
from evals.batch._state import Row, State

__all__ = [
    "MAX_BYTES",
    "MAX_REQUESTS",
    "MEANING",
    "Ended",
    "Export",
    "File",
    "Problem",
    "Row",
    "Setting",
    "State",
    "Taken",
    "Waiting",
    "export",
    "runs",
    "take",
]
