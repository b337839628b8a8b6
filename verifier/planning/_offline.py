"""The offline planner: what can be checked with no language model, from the question and the answer alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from verifier.plan._schema import Claim, Plan, Step
from verifier.planning._bind import bind
from verifier.planning._code import code_steps
from verifier.planning._consistency import consistency_steps
from verifier.planning._derivation import Derivation, QuestionText, Solver
from verifier.planning._equations import equation_steps
from verifier.planning._unanswered import unanswered
from verifier.reading import read
from verifier.task import Task


def plan_offline(task: Task, answer: str) -> Plan:
    """Plan the checks of an answer without a model.

    Steps of basis question come from the templates and solvers that explain the whole question; steps of
    basis answer from the equations, code and variables that the answer itself writes out.
    """
    reading = read(answer, task.question)
    claims, computed, notes = _question_steps(task, answer, reading.claims)
    steps: list[Step] = [
        *computed,
        *code_steps(task, reading, answer),
        *equation_steps(claims),
        *consistency_steps(claims),
    ]
    return Plan(
        claims=claims,
        steps=tuple(steps),
        asked=tuple(part.label for part in reading.asked),
        notes=(*reading.notes, *notes),
    )


def _question_steps(
    task: Task, answer: str, claims: tuple[Claim, ...]
) -> tuple[tuple[Claim, ...], Sequence[Step], Sequence[str]]:
    """The claims (an unfinished answer makes one by attempting), the steps that judge the finals, and notes."""
    if task.question is None:
        return claims, (), ()
    question = QuestionText(text=task.question, data=task.data, values=task.values)
    derivations = derive(question)
    finals = [c for c in claims if c.role == "final"]
    if derivations and finals:
        return claims, *bind(derivations, finals, question.options, question.text, answer)
    attempt = None if answer.strip() in question.text else unanswered(answer, derivations)
    return (claims, (), ()) if attempt is None else ((*claims, attempt[0]), attempt[1], ())


def derive(question: QuestionText) -> list[Derivation]:
    """How the question's parts can be computed from the question alone; [] when nothing explains all of it.

    The first template or solver that explains the question speaks.
    """
    for solve in _solvers():
        found = solve(question)
        if found:
            return found
    return []


@cache
def _solvers() -> tuple[Solver, ...]:
    from verifier.planning.solvers import SOLVERS  # noqa: PLC0415  (hundreds of patterns, for questions only)
    from verifier.planning.templates import match  # noqa: PLC0415  (likewise)

    return (match, *SOLVERS)
