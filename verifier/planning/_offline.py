"""The offline planner: what can be checked with no language model, from the question and the answer alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from toolkits import lazy_re as re
from verifier.plan import Claim, Plan, Step
from verifier.planning._bind import bind
from verifier.planning._code import code_steps
from verifier.planning._conclusions import concluded
from verifier.planning._consistency import consistency_steps
from verifier.planning._derivation import Derivation, QuestionText, Solver
from verifier.planning._equations import equation_steps
from verifier.planning._nouns import by_nouns
from verifier.planning._queries import query_steps
from verifier.planning._rounding import rounded, without_rounding
from verifier.planning._solving import solving_steps
from verifier.planning._totals import totals_steps
from verifier.planning._unanswered import loop_start, unanswered
from verifier.reading import read
from verifier.task import Task

if TYPE_CHECKING:
    from toolkits.facts import Knowledge

#: Texts of fewer characters have no room to repeat themselves.
_SHORT = 200
#: What the built-in fact sources know about; without a word of it a text needs no look.
_SIGNS = re.compile(
    r"constant|atomic|proton|symbol|melt|boil|light|mass\b|charge|formula|equation|permittivity|permeability"
    r"|radius|magneton|avogadro|gravity|atmosphere|mole\b|常数|常量|原子|熔点|沸点|质量|电荷|光速|公式|符号|质子"
    r"|大气压|加速度",
    re.IGNORECASE,
)
_LETTER = re.compile(r"(?<![A-Za-z])[A-Z](?![A-Za-z])")


def plan_offline(task: Task, answer: str, knowledge: Knowledge | None = None) -> Plan:
    """Plan the checks of an answer without a model.

    Steps of basis question come from the templates and solvers that explain the whole question, and from
    the fact sources that know what it asks; steps of basis answer from the equations, code, variables and
    facts that the answer itself writes out.

    Args:
        task: the question.
        answer: the text under test.
        knowledge: where facts are looked up; the built-in sources without it.
    """
    plan = _plan(task, answer)
    if knowledge is None and not any(map(_SIGNS.search, (answer, task.question or ""))):
        return plan
    from verifier.planning._facts import with_facts  # noqa: PLC0415  (few texts are about facts)

    return with_facts(plan, task, answer, knowledge)


def _plan(task: Task, answer: str) -> Plan:
    reading = read(answer, task.question)
    question = _text_of(task)
    derivations = derive(question) if question is not None else []
    claims, computed, notes = _question_steps(question, derivations, answer, reading.claims)
    own_claims, own_steps = totals_steps(answer)
    solved_claims, solved_steps = solving_steps(answer) if question is not None else ([], [])
    steps: list[Step] = [
        *computed,
        *code_steps(task, reading, answer),
        *query_steps(task, reading, answer),
        *equation_steps(claims),
        *solved_steps,
        *consistency_steps(claims),
        *own_steps,
    ]
    return Plan(
        claims=(*claims, *solved_claims, *own_claims),
        steps=tuple(steps),
        asked=_asked([part.label for part in reading.asked], derivations),
        notes=(*reading.notes, *notes),
    )


def _text_of(task: Task) -> QuestionText | None:
    if task.question is None:
        return None
    return QuestionText(text=task.question, data=task.data, values=task.values, databases=task.databases)


def _asked(read: Sequence[str], derivations: Sequence[Derivation]) -> tuple[str, ...]:
    """The parts asked for: those that were computed where they are more than were read: none is missed."""
    computed = [d.part for d in derivations if d.part]
    return tuple(computed if len(computed) > max(1, len(read)) else read)


def _question_steps(
    question: QuestionText | None,
    derivations: Sequence[Derivation],
    answer: str,
    claims: tuple[Claim, ...],
) -> tuple[tuple[Claim, ...], Sequence[Step], Sequence[str]]:
    """The claims (an unfinished answer makes one by its attempt), the steps on the finals, and notes."""
    if question is None:
        return claims, (), ()
    claims = _before_loop(answer, claims) if derivations else claims
    finals = [c for c in claims if c.role == "final"]
    if len(derivations) == 1 and derivations[0].kind == "list" and _are_members(finals):
        claims, finals = _listed(answer, claims, finals)
    own = concluded(answer, derivations, finals, question.text)
    if own:
        claims, finals = (*(c for c in claims if c.role != "final"), *own), own
    named = by_nouns(finals, derivations, answer) if len(derivations) > 1 else finals
    if named is None:
        return claims, (), ("which final answers which part is not clear",)
    if named != finals:
        claims, finals = (*(c for c in claims if c.role != "final"), *named), named
    if derivations and finals:
        return claims, *bind(derivations, finals, question.options, question.text, answer)
    letters = question.options.keys() & set(_LETTER.findall(answer)) if question.options else ()
    answers_otherwise = len(letters) > 1 or answer.strip() in question.text  # "A和B" is an answer
    attempt = None if answers_otherwise else unanswered(answer, derivations)
    return (claims, (), ()) if attempt is None else ((*claims, attempt[0]), attempt[1], ())


def _before_loop(answer: str, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
    """The claims without finals that stand where the text only repeats itself until it breaks off."""
    start = loop_start(answer) if len(answer) > _SHORT else None
    return claims if start is None else tuple(c for c in claims if c.role != "final" or c.span[0] < start)


def _are_members(finals: Sequence[Claim]) -> bool:
    """Several numbers without names: where the question computes a list, they are its members."""
    return len(finals) > 1 and all(c.kind == "number" and not c.subject and not c.reason for c in finals)


def _listed(
    answer: str, claims: tuple[Claim, ...], finals: Sequence[Claim]
) -> tuple[tuple[Claim, ...], list[Claim]]:
    """The claims with one list in place of the finals that are its members."""
    start, end = min(c.span[0] for c in finals), max(c.span[1] for c in finals)
    whole = replace(
        finals[0], kind="list", value=tuple(c.value for c in finals), quote=answer[start:end],
        span=(start, end), value_span=(start, end), quantum=None,
    )  # fmt: skip
    kept = [whole if c is finals[0] else c for c in claims if c is finals[0] or c not in finals]
    return tuple(kept), [whole]


def derive(question: QuestionText) -> list[Derivation]:
    """How the question's parts can be computed from the question alone; [] when nothing explains all of it.

    The first template or solver that explains the question speaks. Where the question says to which place
    its value is to be rounded, what it asks apart from that is explained, and its value rounded.
    """
    apart = without_rounding(question)
    rounding = rounded(_explained(apart.question), apart.to) if apart else []
    return rounding or _explained(question)


def _explained(question: QuestionText) -> list[Derivation]:
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
