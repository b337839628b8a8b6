"""The registry's tools as function tools of the chat API, with schemas that strict mode takes.

Strict mode wants every field required and every object closed. A field that may be left out becomes nullable,
and ``null`` is taken for leaving it out; an open object (``{name: value}``) or a value of any kind becomes
text that may hold JSON. :func:`loosened` undoes both in what the model sends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.registry import Registry, Tool
from verifier.errors import PlanError
from verifier.plan import lint_strict
from verifier.plan._json import decode
from verifier.prompts import told_tools

Schema: TypeAlias = Mapping[str, Any]
_AS_TEXT = "(as text; an object or a list as JSON text)"
_KEPT = ("type", "enum", "description", "$ref")
_UNFIT = re.compile(r"[^A-Za-z0-9_-]")


class Toolbox:
    """The tools of a run by every name that a model may call them."""

    def __init__(self, registry: Registry, names: Sequence[str] | None = None) -> None:
        """Take the registry's tools, or those named; one whose library is missing is left out.

        Raises:
            ToolInputError: there is no tool of a name.
        """
        wanted = None if names is None else {registry.get(name).name for name in names}
        self._tools = [t for t in registry if (wanted is None or t.name in wanted) and _loads(t)]
        self._names: dict[str, Tool] = {}
        self.definitions: list[dict[str, Any]] = []
        for tool in self._tools:
            name = self._free_name(tool.name)
            self._names[name] = tool
            self.definitions.append(definition(tool, name))
        for tool in self._tools:
            for other in (tool.name, *tool.aliases):
                self._names.setdefault(other, tool)
                self._names.setdefault(_folded(other), tool)

    @property
    def known(self) -> str:
        """The tools' names, for those who named another."""
        return ", ".join(tool.name for tool in self._tools)

    def find(self, name: str) -> Tool | None:
        """The tool that a model means: by name or alias; case, spaces and dashes aside."""
        return self._names.get(name) or self._names.get(_folded(name))

    def told(self) -> list[dict[str, str]]:
        """What the text format's prompt says of each tool."""
        return told_tools(self._tools)

    def _free_name(self, name: str) -> str:
        """A function name: letters, digits, ``_`` and ``-``, 64 at most, its own."""
        made = _UNFIT.sub("_", name)[:60]
        number = 1
        while made in self._names:
            number += 1
            made = f"{made[:60]}_{number}"
        return made


def _loads(tool: Tool) -> bool:
    try:
        return bool(tool.input_schema)
    except ToolkitError:
        return False


def _folded(name: str) -> str:
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def definition(tool: Tool, name: str) -> dict[str, Any]:
    """The tool as a function tool; not strict where its schema can't be."""
    schema = strict(tool.input_schema)
    fits = not lint_strict(schema)
    described = f"{tool.description}{f' Limits: {tool.limits}' if tool.limits else ''}"
    parameters = schema if fits else dict(tool.input_schema)
    function = {"name": name, "description": described[:1_000], "parameters": parameters}
    return {"type": "function", "function": {**function, "strict": True} if fits else function}


# --- there ------------------------------------------------------------------------------------------------
def strict(schema: Schema) -> dict[str, Any]:
    """A tool's input schema within strict mode's subset."""
    made = _closed(schema)
    if "$defs" in schema:
        made["$defs"] = {name: _strict(member) for name, member in schema["$defs"].items()}
    return made


def _closed(schema: Schema) -> dict[str, Any]:
    """An object with its fields named."""
    fields = schema.get("properties", {})
    required = schema.get("required", ())
    properties = {n: _strict(f) if n in required else _nullable(_strict(f)) for n, f in fields.items()}
    kept = {key: schema[key] for key in ("description",) if key in schema}
    return {
        "type": "object", **kept, "properties": properties, "required": list(properties),
        "additionalProperties": False,
    }  # fmt: skip


def _strict(schema: Schema) -> dict[str, Any]:
    if is_open(schema):
        return {"type": "string", "description": f"{schema.get('description', '')} {_AS_TEXT}".strip()}
    if _options(schema):
        kept = {key: schema[key] for key in ("description",) if key in schema}
        return {"anyOf": _distinct([_strict(option) for option in _options(schema)]), **kept}
    if schema.get("type") == "object":
        return _closed(schema)
    made = {key: schema[key] for key in _KEPT if key in schema}
    if "const" in schema:
        made["enum"] = [schema["const"]]
    if schema.get("type") == "array":
        made["items"] = _strict(schema.get("items", {}))
    return made


def _options(schema: Schema) -> list[Schema]:
    return list(schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf") or ())


def is_open(schema: Schema) -> bool:
    """Whether a schema allows objects of any field, or values of any kind."""
    if schema.get("type") == "object":
        return not schema.get("properties")
    return not any(key in schema for key in ("type", "anyOf", "oneOf", "allOf", "$ref", "enum", "const"))


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    described = {key: schema[key] for key in ("description",) if key in schema}
    options = (
        schema["anyOf"] if "anyOf" in schema else [{k: v for k, v in schema.items() if k != "description"}]
    )
    return {"anyOf": _distinct([*options, {"type": "null"}]), **described}


def _distinct(options: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for option in options:
        plain = {key: value for key, value in option.items() if key != "description"}
        if all(plain != {k: v for k, v in other.items() if k != "description"} for other in found):
            found.append(option)
    return found


# --- and back ---------------------------------------------------------------------------------------------
def loosened(tool_input: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """What a model sent, as the tool takes it: nulls that stand for nothing dropped, JSON in text decoded.

    Args:
        tool_input: an object, by the strict schema or by the tool's own.
        schema: the tool's own.
    """
    return _loose_object(tool_input, schema, schema.get("$defs", {}))


def _loose_object(value: Mapping[str, Any], schema: Schema, defs: Schema) -> dict[str, Any]:
    fields, required = schema.get("properties", {}), schema.get("required", ())
    return {
        name: _loose(member, fields.get(name, {}), defs)
        for name, member in value.items()
        if not (member is None and name in fields and name not in required)
    }


def _loose(value: Any, schema: Schema, defs: Schema) -> Any:
    if "$ref" in schema:
        return _loose(value, defs.get(str(schema["$ref"]).rpartition("/")[2], {"type": "null"}), defs)
    options = _options(schema) or [schema]
    if isinstance(value, str):
        return _decoded(value) if any(map(is_open, options)) else value
    for option in options:
        if isinstance(value, list) and option.get("type") == "array":
            return [_loose(item, option.get("items", {}), defs) for item in value]
        if isinstance(value, Mapping) and option.get("properties"):
            return _loose_object(value, option, defs)
    return value


def _decoded(text: str) -> Any:
    """An object or a list that stands in text; other text as it is."""
    if not text.lstrip().startswith(("{", "[")):
        return text
    try:
        return decode(text)
    except PlanError:
        return text
