"""The seam: what every place that runs jobs can do."""

from __future__ import annotations

from typing import Protocol

from sandbox._cancel import Cancel
from sandbox._job import Job, Outcome


class Backend(Protocol):
    """A place that runs untrusted programs. One conformance suite holds for all of them.

    Attributes:
        name: as it stands in ``Outcome.backend``.
    """

    @property
    def name(self) -> str: ...

    def run(self, job: Job, cancel: Cancel) -> Outcome:
        """Run one job and wait for it; safe from any thread, as many at once as callers like.

        ``cancel`` ends it from another thread. Whatever keeps the job from running is an outcome
        (``unavailable``, with detail and hint), never an exception.

        Raises:
            JobError: the job cannot be sent.
        """
        ...

    def close(self) -> None:
        """End everything that waits for jobs. Another ``run`` starts anew."""
        ...
