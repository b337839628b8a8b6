"""From one reading of a question to derivations: units made one, numbers put into the expression."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from toolkits.errors import ToolkitError
from toolkits.expressions import evaluate, parse
from toolkits.formulas import facts_by_id
from toolkits.quantities import number_json
from toolkits.units import canonical, conversion, factors
from verifier.plan._schema import Contains, Step, Succeeds
from verifier.planning._derivation import Derivation
from verifier.planning.templates._cover import Assignment
from verifier.planning.templates._kinds import PERCENT, Given
from verifier.planning.templates._numbers import number_text, times
from verifier.planning.templates._schema import (
    AnswerSpec,
    Comparison,
    Compute,
    Template,
    substitute,
    words_in,
)

_TERM = re.compile(r"([a-z_0-9]+)(?:\.(length|time))?(\^[1-9])?")
_PLACE = re.compile(r"\{([a-z0-9_]+)(\.unit)?\}")
#: Tokens from one number to the next in "5, 4, and 3 cm".
_NEAR = 3
_STEPS = frozenset({3, 7, 12, 24, 36, 60, 72, 3600})
_SPEEDS = {"mph": ("mi", "h"), "knot": ("nmi", "h")}
_COMPARE: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "!=": operator.ne,
}  # fmt: skip
#: Kinds whose values must come in one unit when they meet in one expression.
_ONE_UNIT = {
    "length": "length",
    "distance": "length",
    "quantity": "any",
    "value": "any",
    "values": "any",
    "money": "money",
}


class Abstain(Exception):  # noqa: N818  (a decision, not an error)
    """The template does not answer this question after all."""


@dataclass(frozen=True, slots=True)
class Term:
    """A parameter's text in the expression, and its unit there."""

    text: str
    unit: str | None


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
    terms = _terms(template, compute, assignment.given)
    unit = _unit_of(compute.unit, terms)
    plain = Derivation(
        part="" if single else answer.part,
        kind="quantity" if unit else "number",
        tool=compute.tool,
        tool_input={"expression": _expression(compute, terms, assignment)} if compute.expression else {},
        unit=unit,
        description=f"{template.title[language]}: {answer.part.replace('_', ' ')}",
        formula=compute.formula,
        before=_look_up(compute.formula, answer.part, language),
    )
    if compute.expression:
        return _in_asked_unit(plain, answer.part, assignment)
    return replace(plain, tool_input=_tool_input(compute, assignment))


def _expression(compute: Compute, terms: Mapping[str, Term], assignment: Assignment) -> str:
    texts = {name: term.text for name, term in terms.items()}
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
    first = Step(
        step_id=f"value.{part}",
        description=plain.description,
        tool_required=plain.tool,
        tool_input=plain.tool_input,
        expected_check=Succeeds(),
        depends_on=tuple(step.step_id for step in plain.before),
        basis="question",
        formula=plain.formula,
    )
    value = {"$ref": f"steps.{first.step_id}.output.value"}
    return replace(
        plain,
        tool="units",
        tool_input={"value": value, "from_unit": plain.unit, "to_unit": wanted},
        unit=wanted,
        description=f"{plain.description} in {wanted}",
        before=(*plain.before, first),
    )


def _terms(template: Template, compute: Compute, given: Mapping[str, Given]) -> dict[str, Term]:
    """Each parameter as it stands in the expression, its unit made one with the others'."""
    terms: dict[str, Term] = {}
    targets = _targets(template, compute, given)
    for name in compute.parameters:
        spec = template.parameters[name]
        value = given.get(name)
        if value is None:
            terms[name] = Term(number_text(spec.default or Fraction(0)), None)
            continue
        terms[name] = _term(value, targets.get(name, value.unit))
    return terms


def _term(given: Given, target: str | None) -> Term:
    if target is None or given.unit is None or target == given.unit:
        return Term(given.total or number_text(given.value), target)
    factor = factors(given.unit, target)
    if factor is None:
        raise Abstain(f"{given.unit} is not converted to {target}")
    text = given.total or number_text(given.value)
    if factor != 1 and not _plain_factor(factor):
        raise Abstain(f"{given.unit} and {target} would need a conversion in between")
    return Term(text if factor == 1 else f"({text}{times(factor)})", target)


def _plain_factor(factor: Fraction) -> bool:
    """A power of ten or a common step (60, 12, 24, …): what a person would write into the expression."""
    small, large = sorted((factor.numerator, factor.denominator))
    return small == 1 and (large in _STEPS or str(large).rstrip("0") == "1")


def _targets(template: Template, compute: Compute, given: Mapping[str, Given]) -> dict[str, str | None]:
    """The unit in which each parameter enters the expression."""
    present = {name: given[name] for name in compute.parameters if name in given}
    targets: dict[str, str | None] = {
        name: template.parameters[name].unit for name in present if template.parameters[name].unit
    }
    length, time = _speed_units(template, present)
    groups: dict[str, list[str]] = {}
    for name in present:
        kind = template.parameters[name].kind
        if kind in _ONE_UNIT and name not in targets:
            groups.setdefault(_ONE_UNIT[kind], []).append(name)
        elif kind == "time" and time and name not in targets:
            targets[name] = time
    for group, members in groups.items():
        common = length if group == "length" and length else _common([present[name] for name in members])
        targets.update(dict.fromkeys(members, common))
    return targets


def _common(members: list[Given]) -> str | None:
    """The unit of the first that has one; numbers without unit must stand right before it (5 by 3 cm)."""
    ordered = sorted(members, key=lambda given: given.at)
    units = [given.unit for given in ordered]
    if None not in units or not any(units):
        return units[0]
    first = next(n for n, unit in enumerate(units) if unit)
    bare_after = None in units[first:]
    gaps = [after.at - before.at for before, after in pairwise(ordered[: first + 1])]
    if bare_after or any(gap > _NEAR for gap in gaps) or len(set(units[first:])) != 1:
        raise Abstain("some lengths have a unit and some have none")
    return units[first]


def _speed_units(template: Template, present: Mapping[str, Given]) -> tuple[str | None, str | None]:
    """Length and time unit of the speed that takes part, if one does."""
    for name, given in present.items():
        if template.parameters[name].kind == "speed" and given.unit:
            return _split_speed(given.unit)
    return None, None


def _split_speed(unit: str) -> tuple[str, str]:
    known = canonical(unit) or unit
    length, slash, time = known.partition("/")
    if known in _SPEEDS:
        return _SPEEDS[known]
    if not slash:
        raise Abstain(f"{unit} does not name its length and time")
    return length, time


def _unit_of(spec: str, terms: Mapping[str, Term]) -> str | None:
    """Unit of the value: the spec with each parameter's unit in its place."""
    if spec in {"", PERCENT} or spec.startswith("="):
        return spec.removeprefix("=") or None
    pieces: list[str] = []
    for part in re.split(r"([*/])", spec):
        term = _TERM.fullmatch(part)
        if term is None:
            pieces.append(part)
            continue
        unit = terms[term[1]].unit
        if unit is None:
            return None
        if term[2]:
            unit = _split_speed(unit)[0 if term[2] == "length" else 1]
        pieces.append(unit + (term[3] or ""))
    text = "".join(pieces)
    return canonical(text) or text


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


def without_parts(derivation: Derivation) -> Derivation:
    """The derivation without what only people read, for comparison."""
    return replace(derivation, description="", before=(), formula="")
