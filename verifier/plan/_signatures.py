"""What a tool's function takes, read from its signature without pydantic."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

from toolkits.errors import ToolkitError
from toolkits.registry import Deferred, Tool, ToolFunction


def parameters(tool: Tool) -> Mapping[str, inspect.Parameter]:
    """What the tool's function takes; empty when it cannot be loaded here."""
    return _parameters(tool.function)


@lru_cache(maxsize=256)
def _parameters(function: ToolFunction) -> Mapping[str, inspect.Parameter]:
    try:
        loaded = function.load() if isinstance(function, Deferred) else function
        return inspect.signature(loaded, eval_str=True).parameters
    except (ToolkitError, NameError, TypeError, ValueError):
        return {}


def is_option(tool: Tool, key: str, value: Any) -> bool:
    """Whether an input is one of the words that the tool's signature lists for it (``op: Literal[...]``)."""
    parameter = parameters(tool).get(key)
    return (
        parameter is not None
        and get_origin(parameter.annotation) is Literal
        and value in get_args(parameter.annotation)
    )
