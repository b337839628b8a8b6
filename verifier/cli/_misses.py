"""A replay that keeps what its recording did not hold."""

from __future__ import annotations

from verifier.errors import ReplayMiss
from verifier.llm import ModelSettings, ReplayTransport, Request, Response, Tape


class NotingReplay(ReplayTransport):
    """Answers from a recording; a request that is not in it is an error, and is kept for the command to show.

    Attributes:
        misses: the errors, in order.
    """

    def __init__(self, tape: Tape) -> None:
        super().__init__(tape)
        self.misses: list[ReplayMiss] = []

    async def send(self, request: Request, settings: ModelSettings) -> Response:
        """See :class:`verifier.llm.Transport`."""
        try:
            return await super().send(request, settings)
        except ReplayMiss as miss:
            self.misses.append(miss)
            raise

    def taken(self) -> list[ReplayMiss]:
        """The misses since the last call."""
        found, self.misses = self.misses, []
        return found
