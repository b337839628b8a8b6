"""Planning: which steps check an answer, and against what.

The offline planner (:func:`plan_offline`) reads the answer's own equations and code, and computes what the
question lets it compute by templates and solvers, each in a folder of its own. The same derivations give a
plan from elsewhere its :func:`second_look`.
"""

from __future__ import annotations

from verifier.planning._offline import plan_offline
from verifier.planning._second_look import second_look

__all__ = ["plan_offline", "second_look"]
