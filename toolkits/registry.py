"""The registry of atomic tools: one JSON object in, one JSON object out, each alone testable.

A tool is a typed function. Its schema is read from its signature by pydantic, when first asked for::

    from toolkits import tool

    @tool(version="1", aliases=("Doubler",))
    def double(number: str) -> dict[str, str]:
        "Twice a decimal number."
        ...
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from toolkits.errors import ToolInputError

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
ToolFunction: TypeAlias = Callable[..., Mapping[str, Any]]


@dataclass(frozen=True, eq=False)
class Tool:
    """A tool: a function with a name, a version and a schema.

    Attributes:
        name: canonical name, as plans spell it.
        version: changes whenever an output may change; part of every evidence record.
        function: keyword arguments in, JSON object out. Raises :class:`toolkits.errors.ToolkitError` only.
        aliases: other names that plans may use.
        heavy: runs in a worker thread (blocks for longer than a few milliseconds).
        limits: one sentence on what the tool cannot do, for docs and prompts.
    """

    name: str
    version: str
    function: ToolFunction
    aliases: tuple[str, ...] = ()
    heavy: bool = False
    limits: str = ""

    @property
    def description(self) -> str:
        """First paragraph of the function's docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n\n")[0]

    @cached_property
    def _adapter(self) -> Any:
        from pydantic import TypeAdapter, validate_call  # noqa: PLC0415  (costly, and not every run needs it)

        return TypeAdapter(validate_call(self.function))

    @cached_property
    def input_schema(self) -> JsonObject:
        """JSON Schema (2020-12) of the input object."""
        schema: JsonObject = self._adapter.json_schema()
        return schema

    def __call__(self, tool_input: JsonObject) -> JsonObject:
        """Run the tool on ``tool_input``.

        Raises:
            ToolkitError: bad input, refusal, limit, missing service or timeout.
        """
        raise NotImplementedError


class Registry:
    """Tools by name and alias, in the order in which they joined."""

    def __init__(self) -> None:
        self._tools: dict[str, Tool] = {}
        self._names: dict[str, str] = {}

    def add(self, tool: Tool) -> Tool:
        """Add a tool. Raises ``ValueError`` when one of its names is taken by another tool."""
        for name in (tool.name, *tool.aliases):
            if name in self._names:
                raise ValueError(f"the tool name {name!r} is taken by {self._names[name]!r}")
        self._tools[tool.name] = tool
        for name in (tool.name, *tool.aliases):
            self._names[name] = tool.name
        return tool

    def get(self, name: str) -> Tool:
        """The tool of that name or alias. Raises :class:`ToolInputError` naming the known ones."""
        canonical = self._names.get(name)
        if canonical is None:
            known = ", ".join(self._tools)
            raise ToolInputError(f"no tool is called {name!r}; known tools: {known}", code="unknown_tool")
        return self._tools[canonical]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())
