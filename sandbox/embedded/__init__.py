"""The embedded backend: bubblewrap, on Linux, with no daemon."""

from __future__ import annotations

from sandbox._cancel import Cancel
from sandbox._job import Job, Outcome
from sandbox.embedded import _cgroup, _pool, _run

__all__ = ["EmbeddedBackend"]


class EmbeddedBackend:
    """Runs jobs in namespaces that a fork server makes inside bubblewrap.

    Args:
        once: give each job a bubblewrap of its own (slower; for hosts where namespaces do not nest).
    """

    def __init__(self, *, once: bool = False) -> None:
        self._once = once

    @property
    def name(self) -> str:
        """``bubblewrap`` or ``bubblewrap-once``."""
        return "bubblewrap-once" if self._once else "bubblewrap"

    @property
    def bounds_whole_jobs(self) -> bool:
        """Whether memory is bounded for all processes of a job together, by a control group.

        Else the bound holds for each of them.
        """
        group = _cgroup.make()
        if group is None:
            return False
        group.remove()
        return True

    def run(self, job: Job, cancel: Cancel) -> Outcome:
        """Run one job. See :class:`sandbox.Backend`."""
        return _run.run(job, cancel, once=self._once)

    def close(self) -> None:
        """End the fork servers that wait for jobs."""
        _pool.shared().close()
