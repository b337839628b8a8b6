"""Figures of an evaluation: pure functions of judged rows, each figure with its count and a 95 % interval.

::

    figure = share(2, 8)             # Figure(value=0.25, low=0.0715…, high=0.5907…, count=8, hits=2)
    figures(judged)                  # every metric by name
    risk_coverage(judged).area       # area under the risk–coverage curve
    mcnemar(only_a=3, only_b=12).p   # is A better than B on the same rows?
"""

from __future__ import annotations

from evals.metrics._calibration import GRADES, Grade, RiskCoverage, calibration, grade_of, risk_coverage
from evals.metrics._figures import METRICS, Metric, figures, grouped
from evals.metrics._intervals import Figure, mean, percentile, ratio, share, wilson
from evals.metrics._judged import Judged, Localised, Outcome, outcome
from evals.metrics._paired import Paired, compared, mcnemar

__all__ = [
    "GRADES",
    "METRICS",
    "Figure",
    "Grade",
    "Judged",
    "Localised",
    "Metric",
    "Outcome",
    "Paired",
    "RiskCoverage",
    "calibration",
    "compared",
    "figures",
    "grade_of",
    "grouped",
    "mcnemar",
    "mean",
    "outcome",
    "percentile",
    "ratio",
    "risk_coverage",
    "share",
    "wilson",
]
