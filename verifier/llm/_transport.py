"""The seam: how a request becomes a response."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any, Protocol, TypeAlias

from verifier.llm._request import Request
from verifier.llm._settings import ModelSettings

Response: TypeAlias = Mapping[str, Any]
"""The JSON of a chat completion."""


class Transport(Protocol):
    """Takes a request to a model. One conformance suite holds for all of them."""

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """The response to ``request``.

        Raises:
            ModelError: there is none; ``retryable`` says whether the same call may succeed later.
        """
        ...

    def stream(self, request: Request, settings: ModelSettings) -> AsyncIterator[Response]:
        """The response's chunks as they come.

        Raises:
            ModelError: as :meth:`send`, also between two chunks.
        """
        ...

    async def aclose(self) -> None:
        """Let go of files, and of the connections of the running event loop; not of other threads' loops.

        A sync run does this at its end, so that a transport may be used again afterwards.
        """
        ...
