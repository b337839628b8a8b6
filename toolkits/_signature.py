"""What a tool's function accepts: a cheap check for plain JSON, pydantic for all else and the schema."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cached_property
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError

Check: TypeAlias = Callable[[Any], bool]
_MOST_ERRORS = 5
_ARGS = re.compile(r"^Args:\n(.*?)(?:\n\n|\Z)", re.DOTALL | re.MULTILINE)
_ARG = re.compile(r"^ {4}(\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


class Signature:
    """The parameters of a function, as the input of a tool.

    ``arguments`` costs a few hundred nanoseconds where every value is plainly of its annotated type; only
    else is pydantic imported, which converts what can be converted and says precisely what is wrong.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        hints = get_type_hints(function)
        self._parameters = inspect.signature(function).parameters
        self._hints = {name: hints.get(name, Any) for name in self._parameters}
        self._checks = {name: check for name, hint in self._hints.items() if (check := plain_check(hint))}
        self._required = frozenset(
            name
            for name, parameter in self._parameters.items()
            if parameter.default is inspect.Parameter.empty
        )

    def arguments(self, tool_input: Mapping[str, Any], tool: str) -> Mapping[str, Any]:
        """Keyword arguments for the function.

        Raises:
            ToolInputError: the input is no object, or does not fit; the message names each field.
        """
        if not isinstance(tool_input, Mapping):
            raise ToolInputError(
                f"the input of {tool} must be a JSON object, not {type(tool_input).__name__}"
            )
        checks = self._checks
        for name, value in tool_input.items():
            check = checks.get(name)
            if check is None or not check(value):
                return self._validated(tool_input, tool)
        if self._required <= tool_input.keys():
            return tool_input
        return self._validated(tool_input, tool)

    def json_schema(self) -> dict[str, Any]:
        """JSON Schema (2020-12) of the input object."""
        schema: dict[str, Any] = self._model.model_json_schema()
        return schema

    def _validated(self, tool_input: Mapping[str, Any], tool: str) -> Mapping[str, Any]:
        from pydantic import ValidationError  # noqa: PLC0415  (costly, and plain input never needs it)

        try:
            model = self._model.model_validate(dict(tool_input))
        except ValidationError as error:
            raise ToolInputError(f"{tool}: {_said(error.errors(include_url=False))}") from None
        return {name: getattr(model, name) for name in model.model_fields_set}

    @cached_property
    def _model(self) -> Any:
        from pydantic import ConfigDict, Field, create_model  # noqa: PLC0415

        said = described(self._function)
        fields: dict[str, Any] = {
            name: (
                self._hints[name],
                Field(
                    default=... if name in self._required else parameter.default, description=said.get(name)
                ),
            )
            for name, parameter in self._parameters.items()
        }
        title = getattr(self._function, "__name__", "tool")
        config = ConfigDict(extra="forbid", coerce_numbers_to_str=True, arbitrary_types_allowed=False)
        return create_model(title, __config__=config, **fields)


def described(function: Callable[..., Any]) -> dict[str, str]:
    """What the Google docstring of ``function`` says of each argument."""
    section = _ARGS.search(inspect.getdoc(function) or "")
    return {match[1]: " ".join(match[2].split()) for match in _ARG.finditer(section[1])} if section else {}


def _said(errors: list[Any]) -> str:
    parts = [
        f"{'.'.join(map(str, error['loc'])) or 'input'}: {error['msg']}" for error in errors[:_MOST_ERRORS]
    ]
    more = len(errors) - _MOST_ERRORS
    return "; ".join(parts) + (f"; and {more} more" if more > 0 else "")


# --- the cheap check ----------------------------------------------------------------------------------------


def plain_check(hint: Any) -> Check | None:
    """A test that a value is of the type ``hint`` as it stands; ``None`` where only pydantic can tell."""
    if hint is Any:
        return _anything
    if hint in _SCALARS:
        return _of_type(hint)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return _one_of(frozenset(parts))
    if origin in (Union, UnionType):
        return _any_check([plain_check(part) for part in parts])
    if origin is list:
        return _each_check(plain_check(parts[0]))
    if origin is dict and parts[0] is str:
        return _each_value_check(plain_check(parts[1]))
    return None


_SCALARS = frozenset((str, int, float, bool, NoneType))


def _anything(_: Any) -> bool:
    return True


def _of_type(kind: type) -> Check:
    return lambda value: type(value) is kind


def _one_of(values: frozenset[Any]) -> Check:
    return lambda value: type(value) is str and value in values


def _any_check(checks: list[Check | None]) -> Check | None:
    known = [check for check in checks if check]
    if len(known) < len(checks):
        return None
    return lambda value: any(check(value) for check in known)


def _each_check(check: Check | None) -> Check | None:
    return None if check is None else lambda value: type(value) is list and all(map(check, value))


def _each_value_check(check: Check | None) -> Check | None:
    if check is None:
        return None
    return lambda value: (
        type(value) is dict and all(type(key) is str and check(item) for key, item in value.items())
    )
