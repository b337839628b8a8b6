"""The threads in which awaited jobs are waited for."""

from __future__ import annotations

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

#: Jobs of one event loop that are on their way at once; more wait their turn without a thread.
AT_ONCE = 16

_limiter: RunVar[CapacityLimiter] = RunVar("sandbox_threads")


def limiter() -> CapacityLimiter:
    """The running event loop's own limiter."""
    try:
        return _limiter.get()
    except LookupError:
        made = CapacityLimiter(AT_ONCE)
        _limiter.set(made)
        return made
