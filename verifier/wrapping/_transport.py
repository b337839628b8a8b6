"""The wrapped client as a transport of the gateway: so that it can correct its own answers."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Mapping
from functools import partial
from typing import Any

from verifier.errors import ModelError, ModelRejected, VerifierError
from verifier.llm import ModelSettings, Request, Response, as_chunks
from verifier.wrapping._attached import field
from verifier.wrapping._shapes import RESPONSES, Shape

_DETAIL = 300


class ClientTransport:
    """Sends requests through a client that is already there. Retries are that client's own.

    Args:
        client: sync (it then works in a thread) or async.
        shape: the API of it to use.
        kept: arguments of the user's own call (limits, headers) that are sent along.
    """

    def __init__(self, client: Any, shape: Shape, kept: Mapping[str, Any]) -> None:
        self._client, self._shape, self._kept = client, shape, kept

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """See :class:`verifier.llm.Transport`."""
        from anyio import to_thread  # noqa: PLC0415

        resource = self._client.responses if self._shape is RESPONSES else self._client.chat.completions
        # Limits and temperature of our own might be refused by a model that took the user's.
        asked = {self._shape.asked: request.body["messages"], "model": settings.model, **self._kept}
        try:
            reply = await to_thread.run_sync(partial(resource.create, **asked), abandon_on_cancel=True)
            return self._as_chat(await reply if inspect.isawaitable(reply) else reply)
        except VerifierError:
            raise
        except Exception as error:
            raise _as_ours(error) from error

    def _as_chat(self, reply: Any) -> Response:
        """The text of a reply as the JSON of a chat completion."""
        answer = next(iter(self._shape.answers(reply)), None)
        if answer is None:
            return {"choices": []}
        finish = "stop" if answer.unjudged is None else "length"
        if answer.unjudged is not None and answer.unjudged.verdict == "not_checkable":
            raise ModelError(answer.unjudged.why)
        usage = field(reply, "usage")
        counted = {
            "prompt_tokens": field(usage, "prompt_tokens") or field(usage, "input_tokens"),
            "completion_tokens": field(usage, "completion_tokens") or field(usage, "output_tokens"),
        }
        message = {"role": "assistant", "content": answer.text}
        return {"choices": [{"index": 0, "message": message, "finish_reason": finish}], "usage": counted}

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """See :class:`verifier.llm.Transport`: the whole reply, cut into chunks."""
        for chunk in as_chunks(await self.send(request, settings)):
            yield chunk

    async def aclose(self) -> None:
        """The client belongs to its user."""


def _as_ours(error: Exception) -> ModelError:
    status, detail = getattr(error, "status_code", None), f"{type(error).__name__}: {error}"[:_DETAIL]
    return ModelRejected(detail, status=status) if isinstance(status, int) else ModelError(detail)
