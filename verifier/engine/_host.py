"""Where a run waits: inside an event loop (anyio) or, for the sync facade, in the calling thread.

The engine's coroutines await nothing but a host's methods. With the inline host none of these ever suspends,
so that a plain ``send`` drives a run from its start to its end, without an event loop (whose start alone
costs more than a run).
"""

from __future__ import annotations

import inspect
import threading
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

from verifier.errors import DeadlineReached, UsageError

_T = TypeVar("_T")


class Host(Protocol):
    """What the engine may wait for; ``within`` is in seconds, ``None`` for no limit."""

    async def in_thread(self, work: Callable[[], _T], within: float | None) -> _T:
        """Run blocking ``work`` in a worker thread.

        Raises:
            DeadlineReached: it did not end in time; the thread is left to its own limits.
        """
        ...

    async def settle(self, result: _T | Awaitable[_T], within: float | None) -> _T:
        """Await ``result`` when it is awaitable, else return it.

        Raises:
            DeadlineReached: it did not end in time and was cancelled.
        """
        ...

    async def breathe(self) -> None:
        """Let others run, and let a cancellation in."""
        ...


class AnyioHost:
    """Waits inside a running event loop of anyio (asyncio or trio)."""

    async def in_thread(self, work: Callable[[], _T], within: float | None) -> _T:
        """See :class:`Host`. Cancellation does not wait for the thread."""
        from anyio import move_on_after, to_thread  # noqa: PLC0415  (costly; the sync facade does without)

        with move_on_after(within):
            return await to_thread.run_sync(work, abandon_on_cancel=True)
        raise DeadlineReached("the run's deadline passed while a tool was working")

    async def settle(self, result: _T | Awaitable[_T], within: float | None) -> _T:
        """See :class:`Host`."""
        from anyio import move_on_after  # noqa: PLC0415  (likewise)

        if not inspect.isawaitable(result):
            return result
        with move_on_after(within):
            value: _T = await result
            return value
        raise DeadlineReached("the run's deadline passed while a model was working")

    async def breathe(self) -> None:
        """See :class:`Host`."""
        from anyio.lowlevel import checkpoint  # noqa: PLC0415  (likewise)

        await checkpoint()


class InlineHost:
    """Waits in the calling thread; never suspends."""

    async def in_thread(self, work: Callable[[], _T], within: float | None) -> _T:
        """See :class:`Host`. Without a deadline the work is simply called."""
        return work() if within is None else _joined(work, within)

    async def settle(self, result: _T | Awaitable[_T], within: float | None) -> _T:  # noqa: ARG002  (see Host)
        """See :class:`Host`; an awaitable cannot be awaited here.

        Raises:
            UsageError: ``result`` is awaitable.
        """
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            raise UsageError("an async planner or corrector needs `await acheck(…)`, or a sync wrapper")
        return result

    async def breathe(self) -> None:
        """See :class:`Host`."""


def _joined(work: Callable[[], _T], within: float) -> _T:
    results: list[_T] = []
    errors: list[BaseException] = []

    def call() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  (handed to the caller below)
            errors.append(error)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    thread.join(within)
    if errors:
        raise errors[0]
    if not results:
        raise DeadlineReached("the run's deadline passed while a tool was working")
    return results[0]


def drive_inline(run: Coroutine[Any, Any, _T]) -> _T:
    """Drive a run on :class:`InlineHost` to its end, in this thread, without an event loop."""
    try:
        run.send(None)
    except StopIteration as end:
        result: _T = end.value
        return result
    run.close()
    raise UsageError("a run on the inline host must not suspend")
