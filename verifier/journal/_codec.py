"""Records as JSON and back, without loss: what the journal writes, a resumed run reads.

Fields that hold their default are left out: a journal of many thousand runs is large enough without them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date
from fractions import Fraction
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from toolkits.quantities import number_from_json, number_json
from verifier._canonical import check_data
from verifier.generation import Generated
from verifier.plan import Check, CheckOutcome, Claim, Plan, Step
from verifier.records import Evidence, Patch
from verifier.task import DatabaseFile, DataTable, Exchange, Task

Packed: TypeAlias = dict[str, Any]
_T = TypeVar("_T")
_Convert: TypeAlias = Callable[[Any], Any]


def _stand_in(value: Any) -> Any:
    """What a user's planner or corrector put into a record and JSON has no form for."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(map(repr, value))
    return str(value) if isinstance(value, Fraction | date) else repr(value)


#: Compact ASCII JSON of a record. Only circles, numbers beyond Python's limit on digits and nesting beyond
#: its stack have none (``ValueError``, ``RecursionError``).
dumps: Callable[[Any], str] = json.JSONEncoder(
    separators=(",", ":"), check_circular=False, default=_stand_in
).encode


class _Field(NamedTuple):
    name: str
    default: Any
    pack: _Convert | None
    unpack: _Convert | None


class Codec(Generic[_T]):
    """Packs the records of one class."""

    def __init__(self, cls: type[_T], **converted: tuple[_Convert | None, _Convert]) -> None:
        """``converted``: for the fields that are more than JSON, how to pack and to unpack them."""
        self._cls = cls
        self._fields = tuple(
            _Field(f.name, f.default, *converted.get(f.name, (None, None))) for f in fields(cast("Any", cls))
        )
        self._values = attrgetter(*(field.name for field in self._fields))

    def pack(self, record: _T) -> Packed:
        """The record as JSON, without the fields that hold their default."""
        packed: Packed = {}
        for (name, default, pack, _), value in zip(self._fields, self._values(record), strict=True):
            if value is not default:
                packed[name] = value if pack is None or value is None else pack(value)
        return packed

    def unpack(self, packed: Packed) -> _T:
        """Inverse of :meth:`pack`."""
        known = {
            name: packed[name] if unpack is None or packed[name] is None else unpack(packed[name])
            for name, _, _, unpack in self._fields
            if name in packed
        }
        return self._cls(**known)


def _no_files(files: Mapping[str, bytes]) -> dict[str, str]:
    del files
    return {}


def _list(pack: _Convert) -> _Convert:
    return lambda items: [pack(item) for item in items]


def _tuple(unpack: _Convert) -> _Convert:
    return lambda items: tuple(unpack(item) for item in items)


_AS_TUPLE = (None, tuple)
_NUMBER = (number_json, number_from_json)


# --- values -------------------------------------------------------------------------------------------
def pack_value(value: Any) -> Any:
    """A claim's value as JSON, its type in a tag where JSON has none: ``{"n": "11607.55"}``."""
    if isinstance(value, Fraction):
        return {"n": number_json(value)}
    if isinstance(value, tuple):
        return {"l": [pack_value(item) for item in value]}
    return {"d": value.isoformat()} if isinstance(value, date) else value


def unpack_value(packed: Any) -> Any:
    """Inverse of :func:`pack_value`."""
    if not isinstance(packed, dict):
        return packed
    ((tag, content),) = packed.items()
    if tag == "n":
        return number_from_json(content)
    return date.fromisoformat(content) if tag == "d" else tuple(map(unpack_value, content))


def _load_check(packed: Packed) -> Check:
    from verifier.plan import load_check  # noqa: PLC0415  (only who reads a journal needs it)

    return load_check(packed)


# --- plans --------------------------------------------------------------------------------------------
claims = Codec(
    Claim,
    span=_AS_TUPLE,
    value_span=_AS_TUPLE,
    value=(pack_value, unpack_value),
    quantum=_NUMBER,
    alternatives=(_list(pack_value), _tuple(unpack_value)),
)
steps = Codec(Step, expected_check=(check_data, _load_check), depends_on=_AS_TUPLE)
plans = Codec(
    Plan,
    claims=(_list(claims.pack), _tuple(claims.unpack)),
    steps=(_list(steps.pack), _tuple(steps.unpack)),
    asked=_AS_TUPLE,
    notes=_AS_TUPLE,
)

# --- the rest -----------------------------------------------------------------------------------------
outcomes = Codec(CheckOutcome)
tables = Codec(DataTable, columns=_AS_TUPLE, rows=(None, _tuple(tuple)), kinds=_AS_TUPLE)
exchanges = Codec(Exchange)
databases = Codec(DatabaseFile)
tasks = Codec(
    Task,
    data=(_list(tables.pack), _tuple(tables.unpack)),
    earlier=(_list(exchanges.pack), _tuple(exchanges.unpack)),
    databases=(_list(databases.pack), _tuple(databases.unpack)),
)
patches = Codec(Patch, span=_AS_TUPLE)
# Files stand in the trace by their digest; a journal does not keep them.
generations = Codec(Generated, trace=_AS_TUPLE, files=(_no_files, dict))


def pack_evidence(evidence: Evidence, step: Step) -> Packed:
    """What a finished step adds to what its plan says: the input only where references were resolved."""
    packed = {
        "step": evidence.step_id,
        "tool": evidence.tool,
        "version": evidence.tool_version,
        "output": evidence.output,
        "digest": evidence.output_digest,
        "outcome": outcomes.pack(evidence.outcome),
        "seconds": round(evidence.duration_s, 6),
    }
    if evidence.tool_input != step.tool_input:
        packed["input"] = evidence.tool_input
    if evidence.diagnosis is not None:
        packed["diagnosis"] = evidence.diagnosis
    if evidence.cached:
        packed["cached"] = True
    return packed


def unpack_evidence(packed: Packed, plan: Plan) -> Evidence:
    """Inverse of :func:`pack_evidence`."""
    step = next(step for step in plan.steps if step.step_id == packed["step"])
    return Evidence(
        step_id=step.step_id,
        tool=packed["tool"],
        tool_version=packed["version"],
        tool_input=packed.get("input", step.tool_input),
        output=packed["output"],
        output_digest=packed["digest"],
        check=None if step.expected_check is None else check_data(step.expected_check),
        basis=step.basis,
        claim=step.claim,
        outcome=outcomes.unpack(packed["outcome"]),
        diagnosis=packed.get("diagnosis"),
        duration_s=packed["seconds"],
        cached=packed.get("cached", False),
    )
