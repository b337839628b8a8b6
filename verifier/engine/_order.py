"""In what order the steps of a plan run, and what each must wait for (law 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from verifier.errors import PlanError
from verifier.plan import REF, AllOf, AnyOf, Check, Not, Plan, Step, split_id


@dataclass(frozen=True, slots=True)
class Schedule:
    """Steps in the order of execution, and for each the ids of those that must have been decided first."""

    order: tuple[Step, ...]
    waits_for: Mapping[str, tuple[str, ...]]


def schedule(plan: Plan) -> Schedule:
    """How the plan's steps run.

    Steps of basis question or independent on final claims come first, each after the steps that it depends
    on; then the others, in the plan's order. So a slip on the way never hides whether the final value holds.

    Raises:
        PlanError: two steps share an id. (A dependency that does not exist, or a circle of them, is no error:
            such steps are never ready.)
    """
    steps = {step.step_id: step for step in plan.steps}
    if len(steps) < len(plan.steps):
        raise PlanError("$.verification_steps", "two steps have the same step_id")
    waits_for = {name: _dependencies(step, steps) for name, step in steps.items()}
    final = {claim.id for claim in plan.claims if claim.role == "final"}
    first = [s.step_id for s in plan.steps if s.basis != "answer" and s.claim in final]
    wanted = dict.fromkeys([*first, *steps])
    order = _after_their_dependencies(wanted, waits_for) if any(waits_for.values()) else wanted
    return Schedule(tuple(steps[name] for name in order), waits_for)


def _after_their_dependencies(
    wanted: Iterable[str], waits_for: Mapping[str, tuple[str, ...]]
) -> Iterable[str]:
    """``wanted``, each after what it waits for. Iterative: plans may be long chains."""
    placed: dict[str, None] = {}
    for target in wanted:
        stack, entered = [target], {target}
        while stack:
            ahead = (
                n for n in waits_for[stack[-1]] if n in waits_for and n not in placed and n not in entered
            )
            name = next(ahead, None)
            if name is None:
                placed.setdefault(stack.pop())
            else:
                entered.add(name)  # met again, it is part of a circle: no reason to wait for it here
                stack.append(name)
    return placed


def _dependencies(step: Step, steps: Mapping[str, Step]) -> tuple[str, ...]:
    """Declared dependencies, and the steps that the input or the check refers to."""
    paths = [*_step_refs(step.tool_input), *_refs_of_check(step.expected_check)]
    return (*step.depends_on, *(_step_named(path, steps) for path in paths)) if paths else step.depends_on


def _refs_of_check(check: Check | None) -> Iterator[str]:
    if isinstance(check, AllOf | AnyOf):
        for part in check.checks:
            yield from _refs_of_check(part)
    elif isinstance(check, Not):
        yield from _refs_of_check(check.check)
    else:
        for operand in (getattr(check, "actual", None), getattr(check, "expected", None)):
            if operand.__class__ is not str:
                yield from _step_refs(operand)


def _step_refs(value: object) -> Iterator[str]:
    """Paths of the references to other steps' outputs inside a JSON value."""
    if isinstance(value, dict):
        ref = value.get(REF)
        if isinstance(ref, str):
            if ref.startswith("steps."):
                yield ref
            return
        value = value.values()
    elif not isinstance(value, list | tuple):
        return
    for member in value:
        if member.__class__ is not str:
            yield from _step_refs(member)


def _step_named(path: str, steps: Mapping[str, Step]) -> str:
    """The step of "steps.ID.output…": the longest id that exists (ids may hold dots), else the first part."""
    parts = tuple(path.split(".")[1:])
    found = split_id(parts, steps)
    return found[0] if found else parts[0]
