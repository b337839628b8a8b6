"""From one reading of a question to derivations: units made one, numbers put into the expression."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.expressions import evaluate, parse
from toolkits.formulas import facts_by_id
from toolkits.quantities import number_json
from toolkits.units import canonical, conversion, factors
from verifier.plan import Contains, Step
from verifier.planning._derivation import Derivation
from verifier.planning.templates._cover import Assignment
from verifier.planning.templates._numbers import number_text
from verifier.planning.templates._schema import (
    AnswerSpec,
    Comparison,
    Compute,
    Template,
    substitute,
    words_in,
)
from verifier.planning.templates._terms import Abstain, Term, terms, unit_of

_PLACE = re.compile(r"\{([a-z0-9_]+)(\.unit)?\}")
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne,
}  # fmt: skip


def derive(template: Template, assignment: Assignment, language: str) -> list[Derivation]:
    """A derivation for each asked part.

    Raises:
        Abstain: a quantity would go unused, units don't fit, or a condition does not hold.
    """
    asked = [answer for answer in template.answers if answer.part in assignment.asked]
    chosen = [(answer, _choose(answer, template, assignment)) for answer in asked]
    used = frozenset().union(*(compute.parameters for _, compute in chosen)) | {"asked_unit", "pi"}
    names = {name for name, spec in template.parameters.items() if spec.kind == "name"}
    if assignment.given.keys() - used - names:
        raise Abstain("a quantity would go unused")
    if "asked_unit" in assignment.given and len(asked) > 1:
        raise Abstain("the asked unit is of one part only")
    return [
        _derivation(template, answer, compute, assignment, language, single=len(asked) == 1)
        for answer, compute in chosen
    ]


def _choose(answer: AnswerSpec, template: Template, assignment: Assignment) -> Compute:
    """The one way to compute that uses the most of what is given and needs nothing else."""
    defaults = {name for name, spec in template.parameters.items() if spec.default is not None}
    known = assignment.given.keys() | defaults
    possible = [c for c in answer.compute if c.parameters <= known]
    most = max((len(c.parameters & assignment.given.keys()) for c in possible), default=0)
    best = [c for c in possible if len(c.parameters & assignment.given.keys()) == most]
    holding = [c for c in best if _holds(c.where, assignment)]
    if len(holding) != 1:
        raise Abstain("no way, or more than one, to compute the answer")
    return holding[0]


def _holds(where: Iterable[Comparison], assignment: Assignment) -> bool:
    values = {name: number_text(given.value) for name, given in assignment.given.items() if not given.values}
    for left, sign, right in where:
        try:
            one, two = (evaluate(parse(substitute(side, values))) for side in (left, right))
        except ToolkitError:
            return False
        if not (isinstance(one, Fraction) and isinstance(two, Fraction) and _COMPARE[sign](one, two)):
            return False
    return True


def _derivation(
    template: Template,
    answer: AnswerSpec,
    compute: Compute,
    assignment: Assignment,
    language: str,
    *,
    single: bool,
) -> Derivation:
    present = terms(template, compute, assignment.given)
    unit = unit_of(compute.unit, present)
    plain = Derivation(
        part="" if single else answer.part,
        kind="quantity" if unit else "number",
        tool=compute.tool,
        tool_input={"expression": _expression(compute, present, assignment)} if compute.expression else {},
        unit=unit,
        description=f"{template.title[language]}: {answer.part.replace('_', ' ')}",
        formula=compute.formula,
        before=_look_up(compute.formula, answer.part, language),
    )
    if compute.expression:
        return _in_asked_unit(plain, answer.part, assignment)
    return replace(plain, tool_input=_tool_input(compute, assignment))


def _expression(compute: Compute, present: Mapping[str, Term], assignment: Assignment) -> str:
    texts = {name: term.text for name, term in present.items()}
    pi = assignment.given.get("pi")
    if pi is not None:
        if "pi" not in words_in(compute.expression):
            raise Abstain("a value of π is given that nothing uses")
        texts["pi"] = number_text(pi.value)
    return substitute(compute.expression, texts)


def _in_asked_unit(plain: Derivation, part: str, assignment: Assignment) -> Derivation:
    """The value in the unit that the question names, if it does: by a further step where that differs."""
    asked = assignment.given.get("asked_unit")
    if asked is None:
        return plain
    wanted = canonical(asked.text)
    factor = factors(plain.unit, wanted) if plain.unit and wanted else None
    if wanted is None or factor is None:
        raise Abstain("the asked unit does not fit the value")
    if factor == 1:
        return replace(plain, unit=wanted)
    first = plain.computed_as(f"value.{part}")
    value = {"$ref": f"steps.{first.step_id}.output.value"}
    return replace(
        plain,
        tool="units",
        tool_input={"value": value, "from_unit": plain.unit, "to_unit": wanted},
        unit=wanted,
        description=f"{plain.description} in {wanted}",
        before=(*plain.before, first),
    )


def _tool_input(compute: Compute, assignment: Assignment) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, text in compute.tool_input.items():
        whole = _PLACE.fullmatch(text)
        given = assignment.given.get(whole[1]) if whole else None
        if given is not None and given.values:
            made[key] = [str(number_json(value)) for value in given.values]
        else:
            made[key] = _PLACE.sub(lambda match: _filled(match, assignment), text)
    if compute.tool == "units":
        _check_conversion(made["from_unit"], made["to_unit"])
    return made


def _check_conversion(source: str, target: str) -> None:
    try:
        trivial = conversion(source, target)
    except ToolkitError as error:
        raise Abstain(str(error)) from error
    if trivial.scale == 1 and not trivial.shift:
        raise Abstain("there is nothing to convert")


def _filled(match: re.Match[str], assignment: Assignment) -> str:
    given = assignment.given.get(match[1])
    if given is None:
        raise Abstain(f"nothing is given for {match[1]}")
    if match[2]:
        return given.unit or ""
    return given.text or str(number_json(given.value))


def _look_up(formula: str, part: str, language: str) -> tuple[Step, ...]:
    """The step that looks the formula up; it must return the form that the template relies on."""
    if not formula:
        return ()
    fact = facts_by_id()[formula]
    name = fact.names[language][0]
    step = Step(
        step_id=f"facts.{part}",
        description=f"formula: {fact.formula}",
        tool_required="facts",
        tool_input={"query": f"{name.replace(' ', '')}公式" if language == "zh" else f"{name} formula"},
        expected_check=Contains(expected=fact.formula),
        basis="question",
        formula=formula,
    )
    return (step,)
