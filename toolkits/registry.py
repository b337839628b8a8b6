"""The registry of atomic tools: one JSON object in, one JSON object out, each alone testable.

A tool is a typed function. Its schema is read from its signature by pydantic, when first asked for::

    from toolkits import tool

    @tool(version="1", aliases=("Doubler",))
    def double(number: str) -> dict[str, str]:
        "Twice a decimal number."
        ...

The function is then a tool of :func:`default_registry`: it stands in schemas, plans and prompts. The
built-in tools are plain functions listed in ``toolkits._builtin``; their modules are imported when they are
first called.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, TypeAlias, TypeVar, overload

from toolkits import lazy_re as re
from toolkits._signature import Signature
from toolkits.errors import ToolInputError, ToolkitError, ToolUnavailable, told

Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]
ToolFunction: TypeAlias = Callable[..., Mapping[str, Any]]
_Function = TypeVar("_Function", bound=ToolFunction)


class Deferred:
    """A function named by ``"module:attribute"``, imported when first needed."""

    def __init__(self, target: str) -> None:
        self.target = target

    def load(self) -> ToolFunction:
        """The function. Raises :class:`ToolUnavailable` when a library that it needs is missing."""
        module, _, name = self.target.partition(":")
        try:
            function: ToolFunction = getattr(importlib.import_module(module), name)
        except ImportError as error:
            raise ToolUnavailable(
                f"{self.target} can't be loaded: {error}",
                code="missing_library",
                hint=f"install {error.name}" if error.name else "",
            ) from error
        return function

    def __call__(self, **arguments: Any) -> Mapping[str, Any]:
        """Load the function and call it."""
        return self.load()(**arguments)


@dataclass(frozen=True, eq=False)
class Tool:
    """A tool: a function with a name, a version and a schema.

    Attributes:
        name: canonical name, as plans spell it.
        version: changes whenever an output may change; part of every evidence record.
        function: keyword arguments in, JSON object out. Raises :class:`toolkits.errors.ToolkitError` only. A
            :class:`Deferred` is loaded on first use.
        aliases: other names that plans may use.
        heavy: runs in a worker thread (blocks for longer than a few milliseconds).
        limits: one sentence on what the tool cannot do, for docs and prompts.
        sandboxed: runs programs, so that its output depends on where it runs them.
        opinion: somebody's judgement, a model's for example: a step with it is always ``undecided: opinion``.
        deterministic: the same input gives the same output, so that a heavy tool's may be served again.
        source: gives the digest of what the tool reads beside its input (a table, a knowledge base).
        reads: gives the digest of what one input names (a database), "" for none; raises nothing.
    """

    name: str
    version: str
    function: ToolFunction
    aliases: tuple[str, ...] = ()
    heavy: bool = False
    limits: str = ""
    sandboxed: bool = False
    opinion: bool = False
    deterministic: bool = False
    source: Callable[[], str] | None = None
    reads: Callable[[JsonObject], str] | None = None

    def provenance_of(self, tool_input: Mapping[str, Any]) -> str:
        """:attr:`provenance` with the digest of what this input names: nothing is served across a change."""
        digest = self.reads(dict(tool_input)) if self.reads is not None else ""
        return f"{self.provenance}@{digest}" if digest else self.provenance

    @property
    def provenance(self) -> str:
        """What evidence records as the tool's version.

        ``version``, then for a tool that reads a source the source's digest, and for one that runs programs
        the backend and its image: ``2@docker@sha256:…``.
        """
        version = self.version if self.source is None else f"{self.version}@{self.source()}"
        if not self.sandboxed:
            return version
        from sandbox import place  # noqa: PLC0415  (probes the sandbox; only who runs programs needs that)

        return "@".join(filter(None, (version, place())))

    @property
    def description(self) -> str:
        """First paragraph of the function's docstring."""
        return (inspect.getdoc(self._loaded) or "").partition("\n\n")[0]

    @cached_property
    def _loaded(self) -> ToolFunction:
        return self.function.load() if isinstance(self.function, Deferred) else self.function

    @cached_property
    def _signature(self) -> Signature:
        return Signature(self._loaded)

    @cached_property
    def input_schema(self) -> JsonObject:
        """JSON Schema (2020-12) of the input object."""
        return self._signature.json_schema()

    def __call__(self, tool_input: JsonObject) -> JsonObject:
        """Run the tool on ``tool_input``.

        Raises:
            ToolkitError: bad input, refusal, limit, missing service or timeout; ``no_output`` when the tool
                gave no JSON object, ``tool_crash`` when it raised something else (the type and message are
                in the error's message).
        """
        arguments = self._signature.arguments(tool_input, self.name)
        try:
            output = self._loaded(**arguments)
        except ToolkitError:
            raise
        except Exception as error:
            raise ToolkitError(f"{self.name} crashed: {told(error)}", code="tool_crash") from error
        return self._checked(output)

    def check_input(self, tool_input: JsonObject) -> None:
        """Raise :class:`ToolInputError`, naming the fields at fault, for an input of the wrong form."""
        self._signature.arguments(tool_input, self.name)

    def _checked(self, output: object) -> JsonObject:
        if output is None:
            raise ToolkitError(f"{self.name} returned no verdict", code="no_output")
        if not isinstance(output, Mapping) or not _is_json(output):
            raise ToolkitError(
                f"{self.name} returned {type(output).__name__}, not a JSON object", code="no_output"
            )
        return output if type(output) is dict else dict(output)


def _is_json(value: object) -> bool:
    """Whether ``value`` is plain JSON: text keys, no NaN, nothing that JSON can't say."""
    kind = type(value)
    if kind in _SCALARS:
        return True
    if kind is float:
        return value == value and value not in (_INFINITY, -_INFINITY)  # noqa: PLR0124  (false for NaN alone)
    if isinstance(value, Mapping):
        return all(type(key) is str and _is_json(item) for key, item in value.items())
    return isinstance(value, list | tuple) and all(map(_is_json, value))


_SCALARS = frozenset((str, int, bool, type(None)))
_INFINITY = float("inf")


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
            from difflib import get_close_matches  # noqa: PLC0415  (only for a mistake)

            near = get_close_matches(name, self._names, n=1)
            guess = f" Did you mean {near[0]!r}?" if near else ""
            raise ToolInputError(
                f"no tool is called {name!r}.{guess} Known tools: {known}", code="unknown_tool"
            )
        return self._tools[canonical]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)


@cache
def default_registry() -> Registry:
    """The registry of the built-in tools and of every function that :func:`tool` has added."""
    from toolkits._builtin import BUILTIN  # noqa: PLC0415  (the table names this module)

    registry = Registry()
    for entry in BUILTIN:
        registry.add(
            Tool(
                name=entry.name,
                version=entry.version,
                function=Deferred(entry.target),
                aliases=entry.aliases,
                heavy=entry.heavy,
                limits=entry.limits,
                sandboxed=entry.sandboxed,
                deterministic=True,
                source=_deferred_text(entry.source) if entry.source else None,
                reads=_deferred(entry.reads) if entry.reads else None,
            )
        )
    return registry


def _deferred_text(target: str) -> Callable[[], str]:
    """What a function named by ``"module:attribute"`` returns, imported when first asked for."""
    load = Deferred(target).load
    return lambda: str(load()())


def _deferred(target: str) -> Callable[[JsonObject], str]:
    def read(tool_input: JsonObject) -> str:
        module, _, name = target.partition(":")
        return str(getattr(importlib.import_module(module), name)(tool_input))

    return read


@overload
def tool(function: _Function, /) -> _Function: ...
@overload
def tool(
    *,
    name: str = "",
    version: str = "1",
    aliases: tuple[str, ...] = (),
    heavy: bool = False,
    limits: str = "",
    deterministic: bool = False,
    source: Callable[[], str] | None = None,
) -> Callable[[_Function], _Function]: ...
def tool(
    function: ToolFunction | None = None,
    /,
    *,
    name: str = "",
    version: str = "1",
    aliases: tuple[str, ...] = (),
    heavy: bool = False,
    limits: str = "",
    deterministic: bool = False,
    source: Callable[[], str] | None = None,
) -> Any:
    """Make a typed function a tool of the default registry; the function itself stays as it is.

    Args:
        function: the function, when the decorator is used bare.
        name: the tool's name; the function's by default.
        version: change it whenever an output may change.
        aliases: other names.
        heavy: run it in a worker thread.
        limits: one sentence on what it cannot do.
        deterministic: the same input always gives the same output: with ``heavy`` it may be served again.
        source: gives the digest of what it reads beside its input; part of its version in the evidence.

    Raises:
        ValueError: a name is taken or is no name, or the function can't be called with a JSON object.
    """

    def add(made: _Function) -> _Function:
        _refuse_unfit(made, name or getattr(made, "__name__", ""))
        default_registry().add(
            Tool(
                name=name or getattr(made, "__name__", ""),
                version=version,
                function=made,
                aliases=aliases,
                heavy=heavy,
                limits=limits,
                deterministic=deterministic,
                source=source,
            )
        )
        return made

    return add if function is None else add(function)


_NAME = re.compile(r"[\w.-]+")
_UNNAMED = frozenset(
    (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
)


def _refuse_unfit(function: ToolFunction, name: str) -> None:
    """Say at the definition, not in the middle of a run, what would keep every call from working."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name!r} is no name for a tool; give one with @tool(name=…)")
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise ValueError(f"the tool {name!r} is async; with heavy=True a plain one runs in a thread")
    if inspect.isgeneratorfunction(function):
        raise ValueError(f"the tool {name!r} is a generator; a tool returns one JSON object")
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind in _UNNAMED:
            raise ValueError(f"the tool {name!r} takes {parameter}; an input has named fields only")
