"""Algebra by exact arithmetic: the ``solve``, ``inequality`` and ``worksheet`` tools, their polynomials."""

from toolkits.algebra._build import Function, Scope, to_polynomial
from toolkits.algebra._inequality import inequality
from toolkits.algebra._polynomial import Polynomial
from toolkits.algebra._roots import real_roots
from toolkits.algebra._solve import solve
from toolkits.algebra._worksheet import worksheet

__all__ = [
    "Function",
    "Polynomial",
    "Scope",
    "inequality",
    "real_roots",
    "solve",
    "to_polynomial",
    "worksheet",
]
