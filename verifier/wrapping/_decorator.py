"""``@verified``: any function from question to text, with its answers checked."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar, Unpack, overload

from toolkits.errors import told
from verifier._api import Data, Options
from verifier.errors import UsageError
from verifier.records import Report
from verifier.wrapping._attached import field
from verifier.wrapping._checking import Inquiry, settle
from verifier.wrapping._settings import OnRefuted, Settings, make_settings
from verifier.wrapping._shapes import CHAT, RESPONSES, Answer, judgeable

P = ParamSpec("P")
T = TypeVar("T")


class VerifiedText(str):
    """A text with the report of its check.

    Attributes:
        amtfv: the report; ``amtfv.attempts[0].answer`` is the text as the function gave it.
    """

    __slots__ = ("_amtfv_reports", "amtfv")
    amtfv: Report
    _amtfv_reports: tuple[Report, ...]


class _Decorator(Protocol):
    @overload
    def __call__(self, function: Callable[P, Awaitable[str]], /) -> Callable[P, Awaitable[VerifiedText]]: ...
    @overload
    def __call__(self, function: Callable[P, str], /) -> Callable[P, VerifiedText]: ...
    @overload
    def __call__(self, function: Callable[P, T], /) -> Callable[P, T]: ...


@overload
def verified(function: Callable[P, Awaitable[str]], /) -> Callable[P, Awaitable[VerifiedText]]: ...
@overload
def verified(function: Callable[P, str], /) -> Callable[P, VerifiedText]: ...
@overload
def verified(
    *,
    on_refuted: OnRefuted = "annotate",
    question: str | Callable[[Mapping[str, Any]], str | None] | None = None,
    text: Callable[[Any], str] | None = None,
    data: Data | None = None,
    **options: Unpack[Options],
) -> _Decorator: ...
def verified(
    function: Callable[..., Any] | None = None,
    /,
    *,
    on_refuted: OnRefuted = "annotate",
    question: str | Callable[[Mapping[str, Any]], str | None] | None = None,
    text: Callable[[Any], str] | None = None,
    data: Data | None = None,
    **options: Unpack[Options],
) -> Any:
    """Check what a function (sync or async) answers to a question.

    A function that returns text returns a :class:`VerifiedText`. One that returns a completion, or with
    ``text`` any other object, returns that object with the report at ``.amtfv``.

    Args:
        function: the function, when the decorator is used bare.
        on_refuted: as of :func:`verifier.wrap`.
        question: name of the parameter that holds the question, or a function that reads it from the
            arguments by name. By default the parameter ``question``, else the first argument that is text.
        text: reads the text from what the function returns. Such an answer is not corrected.
        data: tables and values that come with every question.
        options: of :func:`verifier.check`.

    Raises:
        UsageError: options that are unknown or exclude each other; when called, a function that returns
            neither text nor a completion, without ``text``.
    """
    read = question if callable(question) else None
    settings = make_settings(on_refuted, hold=None, question=read, data=data, options=options)
    name = question if isinstance(question, str) else None

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        return _decorated(function, settings, name, text)

    return decorate if function is None else decorate(function)


def _decorated(
    function: Callable[..., Any], settings: Settings, name: str | None, text: Callable[[Any], str] | None
) -> Callable[..., Any]:
    signature = inspect.signature(function)
    if name is not None and name not in signature.parameters:
        raise UsageError(f"the function has no parameter {name!r}; it has {', '.join(signature.parameters)}")

    def inquiry(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Inquiry:
        try:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            asked = (settings.question or (lambda named: _question(named, name)))(bound.arguments)
        except Exception as error:  # noqa: BLE001  (the function is to be called all the same)
            return Inquiry(
                settings=settings, question=None, fault=f"the question can't be read: {told(error)}"
            )
        return Inquiry(settings=settings, question=asked)

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        asked, result = inquiry(args, kwargs), function(*args, **kwargs)
        answers = _answers(result, text, asked)
        return _settled(result, answers, asked.reports(answers), settings)

    @wraps(function)
    async def acall(*args: Any, **kwargs: Any) -> Any:
        asked, result = inquiry(args, kwargs), await function(*args, **kwargs)
        answers = _answers(result, text, asked)
        return _settled(result, answers, await asked.areports(answers), settings)

    return acall if inspect.iscoroutinefunction(function) else call


def _question(named: Mapping[str, Any], name: str | None) -> str | None:
    if name is not None:
        value = named[name]
        if isinstance(value, str):
            return value
        raise UsageError(f"the argument {name} is {type(value).__name__}, not text")
    texts = [value for value in (named.get("question"), *named.values()) if isinstance(value, str)]
    return next(iter(texts), None)


def _answers(result: Any, text: Callable[[Any], str] | None, asked: Inquiry) -> list[Answer]:
    if text is not None:
        return asked.read(lambda reply: [_answer(text(reply))], result)
    if isinstance(result, str):
        # Strings can't be changed in place: `_settled` makes the corrected one.
        return [Answer(result, _answer(result).unjudged, put=lambda _: None)]
    for name, shape in (("choices", CHAT), ("output", RESPONSES)):
        if field(result, name) is not None:
            return asked.read(shape.answers, result)
    raise UsageError(f"the function gave back {type(result).__name__}, not text: say how to read it, text=…")


def _answer(text: str) -> Answer:
    return Answer(text, judgeable(text, refusal=False, calls=False, finish=""))


def _settled(result: Any, answers: list[Answer], reports: tuple[Report, ...], settings: Settings) -> Any:
    if isinstance(result, str):
        result = VerifiedText(reports[0].final_answer)
    return settle(result, answers, reports, settings)
