"""Which attributes of a client lead to answers, and what stands in their place.

Every attribute that is not in these tables is the client's own: embeddings, files, models have no answers.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from verifier.wrapping._attached import Proxy
from verifier.wrapping._calls import checked_call, checked_manager
from verifier.wrapping._settings import Settings
from verifier.wrapping._shapes import CHAT, RESPONSES, Shape

Route: TypeAlias = Callable[[Any, Settings, Any], Any]
"""(the client's own attribute, how to check, the client) -> what stands in its place."""


class UncheckedWarning(UserWarning):
    """An answer is asked for on a way that a wrapped client does not check."""


class Node(Proxy):
    """A client, or a part of one, whose attributes are routed."""

    def __init__(self, target: Any, routes: Mapping[str, Route], settings: Settings, client: Any) -> None:
        super().__init__(target)
        object.__setattr__(self, "_routes", routes)
        object.__setattr__(self, "_settings", settings)
        object.__setattr__(self, "_client", client)

    def __getattr__(self, name: str) -> Any:
        value = super().__getattr__(name)
        route = object.__getattribute__(self, "_routes").get(name)
        return value if route is None else route(value, self._settings, self._client)

    def __enter__(self) -> Any:
        self._target.__enter__()
        return self

    def __exit__(self, *error: object) -> Any:
        return self._target.__exit__(*error)

    async def __aenter__(self) -> Any:
        await self._target.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> Any:
        return await self._target.__aexit__(*error)


def _part(routes: Mapping[str, Route], value: Any, settings: Settings, client: Any) -> Node:
    return Node(value, routes, settings, client)


def _call(shape: Shape, value: Any, settings: Settings, client: Any) -> Any:
    return checked_call(value, shape, settings, client)


def _typed_call(shape: Shape, value: Any, settings: Settings, client: Any) -> Any:
    return checked_call(value, shape, settings, client, typed=True)


def _manager(shape: Shape, value: Any, settings: Settings, client: Any) -> Any:
    return checked_manager(value, shape, settings, client)


def _copied(value: Any, settings: Settings, _: Any) -> Any:
    """``copy`` and ``with_options``: the copy is wrapped as its original is."""

    def copy(*args: Any, **kwargs: Any) -> Node:
        target = value(*args, **kwargs)
        return Node(target, CLIENT, settings, target)

    return copy


def _unchecked(name: str, value: Any, settings: Settings, client: Any) -> Any:  # noqa: ARG001  (see Route)
    warnings.warn(
        f"what comes through {name} is not checked by amtfv (its answers carry no report)",
        UncheckedWarning,
        stacklevel=3,
    )
    return value


def _endpoint(shape: Shape, *more: str) -> dict[str, Route]:
    routes: dict[str, Route] = {
        "create": partial(_call, shape),
        "parse": partial(_typed_call, shape),
        "stream": partial(_manager, shape),
    }
    for name in ("with_streaming_response", "retrieve", *more):
        routes[name] = partial(_unchecked, f"{shape.name}.{name}")
    routes["with_raw_response"] = partial(_part, routes)
    return routes


def _resource(**routes: Route) -> dict[str, Route]:
    routes["with_raw_response"] = partial(_part, routes)
    routes["with_streaming_response"] = partial(_unchecked, "with_streaming_response")
    return routes


_COMPLETIONS = _endpoint(CHAT)
_RESPONSES = _endpoint(RESPONSES, "connect")
_CHAT = _resource(completions=partial(_part, _COMPLETIONS))
_BETA = {
    name: partial(_unchecked, f"beta.{name}") for name in ("agents", "assistants", "realtime", "threads")
}
#: A client's attributes.
CLIENT: dict[str, Route] = _resource(
    chat=partial(_part, _CHAT),
    responses=partial(_part, _RESPONSES),
    copy=_copied,
    with_options=_copied,
    beta=partial(_part, {**_BETA, "chat": partial(_part, _CHAT), "responses": partial(_part, _RESPONSES)}),
    **{name: partial(_unchecked, name) for name in ("completions", "live", "realtime")},
)
