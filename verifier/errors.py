"""Errors of the engine.

::

    VerifierError
    ├── PlanError            a plan cannot be used; ``path`` is the JSON path of what is wrong
    │   └── ReadingLimit     the answer is too long to be read; the run ends ``undecided``, not reproducible
    ├── TemplateError        a template file or folder of the user's is wrong (also a ``ValueError``)
    ├── PlanningError        a planner crashed or gave back something that is no plan
    ├── CorrectionError      a corrector crashed or gave back something that is no correction
    ├── ModelError           a language model or its service failed; may be ``retryable``
    ├── DeadlineReached      the run's wall clock ran out
    ├── JournalError         the journal cannot be opened, read or written
    │   ├── JournalBroken    an entry's hash does not follow from the one before: the file was changed
    │   └── UnknownRun       the journal holds no such run
    ├── TransitionRefused    the machine has no such edge from here, or its guard is false
    └── UsageError           the library was called in a way that cannot work

None of these is ever a verdict: a run that meets one ends in INCONCLUSIVE with the error in its report, or,
where there is no run to report on, raises it. Errors of the tools are in :mod:`toolkits.errors`.
"""

from __future__ import annotations

__all__ = [
    "CorrectionError",
    "DeadlineReached",
    "JournalBroken",
    "JournalError",
    "ModelError",
    "PlanError",
    "PlanningError",
    "ReadingLimit",
    "TemplateError",
    "TransitionRefused",
    "UnknownRun",
    "UsageError",
    "VerifierError",
]


class VerifierError(Exception):
    """Root of the engine's errors.

    Attributes:
        code: stable code, written to the journal and to reports.
        retryable: whether the same call may succeed later.
    """

    code = "error"
    retryable = False

    def as_data(self) -> dict[str, str | bool]:
        """The error as data, for the journal: it can be read back without this class."""
        return {"code": self.code, "message": str(self), "retryable": self.retryable}


class PlanError(VerifierError):
    """A plan cannot be used.

    Attributes:
        path: JSON path of what is wrong, ``$.verification_steps[2].tool_input``.
        message: what is wrong there and what would be right.
    """

    code = "plan"

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


class ReadingLimit(PlanError):  # noqa: N818  (says what happened)
    """The answer is longer than what is read, or has more signs of one sort."""

    code = "limit"

    def __init__(self, message: str) -> None:
        super().__init__("limit", message)


class PlanningError(VerifierError):
    """A planner crashed or gave back something that is no plan."""

    code = "planner"


class TemplateError(VerifierError, ValueError):
    """A template file is wrong: ``file:line: key: what``.

    Attributes:
        file: the file's name.
        line: from 1.
        key: path of the key ("answers.amount.ask.en[2]").
        reason: what is wrong and what to do.
    """

    code = "template"

    def __init__(self, file: str, line: int, key: str, reason: str) -> None:
        super().__init__(f"{file}:{line}: {key + ': ' if key else ''}{reason}")
        self.file, self.line, self.key, self.reason = file, line, key, reason


class CorrectionError(VerifierError):
    """A corrector crashed or gave back something that is no correction."""

    code = "corrector"


class ModelError(VerifierError):
    """A language model or its service failed.

    Attributes:
        retryable: whether the same call may succeed later (rate limit, lost connection).
    """

    code = "model"

    def __init__(self, message: str, *, retryable: bool = False) -> None:
        super().__init__(message)
        self.retryable = retryable


class DeadlineReached(VerifierError):  # noqa: N818  (says what happened)
    """The run's wall clock ran out."""

    code = "deadline"


class JournalError(VerifierError):
    """The journal cannot be opened, read or written."""

    code = "journal"


class JournalBroken(JournalError):  # noqa: N818  (says what happened)
    """An entry's hash does not follow from the one before it: the file was changed after it was written.

    Attributes:
        seq: number of the first entry that does not fit.
        run: id of the run that this entry says it belongs to.
    """

    code = "journal_broken"

    def __init__(self, message: str, *, seq: int, run: str = "") -> None:
        super().__init__(message)
        self.seq = seq
        self.run = run


class UnknownRun(JournalError):  # noqa: N818  (says what happened)
    """The journal holds no run of that id."""

    code = "unknown_run"


class TransitionRefused(VerifierError):  # noqa: N818  (says what happened)
    """The machine has no such edge from here, or the edge's guard is false."""

    code = "transition"


class UsageError(VerifierError):
    """The library was called in a way that cannot work."""

    code = "usage"
