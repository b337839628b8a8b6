"""Questions that can themselves be computed: one module a kind of question."""

from __future__ import annotations

from verifier.planning._derivation import Solver
from verifier.planning.solvers import (
    _algebra,
    _booleans,
    _brackets,
    _calculus,
    _clock,
    _combinatorics,
    _counting,
    _dates,
    _filters,
    _inequalities,
    _integers,
    _listed_values,
    _navigate,
    _number_problems,
    _ordering,
    _price_chain,
    _rows,
    _scene,
    _sequences,
    _shares,
    _statistics,
    _swaps,
    _systems,
    _words,
)

__all__ = ["SOLVERS"]

#: Every solver, in the order in which they are asked.
SOLVERS: tuple[Solver, ...] = (
    _booleans.solve,
    _brackets.solve,
    _words.solve,
    _swaps.solve,
    _navigate.solve,
    _ordering.solve,
    _dates.solve,
    _counting.solve,
    _scene.solve,
    _rows.solve,
    _filters.solve,
    _number_problems.solve,
    _statistics.solve,
    _integers.solve,
    _systems.solve,
    _algebra.solve,
    _calculus.solve,
    _sequences.solve,
    _combinatorics.solve,
    _clock.solve,
    _inequalities.solve,
    _price_chain.solve,
    _listed_values.solve,
    _shares.solve,
)
