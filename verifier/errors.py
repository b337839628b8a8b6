"""Errors of the engine.

::

    VerifierError
    ├── PlanError            a plan cannot be used; ``path`` is the JSON path of what is wrong
    │   └── ReadingLimit     the answer is too long to be read; the run ends ``undecided``, not reproducible
    ├── TemplateError        a template file or folder of the user's is wrong (also a ``ValueError``)
    ├── PlanningError        a planner crashed or gave back something that is no plan
    ├── GenerationError      a generator crashed or gave back something that is no generated answer
    ├── CorrectionError      a corrector crashed or gave back something that is no correction
    ├── ModelError           a language model or its service failed; may be ``retryable``
    │   ├── ModelUnavailable rate limit, server fault, lost connection, unreadable response: ``retryable``
    │   │   └── ModelTimeout the call's wall clock ran out
    │   ├── ModelRejected    the server refuses the request as it is (HTTP 4xx)
    │   ├── ModelRefused     the model declined to answer
    │   ├── ModelFiltered    a content filter held the reply back
    │   ├── ModelTruncated   the reply broke off at its token limit; ``text`` is what there is
    │   ├── ModelEmpty       no choice, or nothing in it
    │   ├── ModelMalformed   no valid structured reply, the last try included
    │   ├── ReplayMiss       a replayed recording holds no reply to this request
    │   └── BudgetSpent      tokens, money or calls of the run are used up
    ├── DeadlineReached      the run's wall clock ran out
    ├── JournalError         the journal cannot be opened, read or written
    │   ├── JournalBroken    an entry's hash does not follow from the one before: the file was changed
    │   └── UnknownRun       the journal holds no such run
    ├── TransitionRefused    the machine has no such edge from here, or its guard is false
    ├── RefutedError         an answer was refuted, and its caller asked that this be raised
    └── UsageError           the library was called in a way that cannot work

None of these but :class:`RefutedError` is ever a verdict: a run that meets one ends in INCONCLUSIVE with the
error in its report, or, where there is no run to report on, raises it. Errors of the tools are in
:mod:`toolkits.errors`.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in verifier/__init__.py

if TYPE_CHECKING:
    from typing import Any

    from verifier.records import Report

__all__ = [
    "BudgetSpent",
    "CorrectionError",
    "DeadlineReached",
    "GenerationError",
    "JournalBroken",
    "JournalError",
    "ModelEmpty",
    "ModelError",
    "ModelFiltered",
    "ModelMalformed",
    "ModelRefused",
    "ModelRejected",
    "ModelTimeout",
    "ModelTruncated",
    "ModelUnavailable",
    "PlanError",
    "PlanningError",
    "ReadingLimit",
    "RefutedError",
    "ReplayMiss",
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
        super().__init__(message if path == "$" else f"{path}: {message}")
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


class GenerationError(VerifierError):
    """A generator crashed or gave back something that is no generated answer."""

    code = "generator"


class CorrectionError(VerifierError):
    """A corrector crashed or gave back something that is no correction."""

    code = "corrector"


class ModelError(VerifierError):
    """A language model or its service failed.

    Attributes:
        retryable: whether the same call may succeed later (rate limit, lost connection).
        retry_after_s: seconds that the server asks to wait, where it said so.
    """

    code = "model"
    retry_after_s: float | None = None

    def __init__(self, message: str, *, retryable: bool | None = None) -> None:
        super().__init__(message)
        if retryable is not None:
            self.retryable = retryable


class ModelUnavailable(ModelError):  # noqa: N818  (says what happened)
    """A rate limit, a server's fault, a lost connection, or a response that cannot be read."""

    code = "model_unavailable"
    retryable = True

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class ModelTimeout(ModelUnavailable):
    """The wall clock of a call ran out."""

    code = "model_timeout"


class ModelRejected(ModelError):  # noqa: N818  (says what happened)
    """The server refuses the request as it is.

    Attributes:
        status: the HTTP status.
    """

    code = "model_rejected"

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


class ModelRefused(ModelError):  # noqa: N818  (says what happened)
    """The model declined to answer."""

    code = "model_refused"


class ModelFiltered(ModelError):  # noqa: N818  (says what happened)
    """A content filter held the reply back."""

    code = "model_filtered"


class ModelTruncated(ModelError):  # noqa: N818  (says what happened)
    """The reply broke off at its token limit.

    Attributes:
        text: what there is of it.
    """

    code = "model_truncated"

    def __init__(self, message: str, *, text: str = "") -> None:
        super().__init__(message)
        self.text = text


class ModelEmpty(ModelError):  # noqa: N818  (says what happened)
    """The response holds no choice, or nothing in it."""

    code = "model_empty"


class ModelMalformed(ModelError):  # noqa: N818  (says what happened)
    """No structured reply was valid, the last try included; the message is the last fault."""

    code = "model_malformed"


class ReplayMiss(ModelError):  # noqa: N818  (says what happened)
    """A replayed recording holds no reply to a request.

    Attributes:
        key: the request's key.
        prompt: its messages as text.
    """

    code = "replay_miss"

    def __init__(self, message: str, *, key: str, prompt: str) -> None:
        super().__init__(message)
        self.key = key
        self.prompt = prompt


class BudgetSpent(ModelError):  # noqa: N818  (says what happened)
    """The tokens, the money or the calls of the run are used up."""

    code = "budget"


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


class RefutedError(VerifierError):
    """An answer was refuted, and ``on_refuted="raise"`` asked for this.

    Attributes:
        completion: what the client or function gave: a completion with its reports, a stream, or a text.
        report: the report that refutes it: the gravest one.
    """

    code = "refuted"

    def __init__(self, message: str, *, completion: Any, report: Report) -> None:
        super().__init__(message)
        self.completion = completion
        self.report = report


class UsageError(VerifierError):
    """The library was called in a way that cannot work."""

    code = "usage"
