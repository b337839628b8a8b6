"""The published form's string ``tool_input``: which key of the tool's input object the string means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.registry import Tool
from verifier.errors import PlanError
from verifier.plan._fields import did_you_mean
from verifier.plan._json import Json, child, decode
from verifier.plan._signatures import parameters

#: Tool -> the key that a bare string means.
MAIN_KEY: Final[Mapping[str, str]] = {
    "arithmetic": "expression",
    "boolean": "expression",
    "brackets": "sequence",
    "code_oracle": "code",
    "fact_check": "query",
    "facts": "query",
    "python": "code",
}

_TO: Final = re.compile(
    r"\s*(?:convert|change|将|把)?\s*(?P<value>.+?)\s*(?:\bto\b|\binto\b|\bin\b|->|→|=>|(?:转换|换算|转化|折算)?(?:成|为|到)|等于多少|是多少)"
    r"\s*(?P<to>[^\d\s=][^=]*?)\s*[?？.。]?\s*",
    re.IGNORECASE,
)
_BOTH: Final = (
    re.compile(r"(?P<a>.+?)\s*(?:==|≡|⇔|<=>)\s*(?P<b>.+)", re.DOTALL),
    re.compile(r"(?P<a>.+?)\s+(?:vs\.?|versus|and|is equivalent to)\s+(?P<b>.+)", re.DOTALL | re.IGNORECASE),
    re.compile(r"(?P<a>.+?)\s*(?:与|和|等价于)\s*(?P<b>.+?)(?:是否等价)?", re.DOTALL),
    re.compile(r"(?P<a>[^,，;；]+)[,，;；]\s*(?P<b>[^,，;；]+)"),
    re.compile(r"(?P<a>[^=]+)=(?P<b>[^=]+)"),
)


def read_tool_input(value: Json, path: str, tool: Tool) -> dict[str, Json]:
    """The input object of a tool, from an object or from the published form's string.

    Raises:
        PlanError: neither, an unknown or missing key, or a string where the tool needs several keys.
    """
    if isinstance(value, str):
        value = _of_text(value, path, tool)
    if not isinstance(value, dict):
        raise PlanError(path, "the tool's input is a JSON object or a string")
    _check_keys(value, path, tool)
    return value


def _of_text(text: str, path: str, tool: Tool) -> dict[str, Json]:
    as_object = _json_object(text, tool)
    if as_object is not None:
        return as_object
    special = _SPECIAL.get(tool.name)
    if special is not None:
        return special(text, path)
    key = MAIN_KEY.get(tool.name) or _only_text_key(tool)
    if key is None:
        raise PlanError(
            path, f"{tool.name} needs an object with the keys {', '.join(parameters(tool))}, not a string"
        )
    return {key: text}


def _json_object(text: str, tool: Tool) -> dict[str, Json] | None:
    """A string that holds the whole input object: what strict structured output has to write."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = decode(text)
    except PlanError:
        return None
    known = parameters(tool)
    return value if isinstance(value, dict) and value and all(key in known for key in value) else None


def _amount(text: str, path: str) -> dict[str, Json]:
    found = _TO.fullmatch(text)
    if not found:
        raise PlanError(path, 'write "5 km to m", or an object with value, from_unit and to_unit')
    return {"value": found["value"], "to_unit": found["to"]}


def _pair(text: str, path: str) -> dict[str, Json]:
    for pattern in _BOTH:
        if found := pattern.fullmatch(text.strip()):
            return {"a": found["a"].strip(), "b": found["b"].strip()}
    raise PlanError(path, 'write two expressions as "a == b", or an object with a and b')


_SPECIAL: Final[Mapping[str, Callable[[str, str], dict[str, Json]]]] = {
    "units": _amount,
    "equivalence": _pair,
}


def _only_text_key(tool: Tool) -> str | None:
    """The one key that must be given, when it takes text."""
    needed = [p for p in parameters(tool).values() if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
    return needed[0].name if len(needed) == 1 and needed[0].annotation is str else None


def _check_keys(value: dict[str, Any], path: str, tool: Tool) -> None:
    """Keys that the tool does not know, or lacks, are seen before anything runs."""
    known = parameters(tool)
    if not known or any(p.kind is p.VAR_KEYWORD for p in known.values()):
        return
    for key in value:
        if key not in known:
            raise PlanError(child(path, key), f"{tool.name} has no such input; {did_you_mean(key, known)}")
    for name, parameter in known.items():
        if parameter.default is parameter.empty and name not in value:
            raise PlanError(path, f"{tool.name} needs the input {name!r}")
