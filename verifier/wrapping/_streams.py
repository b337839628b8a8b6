"""Streams that are checked at their end, or held back until they are."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any, Self

from toolkits.errors import told
from verifier._unchecked import not_judged
from verifier.records import Report
from verifier.task import Task
from verifier.wrapping._attached import Proxy, attach, field, gravest
from verifier.wrapping._checking import Inquiry, correct, label, refuse
from verifier.wrapping._shapes import Answer, Shape, Unjudged
from verifier.wrapping._tally import UNFINISHED, tally_of

_END = object()


def as_stream(result: Any, shape: Shape, inquiry: Inquiry, *, streamed: bool) -> Stream | AsyncStream | None:
    """The checked stream that ``result`` becomes; ``None`` when it is none."""
    kind = type(result)
    if hasattr(kind, "__anext__") or hasattr(kind, "__aiter__"):
        return AsyncStream(result, Watch(shape, inquiry))
    whole = isinstance(result, dict) or field(result, "choices") is not None
    if hasattr(kind, "__next__") or (streamed and hasattr(kind, "__iter__") and not whole):
        return Stream(result, Watch(shape, inquiry))
    return None


class Watch:
    """What is known of a stream so far.

    Attributes:
        held: chunks that were read and not yet given out.
        ended: the stream gives no more.
        reports: one for each answer, once they are known.
    """

    def __init__(self, shape: Shape, inquiry: Inquiry) -> None:
        self.shape, self.inquiry = shape, inquiry
        self.held: deque[Any] = deque()
        self.ended = False
        self.reports: tuple[Report, ...] = ()
        self._tally = tally_of(shape)
        self._fault = ""

    @property
    def hold(self) -> bool:
        """Whether chunks are kept back until the answers are checked."""
        return self.inquiry.settings.hold

    @property
    def due(self) -> bool:
        """Whether the answers are whole, and not checked yet."""
        return not self.reports and self._tally.complete

    def add(self, chunk: Any) -> None:
        """Take note of a chunk; one that can't be read costs the check, not the stream."""
        if self.hold:
            self.held.append(chunk)
        try:
            self._tally.add(chunk)
        except Exception as error:  # noqa: BLE001  (see above)
            self._fault = f"a chunk can't be read: {told(error)}"

    def answers(self) -> list[Answer]:
        """The answers to be checked now that all is there."""
        if self._fault:
            return [Answer("", Unjudged("inconclusive", self._fault))]
        chunks = tuple(self.held) if self.inquiry.correctable else ()
        return self.inquiry.read(self._tally.answers, chunks)

    def settle(self, stream: Any, answers: Sequence[Answer], reports: tuple[Report, ...]) -> None:
        """Keep the reports; correct what is held, or refuse.

        Raises:
            RefutedError: that is asked for; what is held is still there.
        """
        self.ended = True
        self.reports = correct(answers, reports)
        label(answers, self.reports)
        refuse(stream, self.reports, self.inquiry.settings)

    def broken(self, why: str) -> None:
        """The stream will not be read to its end."""
        self.ended = True
        if not self.reports:
            self.reports = self._unread(why)

    def so_far(self) -> tuple[Report, ...]:
        """The reports; before the end, what little can be said."""
        return self.reports or self._unread("the stream has not been read to its end")

    def _unread(self, why: str) -> tuple[Report, ...]:
        texts = [answer.text for answer in self.inquiry.read(self._tally.answers, ())] or [""]
        unread = Unjudged("inconclusive", why)
        return tuple(
            not_judged(Task(question=self.inquiry.question), text, unread.verdict, unread.why)
            for text in texts
        )

    def labelled(self, final: Any) -> Any:
        """A whole completion that the stream's own helper made, with the reports."""
        label(self.inquiry.read(self.shape.answers, final), self.so_far())
        return attach(final, self.so_far())


class _Watched(Proxy):
    """What sync and async streams share."""

    def __init__(self, target: Any, watch: Watch) -> None:
        super().__init__(target)
        object.__setattr__(self, "_watch", watch)
        object.__setattr__(self, "_source", target)

    @property
    def amtfv(self) -> Report:
        """The gravest report; ``inconclusive`` until the stream was read to its end."""
        return gravest(self._watch.so_far())

    @property
    def _amtfv_reports(self) -> tuple[Report, ...]:
        reports: tuple[Report, ...] = self._watch.so_far()
        return reports


class Stream(_Watched):
    """A stream of a sync client. Its iteration ends when its answers are checked."""

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Any:
        watch: Watch = self._watch
        while not watch.ended and (watch.hold or not watch.held):
            try:
                chunk = next(self._iterator(), _END)
            except BaseException as error:
                watch.broken(f"the stream broke: {told(error)}")
                watch.held.clear()
                raise
            if chunk is _END:
                self._end()
                break
            watch.add(chunk)
            if not watch.hold:
                return chunk
        if watch.held:
            return watch.held.popleft()
        raise StopIteration

    def _iterator(self) -> Any:
        if not hasattr(type(self._source), "__next__"):
            object.__setattr__(self, "_source", iter(self._source))
        return self._source

    def _end(self) -> None:
        watch: Watch = self._watch
        if not watch.reports:
            answers = watch.answers()
            watch.settle(self, answers, watch.inquiry.reports(answers))

    def close(self) -> None:
        """Close the stream; an answer that is whole by now is checked."""
        self._target.close()
        self._left()

    def _left(self) -> None:
        if self._watch.due:
            self._end()
        self._watch.broken(UNFINISHED)

    def __enter__(self) -> Self:
        self._target.__enter__()
        return self

    def __exit__(self, *error: object) -> Any:
        swallowed = self._target.__exit__(*error)
        if error[0] is None:
            self._left()
        return swallowed

    # --- of the helpers -------------------------------------------------------------------------------
    def until_done(self) -> Stream:
        """Read to the end."""
        for _ in self:
            pass
        return self

    def get_final_completion(self) -> Any:
        """The whole completion, with its reports."""
        self.until_done()
        return self._watch.labelled(self._target.get_final_completion())

    def get_final_response(self) -> Any:
        """The whole response, with its report."""
        self.until_done()
        return self._watch.labelled(self._target.get_final_response())


class AsyncStream(_Watched):
    """A stream of an async client. Its iteration ends when its answers are checked."""

    def __aiter__(self) -> AsyncStream:
        return self

    async def __anext__(self) -> Any:
        watch: Watch = self._watch
        while not watch.ended and (watch.hold or not watch.held):
            try:
                chunk = await anext(self._iterator(), _END)
            except BaseException as error:
                watch.broken(f"the stream broke: {told(error)}")
                watch.held.clear()
                raise
            if chunk is _END:
                await self._end()
                break
            watch.add(chunk)
            if not watch.hold:
                return chunk
        if watch.held:
            return watch.held.popleft()
        raise StopAsyncIteration

    def _iterator(self) -> Any:
        if not hasattr(type(self._source), "__anext__"):
            object.__setattr__(self, "_source", aiter(self._source))
        return self._source

    async def _end(self) -> None:
        watch: Watch = self._watch
        if not watch.reports:
            answers = watch.answers()
            watch.settle(self, answers, await watch.inquiry.areports(answers))

    async def close(self) -> None:
        """Close the stream; an answer that is whole by now is checked."""
        await getattr(self._target, "close" if hasattr(self._target, "close") else "aclose")()
        await self._left()

    async def aclose(self) -> None:
        """As :meth:`close`."""
        await self.close()

    async def _left(self) -> None:
        if self._watch.due:
            await self._end()
        self._watch.broken(UNFINISHED)

    async def __aenter__(self) -> Self:
        await self._target.__aenter__()
        return self

    async def __aexit__(self, *error: object) -> Any:
        swallowed = await self._target.__aexit__(*error)
        if error[0] is None:
            await self._left()
        return swallowed

    # --- of the helpers -------------------------------------------------------------------------------
    async def until_done(self) -> AsyncStream:
        """Read to the end."""
        async for _ in self:
            pass
        return self

    async def get_final_completion(self) -> Any:
        """The whole completion, with its reports."""
        await self.until_done()
        return self._watch.labelled(await self._target.get_final_completion())

    async def get_final_response(self) -> Any:
        """The whole response, with its report."""
        await self.until_done()
        return self._watch.labelled(await self._target.get_final_response())


class Manager(Proxy):
    """The context manager of a ``stream()`` helper."""

    def __init__(self, target: Any, shape: Shape, inquiry: Inquiry) -> None:
        super().__init__(target)
        object.__setattr__(self, "_make", lambda: Watch(shape, inquiry))
        object.__setattr__(self, "_opened", None)

    def __enter__(self) -> Stream:
        object.__setattr__(self, "_opened", Stream(self._target.__enter__(), self._make()))
        stream: Stream = self._opened
        return stream

    def __exit__(self, *error: object) -> Any:
        swallowed = self._target.__exit__(*error)
        if error[0] is None:
            self._opened._left()  # noqa: SLF001  (of this module)
        return swallowed


class AsyncManager(Manager):
    """The same of an async client."""

    async def __aenter__(self) -> AsyncStream:
        object.__setattr__(self, "_opened", AsyncStream(await self._target.__aenter__(), self._make()))
        stream: AsyncStream = self._opened
        return stream

    async def __aexit__(self, *error: object) -> Any:
        swallowed = await self._target.__aexit__(*error)
        if error[0] is None:
            await self._opened._left()  # noqa: SLF001  (likewise)
        return swallowed
