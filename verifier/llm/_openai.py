"""Requests to an OpenAI-compatible endpoint, through the ``openai`` client."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

from verifier.errors import ModelError, ModelRejected, ModelTimeout, ModelUnavailable
from verifier.llm._request import Request
from verifier.llm._settings import ModelSettings
from verifier.llm._transport import Response

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

_LONGEST_WAIT_S = 30.0
_RETRY_STATUS = frozenset({408, 409, 425, 429})
_DETAIL = 300
#: A shorter "key" is a placeholder of a local server, whose letters stand in any text.
_SHORTEST_KEY = 8


class OpenAITransport:
    """Talks to the endpoints of :class:`ModelSettings`; one client for each, in each event loop.

    Retries are stamina's alone: the client's own would multiply with them.
    """

    def __init__(self) -> None:
        self._clients: dict[tuple[object, str | None, str], AsyncOpenAI] = {}
        self._lock = threading.Lock()  # sync runs of several threads have a loop each

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """See :class:`verifier.llm.Transport`."""
        import stamina  # noqa: PLC0415  (0.1 s, for those who call a model)

        # Without a server's word, stamina's own backoff: exponential, with jitter.
        async for attempt in stamina.retry_context(on=_wait, attempts=settings.tries, timeout=None):
            with attempt:
                return await self._once(request, settings)
        raise AssertionError("stamina ends by returning or raising")

    async def _once(self, request: Request, settings: ModelSettings) -> Response:
        from anyio import move_on_after  # noqa: PLC0415

        # The client's own limit is for each read: a server that drips would hold it for ever.
        with _as_ours(settings):
            create = self._client(settings).chat.completions.with_raw_response.create  # may load the client
            with move_on_after(settings.timeout_s):
                return _decoded((await create(**request.body)).http_response.content, settings)
        raise _too_late(settings)

    async def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """See :class:`verifier.llm.Transport`. A stream that has begun is not tried again."""
        import openai  # noqa: F401, PLC0415  (loading it is not the server's time)
        from anyio import current_time, move_on_after  # noqa: PLC0415

        with _as_ours(settings):
            create = self._client(settings).chat.completions.create  # may load the client
        end = current_time() + settings.timeout_s
        body = {**request.body, "stream": True, "stream_options": {"include_usage": True}}
        chunks = None
        try:
            while True:
                chunk = None
                # Around each wait, and not around the yield: what the caller does is not the server's time.
                with _as_ours(settings), move_on_after(end - current_time()) as waiting:
                    if chunks is None:
                        chunks = await create(**body)
                    chunk = await anext(chunks, None)
                if waiting.cancelled_caught:
                    raise _too_late(settings)
                if chunk is None:
                    return
                yield chunk.model_dump(mode="json", warnings=False)
        finally:
            if chunks is not None:
                await chunks.close()

    def _client(self, settings: ModelSettings) -> AsyncOpenAI:
        from anyio.lowlevel import current_token  # noqa: PLC0415
        from openai import AsyncOpenAI  # noqa: PLC0415  (2 s)

        key = _key(settings)
        if not key and settings.base_url is None:
            raise ModelError(
                f"there is no API key: set the environment variable {settings.api_key_env}, "
                "or name a server of your own with --base-url (base_url)"
            )
        # Connections live and die with the event loop that they were made in.
        name = (current_token(), settings.base_url, key)
        with self._lock:
            if name not in self._clients:
                # Local servers want no key, the client wants one.
                self._clients[name] = AsyncOpenAI(
                    base_url=settings.base_url,
                    api_key=key or "none",
                    max_retries=0,
                    timeout=settings.timeout_s,
                )
            return self._clients[name]

    async def aclose(self) -> None:
        """See :class:`verifier.llm.Transport`; ends the connections of the running event loop."""
        from anyio.lowlevel import current_token  # noqa: PLC0415

        loop = current_token()
        with self._lock:
            ended = [self._clients.pop(name) for name in list(self._clients) if name[0] == loop]
        for client in ended:
            await client.close()


def _wait(error: Exception) -> bool | float:
    """Whether to try again, and after how many seconds where the server said so (stamina's hook)."""
    if not (isinstance(error, ModelError) and error.retryable):
        return False
    after = error.retry_after_s
    return True if after is None else after


def _too_late(settings: ModelSettings) -> ModelTimeout:
    return ModelTimeout(f"{settings.model} did not answer within {settings.timeout_s:g} s")


@contextmanager
def _as_ours(settings: ModelSettings) -> Iterator[None]:
    """Turn whatever the client raises into our errors."""
    import openai  # noqa: PLC0415

    try:
        yield
    except openai.APITimeoutError as error:
        raise _too_late(settings) from error
    except openai.APIStatusError as error:
        raise _status_error(error, settings) from _cause(error, settings)
    except openai.APIConnectionError as error:
        where = _place(settings)
        said = f"no connection to {where} (does a server listen there?): {error.__cause__ or error}"
        why = _without_key(said, settings)
        raise ModelUnavailable(why) from _cause(error, settings)
    except ValueError as error:  # of a stream: no JSON, or no UTF-8
        raise ModelUnavailable(f"the stream can't be read: {error}"[:_DETAIL]) from None
    except openai.OpenAIError as error:
        why = _without_key(f"the client could not make sense of the reply: {error}", settings)
        raise ModelError(why[:_DETAIL]) from _cause(error, settings)


def _key(settings: ModelSettings) -> str:
    return os.environ.get(settings.api_key_env, "")


def _without_key(text: str, settings: ModelSettings) -> str:
    """The text without the key: servers and proxies repeat it, and errors are kept and shown."""
    key = _key(settings)
    return text.replace(key, "(the API key)") if len(key) >= _SHORTEST_KEY else text


def _cause(error: Exception, settings: ModelSettings) -> Exception | None:
    """The client's error, for a traceback; none that shows the key."""
    told = str(error)
    return error if _without_key(told, settings) == told else None


def _place(settings: ModelSettings) -> str:
    """The endpoint as it may be shown: without what may be a password in its URL."""
    if settings.base_url is None:
        return "the endpoint"
    url = urlsplit(settings.base_url)
    return urlunsplit((url.scheme, url.netloc.rpartition("@")[2], url.path, "", ""))


def _status_error(error: APIStatusError, settings: ModelSettings) -> ModelError:
    said = error.message.removeprefix(f"Error code: {error.status_code}").removeprefix(" - ")
    hint = _hint(error.status_code, settings)
    detail = _without_key(f"HTTP {error.status_code}{hint}: {said}".removesuffix(": "), settings)[:_DETAIL]
    if error.status_code in _RETRY_STATUS or error.status_code >= 500:
        return ModelUnavailable(detail, retry_after_s=_retry_after(error.response.headers))
    return ModelRejected(detail, status=error.status_code)


def _hint(status: int, settings: ModelSettings) -> str:
    """What to look at, for the statuses that a mistake in the settings has; begins with a space."""
    if status in {401, 403}:
        return f" from {_place(settings)} (is the key in {settings.api_key_env} the right one?)"
    if status in {404, 405}:
        known = f"does it know the model {settings.model!r}? addresses often end in /v1"
        return f" from {_place(settings)} ({known})"
    return ""


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks for; ``None`` without a number, or with an unreasonable one."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return seconds if 0 <= seconds <= _LONGEST_WAIT_S else None


def _decoded(content: bytes, settings: ModelSettings) -> dict[str, Any]:
    """A response's JSON; bytes that are no UTF-8 cost a letter, not the reply."""
    text = _without_key(content.decode("utf-8", "replace").removeprefix("\ufeff"), settings)
    try:
        body = json.loads(text)
    except (ValueError, RecursionError) as error:
        where, start = _place(settings), text[:100]
        raise ModelUnavailable(
            f"the response of {where} is no JSON ({error}; addresses often end in /v1): {start}"
        ) from error
    if not isinstance(body, dict):
        raise ModelError(f"the response is no JSON object: {str(body)[:100]}")
    return body
