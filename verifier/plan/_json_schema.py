"""JSON Schema of a plan, written from the same table of fields that validates plans; and its strict subset.

``docs/plan.schema.json`` is :func:`plan_schema`. :func:`strict_schema` is for structured output: OpenAI's
strict mode takes ``anyOf`` with a one-word tag, wants every key listed as required (optional ones are
nullable) and knows neither ``oneOf`` nor bounds, patterns and defaults. :func:`lint_strict` says what breaks
those rules in any schema.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from verifier.plan._claims import CLAIM_FIELDS
from verifier.plan._document import MAX_STEPS, PLAN_FIELDS, STEP_FIELDS
from verifier.plan._fields import CHECKS, Field
from verifier.plan._refs import FIRST, REF

JsonSchema: TypeAlias = dict[str, Any]

SCHEMA_ID: Final = "https://amtfv.readthedocs.io/plan.schema.json"

_REFERENCE: Final[JsonSchema] = {
    "type": "object",
    "description": "output.PATH, claims.ID.FIELD or steps.ID.output.PATH",
    "properties": {REF: {"type": "string"}},
    "required": [REF],
    "additionalProperties": False,
}
_FIRST: Final[JsonSchema] = {
    "type": "object",
    "description": "the first operand that is there and not null",
    "properties": {FIRST: {"type": "array", "items": {"$ref": "#/$defs/operand"}, "minItems": 1}},
    "required": [FIRST],
    "additionalProperties": False,
}
_SCALARS: Final[list[JsonSchema]] = [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]

#: Of the two names of one thing, the one that structured output should write.
_PUBLISHED: Final = "verification_steps"
#: Members that structured output leaves out: a claim's span is found from its quote; ``steps`` is the other
#: name.
_NOT_STRICT: Final = frozenset({"steps", "span"})


def plan_schema() -> JsonSchema:
    """JSON Schema (2020-12) of every plan that ``parse_plan`` may accept, published and typed form alike."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "A verification plan",
        "anyOf": [
            {"$ref": "#/$defs/plan"},
            {"type": "array", "items": {"$ref": "#/$defs/step"}, "minItems": 1, "maxItems": MAX_STEPS},
        ],
        "$defs": {
            "plan": _object(PLAN_FIELDS),
            "step": _object(STEP_FIELDS),
            "claim": _object(CLAIM_FIELDS),
            "check": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in CHECKS]},
            "reference": _REFERENCE,
            "operand": {
                "anyOf": [
                    *_SCALARS,
                    {"type": "array", "items": _nullable({"$ref": "#/$defs/operand"})},
                    {"$ref": "#/$defs/reference"},
                    _FIRST,
                    {"type": "object", "additionalProperties": _nullable({"$ref": "#/$defs/operand"})},
                ]
            },
            **{name: _check(name) for name in CHECKS},
        },
    }


def _object(fields: Mapping[str, Field]) -> JsonSchema:
    return {
        "type": "object",
        "properties": {name: f.schema if f.required else _nullable(f.schema) for name, f in fields.items()},
        "required": [name for name, f in fields.items() if f.required],
        "additionalProperties": False,
    }


def _check(name: str) -> JsonSchema:
    form = CHECKS[name]
    schema = _object(form.fields)
    return {
        "description": form.summary,
        **schema,
        "properties": {"type": {"type": "string", "const": name}, **schema["properties"]},
        "required": ["type", *schema["required"]],
    }


def _nullable(schema: JsonSchema) -> JsonSchema:
    options = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
    return {"anyOf": [*options, {"type": "null"}]}


def strict_schema() -> JsonSchema:
    """The plan as a schema for structured output: the strictest subset that vendors take.

    ``tool_input`` is a string there (the tool's main input, or a JSON object as text), since an open object
    is not allowed; ``parse_plan`` reads both.
    """
    return {
        "title": "verification_plan",
        **_strict_object(PLAN_FIELDS),
        "$defs": {
            "step": _strict_object({**STEP_FIELDS, "tool_input": _text_field(STEP_FIELDS["tool_input"])}),
            "claim": _strict_object(CLAIM_FIELDS),
            "check": {"anyOf": [{"$ref": f"#/$defs/{name}"} for name in CHECKS]},
            "reference": _strict(_REFERENCE),
            "operand": {
                "anyOf": [
                    *_SCALARS,
                    {"type": "array", "items": {"anyOf": [*_SCALARS, {"$ref": "#/$defs/reference"}]}},
                    {"$ref": "#/$defs/reference"},
                ]
            },
            **{name: _strict_check(name) for name in CHECKS},
        },
    }


def _text_field(field: Field) -> Field:
    return Field(field.read, {"type": "string"}, field.required)


def _strict_object(fields: Mapping[str, Field]) -> JsonSchema:
    kept = {name: f for name, f in fields.items() if name not in _NOT_STRICT}
    must = {name for name, f in kept.items() if f.required or name == _PUBLISHED}
    properties = {
        name: _strict(f.schema if name in must else _nullable(f.schema)) for name, f in kept.items()
    }
    return {"type": "object", "properties": properties, "required": list(kept), "additionalProperties": False}


def _strict_check(name: str) -> JsonSchema:
    form = CHECKS[name]
    schema = _strict_object(form.fields)
    return {
        "description": form.summary,
        **schema,
        "properties": {"type": {"type": "string", "enum": [name]}, **schema["properties"]},
        "required": ["type", *schema["required"]],
    }


_BOUNDS: Final = frozenset(
    {
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
        "pattern", "format", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
        "patternProperties", "default", "prefixItems",
    }
)  # fmt: skip


def _strict(schema: JsonSchema) -> JsonSchema:
    """A schema without the keywords that strict mode refuses."""
    return {key: _strict_member(key, value) for key, value in schema.items() if key not in _BOUNDS}


def _strict_member(key: str, value: Any) -> Any:
    if key in ("properties", "$defs"):
        return {name: _strict(member) for name, member in value.items()}
    if key == "anyOf":
        return [_strict(option) for option in value]
    return _strict(value) if isinstance(value, dict) else value


def lint_strict(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """What strict mode would refuse in a schema, as ``pointer: reason``; () when nothing."""
    faults = [*_root_faults(schema), *_faults(schema, "#")]
    return tuple(faults)


def _root_faults(schema: Mapping[str, Any]) -> Iterator[str]:
    if schema.get("type") != "object":
        yield "#: the root must be an object"
    if "anyOf" in schema:
        yield "#: the root must not be a union"


def _faults(schema: Mapping[str, Any], pointer: str) -> Iterator[str]:
    refused = _BOUNDS | {"oneOf", "allOf", "not", "if", "discriminator", "dependentSchemas"}
    yield from (f"{pointer}: {key} is not allowed" for key in schema if key in refused)
    if schema.get("type") == "object":
        yield from _object_faults(schema, pointer)
    for key in ("properties", "$defs"):
        for name, member in schema.get(key, {}).items():
            yield from _faults(member, f"{pointer}/{key}/{name}")
    for index, option in enumerate(schema.get("anyOf", ())):
        yield from _faults(option, f"{pointer}/anyOf/{index}")
    if isinstance(schema.get("items"), Mapping):
        yield from _faults(schema["items"], f"{pointer}/items")


def _object_faults(schema: Mapping[str, Any], pointer: str) -> Iterator[str]:
    if schema.get("additionalProperties") is not False:
        yield f"{pointer}: additionalProperties must be false"
    missing = [name for name in schema.get("properties", {}) if name not in schema.get("required", ())]
    if missing:
        yield f"{pointer}: not required: {', '.join(missing)}"
