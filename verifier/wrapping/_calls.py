"""Calls of a client's methods, and what is made of their results."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any

from toolkits.errors import told
from verifier.records import Report
from verifier.wrapping._attached import Proxy, field, gravest, reports_of
from verifier.wrapping._checking import Inquiry, settle
from verifier.wrapping._settings import Settings
from verifier.wrapping._shapes import Shape
from verifier.wrapping._streams import AsyncManager, Manager, as_stream

if TYPE_CHECKING:
    from verifier.correction import Corrector

#: Arguments of a call that the correcting call of the same model takes over.
_KEPT = (
    "max_tokens", "max_completion_tokens", "max_output_tokens", "temperature", "top_p", "reasoning_effort",
    "reasoning", "service_tier", "extra_headers", "extra_query", "extra_body", "timeout",
)  # fmt: skip


def checked_call(
    function: Callable[..., Any], shape: Shape, settings: Settings, client: Any = None, *, typed: bool = False
) -> Callable[..., Any]:
    """``function``, whose completions, streams and raw responses are checked.

    Args:
        function: sync or async; takes ``messages`` or ``input`` as keywords.
        shape: the API that it speaks.
        settings: how to check.
        client: the client that it belongs to.
        typed: its results hold objects parsed from the text, which a correction would not reach.
    """

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        kwargs = shape.settled(kwargs)
        inquiry = _inquiry(shape, settings, _named(function, args, kwargs), client, correctable=not typed)
        result = function(*args, **kwargs)
        streamed = bool(kwargs.get("stream"))
        if inspect.isawaitable(result):
            return _finished_async(result, shape, inquiry, streamed=streamed)
        return _finished(result, shape, inquiry, streamed=streamed)

    return call


def checked_manager(
    function: Callable[..., Any], shape: Shape, settings: Settings, client: Any = None
) -> Callable[..., Any]:
    """A ``stream()`` helper, whose context manager gives a stream that is checked."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        kwargs = shape.settled(kwargs)
        inquiry = _inquiry(shape, settings, _named(function, args, kwargs), client, correctable=False)
        manager = function(*args, **kwargs)
        return (AsyncManager if hasattr(manager, "__aenter__") else Manager)(manager, shape, inquiry)

    return call


def _named(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Mapping[str, Any]:
    if not args:
        return kwargs
    try:
        return inspect.signature(function).bind_partial(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return kwargs


# --- what is asked ------------------------------------------------------------------------------------
def _inquiry(
    shape: Shape, settings: Settings, arguments: Mapping[str, Any], client: Any, *, correctable: bool
) -> Inquiry:
    question, fault = None, ""
    try:
        question = (settings.question or shape.question)(arguments)
    except Exception as error:  # noqa: BLE001  (the call is to be made all the same)
        fault = f"the question can't be read: {told(error)}"
    return Inquiry(
        settings=settings,
        question=question,
        correctable=correctable,
        corrector=_own_corrector(shape, settings, arguments, client),
        fault=fault,
    )


def _own_corrector(
    shape: Shape, settings: Settings, arguments: Mapping[str, Any], client: Any
) -> Callable[[], Corrector] | None:
    if not settings.client_corrects or client is None:
        return None

    def make() -> Corrector:
        from verifier.correction.model import ModelCorrector  # noqa: PLC0415  (loads prompts)
        from verifier.llm import Gateway, Models, ModelSettings  # noqa: PLC0415
        from verifier.wrapping._transport import ClientTransport  # noqa: PLC0415

        kept = {name: arguments[name] for name in _KEPT if name in arguments}
        models = Models(default=ModelSettings(model=str(arguments.get("model", ""))))
        return ModelCorrector(Gateway(models, ClientTransport(client, shape, kept)).session())

    return make


# --- what comes back ----------------------------------------------------------------------------------
def _finished(result: Any, shape: Shape, inquiry: Inquiry, *, streamed: bool) -> Any:
    stream = as_stream(result, shape, inquiry, streamed=streamed)
    if stream is not None:
        return stream
    if _is_raw(result):
        return _Raw(result, _finished(result.parse(), shape, inquiry, streamed=streamed))
    answers = inquiry.read(shape.answers, result)
    return settle(result, answers, inquiry.reports(answers), inquiry.settings)


async def _finished_async(pending: Awaitable[Any], shape: Shape, inquiry: Inquiry, *, streamed: bool) -> Any:
    return await _later(await pending, shape, inquiry, streamed=streamed)


async def _later(result: Any, shape: Shape, inquiry: Inquiry, *, streamed: bool) -> Any:
    stream = as_stream(result, shape, inquiry, streamed=streamed)
    if stream is not None:
        return stream
    if _is_raw(result):
        parsed = result.parse()
        parsed = await parsed if inspect.isawaitable(parsed) else parsed
        return _Raw(result, await _later(parsed, shape, inquiry, streamed=streamed))
    answers = inquiry.read(shape.answers, result)
    return settle(result, answers, await inquiry.areports(answers), inquiry.settings)


def _is_raw(result: Any) -> bool:
    return (
        callable(getattr(result, "parse", None))
        and hasattr(result, "headers")
        and field(result, "choices") is None
    )


class _Raw(Proxy):
    """A raw response whose ``parse()`` gives the checked completion or stream."""

    def __init__(self, target: Any, parsed: Any) -> None:
        super().__init__(target)
        object.__setattr__(self, "_parsed", parsed)

    @property
    def amtfv(self) -> Report:
        """The report of what it holds."""
        return gravest(self._amtfv_reports)

    @property
    def _amtfv_reports(self) -> tuple[Report, ...]:
        return reports_of(self._parsed)

    def parse(self, *, to: Any = None) -> Any:
        """The checked completion; another type, if asked for, is parsed as ever and carries no report."""
        return self._parsed if to is None else self._target.parse(to=to)
