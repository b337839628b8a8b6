"""From what a model wrote to the object that its tool takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError
from toolkits.registry import Tool
from verifier.errors import PlanError
from verifier.generation.react._loose import Input
from verifier.generation.react._offers import loosened
from verifier.plan._json import decode

#: ``{"$data": "sales"}`` stands for a table or value that came with the question; also as text, which is all
#: that strict schemas leave room for.
DATA: Final = "$data"
_AS_TEXT = re.compile(r'\s*\{\s*"\$data"\s*:\s*"([^"\\]*)"\s*\}\s*')


def bound(tool: Tool, given: Input) -> dict[str, Any]:
    """The tool's input, its form checked; references to the data are still in it.

    A tool with one required field takes bare text, a number or a list as that field.

    Raises:
        ToolkitError: it is no input of this tool; the message names the fields at fault.
    """
    schema = tool.input_schema
    fields = schema.get("properties", {})
    if given.value is not None:
        return loosened(given.value, schema)
    if given.fault:
        raise ToolInputError(f"the input of {tool.name} is no JSON object: {given.fault}")
    if given.pairs is not None and given.pairs.keys() <= fields.keys():
        return loosened(given.pairs, schema)
    if not given.text:
        return {}
    required = schema.get("required", ())
    if len(required) != 1:
        raise ToolInputError(f"the input of {tool.name} must be a JSON object")
    return loosened({required[0]: _field(given.text, fields.get(required[0], {}))}, schema)


def _field(text: str, schema: Mapping[str, Any]) -> Any:
    """Bare text as the value of a field: the string that it quotes, JSON where the field is no text."""
    try:
        value = decode(text)
    except PlanError:
        return text
    return value if isinstance(value, str) or schema.get("type") != "string" else text


def filled(value: Any, data: Mapping[str, Any]) -> Any:
    """``value`` with each ``{"$data": NAME}`` replaced by what it stands for.

    Where a list is wanted, a list of one reference is that reference.

    Raises:
        ToolInputError: there is no data of that name; the message names what there is.
    """
    name = _reference(value)
    if name is not None:
        return _datum(name, data)
    if isinstance(value, Mapping):
        return {key: filled(member, data) for key, member in value.items()}
    if isinstance(value, list):
        items = [filled(member, data) for member in value]
        one = len(value) == 1 and _reference(value[0]) is not None and isinstance(items[0], list)
        return items[0] if one else items
    return value


def _reference(value: Any) -> str | None:
    """The name in a reference; ``None`` for what is none."""
    if isinstance(value, Mapping):
        return str(value[DATA]) if set(value) == {DATA} else None
    found = _AS_TEXT.fullmatch(value) if isinstance(value, str) and DATA in value else None
    return None if found is None else found[1]


def _datum(name: str, data: Mapping[str, Any]) -> Any:
    if name not in data:
        known = ", ".join(data) or "none"
        raise ToolInputError(f"there is no data called {name!r}; there is {known}", code="unknown_data")
    return data[name]
