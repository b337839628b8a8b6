"""The client that stands in front of another one."""

from __future__ import annotations

from typing import Any, TypeVar, Unpack

from verifier._api import Data, Options
from verifier.errors import UsageError
from verifier.wrapping._calls import checked_call
from verifier.wrapping._routes import CLIENT, Node
from verifier.wrapping._settings import OnRefuted, Question, make_settings
from verifier.wrapping._shapes import CHAT

C = TypeVar("C")


def wrap(
    client: C,
    on_refuted: OnRefuted = "annotate",
    *,
    hold: bool | None = None,
    question: Question | None = None,
    client_corrects: bool = False,
    data: Data | None = None,
    **options: Unpack[Options],
) -> C:
    """A client like ``client`` whose completions are checked and carry the report at ``.amtfv``.

    ``client`` itself stays as it is. Wrapping a wrapped client changes how it checks.

    Args:
        client: ``openai.OpenAI``, ``openai.AsyncOpenAI``, or anything with ``chat.completions.create`` or
            ``responses.create``, or a function that takes ``messages`` as those do.
        on_refuted: what becomes of a refuted answer: ``annotate`` hands it out with its report, ``correct``
            puts the best correction in its place, ``raise`` raises :class:`verifier.RefutedError`.
        hold: keep streams back until they are verified, then release their chunks. By default only to
            correct.
        question: reads the question from a call's arguments. By default it is the text of the last user
            message.
        client_corrects: what no local patch mends, ``client`` is asked to correct, with the evidence.
        data: tables and values that come with every question.
        options: of :func:`verifier.check`.

    Raises:
        UsageError: options that are unknown or exclude each other; a client of another kind.
    """
    settings = make_settings(
        on_refuted, hold=hold, question=question, client_corrects=client_corrects, data=data, options=options
    )
    target = unwrapped(client)
    if any(hasattr(target, name) for name in ("chat", "responses")):
        made: Any = Node(target, CLIENT, settings, target)
    elif callable(target):
        made = checked_call(target, CHAT, settings)
    else:
        raise UsageError(
            f"{type(target).__name__} has neither chat.completions nor responses, and can't be called"
        )
    wrapped: C = made
    return wrapped


def unwrapped(client: Any) -> Any:
    """What stands behind a wrapped client, or the client itself."""
    return client.__dict__["_target"] if type(client) is Node else client
