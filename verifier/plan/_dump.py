"""Plans, steps, checks and claims as JSON, and back: for the journal, evidence and reports.

:func:`load_plan` trusts its input (a journal that this program wrote). Plans from outside go through
``parse_plan``, which believes no value that the answer does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any, Final

from toolkits.quantities import number_from_json, number_json
from verifier.plan._fields import CHECKS
from verifier.plan._schema import Check, Claim, Plan, Step

_FRACTION: Final = "$number"
_DATE: Final = "$date"


def check_json(check: Check) -> dict[str, Any]:
    """A check as plans write it; members at their default of ``None`` are left out."""
    return {name: _plain(value) for name, value in _members(check) if value is not None or name == "expected"}


def step_json(step: Step) -> dict[str, Any]:
    """A step as plans write it."""
    return {name: _plain(value) for name, value in _members(step)}


def claim_json(claim: Claim) -> dict[str, Any]:
    """A claim with everything that was read of it; exact numbers as ``{"$number": "1/4"}``."""
    return {name: _exact(value) for name, value in _members(claim)}


def plan_json(plan: Plan) -> dict[str, Any]:
    """A plan as JSON, so that ``load_plan(plan_json(plan)) == plan``."""
    return {
        "verification_needed": plan.verification_needed,
        "claims": [claim_json(claim) for claim in plan.claims],
        "steps": [step_json(step) for step in plan.steps],
        "asked": list(plan.asked),
        "notes": list(plan.notes),
        "author": plan.author,
    }


def load_check(value: Mapping[str, Any]) -> Check:
    """A check from :func:`check_json`."""
    members: dict[str, Any] = {name: member for name, member in value.items() if name != "type"}
    if "checks" in members:
        members["checks"] = tuple(load_check(part) for part in members["checks"])
    if "check" in members:
        members["check"] = load_check(members["check"])
    return CHECKS[value["type"]].build(**members)


def load_step(value: Mapping[str, Any]) -> Step:
    """A step from :func:`step_json`."""
    members = dict(value)
    check = members["expected_check"]
    members["expected_check"] = None if check is None else load_check(check)
    members["depends_on"] = tuple(members["depends_on"])
    return Step(**members)


def load_claim(value: Mapping[str, Any]) -> Claim:
    """A claim from :func:`claim_json`."""
    members = {name: _restored(member) for name, member in value.items()}
    return Claim(**members)


def load_plan(value: Mapping[str, Any]) -> Plan:
    """A plan from :func:`plan_json`."""
    return Plan(
        claims=tuple(map(load_claim, value["claims"])),
        steps=tuple(map(load_step, value["steps"])),
        verification_needed=value["verification_needed"],
        asked=tuple(value["asked"]),
        notes=tuple(value["notes"]),
        author=value["author"],
    )


def _members(record: Any) -> list[tuple[str, Any]]:
    return [(name, getattr(record, name)) for name in _field_names(type(record))]


_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _field_names(kind: type[Any]) -> tuple[str, ...]:
    """Names of a record's fields; asked for at every step of every run, so kept."""
    if kind not in _NAMES:
        _NAMES[kind] = tuple(f.name for f in fields(kind))
    return _NAMES[kind]


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return check_json(value)  # type: ignore[arg-type]  # the only records inside a step or check are checks
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _plain(member) for key, member in value.items()}
    return value


def _exact(value: Any) -> Any:
    if isinstance(value, Fraction):
        return {_FRACTION: number_json(value)}
    if isinstance(value, date):
        return {_DATE: value.isoformat()}
    if isinstance(value, tuple | list):
        return [_exact(item) for item in value]
    return value


_RESTORE: Final[Mapping[str, Callable[[str], Any]]] = {_FRACTION: number_from_json, _DATE: date.fromisoformat}


def _restored(value: Any) -> Any:
    if isinstance(value, Mapping):
        ((mark, text),) = value.items()
        return _RESTORE[mark](text)
    return tuple(_restored(item) for item in value) if isinstance(value, list) else value
