"""Scores of a run: results joined with labels, and the figures that come of it. Only here labels are read.

::

    score = score_run(folder)          # a `Score`: figures by source, domain and error kind
    Path("report.json").write_text(score.json_text())

Whoever judges answers can stand beside the checker on the same rows: see :class:`Scorer` and
:data:`BASELINES`.
"""

from __future__ import annotations

from evals.scoring._baselines import BASELINES, Scorer
from evals.scoring._compare import Comparison, Flip, compare_runs
from evals.scoring._grade import final_text, graded
from evals.scoring._join import joined
from evals.scoring._relabel import relabelled, with_policy
from evals.scoring._score import Score, score_run, scored

__all__ = [
    "BASELINES",
    "Comparison",
    "Flip",
    "Score",
    "Scorer",
    "compare_runs",
    "final_text",
    "graded",
    "joined",
    "relabelled",
    "score_run",
    "scored",
    "with_policy",
]
