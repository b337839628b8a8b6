"""Tools in words, for the prompts of models that are to use them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any
from weakref import WeakKeyDictionary

from toolkits.registry import Tool

#: What each tool was told as: a tool does not change, and its schema is long.
_TOLD: WeakKeyDictionary[Tool, dict[str, str]] = WeakKeyDictionary()


def told_tools(tools: Iterable[Tool]) -> list[dict[str, str]]:
    """What a model must know of each tool: ``name``, ``description``, ``schema`` (JSON) and ``limits``."""
    return [_told(tool) for tool in tools]


def _told(tool: Tool) -> dict[str, str]:
    if tool not in _TOLD:
        _TOLD[tool] = {
            "name": tool.name,
            "description": tool.description,
            "schema": short_schema(tool),
            "limits": tool.limits,
        }
    return _TOLD[tool]


def short_schema(tool: Tool) -> str:
    """A tool's input schema as JSON, without what only a validator needs."""
    kept = {key: tool.input_schema[key] for key in ("properties", "required") if key in tool.input_schema}
    return json.dumps(_untitled(kept), ensure_ascii=False, separators=(",", ":"))


def _untitled(value: Any) -> Any:
    if isinstance(value, Mapping):
        # A field may be called "title" too; what pydantic adds is text.
        return {k: _untitled(v) for k, v in value.items() if not (k == "title" and isinstance(v, str))}
    return [_untitled(item) for item in value] if isinstance(value, list) else value
