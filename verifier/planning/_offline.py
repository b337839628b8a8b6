"""The offline planner: what can be checked with no language model, from the question and the answer alone."""

from __future__ import annotations

from collections.abc import Sequence

from verifier.plan._schema import Claim, Plan, Step
from verifier.planning._bind import bind
from verifier.planning._code import code_steps
from verifier.planning._consistency import consistency_steps
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning._equations import equation_steps
from verifier.planning.solvers import SOLVERS
from verifier.planning.templates import match
from verifier.reading import read
from verifier.task import Task


def plan_offline(task: Task, answer: str) -> Plan:
    """Plan the checks of an answer without a model.

    Steps of basis question come from the templates and solvers that explain the whole question; steps of basis
    answer from the equations, code and variables that the answer itself writes out.
    """
    reading = read(answer, task.question)
    finals = [c for c in reading.claims if c.role == "final"]
    computed, notes = _question_steps(task, finals)
    steps: list[Step] = [
        *computed,
        *code_steps(task, reading, answer),
        *equation_steps(reading.claims),
        *consistency_steps(reading.claims),
    ]
    return Plan(
        claims=reading.claims,
        steps=tuple(steps),
        asked=tuple(part.label for part in reading.asked),
        notes=(*reading.notes, *notes),
    )


def _question_steps(task: Task, finals: Sequence[Claim]) -> tuple[list[Step], list[str]]:
    if task.question is None or not finals:
        return [], []
    question = QuestionText(text=task.question, data=task.data, values=task.values)
    derivations = derive(question)
    if not derivations:
        return [], []
    return bind(derivations, finals, question.options)


def derive(question: QuestionText) -> list[Derivation]:
    """How the question's parts can be computed from the question alone; [] when nothing explains all of it.

    The first template or solver that explains the question speaks.
    """
    for solve in (match, *SOLVERS):
        found = solve(question)
        if found:
            return found
    return []
