"""Asks a solver a question and runs the tool that it names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from toolkits import default_registry
from verifier.planning._derivation import Derivation, QuestionText, Solver
from verifier.planning.solvers import SOLVERS
from verifier.task import DataTable


@dataclass(frozen=True)
class Solved:
    """A derivation and the value that its tool gives."""

    derivation: Derivation
    value: Any


def ask(question: str, *data: DataTable, solver: Solver | None = None) -> list[Solved]:
    """What the solvers (or one of them) make of a question; [] when all abstain."""
    text = QuestionText(text=question, data=data)
    derivations = solver(text) if solver else next((found for s in SOLVERS if (found := s(text))), [])
    return [Solved(d, _value(d)) for d in derivations]


def value(question: str, *data: DataTable) -> Any:
    """The one value of a question that is solved in one part."""
    (solved,) = ask(question, *data)
    return solved.value


def _value(derivation: Derivation) -> Any:
    found: Any = default_registry().get(derivation.tool)(dict(derivation.tool_input))
    for key in derivation.output.split("."):
        found = found[int(key)] if isinstance(found, list) else found[key]
    return found
