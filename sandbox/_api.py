"""The two ways to run a job: blocking, and awaited."""

from __future__ import annotations

from sandbox._cancel import Cancel, ambient
from sandbox._conversation import within_call
from sandbox._job import Job, Outcome
from sandbox._probe import probe


def _run_probed(job: Job, cancel: Cancel) -> Outcome:
    if within_call():
        # Its own job waits for it, in a place that this one might have to wait for.
        return Outcome(
            status="unavailable", detail="a function that a job calls cannot run another job",
            hint="run that job before, and give its result to this one as an input",
        )  # fmt: skip
    found = probe()
    if found.runner is None:
        return Outcome(status="unavailable", detail=found.detail, hint=found.hint)
    return found.runner.run(job, cancel)


def run(job: Job) -> Outcome:
    """Run ``job`` and wait for it. Safe from any thread; :func:`cancelling` says who may end it.

    Never runs code outside a sandbox: where :func:`sandbox.probe` finds none, the outcome's status is
    ``unavailable``.

    Raises:
        JobError: inputs that are no JSON, or a file name that leaves the working directory.
    """
    return _run_probed(job, ambient())


async def arun(job: Job) -> Outcome:
    """As :func:`run`, from asyncio or trio. Cancelling it kills the job and everything the job started.

    Any number may be awaited at once: they are served in order, and the threads that wait for them are not
    taken from those that anyio keeps for everybody.

    Raises:
        JobError: as :func:`run`.
    """
    from anyio import to_thread  # noqa: PLC0415  (0.1 s, for those who await)

    from sandbox._threads import limiter  # noqa: PLC0415  (likewise)

    cancel = Cancel()
    try:
        return await to_thread.run_sync(_run_probed, job, cancel, abandon_on_cancel=True, limiter=limiter())
    except BaseException:
        cancel.cancel()
        raise
